import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Futures that complete each other, recursive tasks, and parallel streams. */
public class Completable {
    static class Sum extends RecursiveTask<Long> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 16) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> six = CompletableFuture.supplyAsync(() -> 6);
        CompletableFuture<Integer> seven = CompletableFuture.supplyAsync(() -> 7);
        System.out.println(six.thenCombine(seven, (a, b) -> a * b).get());
        System.out.println(CompletableFuture.supplyAsync(() -> "a").thenApplyAsync(text -> text + "b").join());
        CompletableFuture<String> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalArgumentException("no");
        });
        System.out.println(failed.handle((value, error) -> error.getClass().getName()).join());
        List<CompletableFuture<Integer>> many =
            IntStream.range(0, 10).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).collect(Collectors.toList());
        CompletableFuture.allOf(many.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(many.stream().mapToInt(CompletableFuture::join).sum());
        System.out.println(new ForkJoinPool(3).invoke(new Sum(0, 1000)));
        System.out.println(ForkJoinPool.commonPool().submit(new Sum(0, 100)).get());
        System.out.println(IntStream.range(0, 1000).parallel().filter(i -> i % 3 == 0).sum());
        System.out.println(List.of(5, 3, 1, 4).parallelStream().map(i -> i * 2).sorted().collect(Collectors.toList()));
    }
}
