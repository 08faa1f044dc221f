import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache that forgets what was not used for the longest time. Looking something up and putting it there when it is missing are two steps
 * under the lock, not one: a value may be computed twice, and callers get different objects for the same key.
 */
public class LruCache {
    static final int MOST = 2;

    private final Map<Integer, Object> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Object> eldest) {
            return size() > MOST;
        }
    };

    Object get(int key) {
        synchronized (this) {
            Object found = entries.get(key);
            if (found != null) {
                return found;
            }
        }
        Object made = new Object();
        // Wrong: somebody may have put another one there meanwhile.
        synchronized (this) {
            entries.put(key, made);
        }
        return made;
    }

    synchronized int size() {
        return entries.size();
    }

    public static void main(String[] args) throws InterruptedException {
        LruCache cache = new LruCache();
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> seen[0] = cache.get(1), "other");
        other.start();
        seen[1] = cache.get(1);
        other.join();
        assert seen[0] == seen[1] : "one key has two values";
        assert cache.size() <= MOST : "the cache has forgotten to forget";
    }
}
