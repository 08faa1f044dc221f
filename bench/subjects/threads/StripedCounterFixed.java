import java.util.concurrent.atomic.AtomicIntegerArray;

/** A sum in two cells that is read until nothing has changed meanwhile. Cells only grow, so cells that are twice the same were so at the same time. */
public class StripedCounterFixed {
    private final AtomicIntegerArray cells = new AtomicIntegerArray(2);

    /** Adds an amount that is not negative: odd ones to one cell, even ones to the other. */
    public void add(int amount) {
        cells.addAndGet(amount & 1, amount);
    }

    public int sum() {
        while (true) {
            int even = cells.get(0);
            int odd = cells.get(1);
            if (cells.get(0) == even && cells.get(1) == odd) {
                return even + odd;
            }
        }
    }
}
