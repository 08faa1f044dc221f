// holds
import java.util.ArrayDeque;
import java.util.Deque;

/** The same by hand, with wait and notifyAll. */
public class TutorialBuffer {
    private final Deque<String> items = new ArrayDeque<>();

    private synchronized void put(String item) throws InterruptedException {
        while (items.size() == 1) {
            wait();
        }
        items.addLast(item);
        notifyAll();
    }

    private synchronized String take() throws InterruptedException {
        while (items.isEmpty()) {
            wait();
        }
        String item = items.removeFirst();
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        TutorialBuffer buffer = new TutorialBuffer();
        Thread producer = new Thread(() -> {
            try {
                buffer.put("a" + 1);
                buffer.put("b" + 2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        String both = buffer.take() + buffer.take();
        producer.join();
        System.out.println(both);
        assert both.equals("a1b2");
    }
}
