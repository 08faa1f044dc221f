// holds
import java.util.concurrent.CompletableFuture;

/** Two prices from elsewhere, and what they come to. */
public class TutorialCompletable {
    public static void main(String[] args) {
        CompletableFuture<Integer> bread = CompletableFuture.supplyAsync(() -> 3);
        CompletableFuture<Integer> milk = CompletableFuture.supplyAsync(() -> 2);
        String bill = bread.thenCombine(milk, Integer::sum).thenApply(sum -> "pay " + sum).join();
        System.out.println(bill);
        assert bill.equals("pay 5");
    }
}
