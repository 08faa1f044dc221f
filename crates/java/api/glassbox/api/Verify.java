package glassbox.api;

import java.util.Random;

/**
 * What a program says to Glassbox.
 *
 * <p>On an ordinary JVM these methods do something harmless. A choice takes its least value, so that a run is always
 * the same; with {@code -Dglassbox.seed=N} choices are random, the same for the same number. A false
 * assumption throws an {@link IllegalStateException}, and {@link #fail} an {@link AssertionError}.
 */
public final class Verify {
    private Verify() {
    }

    /**
     * Any value in a range; a check tries all of them.
     *
     * <p>If {@code low} is greater than {@code high} there is no value, and the execution does not count.
     *
     * @param low the least value
     * @param high the greatest value
     * @return a value from {@code low} to {@code high}, both included
     */
    public static int choose(int low, int high) {
        assume(low <= high);
        return Plain.choose(low, high);
    }

    /**
     * Either value; a check tries both.
     *
     * @return {@code false} or {@code true}
     */
    public static boolean chooseBoolean() {
        return choose(0, 1) == 1;
    }

    /**
     * Any of some values; a check tries all of them. Without a value the execution does not count.
     *
     * @param values the values
     * @param <T> their type
     * @return one of the values
     */
    @SafeVarargs
    public static <T> T chooseFrom(T... values) {
        return values[choose(0, values.length - 1)];
    }

    /**
     * Says that only executions count in which a condition is true.
     *
     * @param condition the condition
     */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("an assumption is false");
        }
    }

    /**
     * Says that no execution should get here.
     *
     * @param message what is wrong if one does
     */
    public static void fail(String message) {
        throw new AssertionError(message);
    }

    /** Choices on an ordinary JVM. Glassbox does not use this class. */
    private static final class Plain {
        private static final Random RANDOM = random();

        private static Random random() {
            Long seed = Long.getLong("glassbox.seed");
            return seed == null ? null : new Random(seed);
        }

        private static synchronized int choose(int low, int high) {
            if (RANDOM == null) {
                return low;
            }
            long width = (long) high - low + 1;
            return (int) (low + Math.floorMod(RANDOM.nextLong(), width));
        }
    }
}
