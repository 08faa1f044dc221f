import java.util.List;

public class SealedPatterns {
    sealed interface Expression permits Number, Sum, Product, Negation { }

    record Number(int value) implements Expression { }

    record Sum(Expression left, Expression right) implements Expression { }

    record Product(Expression left, Expression right) implements Expression { }

    static final class Negation implements Expression {
        final Expression inner;

        Negation(Expression inner) {
            this.inner = inner;
        }
    }

    static sealed abstract class Vehicle permits Car, Truck { }

    static final class Car extends Vehicle { }

    static non-sealed class Truck extends Vehicle { }

    static class BigTruck extends Truck { }

    static int evaluate(Expression e) {
        if (e instanceof Number n) {
            return n.value();
        } else if (e instanceof Sum s) {
            return evaluate(s.left()) + evaluate(s.right());
        } else if (e instanceof Product p) {
            return evaluate(p.left()) * evaluate(p.right());
        } else if (e instanceof Negation n) {
            return -evaluate(n.inner);
        }
        throw new AssertionError();
    }

    static String show(Expression e) {
        if (!(e instanceof Sum s)) {
            if (e instanceof Number n && n.value() < 0) {
                return "(" + n.value() + ")";
            }
            return e instanceof Number n ? "" + n.value() : e instanceof Product p ? show(p.left()) + "*" + show(p.right()) : "-?";
        }
        return "(" + show(s.left()) + "+" + show(s.right()) + ")";
    }

    static String kind(Object o) {
        if (o instanceof String s && s.length() > 3 && !s.isBlank()) {
            return "long string " + s.toUpperCase();
        }
        if (o instanceof String s) {
            return "string " + s;
        }
        if (o instanceof Integer i && (i > 10 || i < -10)) {
            return "big " + (i + 1);
        }
        if (o instanceof int[] a && a.length > 0) {
            return "ints " + a[0];
        }
        if (o instanceof List<?> l) {
            return "list " + l.size();
        }
        return o instanceof Character c ? "char " + (char) (c + 1) : String.valueOf(o);
    }

    public static void main(String[] args) {
        Expression e = new Sum(new Number(2), new Product(new Number(-3), new Sum(new Number(4), new Number(5))));
        System.out.println(evaluate(e) + " " + show(e) + " " + e);
        System.out.println(evaluate(new Negation(e)) + " " + show(new Negation(e)));
        for (Object o : new Object[] {"ab", "abcd", 5, 50, -50, new int[] {7}, List.of(1, 2), 'x', 2.5, null}) {
            System.out.println(kind(o));
        }
        Vehicle[] vehicles = {new Car(), new Truck(), new BigTruck()};
        for (Vehicle vehicle : vehicles) {
            System.out.print((vehicle instanceof Truck) + " ");
        }
        System.out.println(vehicles.length);
        while (!(e instanceof Number n)) {
            e = ((e instanceof Sum s) ? s.right() : ((Product) e).left());
        }
        System.out.println(n.value());
    }
}
