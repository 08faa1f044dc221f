import java.util.Comparator;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

public class Composition {
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) {
        return a -> g.apply(f.apply(a));
    }

    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<A, B, C> f) {
        return a -> b -> f.apply(a, b);
    }

    static <T> UnaryOperator<T> repeat(int n, UnaryOperator<T> f) {
        return n == 0 ? t -> t : t -> repeat(n - 1, f).apply(f.apply(t));
    }

    interface Recursive<F> {
        F apply(Recursive<F> self);
    }

    static <A, B> Function<A, B> fix(Function<Function<A, B>, Function<A, B>> f) {
        Recursive<Function<A, B>> r = w -> f.apply(x -> w.apply(w).apply(x));
        return r.apply(r);
    }

    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1, twice = x -> x * 2;
        System.out.println(inc.andThen(twice).apply(5) + " " + inc.compose(twice).apply(5) + " " + Function.<Integer>identity().apply(7) + " " + compose(inc, Object::toString).apply(1).length());
        System.out.println(curry((Integer a, Integer b) -> a - b).apply(10).apply(3) + " " + repeat(5, (String s) -> s + "x").apply(""));
        Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10;
        System.out.println(even.and(big).test(12) + " " + even.or(big).test(11) + " " + even.negate().test(3) + " " + Predicate.not(big).test(5) + " " + Predicate.isEqual("a").test("a"));
        IntUnaryOperator square = x -> x * x;
        System.out.println(square.andThen(x -> x + 1).compose(x -> x - 1).applyAsInt(5));
        IntPredicate positive = x -> x > 0;
        System.out.println(positive.and(x -> x < 5).test(3) + " " + positive.or(x -> x == -1).test(-1));
        DoubleUnaryOperator half = x -> x / 2;
        System.out.println(half.andThen(Math::floor).applyAsDouble(5));
        BinaryOperator<Integer> max = BinaryOperator.maxBy(Comparator.naturalOrder());
        System.out.println(max.apply(3, 9) + " " + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(3, 9) + " " + max.andThen(x -> "r" + x).apply(1, 2));
        StringBuilder log = new StringBuilder();
        Consumer<String> first = log::append, second = s -> log.append(s.length());
        first.andThen(second).andThen(first).accept("abc");
        System.out.println(log);
        Function<Integer, Long> factorial = fix(self -> n -> n == 0 ? 1L : n * self.apply(n - 1));
        System.out.println(factorial.apply(15));
        LongFunction<String> hex = Long::toHexString;
        ToDoubleFunction<String> parse = Double::parseDouble;
        ObjIntConsumer<StringBuilder> put = (b, i) -> b.append(i);
        put.accept(log, 9);
        BooleanSupplier yes = () -> true;
        System.out.println(hex.apply(255) + parse.applyAsDouble("2.5") + log + yes.getAsBoolean());
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "date", "kiwi"));
        words.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(words);
        words.sort(Comparator.comparingInt(String::length).reversed().thenComparing(w -> w.charAt(1)));
        System.out.println(words);
        List<String> withNull = new ArrayList<>(words);
        withNull.add(2, null);
        withNull.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.println(withNull);
        Map<String, BiFunction<Double, Double, Double>> operations = new TreeMap<>();
        operations.put("+", Double::sum);
        operations.put("-", (a, b) -> a - b);
        operations.put("max", Math::max);
        operations.put("pow2", (a, b) -> a * a);
        operations.forEach((k, f) -> System.out.print(k + "=" + f.apply(3.0, 4.0) + " "));
        System.out.println();
        words.replaceAll(String::toUpperCase);
        words.removeIf(w -> w.startsWith("A"));
        System.out.println(words);
    }
}
