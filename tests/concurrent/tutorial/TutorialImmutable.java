// holds
import java.util.Map;
import java.util.TreeMap;

/** A cache that is never changed, only replaced. */
public class TutorialImmutable {
    private record Entry(String key, int value) {
        private Entry {
            if (key.isEmpty()) {
                throw new IllegalArgumentException("no key");
            }
        }
    }

    private static volatile Map<String, Entry> cache = Map.of();

    private static synchronized void put(Entry entry) {
        Map<String, Entry> copy = new TreeMap<>(cache);
        copy.put(entry.key(), entry);
        cache = Map.copyOf(copy);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> put(new Entry("one", 1)));
        other.start();
        put(new Entry("two", 2));
        Entry seen = cache.get("one");
        assert seen == null || seen.value() == 1;
        other.join();
        assert cache.size() == 2 && cache.get("two").toString().equals("Entry[key=two, value=2]");
        System.out.println(new TreeMap<>(cache));
    }
}
