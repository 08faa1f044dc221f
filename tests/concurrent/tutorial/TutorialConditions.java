// holds
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer with a lock and two conditions. */
public class TutorialConditions {
    private final Lock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private String item;

    private void put(String next) throws InterruptedException {
        lock.lock();
        try {
            while (item != null) {
                notFull.await();
            }
            item = next;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    private String take() throws InterruptedException {
        lock.lock();
        try {
            while (item == null) {
                notEmpty.await();
            }
            String taken = item;
            item = null;
            notFull.signal();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TutorialConditions buffer = new TutorialConditions();
        Thread producer = new Thread(() -> {
            try {
                buffer.put("x".repeat(2));
                buffer.put("y" + "z".length());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        String both = buffer.take() + buffer.take();
        producer.join();
        System.out.println(both);
        assert both.equals("xxy1");
    }
}
