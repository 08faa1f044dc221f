// violated: assert
import java.util.concurrent.CompletableFuture;

/** Who is first completes it. */
public class CompletesTwice {
    public static void main(String[] args) {
        CompletableFuture<Integer> value = new CompletableFuture<>();
        new Thread(() -> value.complete(4)).start();
        value.complete(5);
        assert value.join() == 5;
    }
}
