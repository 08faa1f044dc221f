import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class MethodReferences {
    final String name;

    MethodReferences() {
        this("default");
    }

    MethodReferences(String name) {
        this.name = name;
    }

    MethodReferences(String a, Integer b) {
        this(a + b);
    }

    static String join(String a, String b) {
        return a + "-" + b;
    }

    String append(String other) {
        return name + "+" + other;
    }

    static int varargs(Object... all) {
        return all.length;
    }

    static long widen(long x) {
        return x * 2;
    }

    class Inner {
        final int n;

        Inner(int n) {
            this.n = n;
        }

        @Override
        public String toString() {
            return name + n;
        }
    }

    static class Parent {
        String hello() {
            return "parent";
        }
    }

    static class Child extends Parent {
        @Override
        String hello() {
            return "child";
        }

        Supplier<String> up() {
            return super::hello;
        }

        Supplier<String> mine() {
            return this::hello;
        }
    }

    IntFunction<Inner> maker() {
        return Inner::new;
    }

    <T> T identity(T t) {
        return t;
    }

    public static void main(String[] args) {
        BinaryOperator<String> statics = MethodReferences::join;
        System.out.println(statics.apply("a", "b"));
        MethodReferences object = new MethodReferences("obj");
        UnaryOperator<String> bound = object::append;
        object = new MethodReferences("changed");
        System.out.println(bound.apply("x"));
        BiFunction<MethodReferences, String, String> unbound = MethodReferences::append;
        System.out.println(unbound.apply(object, "y"));
        Supplier<MethodReferences> none = MethodReferences::new;
        Function<String, MethodReferences> one = MethodReferences::new;
        BiFunction<String, Integer, MethodReferences> two = MethodReferences::new;
        System.out.println(none.get().name + one.apply("one").name + two.apply("two", 2).name);
        System.out.println(object.maker().apply(5));
        IntFunction<int[]> array = int[]::new;
        Function<Integer, String[][]> grid = String[][]::new;
        System.out.println(array.apply(3).length + grid.apply(2).length);
        Function<String, Integer> length = String::length;
        ToIntFunction<String> primitive = String::length;
        Function<Object, String> show = Object::toString;
        System.out.println(length.apply("four") + primitive.applyAsInt("five5") + show.apply(List.of(1)));
        Function<Integer, Integer> count = MethodReferences::varargs;
        BiFunction<String, Integer, Integer> more = MethodReferences::varargs;
        System.out.println(count.apply(1) + more.apply("a", 2));
        Function<Integer, Long> widened = MethodReferences::widen;
        System.out.println(widened.apply(21));
        Child child = new Child();
        System.out.println(child.up().get() + child.mine().get());
        Consumer<Object> print = System.out::println;
        print.accept("printed");
        List<String> sink = new ArrayList<>();
        Consumer<String> add = sink::add;
        add.accept("added");
        Predicate<String> contains = sink::contains;
        System.out.println(sink + " " + contains.test("added") + " " + contains.negate().test("added"));
        Comparable<String> fixed = "m"::compareTo;
        System.out.println(fixed.compareTo("a"));
        Function<String, String> generic = object::identity;
        System.out.println(generic.apply("generic"));
        String[] words = {"b", "C", "a"};
        Arrays.sort(words, String::compareToIgnoreCase);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER.reversed());
        System.out.println(Arrays.toString(words));
        try {
            MethodReferences nothing = null;
            UnaryOperator<String> fails = nothing::append;
            System.out.println(fails);
        } catch (NullPointerException e) {
            System.out.println("receiver checked at once");
        }
        Supplier<String> upper = "up"::toUpperCase;
        System.out.println(upper.get());
        Function<int[], Object> cloner = int[]::clone;
        System.out.println(((int[]) cloner.apply(new int[] {1, 2})).length);
    }
}
