// violated: assert
import java.util.concurrent.Exchanger;

/** Each gets what the other has given, which is not its own. */
public class Exchange {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        new Thread(() -> {
            try {
                exchanger.exchange("other");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        assert exchanger.exchange("main").equals("main");
    }
}
