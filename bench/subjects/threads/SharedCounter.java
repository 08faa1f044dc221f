/** A counter whose increment reads and writes in two steps: one of two increments at the same time is lost. */
public class SharedCounter {
    private volatile int count;

    /** Adds one, and gives the new number. */
    public int increment() {
        int next = count + 1;
        count = next;
        return next;
    }

    public int get() {
        return count;
    }
}
