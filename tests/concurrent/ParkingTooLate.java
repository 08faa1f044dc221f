// violated: deadlock
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** The permit is given before the other is told. */
public class ParkingTooLate {
    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean ready = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!ready.get()) {
                LockSupport.park();
            }
        });
        other.start();
        LockSupport.unpark(other);
        ready.set(true);
        other.join();
    }
}
