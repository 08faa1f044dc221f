/** A class is initialised once, and others wait for it; thread locals are of one thread. */
public class Initialisation {
    static class Slow {
        static final int VALUE;

        static {
            System.out.println("initialising");
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            VALUE = 42;
        }
    }

    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int index = i;
            threads[i] = new Thread(() -> seen[index] = Slow.VALUE);
            threads[i].start();
        }
        for (int i = 0; i < 3; i++) {
            threads[i].join();
            System.out.println(seen[i]);
        }
        LOCAL.set(1);
        INHERITED.set("from main");
        Thread other = new Thread(() -> {
            System.out.println(LOCAL.get() + " " + INHERITED.get());
            LOCAL.set(2);
            INHERITED.set("changed");
        });
        other.start();
        other.join();
        System.out.println(LOCAL.get() + " " + INHERITED.get());

        Thread spinning = new Thread(() -> {
            while (!ready) {
                // Looks again.
            }
            System.out.println("seen");
        });
        spinning.start();
        Thread.sleep(5);
        ready = true;
        spinning.join();
        Thread polite = new Thread(() -> {
            while (ready) {
                Thread.onSpinWait();
            }
        });
        polite.start();
        ready = false;
        polite.join();
        System.out.println("done");
    }
}
