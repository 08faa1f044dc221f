// jdk: 21
import java.util.*;

public class PatternSwitches {
    sealed interface Shape permits Circle, Square, Group {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Group(String name, List<Shape> parts) implements Shape {}

    record Pair<A, B>(A first, B second) {}

    enum Size { SMALL, LARGE }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle(double r) when r < 0 -> throw new IllegalArgumentException("radius " + r);
            case Circle(var r) -> 3 * r * r;
            case Square s -> s.side() * s.side();
            case Group(var name, var parts) -> parts.stream().mapToDouble(PatternSwitches::area).sum();
        };
    }

    static String describe(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> "text " + s.length();
            case Size size when size == Size.LARGE -> "large";
            case Size size -> "size " + size.name().toLowerCase();
            case int[] array -> "ints " + array.length;
            case Pair(Pair(var a, var b), String c) -> "nested " + a + b + c;
            case Pair(Integer a, Integer b) when a.equals(b) -> "twins " + a;
            case Pair<?, ?> p -> "pair " + p.first() + "," + p.second();
            case List<?> list when list.size() > 2 -> "long list";
            case Collection<?> c -> "collection " + c.size();
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static String sized(Size size) {
        return switch (size) {
            case SMALL -> "s";
            case LARGE -> "l";
        };
    }

    public static void main(String[] args) {
        System.out.println(area(new Group("all", List.of(new Circle(1), new Square(2), new Group("inner", List.of(new Square(3)))))));
        try {
            area(new Circle(-1));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (Object o : new Object[] {null, 5, 500, 5L, "", "abc", Size.SMALL, Size.LARGE, new int[3], new Pair<>(new Pair<>(1, 2), "x"), new Pair<>(4, 4), new Pair<>(4, 5), new Pair<>("p", null), List.of(1, 2, 3), Set.of(1), 2.5, new StringBuilder("b")}) {
            System.out.println(describe(o));
        }
        Object value = new Pair<>("k", 7);
        if (value instanceof Pair<?, ?>(String key, Integer number) && number > 5) {
            System.out.println(key + number);
        }
        System.out.println(sized(Size.LARGE));
        try {
            sized(null);
        } catch (NullPointerException e) {
            System.out.println("null size");
        }
    }
}
