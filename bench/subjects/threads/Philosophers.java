/** Philosophers who take the fork on their left first, all of them: they can starve. */
public class Philosophers {
    static final int COUNT = 3;

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
            synchronized (left) {
                synchronized (right) {
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
            new Philosopher(forks[i], forks[(i + 1) % count]).start();
        }
    }
}
