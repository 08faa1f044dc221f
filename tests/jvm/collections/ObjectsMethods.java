import java.util.*;
import java.util.function.*;

public class ObjectsMethods {
    static void fails(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        System.out.println(Objects.equals(null, null) + " " + Objects.equals("a", null) + " " + Objects.equals("a", "a"));
        System.out.println(Objects.hash(1, "two", 3.0, null) + " " + Objects.hashCode(null) + " " + Objects.hashCode("x"));
        System.out.println(Objects.toString(null) + " " + Objects.toString(null, "default") + " " + Objects.toString(5));
        System.out.println(Objects.deepEquals(new int[][] {{1}, {2}}, new int[][] {{1}, {2}}) + " " + Objects.deepEquals(new int[] {1}, new long[] {1}));
        System.out.println(Objects.compare("b", "a", Comparator.naturalOrder()) + " " + Objects.isNull(null) + " " + Objects.nonNull(null));
        System.out.println(Objects.requireNonNullElse(null, "else") + " " + Objects.requireNonNullElseGet("given", () -> "made"));
        fails(() -> Objects.requireNonNull(null));
        fails(() -> Objects.requireNonNull(null, "must not be null"));
        fails(() -> Objects.requireNonNull(null, () -> "made message"));
        fails(() -> Objects.requireNonNullElse(null, null));
        fails(() -> Objects.checkIndex(5, 5));
        fails(() -> Objects.checkIndex(-1, 5));
        fails(() -> Objects.checkIndex(4, 5));
        fails(() -> Objects.checkFromToIndex(2, 7, 5));
        fails(() -> Objects.checkFromIndexSize(2, 4, 5));
        fails(() -> List.of(1, 2, 3).get(3));
        fails(() -> new ArrayList<>(List.of(1)).get(1));
        fails(() -> new LinkedList<>(List.of(1)).get(-1));
        fails(() -> new ArrayList<>(List.of(1, 2, 3)).subList(2, 1));
        fails(() -> "abc".substring(2, 1));
        fails(() -> "abc".charAt(3));
        fails(() -> new StringBuilder("abc").insert(4, "x"));
        fails(() -> new StringBuilder("abc").deleteCharAt(3));
        fails(() -> Optional.empty().orElseThrow());
        fails(() -> new ArrayList<>(-1));
        fails(() -> Integer.parseInt("12x"));
        fails(() -> Enum.valueOf(Thread.State.class, "NOPE"));
        fails(() -> List.of().iterator().next());
        fails(() -> new Scanner("abc").nextInt());
        fails(() -> Collections.max(new ArrayList<Integer>()));
        fails(() -> new PriorityQueue<Object>(List.of(new Object(), "x")));
        Comparator<String> order = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        List<String> words = new ArrayList<>(List.of("bb", "a", "ccc", "aa", "c", "b", "abc"));
        words.sort(order);
        System.out.println(words);
        words.sort(order.reversed());
        System.out.println(words);
        List<String> holes = new ArrayList<>(Arrays.asList("x", null, "a", null));
        holes.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.println(holes);
        holes.sort(Comparator.nullsLast(Comparator.comparingInt(String::length)));
        System.out.println(holes);
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * 10 + b;
        System.out.println(curried.apply(3).apply(4) + " " + BinaryOperator.<Integer>minBy(Comparator.naturalOrder()).apply(5, 3) + " " + UnaryOperator.<String>identity().apply("same"));
    }
}
