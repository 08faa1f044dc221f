import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class Primitive {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 10).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.of(3, 1, 2).max() + " " + IntStream.empty().min() + " " + IntStream.range(5, 5).average());
        System.out.println(Arrays.toString(IntStream.rangeClosed(1, 10).filter(i -> i % 3 == 0).map(i -> i * i).toArray()) + IntStream.range(0, 4).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 5).mapToObj(i -> "s" + i).collect(Collectors.joining()) + IntStream.rangeClosed(1, 3).mapToLong(i -> i * 1_000_000_000L * 10).sum() + " " + IntStream.of(1, 2).mapToDouble(i -> i / 4.0).sum() + " " + IntStream.of(1, 2).asDoubleStream().boxed().toList());
        IntSummaryStatistics s = IntStream.of(4, 8, 15, 16, 23, 42).summaryStatistics();
        System.out.println(s.getAverage() + " " + s.getMax() + " " + s.getSum());
        System.out.println(Arrays.toString(IntStream.of(5, 1, 5, 3).distinct().sorted().toArray()) + IntStream.iterate(1, i -> i * 2).limit(8).boxed().toList() + IntStream.iterate(10, i -> i > 0, i -> i - 3).boxed().toList());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.of(1, 2, 3).average().getAsDouble() + " " + LongStream.range(0, 5).boxed().toList());
        System.out.println(DoubleStream.of(1.5, 2.5, 3).sum() + " " + DoubleStream.of(1, 2).average() + " " + DoubleStream.iterate(1, d -> d / 2).limit(5).boxed().toList() + " " + DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.of(3, 1).max());
        System.out.println(IntStream.range(0, 20).anyMatch(i -> i * i == 49) + " " + IntStream.range(0, 5).allMatch(i -> i < 5) + " " + IntStream.range(0, 100).skip(95).boxed().toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).sum());
        System.out.println(IntStream.rangeClosed(2, 50).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        System.out.println(IntStream.range(0, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + IntStream.range(0, 3).mapToObj(i -> IntStream.range(0, 3).mapToObj(j -> i * j + "").collect(Collectors.joining(","))).toList());
        System.out.println("hello".chars().map(c -> c - 'a').boxed().toList() + " " + Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum() + " " + Arrays.stream(new double[] {1, 2}).map(Math::sqrt).boxed().toList());
        System.out.println(IntStream.range(0, 10).takeWhile(i -> i < 4).count() + " " + IntStream.range(0, 10).dropWhile(i -> i < 4).findFirst().getAsInt() + " " + IntStream.range(0, 5).collect(StringBuilder::new, StringBuilder::append, StringBuilder::append));
        try {
            IntStream.empty().max().getAsInt();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        var it = IntStream.range(0, 3).iterator();
        int sum = 0;
        while (it.hasNext()) {
            sum = sum * 10 + it.nextInt();
        }
        System.out.println(sum);
    }
}
