import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Counters that several threads count on, each made safe in another way. */
public class Counters {
    private int plain;
    private static int shared;

    synchronized void count() {
        plain++;
    }

    static synchronized void countShared() {
        shared++;
    }

    public static void main(String[] args) throws InterruptedException {
        Counters counters = new Counters();
        AtomicInteger atomic = new AtomicInteger();
        AtomicLong wide = new AtomicLong();
        LongAdder adder = new LongAdder();
        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        int[] locked = new int[2];
        Runnable task = () -> {
            for (int i = 0; i < 300; i++) {
                counters.count();
                countShared();
                atomic.incrementAndGet();
                wide.addAndGet(1L << 33);
                adder.increment();
                lock.lock();
                try {
                    locked[0]++;
                    if (i % 50 == 0) {
                        Thread.yield();
                    }
                } finally {
                    lock.unlock();
                }
                readWrite.writeLock().lock();
                try {
                    locked[1] += 2;
                } finally {
                    readWrite.writeLock().unlock();
                }
                readWrite.readLock().lock();
                readWrite.readLock().unlock();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(task);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counters.plain + " " + shared + " " + atomic + " " + wide + " " + adder.sum());
        System.out.println(locked[0] + " " + locked[1]);
    }
}
