// holds
import java.util.concurrent.Semaphore;

/** One permit: one thread inside. */
public class Semaphores {
    private static int inside;

    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(1);
        Runnable enter = () -> {
            permits.acquireUninterruptibly();
            inside++;
            assert inside == 1;
            inside--;
            permits.release();
        };
        Thread other = new Thread(enter);
        other.start();
        enter.run();
        other.join();
        assert permits.availablePermits() == 1;
    }
}
