// holds
import java.util.concurrent.CompletableFuture;

/** A value that another thread gives, and what is made of it. */
public class Completes {
    public static void main(String[] args) {
        CompletableFuture<Integer> value = new CompletableFuture<>();
        new Thread(() -> value.complete(4)).start();
        assert value.thenApply(number -> number + 1).join() == 5;
    }
}
