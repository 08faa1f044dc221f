public class UncaughtInitialiser {
    static class Broken {
        static final int VALUE = compute();

        static int compute() {
            System.out.println("computing");
            int[] empty = new int[0];
            return empty[0];
        }
    }

    public static void main(String[] args) {
        try {
            System.out.println(Broken.VALUE);
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        System.out.println(Broken.VALUE);
    }
}
