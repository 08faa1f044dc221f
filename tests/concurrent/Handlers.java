// holds
import java.util.concurrent.atomic.AtomicReference;

/** An exception that somebody handles is none that nobody catches. */
public class Handlers {
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread other = new Thread(() -> {
            throw new IllegalStateException("on purpose");
        });
        other.setUncaughtExceptionHandler((thread, exception) -> seen.set(exception.getMessage()));
        other.start();
        other.join();
        assert "on purpose".equals(seen.get());
    }
}
