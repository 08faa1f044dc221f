import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Pipelines {
    record Order(int id, String customer, List<Item> items) {
        int total() {
            return items.stream().mapToInt(i -> i.price() * i.count()).sum();
        }
    }

    record Item(String name, int price, int count) { }

    public static void main(String[] args) {
        String text = "It was the best of times it was the worst of times";
        Map<String, Long> counts = Arrays.stream(text.toLowerCase().split(" ")).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        System.out.println(counts);
        System.out.println(counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(3).map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(", ")));
        List<Order> orders = List.of(new Order(1, "x", List.of(new Item("pen", 2, 10), new Item("ink", 9, 1))), new Order(2, "y", List.of()), new Order(3, "x", List.of(new Item("pad", 5, 3))));
        TreeMap<String, Integer> totals = orders.stream().collect(Collectors.groupingBy(Order::customer, TreeMap::new, Collectors.summingInt(Order::total)));
        System.out.println(totals);
        System.out.println(orders.stream().flatMap(o -> o.items().stream()).map(Item::name).sorted().toList() + " " + orders.stream().max(Comparator.comparingInt(Order::total)).get().id());
        int[][] grid = {{3, 1}, {4, 1}, {5, 9}};
        System.out.println(Arrays.stream(grid).flatMapToInt(Arrays::stream).sorted().boxed().toList() + " " + Arrays.stream(grid).mapToInt(r -> Arrays.stream(r).max().orElse(0)).sum());
        System.out.println(IntStream.rangeClosed(1, 20).boxed().flatMap(a -> IntStream.rangeClosed(a, 20).filter(b -> Math.sqrt(a * a + b * b) % 1 == 0).mapToObj(b -> a + "-" + b + "-" + (int) Math.sqrt(a * a + b * b))).toList());
        System.out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).mapToLong(f -> f[0]).limit(20).boxed().toList());
        Iterable<Integer> iterable = () -> List.of(7, 8, 9).iterator();
        System.out.println(StreamSupport.stream(iterable.spliterator(), false).map(i -> i + 1).toList());
        Spliterator<Integer> split = List.of(1, 2, 3, 4, 5).spliterator();
        Spliterator<Integer> half = split.trySplit();
        StringBuilder b = new StringBuilder();
        half.forEachRemaining(b::append);
        b.append('|');
        split.tryAdvance(b::append);
        System.out.println(b + " " + split.estimateSize());
        System.out.println(Stream.of("b", "a", "c").sorted(Comparator.comparing((String s) -> -s.charAt(0))).skip(1).peek(s -> System.out.print("<" + s + ">")).count());
        System.out.println(Stream.of(5, 2, 8).sorted().map(String::valueOf).collect(Collectors.collectingAndThen(Collectors.joining(), Integer::parseInt)) + 1);
        TreeMap<Integer, String> lengths = Stream.of("one", "two", "three").collect(Collectors.toMap(String::length, Function.identity(), (p, q) -> p + "&" + q, TreeMap::new));
        System.out.println(lengths);
        List<Function<Integer, Integer>> functions = List.of(x -> x + 1, x -> x * 3, x -> x - 4);
        System.out.println(functions.stream().reduce(Function.identity(), Function::andThen).apply(5));
        System.out.println(IntStream.range(0, 5).mapToObj(i -> IntStream.rangeClosed(0, i).mapToObj(j -> "*").collect(Collectors.joining())).collect(Collectors.joining("\n")));
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6).parallel().sequential().filter(i -> i % 2 == 1).mapToInt(Integer::intValue).sum());
    }
}
