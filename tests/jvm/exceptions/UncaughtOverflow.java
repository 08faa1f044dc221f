public class UncaughtOverflow {
    static int count;

    static void recurse() {
        count++;
        recurse();
    }

    public static void main(String[] args) {
        try {
            recurse();
        } catch (StackOverflowError e) {
            System.out.println((count > 500) + " " + e.getMessage() + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace().length);
        }
        Object text = "text";
        Integer number = (Integer) text;
    }
}
