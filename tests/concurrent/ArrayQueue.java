// holds
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** What goes in comes out. */
public class ArrayQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.add(7)).start();
        assert queue.take() == 7;
        assert queue.isEmpty();
    }
}
