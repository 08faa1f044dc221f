// holds
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A producer and a consumer with a queue of one place between them. */
public class TutorialQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 2; i++) {
                    queue.put("item " + i);
                }
                queue.put("done");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "producer");
        producer.start();
        StringBuilder taken = new StringBuilder();
        for (String item = queue.take(); !item.equals("done"); item = queue.take()) {
            taken.append(item).append(';');
        }
        producer.join();
        System.out.println(taken);
        assert taken.toString().equals("item 0;item 1;");
    }
}
