import java.util.concurrent.atomic.AtomicInteger;

/** Two threads that count on an atomic counter. */
public class CounterFixed {
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(COUNT::incrementAndGet);
        other.start();
        COUNT.incrementAndGet();
        other.join();
        assert COUNT.get() == 2 : "the count is " + COUNT;
    }
}
