/** Exceptions that nobody catches end their thread and nothing else. */
public class Uncaught {
    static class Late {
        static final int VALUE;

        static {
            if (true) {
                throw new IllegalStateException("no initialisation");
            }
            VALUE = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            int[] none = new int[0];
            none[1] = 2;
        }, "failing");
        failing.start();
        failing.join();
        System.out.println("main goes on, " + failing.isAlive());

        Thread handled = new Thread(() -> {
            throw new IllegalArgumentException("for the handler");
        }, "handled");
        handled.setUncaughtExceptionHandler((thread, error) -> System.out.println(thread.getName() + ": " + error));
        handled.start();
        handled.join();

        for (int i = 0; i < 2; i++) {
            Thread late = new Thread(() -> System.out.println(Late.VALUE), "late-" + i);
            late.start();
            late.join();
        }

        Thread.setDefaultUncaughtExceptionHandler((thread, error) ->
            System.out.println("default " + thread.getName() + ": " + error.getMessage()));
        Thread last = new Thread(() -> {
            throw new RuntimeException("for the default handler");
        }, "last");
        last.start();
        last.join();
        Thread outliving = new Thread(() -> {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            System.out.println("outlives main");
        });
        outliving.start();
        throw new RuntimeException("main ends so");
    }
}
