import java.util.*;
import java.util.stream.*;

public class ArraysMore {
    public static void main(String[] args) {
        int[] numbers = {5, 3, 9, 1, 7, 3};
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + " " + Arrays.binarySearch(sorted, 7) + " " + Arrays.binarySearch(sorted, 4) + " " + Arrays.binarySearch(sorted, 0, 3, 9));
        Arrays.parallelPrefix(sorted, Integer::sum);
        System.out.println(Arrays.toString(sorted));
        Arrays.setAll(sorted, i -> i * i);
        System.out.println(Arrays.toString(sorted) + " " + Arrays.stream(sorted).sum() + " " + Arrays.hashCode(sorted));
        Integer[] boxed = IntStream.of(numbers).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, Comparator.comparing((Integer i) -> i % 3).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(boxed) + " " + Arrays.asList(boxed).indexOf(9));
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.mismatch(new int[] {1}, new int[] {1}) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.compare(new String[] {"a"}, new String[] {"a", "b"}) + " " + Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(numbers, 0, 2, new int[] {0, 5, 3}, 1, 3));
        System.out.println(Arrays.deepToString(new Object[] {1, new int[] {2}, new String[][] {{"x"}, null}}) + " " + Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}}) + " " + Arrays.deepHashCode(new int[][] {{1}, {2, 3}}));
        double[] doubles = {2.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles) + " " + Arrays.hashCode(doubles) + " " + Arrays.equals(new double[] {0.0}, new double[] {-0.0}));
        byte[] bytes = {3, -1, 127, -128};
        char[] chars = "sorting".toCharArray();
        short[] shorts = {300, -5, 7};
        float[] floats = {1.5f, -2f, Float.NaN};
        long[] longs = {5L, Long.MIN_VALUE, 0};
        Arrays.sort(bytes);
        Arrays.sort(chars);
        Arrays.sort(shorts);
        Arrays.sort(floats);
        Arrays.sort(longs);
        System.out.println(Arrays.toString(bytes) + new String(chars) + Arrays.toString(shorts) + Arrays.toString(floats) + Arrays.toString(longs));
        int[] large = new Random(9).ints(5000, 0, 1000).toArray();
        Arrays.sort(large);
        Integer[] largeBoxed = new Random(9).ints(1000, 0, 100).boxed().toArray(Integer[]::new);
        Arrays.sort(largeBoxed, Collections.reverseOrder());
        System.out.println(large[0] + " " + large[2500] + " " + large[4999] + " " + Arrays.hashCode(large) + " " + Arrays.hashCode(largeBoxed));
        boolean[] flags = new boolean[4];
        Arrays.fill(flags, 1, 3, true);
        System.out.println(Arrays.toString(flags) + Arrays.toString(Arrays.copyOf(numbers, 8)) + Arrays.toString(Arrays.copyOfRange(new String[] {"a", "b", "c"}, 1, 5)));
        try {
            Arrays.sort(new Object[] {1, "x"});
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(largeBoxed, (a, b) -> a < b ? 1 : a > b ? 1 : -1);
            System.out.println("sorted somehow");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> view = Arrays.asList(1, 2, 3);
        Collections.reverse(view);
        System.out.println(view + " " + Arrays.asList(new int[] {1, 2}).size() + " " + Arrays.stream(new String[] {"p", "q", "r"}, 1, 3).collect(Collectors.joining()));
        int[][] matrix = new int[3][4];
        for (int[] row : matrix) {
            Arrays.fill(row, 7);
        }
        matrix[1][2] = 0;
        System.out.println(Arrays.stream(matrix).flatMapToInt(Arrays::stream).sum() + " " + Arrays.stream(matrix).map(Arrays::toString).collect(Collectors.joining(";")));
    }
}
