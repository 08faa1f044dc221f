import java.util.*;

public class ArrayFaults {
    static void check(Runnable action) {
        try {
            action.run();
            System.out.println("no exception");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static int negative(int n) {
        return -n;
    }

    public static void main(String[] args) {
        check(() -> System.out.println(new int[3][3][negative(1)].length));
        check(() -> System.out.println(new int[negative(2)].length));
        check(() -> System.out.println(new String[2][negative(5)].length));
        check(() -> System.out.println(new int[0][negative(5)].length));
        check(() -> System.out.println(new int[2][0].length));
        check(() -> {
            Object[] objects = new String[1];
            objects[0] = 5;
        });
        check(() -> {
            Number[] numbers = new Integer[2];
            numbers[1] = 2;
            numbers[0] = 1.5;
        });
        check(() -> {
            Object[][] nested = new Integer[2][2];
            nested[0] = new String[1];
        });
        check(() -> {
            List<?>[] lists = new ArrayList<?>[1];
            ((Object[]) lists)[0] = new LinkedList<>();
        });
        check(() -> {
            Object object = new int[0];
            Object[] cast = (Object[]) object;
        });
        check(() -> {
            Object object = new String[0];
            Integer[] cast = (Integer[]) object;
        });
        check(() -> {
            Object object = new int[1][1];
            long[][] cast = (long[][]) object;
        });
        check(() -> {
            Object object = List.of(1);
            Map<?, ?> map = (Map<?, ?>) object;
        });
        check(() -> {
            Comparable<Object> comparable = (Comparable<Object>) (Object) "x";
            comparable.compareTo(5);
        });
        int[] values = {1, 2, 3};
        for (int index : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            check(() -> System.out.println(values[index]));
            check(() -> values[index] = 9);
        }
        check(() -> Arrays.copyOf(values, -1));
        check(() -> Arrays.copyOfRange(values, 5, 7));
        check(() -> Arrays.copyOfRange(values, 2, 1));
        check(() -> Arrays.fill(values, 1, 9, 0));
        check(() -> Arrays.sort(values, 2, 1));
        check(() -> System.arraycopy(values, 0, "text", 0, 1));
        check(() -> System.arraycopy(values, 0, new long[3], 0, 1));
        check(() -> System.arraycopy(values, -1, values, 0, 1));
        check(() -> System.arraycopy(values, 2, values, 0, 2));
        check(() -> System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2));
        int[][] jagged = {{1}, {2, 3}, {}};
        check(() -> System.out.println(jagged[2][0]));
        int i = 0;
        int[] order = new int[3];
        try {
            order[i++] = order[i++] = order[i + 5];
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(i + " " + Arrays.toString(order) + " " + e.getMessage());
        }
        i = 0;
        order[i] = i = 2;
        System.out.println(Arrays.toString(order) + " " + i);
    }
}
