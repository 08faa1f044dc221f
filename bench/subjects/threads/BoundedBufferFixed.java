/**
 * A bounded buffer, here of one place, that wakes all that wait.
 */
public class BoundedBufferFixed {
    /** How many items fit in. */
    private static final int PLACES = 1;
    /** How many producers there are, and how many consumers. */
    private static final int PAIRS = 2;
    /** How many items each producer makes. */
    private static final int ITEMS = 1;

    private final Item[] items;
    private int in;
    private int out;
    private int count;
    private int size;

    BoundedBufferFixed(int places) {
        items = new Item[places];
        size = places;
    }

    /** Puts an item behind the others, as soon as there is a place for it. */
    synchronized void put(Item item) throws InterruptedException {
        while (count == size) {
            wait();
        }
        insert(item);
    }

    /** Takes the first item, as soon as there is one. */
    synchronized Item take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        return extract();
    }

    /** Puts an item behind the others if there is a place for it; whether there was. */
    synchronized boolean offer(Item item) {
        if (count == size) {
            return false;
        }
        insert(item);
        return true;
    }

    /** Takes the first item; null if there is none. */
    synchronized Item poll() {
        return count == 0 ? null : extract();
    }

    synchronized boolean isEmpty() {
        return count == 0;
    }

    synchronized boolean isFull() {
        return count == size;
    }

    private void insert(Item item) {
        items[in] = item;
        in = next(in);
        count = count + 1;
        notifyAll();
    }

    private Item extract() {
        Item item = items[out];
        items[out] = null;
        out = next(out);
        count = count - 1;
        notifyAll();
        return item;
    }

    private int next(int place) {
        return place + 1 == items.length ? 0 : place + 1;
    }

    /** What goes through the buffer. */
    static final class Item {
        private final int producer;
        private final int number;

        Item(int producer, int number) {
            this.producer = producer;
            this.number = number;
        }

        @Override
        public String toString() {
            return "item " + number + " of producer-" + producer;
        }
    }

    /** A thread that does something with the buffer again and again. */
    abstract static class Client extends Thread {
        protected final BoundedBufferFixed buffer;

        Client(String name, BoundedBufferFixed buffer) {
            super(name);
            this.buffer = buffer;
        }

        /** Puts or takes the item with this number. */
        protected abstract void step(int number) throws InterruptedException;

        @Override
        public void run() {
            try {
                for (int number = 1; number <= ITEMS; number++) {
                    step(number);
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    static final class Producer extends Client {
        private final int producer;

        Producer(int producer, BoundedBufferFixed buffer) {
            super("producer-" + producer, buffer);
            this.producer = producer;
        }

        @Override
        protected void step(int number) throws InterruptedException {
            buffer.put(new Item(producer, number));
        }
    }

    static final class Consumer extends Client {
        private Item consumed;

        Consumer(int consumer, BoundedBufferFixed buffer) {
            super("consumer-" + consumer, buffer);
        }

        /** The last item that was taken; null if there is none. */
        Item consumed() {
            return consumed;
        }

        @Override
        protected void step(int number) throws InterruptedException {
            consumed = buffer.take();
        }
    }

    public static void main(String[] args) {
        BoundedBufferFixed buffer = new BoundedBufferFixed(PLACES);
        for (int pair = 1; pair <= PAIRS; pair++) {
            new Producer(pair, buffer).start();
        }
        for (int pair = 1; pair <= PAIRS; pair++) {
            new Consumer(pair, buffer).start();
        }
    }
}
