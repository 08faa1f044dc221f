// unknown: race
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What was written before a release is there after an acquire, and a lock of one bit keeps threads apart. */
public class HandlePublishes {
    static final VarHandle READY;
    static final VarHandle LOCK;
    static int value;
    static boolean ready;
    static int lock;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findStaticVarHandle(HandlePublishes.class, "ready", boolean.class);
            LOCK = lookup.findStaticVarHandle(HandlePublishes.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            value = 42;
            READY.setRelease(true);
            if (LOCK.compareAndSet(0, 1)) {
                value++;
                LOCK.setRelease(0);
            }
        });
        other.start();
        if ((boolean) READY.getAcquire() && LOCK.compareAndSet(0, 2)) {
            assert value == 42 || value == 43;
            LOCK.setRelease(0);
        }
        other.join();
    }
}
