/**
 * A bounded buffer made of semaphores and a monitor. Who waits for a semaphore does not have the monitor of the buffer.
 */
public class NestedMonitorFixed {
    /** A semaphore. */
    static final class Semaphore {
        private int value;

        Semaphore(int value) {
            this.value = value;
        }

        synchronized void up() {
            value = value + 1;
            notify();
        }

        synchronized void down() throws InterruptedException {
            while (value == 0) {
                wait();
            }
            value = value - 1;
        }
    }

    /** What producers and consumers use. */
    interface Buffer {
        void put(int item) throws InterruptedException;

        int get() throws InterruptedException;
    }

    /** A buffer in a ring. */
    static final class SemaphoreBuffer implements Buffer {
        private final int[] items;
        private int in;
        private int out;
        private final Semaphore full;
        private final Semaphore empty;

        SemaphoreBuffer(int size) {
            items = new int[size];
            full = new Semaphore(0);
            empty = new Semaphore(size);
        }

        @Override
        public void put(int item) throws InterruptedException {
            empty.down();
            synchronized (this) {
                items[in] = item;
                in = (in + 1) % items.length;
            }
            full.up();
        }

        @Override
        public int get() throws InterruptedException {
            full.down();
            int item;
            synchronized (this) {
                item = items[out];
                out = (out + 1) % items.length;
            }
            empty.up();
            return item;
        }
    }

    static final class Producer extends Thread {
        private final Buffer buffer;

        Producer(Buffer buffer) {
            super("producer");
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                for (int item = 0; item < 2; item++) {
                    buffer.put(item);
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    static final class Consumer extends Thread {
        private final Buffer buffer;

        Consumer(Buffer buffer) {
            super("consumer");
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                for (int item = 0; item < 2; item++) {
                    buffer.get();
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    public static void main(String[] args) {
        Buffer buffer = new SemaphoreBuffer(2);
        new Producer(buffer).start();
        new Consumer(buffer).start();
    }
}
