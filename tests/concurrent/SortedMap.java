// holds
import java.util.concurrent.ConcurrentSkipListMap;

/** Keys are in order, whoever puts them there. */
public class SortedMap {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        Thread other = new Thread(() -> map.put(2, 2));
        other.start();
        map.put(1, 1);
        other.join();
        assert map.firstKey() == 1 && map.lastKey() == 2;
    }
}
