// holds
import java.util.concurrent.atomic.AtomicInteger;

/** Each thread has a number of its own. */
public class TutorialThreadLocal {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final ThreadLocal<String> NAME = ThreadLocal.withInitial(() -> "user-" + NEXT.getAndIncrement());

    public static void main(String[] args) throws InterruptedException {
        String[] names = new String[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int index = i;
            threads[i] = new Thread(() -> {
                names[index] = NAME.get();
                assert names[index].equals(NAME.get());
                NAME.remove();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(names[0] + " " + names[1]);
        assert !names[0].equals(names[1]);
    }
}
