// violated: assert
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Whoever waits for a limited time may get nothing. */
public class PollTimeout {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.add(1)).start();
        assert queue.poll(1, TimeUnit.SECONDS) != null;
    }
}
