// unknown: race
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two threads count with a handle of a field, which is one step each time. */
public class HandleCounter {
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(HandleCounter.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int count;

    public static void main(String[] args) throws InterruptedException {
        HandleCounter counter = new HandleCounter();
        Thread other = new Thread(() -> counter.add(2));
        other.start();
        counter.add(1);
        other.join();
        assert (int) COUNT.getVolatile(counter) == 3;
    }

    void add(int more) {
        if ((int) COUNT.getOpaque(this) % 2 == 0) {
            COUNT.getAndAdd(this, more);
            return;
        }
        int seen;
        do {
            seen = (int) COUNT.getAcquire(this);
        } while (!COUNT.compareAndSet(this, seen, seen + more));
    }
}
