// violated: deadlock
import java.util.concurrent.CountDownLatch;

/** A latch that counts more threads than there are. */
public class LatchTooHigh {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        latch.await();
    }
}
