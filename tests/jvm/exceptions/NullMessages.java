public class NullMessages {
    int field;
    NullMessages next;
    int[] numbers;
    static NullMessages shared;

    NullMessages self() {
        return next;
    }

    static void check(Runnable action) {
        try {
            action.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void parameter(String text, int[][] grid) {
        check(() -> System.out.println(text.length()));
        try {
            System.out.println(grid[0][1]);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            grid[0][1] = 5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        NullMessages local = null;
        NullMessages real = new NullMessages();
        try {
            System.out.println(local.field);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.field = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            real.next.next.field++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            real.self().self();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(real.numbers.length);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            real.numbers[3]++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        check(() -> shared.self());
        parameter(null, new int[2][]);
        Integer boxed = null;
        try {
            int i = boxed;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw (RuntimeException) (Object) real.next;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (real.next) {
                real.field++;
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        check(() -> {
            throw new NullPointerException();
        });
        check(() -> {
            throw new NullPointerException("given");
        });
    }
}
