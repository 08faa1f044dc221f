// unknown: race
import java.util.concurrent.locks.StampedLock;

/** An optimistic reader looks whether what it has read is still valid. */
public class Stamped {
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
        long stamp = lock.tryOptimisticRead();
        int difference = left - right;
        assert !lock.validate(stamp) || difference == 0;
        writer.join();
    }
}
