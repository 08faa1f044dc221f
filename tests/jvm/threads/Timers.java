import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Time passes while everybody waits: those who wait for less are first. */
public class Timers {
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int wait = 300 - 100 * i;
            threads[i] = new Thread(() -> {
                try {
                    Thread.sleep(wait);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                System.out.println("slept " + wait);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Timer timer = new Timer(true);
        AtomicInteger count = new AtomicInteger();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                count.incrementAndGet();
                synchronized (count) {
                    count.notifyAll();
                }
            }
        }, 5, 5);
        synchronized (count) {
            while (count.get() < 3) {
                count.wait();
            }
        }
        timer.cancel();
        System.out.println(count.get() >= 3);
        Thread sleeper = new Thread(() -> {
            try {
                TimeUnit.SECONDS.sleep(100);
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        sleeper.start();
        sleeper.join(20);
        System.out.println(sleeper.isAlive() + " " + sleeper.getState());
        sleeper.interrupt();
        sleeper.join();
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                System.out.println("entered");
            }
        });
        synchronized (lock) {
            waiter.start();
            Thread.sleep(20);
            System.out.println(waiter.getState() + " " + Thread.currentThread().getState());
        }
        waiter.join();
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(waiter.getPriority() + " " + waiter.getThreadGroup());
        Thread renamed = new Thread();
        renamed.setName("renamed");
        renamed.setPriority(3);
        System.out.println(renamed.getName() + " " + renamed.getPriority());
    }
}
