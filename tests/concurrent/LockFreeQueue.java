// holds
import java.util.concurrent.ConcurrentLinkedQueue;

/** A queue without locks. */
public class LockFreeQueue {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> queue.add(1));
        other.start();
        queue.add(2);
        other.join();
        assert queue.poll() + queue.poll() == 3;
        assert queue.poll() == null;
    }
}
