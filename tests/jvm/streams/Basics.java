import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

public class Basics {
    public static void main(String[] args) {
        List<Integer> numbers = List.of(5, 3, 8, 1, 9, 3, 7, 1);
        System.out.println(numbers.stream().filter(n -> n > 3).map(n -> n * n).toList());
        System.out.println(numbers.stream().sorted().toList() + " " + numbers.stream().sorted(Comparator.reverseOrder()).toList());
        System.out.println(numbers.stream().distinct().count() + " " + numbers.stream().distinct().toList());
        System.out.println(numbers.stream().skip(2).limit(3).toList() + " " + numbers.stream().takeWhile(n -> n != 1).toList() + " " + numbers.stream().dropWhile(n -> n != 1).toList());
        System.out.println(numbers.stream().reduce(0, Integer::sum) + " " + numbers.stream().reduce(Integer::max) + " " + numbers.stream().reduce("", (s, n) -> s + n, String::concat));
        System.out.println(numbers.stream().anyMatch(n -> n == 8) + " " + numbers.stream().allMatch(n -> n > 0) + " " + numbers.stream().noneMatch(n -> n > 9));
        System.out.println(numbers.stream().min(Comparator.naturalOrder()) + " " + numbers.stream().max(Comparator.comparing(n -> n % 5)) + " " + numbers.stream().findFirst() + " " + Stream.empty().findAny());
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).toList());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).toList() + " " + Stream.iterate(1, x -> x < 50, x -> x * 3).toList());
        int[] counter = {0};
        System.out.println(Stream.generate(() -> counter[0]++).limit(5).toList());
        List<String> order = new ArrayList<>();
        Optional<String> found = Stream.of("a", "bb", "ccc", "dddd").peek(s -> order.add("p" + s)).filter(s -> s.length() > 1).peek(s -> order.add("f" + s)).map(String::toUpperCase).findFirst();
        System.out.println(found + " " + order);
        Stream.of("x", "y").forEach(System.out::print);
        Stream.of("z").forEachOrdered(System.out::println);
        System.out.println(Arrays.toString(Stream.of("q", "r").toArray(String[]::new)) + Stream.concat(Stream.of(1), Stream.of(2)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).<String>mapMulti((n, sink) -> {
            if (n % 2 == 0) {
                sink.accept("m" + n);
                sink.accept("n" + n);
            }
        }).toList());
        Stream<Integer> once = numbers.stream();
        once.count();
        try {
            once.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            numbers.stream().toList().add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable");
        }
        StringBuilder closed = new StringBuilder();
        try (Stream<String> s = Stream.of("r").onClose(() -> closed.append("closed"))) {
            System.out.print(s.count());
        }
        System.out.println(closed);
        System.out.println(Stream.of("b", "a", "c").sorted().reduce((a, b) -> a + b).get() + " " + Stream.ofNullable(null).count() + " " + "abc".chars().mapToObj(c -> (char) c).toList());
        var it = Stream.of(1, 2, 3).iterator();
        it.next();
        System.out.println(it.next() + " " + it.hasNext());
    }
}
