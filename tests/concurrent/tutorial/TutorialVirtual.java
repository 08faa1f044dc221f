// jdk: 21
// holds
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Two virtual threads and what they say. */
public class TutorialVirtual {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
        List<Thread> threads = List.of(
                Thread.ofVirtual().name("one").start(() -> said.add("one".toUpperCase())),
                Thread.startVirtualThread(() -> said.add("two".toUpperCase())));
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(said);
        assert said.size() == 2 && said.contains("ONE");
    }
}
