// jdk: 21
// holds
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A virtual thread for a task. */
public class VirtualTasks {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService each = Executors.newVirtualThreadPerTaskExecutor();
        assert each.submit(() -> 6 * 7).get() == 42;
        each.shutdown();
    }
}
