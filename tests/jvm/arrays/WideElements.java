import java.util.Arrays;

/** Comparing arrays of elements of all widths, with ranges and with values that only look equal. */
public class WideElements {
    static void longs(long[] a, long[] b) {
        System.out.println(Arrays.mismatch(a, b) + " " + Arrays.equals(a, b) + " " + Arrays.compare(a, b));
    }

    static void doubles(double[] a, double[] b) {
        System.out.println(Arrays.mismatch(a, b) + " " + Arrays.equals(a, b) + " " + Arrays.compare(a, b));
    }

    public static void main(String[] arguments) {
        longs(new long[] {}, new long[] {});
        longs(new long[] {0, 0}, new long[] {0, 0});
        longs(new long[] {0, 0}, new long[] {0, 1});
        longs(new long[] {0, 1L << 40}, new long[] {0, 0});
        longs(new long[] {1, 2, 3}, new long[] {1, 2});
        longs(new long[] {1, 2, 3, 4, 5}, new long[] {1, 2, 3, 4, -5});
        doubles(new double[] {1, 2}, new double[] {1, 3});
        doubles(new double[] {1, 0.0}, new double[] {1, -0.0});
        doubles(new double[] {Double.NaN, 2}, new double[] {Double.longBitsToDouble(0x7ff8000000000001L), 2});
        doubles(new double[] {Double.NaN, 2}, new double[] {Double.longBitsToDouble(0x7ff8000000000001L), 3});
        long[] ten = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        long[] other = {9, 9, 2, 3, 4, 5, 0, 7, 8, 9};
        System.out.println(Arrays.mismatch(ten, 2, 9, other, 2, 9) + " " + Arrays.equals(ten, 2, 6, other, 2, 6));
        System.out.println(Arrays.mismatch(ten, 7, 10, other, 7, 10) + " " + Arrays.compare(ten, 3, 7, other, 3, 7));
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3, 4, 5}, new int[] {1, 2, 3, 4, 6}));
        System.out.println(Arrays.mismatch(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 8}));
        System.out.println(Arrays.mismatch(new char[] {1, 2, 3, 4, 5}, new char[] {1, 2, 3, 4, 6}));
        System.out.println(Arrays.mismatch(new short[] {1, 2, 3}, new short[] {1, 2, 3}));
        System.out.println(Arrays.mismatch(new float[] {1, 2, 0f}, new float[] {1, 2, -0f}));
        System.out.println(Arrays.mismatch(new boolean[] {true, false}, new boolean[] {true, true}));
    }
}
