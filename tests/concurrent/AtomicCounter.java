// holds
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads count with an atomic number: nothing is lost. */
public class AtomicCounter {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(count::incrementAndGet);
        other.start();
        count.incrementAndGet();
        other.join();
        assert count.get() == 2;
    }
}
