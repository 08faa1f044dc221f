import java.util.ArrayDeque;
import java.util.Deque;

/** A bounded buffer with wait and notifyAll, with one producer and one consumer, and waiting without the monitor. */
public class WaitNotify {
    static class Buffer {
        private final Deque<Integer> items = new ArrayDeque<>();
        private final int capacity;

        Buffer(int capacity) {
            this.capacity = capacity;
        }

        synchronized void put(int item) throws InterruptedException {
            while (items.size() == capacity) {
                wait();
            }
            items.addLast(item);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            int item = items.removeFirst();
            notifyAll();
            return item;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Buffer buffer = new Buffer(3);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    buffer.put(i);
                }
                buffer.put(-1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int item = buffer.take(); item >= 0; item = buffer.take()) {
            System.out.println("took " + item);
            sum += item;
        }
        producer.join();
        System.out.println("sum " + sum);

        Object lock = new Object();
        try {
            lock.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        synchronized (lock) {
            lock.wait(5);
            System.out.println("time is over, " + Thread.holdsLock(lock));
            try {
                lock.wait(-1);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Thread.holdsLock(lock));
    }
}
