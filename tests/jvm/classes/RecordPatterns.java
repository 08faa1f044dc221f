// jdk: 21
import java.util.List;

public class RecordPatterns {
    sealed interface Shape permits Circle, Square, Group { }

    record Circle(double radius) implements Shape { }

    record Square(double side) implements Shape { }

    record Group(Shape first, Shape second) implements Shape { }

    record Box<T>(T value) { }

    enum Level { LOW, HIGH }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle(double r) -> 3 * r * r;
            case Square(var s) -> s * s;
            case Group(Circle(double a), Circle(double b)) -> 3 * (a * a + b * b);
            case Group(Shape a, Shape b) -> area(a) + area(b);
        };
    }

    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + (i + 1);
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s.length();
            case int[] a -> "ints " + a.length;
            case Level l when l == Level.HIGH -> "high";
            case Level l -> "level " + l.ordinal();
            case List<?> l -> "list " + l.size();
            case Box<?>(String s) -> "box of string " + s;
            case Box<?>(Integer i) when i > 5 -> "box of " + i;
            case Box<?>(var any) -> "box " + any;
            default -> "other " + o;
        };
    }

    static String text(String s) {
        return switch (s) {
            case "a", "b" -> "letter";
            case String t when t.length() > 3 -> "long";
            case String t -> "short " + t;
        };
    }

    static String level(Level l) {
        switch (l) {
            case LOW:
                return "low";
            case HIGH:
                return "high";
            case null:
                return "none";
        }
    }

    public static void main(String[] args) {
        System.out.println(area(new Group(new Group(new Circle(1), new Circle(2)), new Square(3))));
        Object[] all = {null, 5, 500, "", "abc", new int[2], Level.HIGH, Level.LOW, List.of(1), new Box<>("s"), new Box<>(9), new Box<>(1), new Box<>(null), 2.5};
        for (Object o : all) {
            System.out.println(kind(o));
        }
        System.out.println(text("a") + " " + text("xy") + " " + text("wxyz") + " " + level(null) + " " + level(Level.LOW));
        Object o = new Group(new Square(2), new Circle(1));
        if (o instanceof Group(Square(double side), var rest) && side > 1) {
            System.out.println(side + " " + rest);
        }
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("null shape");
        }
        try {
            area(new Group(null, null));
        } catch (NullPointerException e) {
            System.out.println("null inside");
        }
    }
}
