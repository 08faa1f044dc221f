// holds
import java.util.concurrent.locks.ReentrantLock;

/** A lock that is entered twice by the same thread. */
public class LockedCounter {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int count;

    static void add() {
        LOCK.lock();
        try {
            LOCK.lock();
            count++;
            LOCK.unlock();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockedCounter::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
