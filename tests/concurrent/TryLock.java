// holds
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Whoever does not get the second lock gives the first one back. */
public class TryLock {
    private static int both;

    static void take(ReentrantLock one, ReentrantLock other) {
        one.lock();
        try {
            if (other.tryLock()) {
                both++;
                other.unlock();
            }
        } finally {
            one.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock first = new ReentrantLock();
        ReentrantLock second = new ReentrantLock();
        Thread other = new Thread(() -> take(first, second));
        other.start();
        take(second, first);
        other.join();
        assert both <= 2;
        assert first.tryLock(1, TimeUnit.SECONDS);
    }
}
