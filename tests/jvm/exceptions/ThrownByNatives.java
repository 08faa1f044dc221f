/** Exceptions that native methods throw are as complete as any other, even the first one of a program. */
public class ThrownByNatives {
    static void describe(Throwable thrown) {
        System.out.println(thrown);
        System.out.println(thrown.getSuppressed().length + " " + thrown.getCause());
        thrown.addSuppressed(new RuntimeException("more"));
        System.out.println(thrown.getSuppressed()[0]);
        System.out.println(thrown.getStackTrace()[0]);
        System.out.println(thrown.getStackTrace()[1].getMethodName());
    }

    public static void main(String[] arguments) {
        try {
            System.arraycopy(new int[3], 2, new int[3], 0, 2);
        } catch (RuntimeException thrown) {
            describe(thrown);
        }
        try {
            System.arraycopy(new int[3], 0, new long[3], 0, 2);
        } catch (RuntimeException thrown) {
            describe(thrown);
        }
        try {
            System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2);
        } catch (RuntimeException thrown) {
            describe(thrown);
        }
    }
}
