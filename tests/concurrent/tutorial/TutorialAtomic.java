// holds
import java.util.concurrent.atomic.AtomicReference;

/** The longest word, found with compare and set. */
public class TutorialAtomic {
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<String> longest = new AtomicReference<>("");
        Thread other = new Thread(() -> offer("elephant", longest));
        other.start();
        offer("ant", longest);
        other.join();
        System.out.println(longest);
        assert longest.get().equals("elephant");
    }

    private static void offer(String word, AtomicReference<String> longest) {
        longest.accumulateAndGet(word, (a, b) -> a.length() >= b.length() ? a : b);
    }
}
