// jdk: 21
// holds
import java.util.concurrent.LinkedBlockingQueue;

/** A virtual thread that waits lets others go on. */
public class VirtualQueue {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread other = Thread.startVirtualThread(() -> queue.add(1));
        assert queue.take() == 1;
        other.join();
    }
}
