import java.util.*;
import java.util.function.*;

public class Pipelines {
    @FunctionalInterface
    interface TriFunction<A, B, C, R> {
        R apply(A a, B b, C c);

        default <S> TriFunction<A, B, C, S> andThen(Function<? super R, ? extends S> after) {
            return (a, b, c) -> after.apply(apply(a, b, c));
        }
    }

    static class Counter {
        private int count;

        Supplier<Integer> next() {
            return () -> ++count;
        }
    }

    static <T, R> Function<T, R> memoise(Function<T, R> function) {
        Map<T, R> known = new HashMap<>();
        return key -> known.computeIfAbsent(key, function);
    }

    static Runnable chain(Runnable... actions) {
        return () -> {
            for (Runnable action : actions) {
                action.run();
            }
        };
    }

    public static void main(String[] args) {
        TriFunction<Integer, Integer, Integer, Integer> volume = (a, b, c) -> a * b * c;
        System.out.println(volume.andThen(v -> "volume " + v).apply(2, 3, 4));
        Counter counter = new Counter();
        Supplier<Integer> next = counter.next();
        System.out.println(next.get() + next.get() + next.get() + " " + counter.count);
        int[] calls = new int[1];
        Function<Integer, Integer> square = memoise(n -> {
            calls[0]++;
            return n * n;
        });
        System.out.println(square.apply(4) + square.apply(4) + square.apply(5) + " " + calls[0]);
        Predicate<String> empty = String::isEmpty;
        Predicate<String> interesting = empty.negate().and(s -> s.length() < 5).or("special"::equals);
        System.out.println(interesting.test("abc") + " " + interesting.test("abcdef") + " " + interesting.test("special") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual(null).test(null));
        Function<Integer, Integer> twice = n -> n * 2, plus = n -> n + 3;
        System.out.println(twice.andThen(plus).apply(5) + " " + twice.compose(plus).apply(5) + " " + Function.<Integer>identity().apply(9));
        BiFunction<String, Integer, String> repeat = String::repeat;
        System.out.println(repeat.andThen(String::length).apply("ab", 3));
        StringBuilder log = new StringBuilder();
        chain(() -> log.append("a"), () -> log.append("b"), chain(() -> log.append("[c]"))).run();
        System.out.println(log);
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            suppliers.add(() -> copy * copy);
        }
        for (String word : List.of("x", "yy")) {
            suppliers.add(word::length);
        }
        suppliers.forEach(s -> System.out.print(s.get() + " "));
        System.out.println();
        IntFunction<int[]> maker = int[]::new;
        Function<String, StringBuilder> builder = StringBuilder::new;
        System.out.println(maker.apply(3).length + " " + builder.apply("start").append("!") + " " + ((Supplier<List<String>>) ArrayList::new).get());
        ToIntFunction<Object> hash = Object::hashCode;
        IntBinaryOperator max = Math::max;
        ObjIntConsumer<String> show = (text, n) -> System.out.print(text + n + " ");
        show.accept("n", max.applyAsInt(3, 8));
        System.out.println(hash.applyAsInt("a") + " " + ((IntPredicate) n -> n > 0).negate().test(5) + " " + ((DoubleUnaryOperator) Math::abs).andThen(d -> d / 2).applyAsDouble(-3) + " " + ((LongSupplier) () -> 1L << 40).getAsLong() + " " + ((BooleanSupplier) () -> true).getAsBoolean());
        Comparator<String> comparator = (a, b) -> a.length() - b.length();
        System.out.println(comparator.reversed().compare("a", "bb") + " " + Collections.min(List.of("ccc", "a", "bb"), comparator));
        Function<Object, String> wide = Object::toString;
        Function<? super Integer, ? extends CharSequence> narrow = wide;
        System.out.println(narrow.apply(42).length());
        Runnable serial = (Runnable & java.io.Serializable) () -> System.out.println("both " + (log instanceof CharSequence));
        serial.run();
        System.out.println(serial instanceof java.io.Serializable);
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a + b * c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        class Recursive {
            final Function<Integer, Integer> factorial = n -> n <= 1 ? 1 : n * this.factorial.apply(n - 1);
        }
        System.out.println(new Recursive().factorial.apply(10));
        try {
            Supplier<Integer> thrower = () -> {
                throw new IllegalStateException("from a lambda");
            };
            thrower.get();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$"));
        }
    }
}
