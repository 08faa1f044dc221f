// holds
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Words are counted by two threads, with merge. */
public class TutorialWords {
    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> counts = new ConcurrentHashMap<>();
        Thread one = new Thread(() -> count("to be", counts));
        Thread two = new Thread(() -> count("be", counts));
        one.start();
        two.start();
        one.join();
        two.join();
        String sorted = new TreeMap<>(counts).toString();
        System.out.println(sorted);
        assert sorted.equals("{be=2, to=1}");
    }

    private static void count(String text, Map<String, Integer> counts) {
        for (String word : text.split(" ")) {
            counts.merge(word, 1, Integer::sum);
        }
    }
}
