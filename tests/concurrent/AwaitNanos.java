// holds
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A loop that waits as long as there is time left, for something that nobody signals. */
public class AwaitNanos {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CHANGED = LOCK.newCondition();
    private static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> done = true).start();
        LOCK.lock();
        long left = 1_000_000_000L;
        while (!done && left > 0) {
            left = CHANGED.awaitNanos(left);
        }
        assert done || left <= 0;
        LOCK.unlock();
    }
}
