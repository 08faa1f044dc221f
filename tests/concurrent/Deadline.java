// holds
/** A loop that waits until a deadline ends when it is over. */
public class Deadline {
    private static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        new Thread(() -> {
            synchronized (monitor) {
                ready = true;
                monitor.notifyAll();
            }
        }).start();
        long deadline = System.currentTimeMillis() + 100;
        synchronized (monitor) {
            long left = deadline - System.currentTimeMillis();
            while (!ready && left > 0) {
                monitor.wait(left);
                left = deadline - System.currentTimeMillis();
            }
            assert ready || System.currentTimeMillis() >= deadline;
        }
    }
}
