import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

public class ArraysMethods {
    static int[] shuffled(int n) {
        int[] a = new int[n];
        int x = 7;
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            a[i] = (x >>> 16) % 1000 - 300;
        }
        return a;
    }

    public static void main(String[] args) {
        int[] a = shuffled(20);
        System.out.println(Arrays.toString(a));
        Arrays.sort(a);
        System.out.println(Arrays.toString(a));
        System.out.println(Arrays.binarySearch(a, a[7]) + " " + Arrays.binarySearch(a, 100000) + " " + Arrays.binarySearch(a, -100000));
        int[] big = shuffled(600);
        Arrays.sort(big);
        long check = 0;
        for (int i = 0; i < big.length; i++) {
            check = check * 31 + big[i];
            if (i > 0 && big[i - 1] > big[i]) {
                System.out.println("unsorted");
            }
        }
        System.out.println(check);
        int[] part = {5, 4, 3, 2, 1};
        Arrays.sort(part, 1, 4);
        System.out.println(Arrays.toString(part));
        double[] doubles = {3, -0.0, 0.0, Double.NaN, -1, Double.NEGATIVE_INFINITY};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        char[] chars = "hello world".toCharArray();
        Arrays.sort(chars);
        System.out.println(new String(chars).trim());
        String[] words = {"pear", "fig", "apple", "kiwi", "date", "banana"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Comparator.comparing(String::length));
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Collections.reverseOrder());
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, (p, q) -> p.charAt(p.length() - 1) - q.charAt(q.length() - 1));
        System.out.println(Arrays.toString(words) + Arrays.asList(words).indexOf("fig"));
        Integer[] boxed = new Integer[50];
        for (int i = 0; i < 50; i++) {
            boxed[i] = (i * 37) % 50;
        }
        Arrays.sort(boxed, Comparator.comparing((Integer i) -> i % 5).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(boxed));
        int[] filled = new int[4];
        Arrays.fill(filled, 7);
        Arrays.fill(filled, 1, 3, 0);
        System.out.println(Arrays.toString(filled));
        Arrays.setAll(filled, i -> i * i);
        System.out.println(Arrays.toString(filled) + Arrays.stream(filled).sum());
        Arrays.parallelPrefix(filled, Integer::sum);
        System.out.println(Arrays.toString(filled));
        System.out.println(Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(new int[] {1}, new int[] {2}) + " " + Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}}) + " " + Arrays.hashCode(new int[] {1, 2, 3}) + " " + Arrays.deepHashCode(new Object[] {1, new int[] {2}}) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}));
        List<String> view = Arrays.asList(words);
        view.set(0, "changed");
        System.out.println(words[0] + view.size() + view.contains("kiwi"));
        try {
            view.add("no");
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed size " + e.getMessage());
        }
        System.out.println(Arrays.toString((int[]) null) + Arrays.toString(new boolean[] {true}) + Arrays.toString(new float[] {1.5f}) + Arrays.toString(new Object[] {null, 'c'}) + Arrays.toString(new byte[0]));
        try {
            Arrays.sort(part, 3, 9);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.copyOfRange(part, 3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
