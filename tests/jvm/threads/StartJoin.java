/** Threads are started and joined; what they have done is seen. */
public class StartJoin {
    static int[] squares = new int[5];

    static class Squarer extends Thread {
        private final int index;

        Squarer(int index) {
            super("squarer-" + index);
            this.index = index;
        }

        @Override
        public void run() {
            squares[index] = index * index;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[squares.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Squarer(i);
            System.out.println(threads[i].getState() + " " + threads[i].isAlive() + " " + threads[i].getName());
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
            System.out.println(thread.getState() + " " + thread.isAlive());
        }
        for (int square : squares) {
            System.out.println(square);
        }
        Thread unnamed = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()));
        unnamed.start();
        unnamed.join();
        try {
            unnamed.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started twice: " + e.getMessage());
        }
        Thread daemon = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        System.out.println(daemon.isDaemon() + " " + Thread.currentThread().isDaemon());
        System.out.println("main: " + Thread.currentThread().getName());
    }
}
