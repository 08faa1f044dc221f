// violated: deadlock
import java.util.concurrent.Semaphore;

/** Two threads take one of two permits each and want another one. */
public class SemaphoreTwice {
    public static void main(String[] args) {
        Semaphore permits = new Semaphore(2);
        Runnable enter = () -> {
            permits.acquireUninterruptibly();
            permits.acquireUninterruptibly();
            permits.release(2);
        };
        new Thread(enter).start();
        enter.run();
    }
}
