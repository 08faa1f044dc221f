// holds
/** Nobody waits for a daemon. */
public class Daemons {
    private static volatile boolean stopped;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (!stopped) {
                Thread.onSpinWait();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
