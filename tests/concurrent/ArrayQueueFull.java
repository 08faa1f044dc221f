// violated: exception
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Adding to a full queue is an exception. */
public class ArrayQueueFull {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        queue.put(1);
        new Thread(() -> queue.add(2)).start();
        queue.take();
    }
}
