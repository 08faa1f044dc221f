/** A buffer of one place that wakes all that wait. */
public class BoundedBufferFixed {
    private int item;
    private int count;
    private int size = 1;

    synchronized void put(int value) throws InterruptedException {
        while (count == size) {
            wait();
        }
        item = value;
        count = count + 1;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        count = count - 1;
        notifyAll();
        return item;
    }

    public static void main(String[] args) {
        BoundedBufferFixed buffer = new BoundedBufferFixed();
        for (int i = 1; i <= 2; i++) {
            int value = i;
            new Thread(() -> {
                try {
                    buffer.put(value);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "producer-" + i).start();
        }
        for (int i = 1; i <= 2; i++) {
            new Thread(() -> {
                try {
                    buffer.take();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "consumer-" + i).start();
        }
    }
}
