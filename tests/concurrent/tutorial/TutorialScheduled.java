// holds
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task that is run later, and one that is cancelled before. */
public class TutorialScheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        ScheduledFuture<String> later = clock.schedule(() -> "later", 5, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> never = clock.schedule(() -> System.out.println("never"), 1, TimeUnit.HOURS);
        String said = later.get();
        never.cancel(false);
        clock.shutdown();
        System.out.println(said + " " + never.isCancelled());
        assert said.equals("later");
    }
}
