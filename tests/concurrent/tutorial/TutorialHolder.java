// holds
import java.util.List;

/** One object for all, made by the initialiser of a class. */
public class TutorialHolder {
    private static final class Holder {
        private static final List<String> NAMES = List.of("lazy", "holder");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.out.println(String.join("-", Holder.NAMES)));
        other.start();
        assert String.join("-", Holder.NAMES).equals("lazy-holder");
        other.join();
    }
}
