/**
 * A bounded buffer made of semaphores inside a monitor. Who waits for a semaphore gives back the monitor of the semaphore, but not that
 * of the buffer: nobody else can come in to release it.
 */
public class NestedMonitor {
    /** How many items fit into the buffer. */
    private static final int PLACES = 2;
    /** How many items go through it. */
    private static final int ITEMS = 2;

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

        /** Goes down if that is possible at once; whether it was. */
        synchronized boolean tryDown() {
            if (value == 0) {
                return false;
            }
            value = value - 1;
            return true;
        }

        /** Goes down if that is possible within so many milliseconds; whether it was. */
        synchronized boolean tryDown(long milliseconds) throws InterruptedException {
            long end = System.currentTimeMillis() + milliseconds;
            while (value == 0) {
                long left = end - System.currentTimeMillis();
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
            value = value - 1;
            return true;
        }

        synchronized boolean isZero() {
            return value == 0;
        }
    }

    /** What producers and consumers use. */
    interface Buffer {
        /** Puts an item behind the others, as soon as there is a place for it. */
        void put(int item) throws InterruptedException;

        /** Takes the first item, as soon as there is one. */
        int get() throws InterruptedException;

        /** Puts an item behind the others within so many milliseconds; whether there was a place for it. */
        boolean offer(int item, long milliseconds) throws InterruptedException;

        /** Takes the first item; this number if there is none. */
        int poll(int none);

        /** Takes all items that are there, and gives how many they were. */
        int drain();

        boolean isEmpty();

        boolean isFull();
    }

    /** A buffer in a ring: one semaphore counts its items, another one its places that are free. */
    static final class SemaphoreBuffer implements Buffer {
        private final int[] items;
        private int in;
        private int out;
        private final Semaphore full;
        private final Semaphore empty;

        SemaphoreBuffer(int size) {
            if (size <= 0) {
                throw new IllegalArgumentException("a buffer has at least one place");
            }
            items = new int[size];
            full = new Semaphore(0);
            empty = new Semaphore(size);
        }

        @Override
        public synchronized void put(int item) throws InterruptedException {
            // Wrong: the monitor of the buffer is kept while this waits.
            empty.down();
            insert(item);
            full.up();
        }

        @Override
        public synchronized int get() throws InterruptedException {
            full.down();
            int item = extract();
            empty.up();
            return item;
        }

        @Override
        public synchronized boolean offer(int item, long milliseconds) throws InterruptedException {
            if (!empty.tryDown(milliseconds)) {
                return false;
            }
            insert(item);
            full.up();
            return true;
        }

        @Override
        public synchronized int poll(int none) {
            if (!full.tryDown()) {
                return none;
            }
            int item = extract();
            empty.up();
            return item;
        }

        @Override
        public synchronized int drain() {
            int drained = 0;
            while (full.tryDown()) {
                extract();
                empty.up();
                drained++;
            }
            return drained;
        }

        @Override
        public boolean isEmpty() {
            return full.isZero();
        }

        @Override
        public boolean isFull() {
            return empty.isZero();
        }

        private void insert(int item) {
            items[in] = item;
            in = (in + 1) % items.length;
        }

        private int extract() {
            int item = items[out];
            out = (out + 1) % items.length;
            return item;
        }
    }

    /** Puts the numbers of the items. */
    static final class Producer extends Thread {
        private final Buffer buffer;
        private final int items;

        Producer(Buffer buffer, int items) {
            super("producer");
            this.buffer = buffer;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int item = 0; item < items; item++) {
                    buffer.put(item);
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    /** Takes items and adds them up. */
    static final class Consumer extends Thread {
        private final Buffer buffer;
        private final int items;
        private int sum;

        Consumer(Buffer buffer, int items) {
            super("consumer");
            this.buffer = buffer;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int item = 0; item < items; item++) {
                    sum += buffer.get();
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }

        /** The sum of all items, once the thread has ended. */
        int sum() {
            return sum;
        }
    }

    private final Producer producer;
    private final Consumer consumer;

    NestedMonitor(Buffer buffer, int items) {
        producer = new Producer(buffer, items);
        consumer = new Consumer(buffer, items);
    }

    void start() {
        producer.start();
        consumer.start();
    }

    /** Waits until everything was taken, and gives the sum of it. */
    int sum() throws InterruptedException {
        producer.join();
        consumer.join();
        return consumer.sum();
    }

    /** The argument at an index, or another number if there is none. */
    private static int argument(String[] args, int index, int otherwise) {
        return index < args.length ? Integer.parseInt(args[index]) : otherwise;
    }

    /** Arguments: how many places the buffer has, and how many items go through it. */
    public static void main(String[] args) throws InterruptedException {
        int places = argument(args, 0, PLACES);
        int items = argument(args, 1, ITEMS);
        NestedMonitor transfer = new NestedMonitor(new SemaphoreBuffer(places), items);
        transfer.start();
        transfer.sum();
    }
}
