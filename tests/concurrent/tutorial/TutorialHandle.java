// holds
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What fails is mended by a default. */
public class TutorialHandle {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> page = new CompletableFuture<>();
        Thread loader = new Thread(() -> page.completeExceptionally(new IllegalStateException("no network")));
        loader.start();
        String shown = page.thenApply(String::toUpperCase).exceptionally(e -> "offline: " + cause(e)).join();
        System.out.println(shown);
        assert shown.equals("offline: no network");
        loader.join();
    }

    private static String cause(Throwable e) {
        return (e instanceof CompletionException ? e.getCause() : e).getMessage();
    }
}
