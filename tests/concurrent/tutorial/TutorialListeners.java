// holds
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners come while others are told. */
public class TutorialListeners {
    public static void main(String[] args) throws InterruptedException {
        List<String> listeners = new CopyOnWriteArrayList<>(List.of("first"));
        Thread other = new Thread(() -> listeners.add("second"));
        other.start();
        StringBuilder told = new StringBuilder();
        for (String listener : listeners) {
            told.append(listener).append(' ');
        }
        other.join();
        System.out.println(told);
        assert told.toString().startsWith("first ") && listeners.size() == 2;
    }
}
