/** Philosophers who take the fork with the lesser number first: everybody eats. */
public class PhilosophersFixed {
    static final int COUNT = 3;

    static class Fork {
    }

    static class Philosopher extends Thread {
        private final Fork first;
        private final Fork second;

        Philosopher(Fork first, Fork second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    // Eats.
                }
            }
        }
    }

    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : COUNT;
        Fork[] forks = new Fork[count];
        for (int i = 0; i < count; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < count; i++) {
            int next = (i + 1) % count;
            new Philosopher(forks[Math.min(i, next)], forks[Math.max(i, next)]).start();
        }
    }
}
