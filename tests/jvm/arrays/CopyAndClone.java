import java.util.Arrays;

public class CopyAndClone {
    static int[] numbers(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i;
        }
        return a;
    }

    static void copy(Object from, int start, Object to, int at, int count) {
        try {
            System.arraycopy(from, start, to, at, count);
            System.out.println("copied");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = numbers(10);
        System.arraycopy(a, 0, a, 2, 6);
        System.out.println(Arrays.toString(a));
        a = numbers(10);
        System.arraycopy(a, 3, a, 1, 6);
        System.out.println(Arrays.toString(a));
        a = numbers(5);
        int[] b = a.clone();
        b[0] = 100;
        System.out.println(a[0] + " " + b[0] + " " + (a.getClass() == b.getClass()));
        int[][] deep = {{1, 2}, {3}};
        int[][] shallow = deep.clone();
        shallow[0][0] = 99;
        shallow[1] = null;
        System.out.println(Arrays.deepToString(deep) + Arrays.deepToString(shallow));
        byte[] bytes = {1, 2, 3};
        char[] chars = "xyz".toCharArray();
        long[] longs = {1, 2, 3};
        double[] doubles = {1, 2, 3};
        boolean[] flags = {true, false, true};
        System.arraycopy(bytes, 0, bytes, 1, 2);
        System.arraycopy(chars, 1, chars, 0, 2);
        System.arraycopy(longs, 0, longs, 1, 2);
        System.arraycopy(doubles, 2, doubles, 0, 1);
        System.arraycopy(flags, 1, flags, 2, 1);
        System.out.println(Arrays.toString(bytes) + Arrays.toString(chars) + Arrays.toString(longs) + Arrays.toString(doubles) + Arrays.toString(flags));
        Object[] objects = {"a", 1, "c", 2.5};
        String[] strings = new String[4];
        copy(objects, 0, strings, 0, 1);
        copy(objects, 0, strings, 2, 2);
        System.out.println(Arrays.toString(strings));
        copy(new int[3], 0, new int[2], 0, 3);
        copy(new int[3], -1, new int[2], 0, 1);
        copy(new int[3], 0, new int[2], -1, 1);
        copy(new int[3], 0, new int[2], 0, -1);
        copy(new int[3], 3, new int[2], 2, 0);
        copy(new int[3], 4, new int[2], 0, 0);
        copy(new int[3], Integer.MAX_VALUE, new int[2], 0, 2);
        copy(new int[3], 0, new long[3], 0, 1);
        copy("text", 0, new int[1], 0, 1);
        copy(new int[1], 0, "text", 0, 1);
        copy(new String[1], 0, new Integer[1], 0, 1);
        copy(new String[] {"s"}, 0, new Integer[1], 0, 1);
        copy(new int[1], 0, new Object[1], 0, 1);
        try {
            System.arraycopy(null, 0, a, 0, 1);
        } catch (NullPointerException e) {
            System.out.println("null source");
        }
        System.out.println(Arrays.toString(Arrays.copyOf(a, 7)) + Arrays.toString(Arrays.copyOf(a, 2)) + Arrays.toString(Arrays.copyOfRange(a, 3, 8)) + Arrays.toString(Arrays.copyOf(new String[] {"x"}, 2)) + Arrays.toString(Arrays.copyOfRange(chars, 0, 2)));
        Object[] widened = Arrays.copyOf(new String[] {"x"}, 2, Object[].class);
        widened[1] = 5;
        System.out.println(Arrays.toString(widened) + widened.getClass().getSimpleName());
        Integer[] boxed = {1, 2};
        Integer[] cloned = boxed.clone();
        System.out.println(boxed[0] == cloned[0]);
    }
}
