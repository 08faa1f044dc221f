import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;

public class Randoms {
    public static void main(String[] args) {
        Random r = new Random(12345);
        for (int i = 0; i < 5; i++) {
            System.out.print(r.nextInt() + " " + r.nextInt(100) + " " + r.nextInt(64) + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextDouble() + " " + r.nextFloat() + "; ");
        }
        System.out.println();
        byte[] bytes = new byte[10];
        r.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        r.setSeed(7);
        System.out.println(r.nextInt(5, 10) + " " + r.nextInt(1 << 30) + " " + r.nextInt(Integer.MAX_VALUE));
        System.out.println(r.ints(5, 0, 10).boxed().toList() + " " + r.doubles(2).sum());
        int[] counts = new int[6];
        for (int i = 0; i < 600; i++) {
            counts[r.nextInt(6)]++;
        }
        System.out.println(Arrays.toString(counts));
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        SplittableRandom s = new SplittableRandom(99);
        System.out.println(s.nextInt() + " " + s.nextLong() + " " + s.nextInt(10) + " " + s.split().nextInt());
        UUID id = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
        System.out.println(id + " " + id.hashCode() + " " + id.getMostSignificantBits() + " " + id.compareTo(new UUID(0, 0)) + " " + id.version() + " " + id.equals(UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210")) + " " + UUID.fromString("1-2-3-4-5"));
    }
}
