import java.util.concurrent.atomic.AtomicInteger;

/** A counter whose increment is one step. */
public class SharedCounterFixed {
    private final AtomicInteger count = new AtomicInteger();

    /** Adds one, and gives the new number. */
    public int increment() {
        return count.incrementAndGet();
    }

    public int get() {
        return count.get();
    }
}
