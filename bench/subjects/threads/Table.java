/** Philosophers who eat for ever, so that none ever leaves the table. */
public class Table {
    static class Fork {
    }

    static class Philosopher extends Thread {
        private final Fork left;
        private final Fork right;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            while (true) {
                synchronized (left) {
                    synchronized (right) {
                        // Eats.
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[count];
        for (int i = 0; i < count; i++) {
            forks[i] = new Fork();
        }
        Philosopher[] philosophers = new Philosopher[count];
        for (int i = 0; i < count; i++) {
            philosophers[i] = new Philosopher(forks[i], forks[(i + 1) % count]);
        }
        for (Philosopher philosopher : philosophers) {
            philosopher.start();
        }
    }
}
