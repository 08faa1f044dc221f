import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class Capturing {
    int field = 10;
    static int shared = 100;

    Supplier<Integer> fromField(int local) {
        return () -> field++ + local;
    }

    Function<Integer, Function<Integer, Supplier<Integer>>> nested() {
        return a -> b -> () -> a * 1000 + b * 100 + field;
    }

    interface Wide {
        String all(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t);
    }

    interface Thrower<E extends Exception> {
        void run() throws E;
    }

    static <E extends Exception> String attempt(Thrower<E> thrower) {
        try {
            thrower.run();
            return "ok";
        } catch (Exception e) {
            return e.getMessage();
        }
    }

    static IntSupplier counter() {
        int[] count = {0};
        return () -> ++count[0];
    }

    static Function<Integer, Integer> factorial;

    public static void main(String[] args) {
        Capturing object = new Capturing();
        Supplier<Integer> s = object.fromField(5);
        System.out.println(s.get() + " " + s.get() + " " + object.field);
        System.out.println(object.nested().apply(3).apply(4).get());
        byte b = 1;
        short sh = 2;
        char c = 'c';
        long l = 1L << 40;
        float f = 1.5f;
        double d = 2.5;
        boolean z = true;
        String t = "text";
        int[] array = {7, 8};
        Supplier<String> captures = () -> "" + b + sh + c + l + f + d + z + t + array[1];
        array[1] = 9;
        System.out.println(captures.get());
        Wide wide = (b1, s1, c1, i1, l1, f1, d1, z1, t1) -> "" + b1 + s1 + c1 + i1 + l1 + f1 + d1 + z1 + t1 + shared;
        System.out.println(wide.all((byte) -1, (short) -2, 'x', -3, -4L, -5f, -6.0, false, null));
        IntSupplier one = counter(), two = counter();
        System.out.println(one.getAsInt() + one.getAsInt() + two.getAsInt() + " " + one.getAsInt());
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int copy = i * i;
            tasks.add(() -> System.out.print(copy + " "));
        }
        for (String word : List.of("a", "b")) {
            tasks.add(() -> System.out.print(word + " "));
        }
        tasks.forEach(Runnable::run);
        System.out.println();
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10));
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() {
            public Integer apply(Integer x, Integer y) {
                return y == 0 ? x : this.apply(y, x % y);
            }
        };
        System.out.println(gcd.apply(48, 36));
        IntBinaryOperator op = (x, y) -> {
            int r = 0;
            for (int i = x; i < y; i++) {
                if (i % 2 == 0) {
                    continue;
                }
                r += i;
            }
            return r;
        };
        System.out.println(op.applyAsInt(0, 10));
        System.out.println(attempt(() -> {
            throw new java.io.IOException("io");
        }) + " " + attempt(() -> { }));
        Runnable stateless = () -> System.out.println("same class " + (shared += 1));
        stateless.run();
        stateless.run();
        Object o = (Runnable & java.io.Serializable) () -> { };
        System.out.println((o instanceof Runnable) + " " + (o instanceof java.io.Serializable) + " " + (o instanceof Supplier));
        Supplier<Supplier<String>> deep = () -> () -> "deep" + object.field;
        System.out.println(deep.get().get());
    }
}
