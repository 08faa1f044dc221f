// jdk: 21
// holds
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A virtual thread for each task, as an executor gives them. */
public class TutorialPerTask {
    public static void main(String[] args) throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> one = executor.submit(() -> "a".repeat(3));
            Future<String> two = executor.submit(() -> "b" + 4);
            String both = one.get() + two.get();
            System.out.println(both);
            assert both.equals("aaab4");
        }
    }
}
