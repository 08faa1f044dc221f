/** A thread that looks before it waits, but not under the monitor: the signal may come in between. */
public class MissedSignal {
    static boolean ready;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread(() -> {
            ready = true;
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        }, "sender");
        sender.start();
        if (!ready) {
            synchronized (LOCK) {
                LOCK.wait();
            }
        }
    }
}
