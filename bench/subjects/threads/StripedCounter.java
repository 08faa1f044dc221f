import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A sum in two cells, so that threads that add different things do not meet. It is read one cell after the other: it may have the second of
 * two amounts that were added one after the other, and not the first.
 */
public class StripedCounter {
    private final AtomicIntegerArray cells = new AtomicIntegerArray(2);

    /** Adds an amount: odd ones to one cell, even ones to the other. */
    public void add(int amount) {
        cells.addAndGet(amount & 1, amount);
    }

    public int sum() {
        return cells.get(0) + cells.get(1);
    }
}
