// holds
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Words are grouped by two threads, with compute. */
public class TutorialGroups {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentMap<Character, String> groups = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> add("bear", groups));
        other.start();
        add("bee", groups);
        other.join();
        String bees = groups.get('b');
        System.out.println(bees);
        assert bees.equals("bear bee") || bees.equals("bee bear");
    }

    private static void add(String word, ConcurrentMap<Character, String> groups) {
        groups.compute(word.charAt(0), (first, words) -> words == null ? word : words + " " + word);
    }
}
