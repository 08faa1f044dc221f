// holds
import java.util.concurrent.CountDownLatch;

/** What was done before a latch is seen behind it. */
public class Latch {
    private static int done;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            done = 1;
            latch.countDown();
        }).start();
        latch.await();
        assert done == 1;
    }
}
