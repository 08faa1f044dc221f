// holds
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** All tasks at once, and the first result of any. */
public class TutorialInvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Callable<Integer>> tasks = List.of("one"::length, "three"::length);
        int sum = 0;
        for (Future<Integer> length : pool.invokeAll(tasks)) {
            sum += length.get();
        }
        System.out.printf("%d letters%n", sum);
        assert sum == 8;
        pool.shutdown();
    }
}
