// holds
import java.util.concurrent.Exchanger;

/** Two threads exchange what they have. */
public class TutorialExchanger {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        String[] got = new String[1];
        Thread other = new Thread(() -> {
            try {
                got[0] = exchanger.exchange("from " + Thread.currentThread().getName());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, "other");
        other.start();
        String here = exchanger.exchange("from main");
        other.join();
        System.out.println(here + ", " + got[0]);
        assert here.equals("from other") && got[0].equals("from main");
    }
}
