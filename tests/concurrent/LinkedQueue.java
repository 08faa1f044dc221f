// holds
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Two things in their order. */
public class LinkedQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        queue.add(1);
        new Thread(() -> queue.add(2)).start();
        assert queue.take() == 1;
        assert queue.take() == 2;
    }
}
