// violated: assert
import java.util.concurrent.atomic.AtomicInteger;

/** Reading and writing an atomic number are two steps. */
public class AtomicTwice {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(() -> count.set(count.get() + 1));
        other.start();
        count.set(count.get() + 1);
        other.join();
        assert count.get() == 2;
    }
}
