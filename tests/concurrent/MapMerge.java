// holds
import java.util.concurrent.ConcurrentHashMap;

/** Merging is one step. */
public class MapMerge {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable add = () -> counts.merge("one", 1, Integer::sum);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert counts.get("one") == 2;
    }
}
