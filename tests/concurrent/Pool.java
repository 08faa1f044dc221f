// holds
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool of one thread gives a result. */
public class Pool {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> result = pool.submit(() -> 6 * 7);
        assert result.get() == 42;
        pool.shutdown();
    }
}
