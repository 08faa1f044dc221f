import java.util.*;
import java.util.random.*;
import java.util.stream.*;

public class RandomMethods {
    public static void main(String[] args) {
        Random random = new Random(12345);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextInt(5, 10) + " " + random.nextLong() + " " + random.nextLong(1000) + " " + random.nextLong(-5, 5) + " " + random.nextDouble() + " " + random.nextDouble(2.5) + " " + random.nextDouble(1, 2) + " " + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian() + " " + random.nextGaussian(10, 2));
        byte[] bytes = new byte[7];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes) + " " + random.nextInt(1 << 20) + " " + random.nextInt(Integer.MAX_VALUE) + " " + random.nextExponential());
        random.setSeed(7);
        System.out.println(random.ints(4).boxed().toList() + " " + random.ints(3, 0, 10).sum() + " " + random.longs(2).boxed().toList() + " " + random.doubles(2, 0, 1).boxed().toList() + " " + random.ints().limit(2).boxed().toList());
        SplittableRandom split = new SplittableRandom(99);
        SplittableRandom other = split.split();
        System.out.println(split.nextInt() + " " + other.nextLong() + " " + split.nextInt(50) + " " + split.nextDouble() + " " + other.nextBoolean() + " " + split.longs(2, 0, 100).boxed().toList());
        for (int bound : new int[] {0, -1}) {
            try {
                random.nextInt(bound);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        List<Integer> deck = IntStream.rangeClosed(1, 10).boxed().collect(Collectors.toList());
        Collections.shuffle(deck, new Random(1));
        System.out.println(deck);
        Random subclass = new Random(3) {
            @Override
            protected int next(int bits) {
                return 5;
            }
        };
        System.out.println(subclass.nextInt() + " " + subclass.nextBoolean() + " " + subclass.nextLong());
        int[] counts = new int[10];
        Random dice = new Random(2);
        for (int i = 0; i < 2000; i++) {
            counts[dice.nextInt(10)]++;
        }
        System.out.println(Arrays.toString(counts));
        RandomGenerator generator = new Random(4);
        System.out.println(generator.nextInt(10) + " " + generator.nextLong(100));
    }
}
