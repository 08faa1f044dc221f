// violated: exception
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** What goes wrong in a task is told to whoever asks for its result. */
public class FutureException {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = new FutureTask<>(() -> 1 / (args.length));
        new Thread(task).start();
        task.get();
    }
}
