// jdk: 21
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Virtual threads. */
public class VirtualThreads {
    public static void main(String[] args) throws Exception {
        Thread virtual = Thread.ofVirtual().name("light").start(() ->
            System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().isVirtual()));
        virtual.join();
        Thread.startVirtualThread(() -> System.out.println("another")).join();
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> future = each.submit(() -> 6 * 7);
            System.out.println(future.get());
        }
        Thread platform = Thread.ofPlatform().name("heavy").daemon().start(() ->
            System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon()));
        platform.join();
        Object lock = new Object();
        int[] count = new int[1];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofVirtual().unstarted(() -> {
                for (int j = 0; j < 10; j++) {
                    synchronized (lock) {
                        count[0]++;
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count[0]);
    }
}
