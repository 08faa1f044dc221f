import java.util.Arrays;
import java.util.BitSet;

public class BitSets {
    public static void main(String[] args) {
        BitSet a = new BitSet();
        a.set(1);
        a.set(5, 9);
        a.set(100);
        a.flip(6);
        System.out.println(a + " " + a.cardinality() + " " + a.length() + " " + a.size() + " " + a.get(7) + " " + a.get(1000));
        BitSet b = new BitSet(16);
        for (int i = 0; i < 120; i += 5) {
            b.set(i);
        }
        BitSet and = (BitSet) a.clone();
        and.and(b);
        BitSet or = (BitSet) a.clone();
        or.or(b);
        BitSet xor = (BitSet) a.clone();
        xor.xor(b);
        BitSet not = (BitSet) a.clone();
        not.andNot(b);
        System.out.println(and + " " + or + " " + xor + " " + not + " " + a.intersects(b));
        System.out.println(a.nextSetBit(2) + " " + a.nextSetBit(101) + " " + a.nextClearBit(5) + " " + a.previousSetBit(99) + " " + a.previousClearBit(8));
        for (int i = b.nextSetBit(0); i >= 0; i = b.nextSetBit(i + 1)) {
            System.out.print(i + " ");
        }
        System.out.println();
        b.clear(10, 90);
        b.flip(0, 4);
        System.out.println(b + " " + b.isEmpty() + " " + b.hashCode() + " " + b.equals(a));
        System.out.println(Arrays.toString(a.toLongArray()) + " " + Arrays.toString(b.toByteArray()) + " " + BitSet.valueOf(new long[] {5, 1}) + " " + a.get(5, 8));
        System.out.println(a.stream().sum() + " " + a.stream().boxed().toList());
        BitSet sieve = new BitSet(100);
        sieve.set(2, 100);
        for (int i = 2; i * i < 100; i++) {
            if (sieve.get(i)) {
                for (int j = i * i; j < 100; j += i) {
                    sieve.clear(j);
                }
            }
        }
        System.out.println(sieve);
        try {
            a.set(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        a.clear();
        System.out.println(a + " " + a.length() + " " + a.isEmpty());
    }
}
