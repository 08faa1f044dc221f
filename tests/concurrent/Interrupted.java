// holds
/** Whoever sleeps or waits is woken by an interrupt. */
public class Interrupted {
    private static boolean woken;

    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        Thread other = new Thread(() -> {
            try {
                synchronized (monitor) {
                    monitor.wait();
                }
            } catch (InterruptedException e) {
                woken = true;
            }
        });
        other.start();
        other.interrupt();
        other.join();
        assert woken;
    }
}
