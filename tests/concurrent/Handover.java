// holds
import java.util.concurrent.SynchronousQueue;

/** Who gives waits until somebody takes. */
public class Handover {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        new Thread(() -> {
            try {
                queue.put("it");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        assert queue.take().equals("it");
    }
}
