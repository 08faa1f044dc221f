/** A thread that looks under the monitor before it waits: the signal cannot come in between. */
public class MissedSignalFixed {
    static boolean ready;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notifyAll();
            }
        }, "sender");
        sender.start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
        }
        assert ready;
    }
}
