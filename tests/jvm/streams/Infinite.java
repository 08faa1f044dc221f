import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Infinite {
    static Stream<Integer> primes() {
        return Stream.iterate(2, Infinite::next);
    }

    static int next(int n) {
        int candidate = n + 1;
        while (!isPrime(candidate)) {
            candidate++;
        }
        return candidate;
    }

    static boolean isPrime(int n) {
        return n > 1 && IntStream.rangeClosed(2, n / 2).noneMatch(d -> n % d == 0);
    }

    static class Lazy<T> implements Supplier<T> {
        private Supplier<? extends T> source;
        private T value;

        Lazy(Supplier<? extends T> source) {
            this.source = source;
        }

        public T get() {
            if (source != null) {
                value = source.get();
                source = null;
            }
            return value;
        }
    }

    public static void main(String[] args) {
        System.out.println(primes().limit(15).toList());
        System.out.println(primes().map(p -> p * p).filter(p -> p % 10 == 9).findFirst().get());
        System.out.println(new Random(1).ints(0, 50).distinct().limit(10).boxed().toList());
        System.out.println(Stream.iterate("a", s -> s + s.length()).takeWhile(s -> s.length() < 12).toList());
        int[] computed = {0};
        Lazy<String> lazy = new Lazy<>(() -> "computed " + ++computed[0]);
        System.out.println(lazy.get() + " " + lazy.get());
        Stream<String> unused = Stream.of("never").peek(s -> System.out.println("not printed"));
        System.out.println(unused != null);
        System.out.println(Stream.generate(new Supplier<Integer>() {
            int a = 0, b = 1;

            public Integer get() {
                int r = a;
                a = b;
                b += r;
                return r;
            }
        }).filter(n -> n % 2 == 0).limit(6).map(Object::toString).collect(Collectors.joining(" ")));
        List<List<Integer>> rows = Stream.iterate(List.of(1), row -> IntStream.rangeClosed(0, row.size()).mapToObj(i -> (i == 0 ? 0 : row.get(i - 1)) + (i == row.size() ? 0 : row.get(i))).toList()).limit(6).toList();
        System.out.println(rows);
        System.out.println(IntStream.iterate(27, n -> n != 1, n -> n % 2 == 0 ? n / 2 : 3 * n + 1).count());
    }
}
