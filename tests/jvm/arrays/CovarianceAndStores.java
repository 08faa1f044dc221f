public class CovarianceAndStores {
    static void store(Object[] array, Object value) {
        try {
            array[0] = value;
            System.out.println("stored " + array[0]);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }

    static void check(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        store(new Object[1], "any");
        store(new String[1], "string");
        store(new String[1], 1);
        store(new Integer[1], 1L);
        store(new Number[1], 1L);
        store(new Number[1], null);
        store(new Comparable[1], "comparable");
        store(new Comparable[1], new Object());
        store(new int[1][], new int[] {1}.length);
        store(new int[1][1], null);
        store(new Object[1][1], "text");
        store(new Runnable[1], new int[0]);
        Object[] strings = new String[] {"a"};
        System.out.println((strings instanceof String[]) + " " + (strings instanceof Comparable[]) + " " + ((Object) strings instanceof Integer[]) + " " + strings.getClass().getSimpleName());
        Object o = new int[] {1};
        System.out.println((o instanceof int[]) + " " + (o instanceof Object[]) + " " + (o instanceof Cloneable) + " " + (o instanceof java.io.Serializable));
        Object grid = new int[1][1];
        System.out.println((grid instanceof Object[]) + " " + (grid instanceof int[][]) + " " + (grid instanceof Cloneable[]));
        check(() -> {
            Object x = new int[0];
            Object[] y = (Object[]) x;
            System.out.println(y.length);
        });
        check(() -> {
            Object x = new Object[0];
            String[] y = (String[]) x;
            System.out.println(y.length);
        });
        int[] a = new int[3];
        check(() -> a[3] = 1);
        check(() -> System.out.println(a[-1]));
        check(() -> a[Integer.MAX_VALUE]++);
        check(() -> System.out.println(new int[-5].length));
        check(() -> System.out.println(new String[Integer.MIN_VALUE].length));
        check(() -> System.out.println(new long[0][0][-2].length + 0));
        String[][] matrix = new String[2][2];
        Object[] rows = matrix;
        rows[0] = new String[] {"row"};
        System.out.println(matrix[0][0] + matrix[0].length);
        check(() -> rows[1] = new Object[1]);
        check(() -> rows[1] = "no row");
        System.out.println(int[].class == new int[0].getClass());
        System.out.println(new int[0].equals(new int[0]));
        System.out.println(String[].class.getComponentType() + " " + int[][].class.getComponentType().getSimpleName() + " " + int.class.isPrimitive() + " " + String[].class.isArray());
    }
}
