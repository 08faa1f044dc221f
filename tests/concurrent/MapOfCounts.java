// violated: assert
import java.util.concurrent.ConcurrentHashMap;

/** Each operation of a map is one step, and two of them are two. */
public class MapOfCounts {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable add = () -> counts.put("one", counts.getOrDefault("one", 0) + 1);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert counts.get("one") == 2;
    }
}
