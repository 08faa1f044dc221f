// holds
import java.util.concurrent.CompletableFuture;

/** Two values that are computed elsewhere, combined. */
public class Asynchronous {
    public static void main(String[] args) {
        CompletableFuture<Integer> value = CompletableFuture.supplyAsync(() -> 3);
        assert value.thenCombine(CompletableFuture.completedFuture(4), Integer::sum).join() == 7;
    }
}
