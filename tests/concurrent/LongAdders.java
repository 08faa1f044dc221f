// holds
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** An adder that is summed up when everybody is done, and a reference that is exchanged. */
public class LongAdders {
    public static void main(String[] args) throws InterruptedException {
        LongAdder sum = new LongAdder();
        AtomicReference<String> last = new AtomicReference<>("none");
        Thread other = new Thread(() -> {
            sum.add(2);
            last.compareAndSet("none", "other");
        });
        other.start();
        sum.add(3);
        last.compareAndSet("none", "main");
        other.join();
        assert sum.sum() == 5;
        assert !last.get().equals("none");
    }
}
