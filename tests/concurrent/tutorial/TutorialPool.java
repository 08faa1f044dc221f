// holds
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool of two that makes greetings, and prints them in the order of their tasks. */
public class TutorialPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<String>> greetings = new ArrayList<>();
        for (String name : List.of("Ada", "Grace")) {
            greetings.add(pool.submit(() -> "Hello, " + name + "!"));
        }
        StringBuilder all = new StringBuilder();
        for (Future<String> greeting : greetings) {
            all.append(greeting.get()).append('\n');
        }
        pool.shutdown();
        System.out.print(all);
        assert all.toString().equals("Hello, Ada!\nHello, Grace!\n");
    }
}
