// violated: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** Two locks in two orders. */
public class TwoLocks {
    public static void main(String[] args) {
        ReentrantLock first = new ReentrantLock();
        ReentrantLock second = new ReentrantLock();
        new Thread(() -> {
            first.lock();
            second.lock();
            second.unlock();
            first.unlock();
        }).start();
        second.lock();
        first.lock();
        first.unlock();
        second.unlock();
    }
}
