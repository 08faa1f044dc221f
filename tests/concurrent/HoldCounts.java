// holds
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The lock counts the holds of each thread by its number: the first thread has another than those that it starts. */
public class HoldCounts {
    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().lock();
        Thread other = new Thread(() -> {
            lock.readLock().lock();
            assert lock.getReadHoldCount() == 1;
            lock.readLock().unlock();
        });
        assert other.getId() != Thread.currentThread().getId();
        other.start();
        assert lock.getReadHoldCount() == 2;
        lock.readLock().unlock();
        lock.readLock().unlock();
        other.join();
    }
}
