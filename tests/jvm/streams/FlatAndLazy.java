import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

public class FlatAndLazy {
    public static void main(String[] args) {
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).map(i -> i * 10).toList());
        System.out.println(Stream.of("a b", "c d e").flatMap(s -> Arrays.stream(s.split(" "))).collect(Collectors.joining("|")));
        System.out.println(IntStream.range(1, 5).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + Stream.of(3, 4).flatMapToInt(n -> IntStream.range(0, n)).sum());
        System.out.println(Stream.of(1, "two", 3.0, "four").<String>mapMulti((o, sink) -> {
            if (o instanceof String s) {
                sink.accept(s);
                sink.accept(s.toUpperCase());
            }
        }).toList());
        StringBuilder log = new StringBuilder();
        Optional<Integer> first = Stream.of(1, 2, 3, 4, 5, 6).peek(i -> log.append('p').append(i)).filter(i -> i % 2 == 0).peek(i -> log.append('f').append(i)).map(i -> i * i).filter(i -> i > 10).findFirst();
        System.out.println(first + " " + log);
        System.out.println(Stream.iterate(1, i -> i * 2).takeWhile(i -> i < 100).toList() + " " + Stream.iterate(1, i -> i < 50, i -> i * 3).toList() + " " + Stream.of(5, 4, 3, 9, 1).dropWhile(i -> i > 3).toList());
        System.out.println(Stream.generate(new AtomicInteger()::incrementAndGet).limit(5).skip(2).toList() + " " + IntStream.iterate(10, i -> i - 3).limit(4).boxed().toList());
        System.out.println(IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.empty().max() + " " + IntStream.of(3, 1, 2).sorted().boxed().toList() + " " + IntStream.range(0, 10).average().getAsDouble() + " " + IntStream.range(0, 10).summaryStatistics());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.of(1, 2, 3).map(Math::sqrt).boxed().map(d -> String.format("%.3f", d)).toList() + " " + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.range(0, 5).mapToObj(Long::toString).collect(Collectors.joining()));
        System.out.println(Stream.of("b", "a", "c", "a").distinct().sorted(Comparator.reverseOrder()).toList() + " " + Stream.of(1, 2, 3).anyMatch(i -> i > 2) + Stream.of(1, 2, 3).allMatch(i -> i > 2) + Stream.of(1, 2, 3).noneMatch(i -> i > 3) + " " + Stream.empty().findAny() + " " + Stream.of(1, 2, 3, 4).count() + " " + Stream.concat(Stream.of(1), Stream.of(2)).toList());
        System.out.println(Stream.of(5, 3, 8).min(Comparator.naturalOrder()) + " " + Stream.of(5, 3, 8).reduce((a, b) -> a - b) + " " + Stream.of("x", "yy").reduce(0, (n, s) -> n + s.length(), Integer::sum) + " " + Stream.of(1, 2, 3).mapToInt(Integer::intValue).mapToObj(i -> "n" + i).toList());
        System.out.println(Arrays.toString(Stream.of(3, 1, 2).sorted().toArray()) + Arrays.toString(Stream.of("a", "b").toArray(String[]::new)) + Arrays.toString(IntStream.range(0, 3).toArray()) + Arrays.toString(IntStream.range(0, 3).asDoubleStream().toArray()) + Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum());
        Stream<Integer> used = Stream.of(1, 2);
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        List<String> closed = new ArrayList<>();
        try (Stream<Integer> stream = Stream.of(1).onClose(() -> closed.add("one")).onClose(() -> closed.add("two"))) {
            stream.forEach(i -> closed.add("each " + i));
        }
        System.out.println(closed);
        Supplier<Stream<Integer>> primes = () -> IntStream.iterate(2, i -> i + 1).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed();
        System.out.println(primes.get().limit(15).toList() + " " + primes.get().skip(50).findFirst().get());
        System.out.println(Stream.of("one", "two", "three").collect(StringBuilder::new, (b, s) -> b.append(s.charAt(0)), StringBuilder::append) + " " + Stream.ofNullable(null).count() + " " + Stream.<Integer>builder().add(1).add(2).build().toList() + " " + "hello".chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.collectingAndThen(Collectors.toList(), l -> {
            Collections.reverse(l);
            return String.join("", l);
        })));
        System.out.println(IntStream.range(0, 5).parallel().isParallel() + " " + IntStream.range(0, 1000).boxed().sorted(Collections.reverseOrder()).limit(3).toList() + " " + Collections.max(List.of(3, 9, 4)) + " " + new Random(5).ints(5, 0, 100).boxed().toList() + " " + new Random(5).doubles(2).boxed().toList() + " " + new SplittableRandom(3).ints(3, 0, 10).boxed().toList());
        Iterator<Integer> iterator = Stream.of(7, 8).iterator();
        System.out.println(iterator.next() + iterator.next() + " " + iterator.hasNext() + " " + BaseStream.class.getSimpleName());
    }
}
