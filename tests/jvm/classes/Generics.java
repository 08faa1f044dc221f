import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

public class Generics {
    static class Box<T> {
        private T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        void set(T value) {
            this.value = value;
        }

        <R> Box<R> map(Function<? super T, ? extends R> f) {
            return new Box<>(f.apply(value));
        }
    }

    static class IntBox extends Box<Integer> {
        int sets;

        IntBox(int v) {
            super(v);
        }

        @Override
        void set(Integer value) {
            sets++;
            super.set(value * 2);
        }

        @Override
        Integer get() {
            return super.get() + 1;
        }
    }

    static class Version implements Comparable<Version> {
        final int n;

        Version(int n) {
            this.n = n;
        }

        @Override
        public int compareTo(Version other) {
            return Integer.compare(n, other.n);
        }

        @Override
        public String toString() {
            return "v" + n;
        }
    }

    static <T extends Comparable<? super T>> T max(Iterable<? extends T> items) {
        T best = null;
        for (T item : items) {
            if (best == null || item.compareTo(best) > 0) {
                best = item;
            }
        }
        return best;
    }

    static class Range implements Iterable<Integer> {
        final int end;

        Range(int end) {
            this.end = end;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int i;

                public boolean hasNext() {
                    return i < end;
                }

                public Integer next() {
                    return i++;
                }
            };
        }
    }

    @SafeVarargs
    static <T> List<T> listOf(T... items) {
        List<T> list = new ArrayList<>();
        for (T item : items) {
            list.add(item);
        }
        return list;
    }

    static double total(List<? extends Number> numbers) {
        double sum = 0;
        for (Number n : numbers) {
            sum += n.doubleValue();
        }
        return sum;
    }

    static void fill(List<? super Integer> list) {
        for (int i = 0; i < 3; i++) {
            list.add(i);
        }
    }

    static <A, B extends A> A upcast(B b) {
        return b;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Box<String> box = new Box<>("text");
        System.out.println(box.get().length() + " " + box.map(String::length).map(n -> n * 2.5).get());
        Box<Integer> ints = new IntBox(5);
        ints.set(10);
        System.out.println(ints.get() + " " + ((IntBox) ints).sets);
        System.out.println(max(listOf(new Version(3), new Version(9), new Version(4))) + " " + max(List.of("a", "c", "b")) + " " + max(new ArrayList<Version>()));
        int sum = 0;
        for (int i : new Range(5)) {
            sum += i;
        }
        System.out.println(sum);
        List<Object> objects = new ArrayList<>();
        fill(objects);
        System.out.println(objects + " " + total(List.of(1, 2.5, 3L)) + " " + listOf(1, "a", 'c') + " " + Generics.<Object, String>upcast("up"));
        List raw = new ArrayList<String>();
        raw.add(1);
        List<String> polluted = raw;
        System.out.println(polluted.size());
        try {
            String s = polluted.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("heap pollution");
        }
        try {
            ((Box) ints).set("no");
        } catch (ClassCastException e) {
            System.out.println("bridge checks");
        }
        Comparable raw2 = new Version(1);
        try {
            raw2.compareTo("x");
        } catch (ClassCastException e) {
            System.out.println("bridge checks too");
        }
        Comparator<Version> reversed = Comparator.reverseOrder();
        List<Version> versions = listOf(new Version(2), new Version(7), new Version(5));
        versions.sort(reversed);
        System.out.println(versions);
        versions.sort(null);
        System.out.println(versions);
    }
}
