// violated: exception
import java.util.concurrent.locks.ReentrantLock;

/** Whoever signals must have the lock. */
public class ConditionWithoutLock {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> lock.newCondition().signal()).start();
        lock.lock();
        lock.unlock();
    }
}
