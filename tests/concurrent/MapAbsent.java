// holds
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A value is computed once, whoever asks first. */
public class MapAbsent {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, String> values = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        Runnable ask = () -> values.computeIfAbsent(1, key -> "value " + computed.incrementAndGet());
        Thread other = new Thread(ask);
        other.start();
        ask.run();
        other.join();
        assert computed.get() == 1;
        assert values.get(1).equals("value 1");
    }
}
