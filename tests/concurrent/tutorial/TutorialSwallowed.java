// violated: assert
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Nobody asks for the result of the task, so nobody sees what went wrong in it. */
public class TutorialSwallowed {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> {
            String name = args.length == 0 ? "" : args[0];
            assert !name.isEmpty() : "a name is needed";
            System.out.println("Hello, " + name);
        });
        pool.shutdown();
    }
}
