import java.util.List;

public class ClassCasts {
    interface Shape {
    }

    static class Circle implements Shape {
    }

    enum Colour {
        RED
    }

    record Pair(int a, int b) {
    }

    static void check(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T unchecked(Object o) {
        return (T) o;
    }

    public static void main(String[] args) {
        Object text = "text";
        Object number = 1;
        Object circle = new Circle();
        Object ints = new int[1];
        Object strings = new String[1];
        check(() -> System.out.println((Integer) text));
        check(() -> System.out.println((String) number));
        check(() -> System.out.println((Circle) text));
        check(() -> System.out.println((String) circle));
        check(() -> System.out.println(((Shape) circle) == circle));
        check(() -> System.out.println((Shape) number));
        check(() -> System.out.println((Runnable) circle));
        check(() -> System.out.println((int[]) strings));
        check(() -> System.out.println((Object[]) ints));
        check(() -> System.out.println((long[]) ints));
        check(() -> System.out.println((Integer[]) strings));
        check(() -> System.out.println((Colour) text));
        check(() -> System.out.println((Pair) (Object) Colour.RED));
        check(() -> System.out.println((Circle[][]) strings));
        check(() -> System.out.println((String) (Object) new Circle[0]));
        check(() -> System.out.println((List<?>) text));
        check(() -> {
            Integer i = unchecked("x");
            System.out.println(i);
        });
        check(() -> System.out.println(String.class.cast(5)));
        check(() -> System.out.println((Integer) null));
        check(() -> System.out.println(Integer.class.cast(null)));
        check(() -> {
            Comparable<Object> c = unchecked(5);
            System.out.println(c.compareTo("five"));
        });
        check(() -> new java.util.TreeSet<Object>(List.of(1)).add("x"));
    }
}
