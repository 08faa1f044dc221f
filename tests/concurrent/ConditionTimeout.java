// violated: assert
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A limit of time may be over before anything happens. */
public class ConditionTimeout {
    private static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            ready = true;
            changed.signal();
            lock.unlock();
        }).start();
        lock.lock();
        try {
            if (!ready) {
                changed.await(1, TimeUnit.SECONDS);
            }
            assert ready;
        } finally {
            lock.unlock();
        }
    }
}
