// holds
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A cache with one writer and one reader, and a lock for each. */
public class TutorialCache {
    private final Map<String, Integer> lengths = new HashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private int length(String word) {
        lock.readLock().lock();
        try {
            Integer known = lengths.get(word);
            if (known != null) {
                return known;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            return lengths.computeIfAbsent(word, String::length);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TutorialCache cache = new TutorialCache();
        Thread other = new Thread(() -> System.out.println(cache.length("word")));
        other.start();
        assert cache.length("word") == 4;
        other.join();
        assert cache.lengths.toString().equals("{word=4}");
    }
}
