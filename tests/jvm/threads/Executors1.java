import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Executors and what one waits with. */
public class Executors1 {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            futures.add(pool.submit(() -> number * number));
        }
        for (Future<Integer> future : futures) {
            System.out.println(future.get());
        }
        Future<String> failing = pool.submit((Callable<String>) () -> {
            throw new IllegalStateException("failed in the pool");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        CountDownLatch never = new CountDownLatch(1);
        Future<?> slow = pool.submit(() -> {
            never.await();
            return null;
        });
        try {
            slow.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timed out " + slow.cancel(true) + " " + slow.isCancelled());
        }
        System.out.println(pool.invokeAll(List.of(() -> 1, () -> 2)).size());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());

        CyclicBarrier barrier = new CyclicBarrier(3, () -> System.out.println("all are there"));
        Semaphore permits = new Semaphore(0);
        ExecutorService cached = Executors.newCachedThreadPool();
        for (int i = 0; i < 2; i++) {
            cached.execute(() -> {
                try {
                    barrier.await();
                    permits.release();
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
        }
        barrier.await();
        permits.acquire(2);
        cached.shutdownNow();
        System.out.println(cached.awaitTermination(10, TimeUnit.SECONDS));

        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        System.out.println(timer.schedule(() -> "later", 20, TimeUnit.MILLISECONDS).get());
        timer.shutdownNow();
        ExecutorService single = Executors.newSingleThreadExecutor();
        System.out.println(single.submit(() -> Thread.currentThread().isDaemon()).get());
        single.shutdown();
    }
}
