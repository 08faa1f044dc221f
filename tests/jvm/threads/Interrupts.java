import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Interrupting threads that sleep, wait, are parked, or run. */
public class Interrupts {
    static void run(String what, Thread thread, CountDownLatch ready) throws InterruptedException {
        thread.start();
        ready.await();
        thread.interrupt();
        thread.join();
        System.out.println(what + " is over");
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch sleeping = new CountDownLatch(1);
        run("sleep", new Thread(() -> {
            sleeping.countDown();
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        }), sleeping);

        CountDownLatch waiting = new CountDownLatch(1);
        Object lock = new Object();
        run("wait", new Thread(() -> {
            synchronized (lock) {
                waiting.countDown();
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
                }
            }
        }), waiting);

        CountDownLatch parked = new CountDownLatch(1);
        run("park", new Thread(() -> {
            parked.countDown();
            LockSupport.park();
            System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        }), parked);

        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted());
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            System.out.println("at once: " + Thread.currentThread().isInterrupted());
        }
        Thread.currentThread().interrupt();
        synchronized (lock) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                System.out.println("no wait: " + e.getMessage());
            }
        }
        Thread.currentThread().interrupt();
        try {
            new Thread(() -> { }).join();
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            System.out.println("no await: " + e.getMessage());
        }
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1_000);
        System.out.println("parked and gone on");
    }
}
