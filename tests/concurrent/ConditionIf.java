// violated: assert
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A consumer waits with `if`, and what it was woken for is gone when it has the lock again. */
public class ConditionIf {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition FILLED = LOCK.newCondition();
    private static int things;

    public static void main(String[] args) {
        Thread consumer = new Thread(() -> {
            LOCK.lock();
            try {
                if (things == 0) {
                    FILLED.awaitUninterruptibly();
                }
                things--;
                assert things >= 0;
            } finally {
                LOCK.unlock();
            }
        });
        consumer.setDaemon(true);
        consumer.start();
        LOCK.lock();
        things++;
        FILLED.signal();
        things--;
        LOCK.unlock();
    }
}
