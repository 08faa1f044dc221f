// holds
import java.util.concurrent.CountDownLatch;

/** Two services start, and the program waits for both. */
public class TutorialLatch {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(2);
        String[] state = new String[2];
        for (int i = 0; i < 2; i++) {
            int service = i;
            new Thread(() -> {
                state[service] = "service " + service + " up";
                ready.countDown();
            }).start();
        }
        ready.await();
        System.out.println(String.join(", ", state));
        assert state[0].endsWith("up") && state[1].endsWith("up");
    }
}
