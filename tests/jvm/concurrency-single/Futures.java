import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class Futures {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<String> g = f.thenApply(x -> x + 1).thenApply(x -> "got " + x);
        System.out.println(g.isDone());
        f.complete(41);
        System.out.println(g.get() + " " + g.join() + " " + f.complete(5));
        System.out.println(CompletableFuture.completedFuture(2).thenCombine(CompletableFuture.completedFuture(3), (a, b) -> a * b).join());
        CompletableFuture<Integer> failed = new CompletableFuture<>();
        CompletableFuture<Integer> handled = failed.exceptionally(e -> -1);
        failed.completeExceptionally(new IllegalStateException("broken"));
        System.out.println(handled.join() + " " + failed.isCompletedExceptionally());
        FutureTask<String> task = new FutureTask<>(() -> "task done");
        task.run();
        System.out.println(task.get() + " " + task.isDone());
        CountDownLatch latch = new CountDownLatch(2);
        latch.countDown();
        System.out.println(latch.getCount());
        latch.countDown();
        latch.await();
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        System.out.println(semaphore.tryAcquire() + " " + semaphore.tryAcquire() + " " + semaphore.availablePermits());
        semaphore.release(2);
        System.out.println(semaphore.availablePermits());
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        System.out.println(queue.offer(1) + " " + queue.offer(2) + " " + queue.offer(3) + " " + queue.take() + " " + queue);
        LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
        linked.put(9);
        System.out.println(linked.poll() + " " + linked.poll());
        System.out.println(TimeUnit.MINUTES.toSeconds(5) + " " + TimeUnit.NANOSECONDS.toMillis(5_000_000));
    }
}
