import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        static int made;

        Point {
            if (x < -1000) {
                throw new IllegalArgumentException("x too small: " + x);
            }
            made++;
        }

        Point(int both) {
            this(both, both);
        }

        double distance() {
            return Math.sqrt(x * x + y * y);
        }

        Point withX(int x) {
            return new Point(x, y);
        }
    }

    record Everything(byte b, short s, char c, int i, long l, float f, double d, boolean flag, String text, int[] array, List<String> list) { }

    record Empty() { }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> withSecond(C c) {
            return new Pair<>(first, c);
        }
    }

    record Name(String value) implements Comparable<Name> {
        Name(String value) {
            this.value = Objects.requireNonNull(value, "value").trim();
        }

        public int compareTo(Name other) {
            return value.compareTo(other.value);
        }

        @Override
        public String value() {
            return "<" + value + ">";
        }

        @Override
        public String toString() {
            return "Name " + value();
        }
    }

    record Tree(Tree left, int value, Tree right) {
        int sum() {
            return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + p.y() + " " + p.distance() + " " + p.withX(9) + " " + new Point(5) + " " + Point.ORIGIN + " " + Point.made);
        System.out.println(p.equals(new Point(3, 4)) + " " + p.equals(new Point(4, 3)) + " " + p.equals(null) + " " + p.equals("p") + " " + p.hashCode() + " " + new Point(-1, 7).hashCode());
        try {
            new Point(-5000, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] array = {1};
        Everything a = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "t", array, new ArrayList<>(List.of("l")));
        Everything b = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "t", array, List.of("l"));
        Everything c = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "t", new int[] {1}, List.of("l"));
        System.out.println(a.equals(b) + " " + a.equals(c) + " " + (a.hashCode() == b.hashCode()));
        String shown = a.toString();
        System.out.println(shown.substring(0, shown.indexOf("array")) + shown.substring(shown.indexOf("list")));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        Pair<String, Integer> pair = new Pair<>("k", 1);
        System.out.println(pair + " " + pair.withSecond(List.of(2)) + " " + pair.first().length() + " " + (pair.second() + 1) + " " + new Pair<>(null, null) + " " + new Pair<>(null, null).hashCode() + " " + new Pair<>("a", "b").hashCode());
        System.out.println(new Name(" x ") + " " + new Name("x").equals(new Name(" x")) + " " + new Name("a").compareTo(new Name("b")));
        try {
            new Name(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Set<Point> set = new HashSet<>(List.of(new Point(1), new Point(1, 1 + 0 * 2 + 1)));
        set.add(new Point(1, 1));
        System.out.println(set.size() + " " + set.contains(new Point(1, 2)));
        System.out.println(new Tree(new Tree(null, 1, null), 2, new Tree(null, 3, null)) + " " + new Tree(new Tree(null, 1, null), 2, null).sum());
        record Nan(double d, float f) { }
        System.out.println(new Nan(Double.NaN, -0f).equals(new Nan(Double.NaN, -0f)) + " " + new Nan(0.0, 0).equals(new Nan(-0.0, 0)) + " " + new Nan(1.5, 2).hashCode());
        System.out.println(p.getClass().isRecord() + " " + (p instanceof Record));
    }
}
