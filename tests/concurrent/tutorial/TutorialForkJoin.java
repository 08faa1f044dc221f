// holds
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** The length of all words, by halves. */
public class TutorialForkJoin {
    private static final class Sum extends RecursiveTask<Integer> {
        private final String[] words;
        private final int from;
        private final int to;

        private Sum(String[] words, int from, int to) {
            this.words = words;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return words[from].length();
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(words, from, middle);
            left.fork();
            return new Sum(words, middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        String[] words = {"fork", "and", "join"};
        int sum = pool.invoke(new Sum(words, 0, words.length));
        pool.shutdown();
        System.out.println("sum: " + sum);
        assert sum == 11;
    }
}
