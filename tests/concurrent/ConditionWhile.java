// holds
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A consumer waits until there is something. */
public class ConditionWhile {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition FILLED = LOCK.newCondition();
    private static int things;

    static void consume() {
        LOCK.lock();
        try {
            while (things == 0) {
                FILLED.awaitUninterruptibly();
            }
            things--;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(ConditionWhile::consume);
        consumer.start();
        LOCK.lock();
        things++;
        FILLED.signal();
        LOCK.unlock();
        consumer.join();
        assert things == 0;
    }
}
