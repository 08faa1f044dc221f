// violated: assert
import java.util.concurrent.locks.StampedLock;

/** An optimistic reader that does not look again. */
public class StampedUnvalidated {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        StampedLock lock = new StampedLock();
        Thread writer = new Thread(() -> {
            long stamp = lock.writeLock();
            left++;
            right++;
            lock.unlockWrite(stamp);
        });
        writer.start();
        lock.tryOptimisticRead();
        int difference = left - right;
        assert difference == 0;
        writer.join();
    }
}
