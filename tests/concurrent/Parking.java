// holds
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A permit that was given before is there when it is wanted. */
public class Parking {
    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean ready = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!ready.get()) {
                LockSupport.park();
            }
        });
        other.start();
        ready.set(true);
        LockSupport.unpark(other);
        other.join();
    }
}
