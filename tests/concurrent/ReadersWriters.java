// holds
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader never sees half of what a writer does. */
public class ReadersWriters {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            left++;
            right++;
            lock.writeLock().unlock();
        });
        writer.start();
        lock.readLock().lock();
        assert left == right;
        lock.readLock().unlock();
        writer.join();
    }
}
