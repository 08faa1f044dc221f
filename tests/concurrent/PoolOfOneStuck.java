// violated: deadlock
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task that waits for another one in a pool of one thread. */
public class PoolOfOneStuck {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> pool.submit(() -> 1).get());
        pool.shutdown();
    }
}
