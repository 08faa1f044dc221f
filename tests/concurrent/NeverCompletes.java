// violated: deadlock
import java.util.concurrent.CompletableFuture;

/** Nobody gives the value. */
public class NeverCompletes {
    public static void main(String[] args) {
        CompletableFuture<Integer> value = new CompletableFuture<>();
        new Thread(() -> value.isDone()).start();
        value.join();
    }
}
