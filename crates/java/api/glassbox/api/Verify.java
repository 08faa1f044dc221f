package glassbox.api;

/**
 * What a program says to Glassbox. On an ordinary JVM these methods do something harmless: choices take
 * their least value, and a false assumption ends the program.
 */
public final class Verify {
    private Verify() {
    }

    /** Any value from {@code low} to {@code high}, both included; all of them are tried. */
    public static int choose(int low, int high) {
        if (low > high) {
            assume(false);
        }
        return low;
    }

    /** Either value; both are tried. */
    public static boolean chooseBoolean() {
        return choose(0, 1) == 1;
    }

    /** Any of the values; all of them are tried. */
    @SafeVarargs
    public static <T> T chooseFrom(T... values) {
        return values[choose(0, values.length - 1)];
    }

    /** Executions in which the condition is false do not count. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("an assumption is false");
        }
    }

    /** Is violated by every execution that gets here. */
    public static void fail(String message) {
        throw new AssertionError(message);
    }
}
