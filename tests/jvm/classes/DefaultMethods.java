import java.util.*;
import java.util.function.*;

public class DefaultMethods {
    interface Walker {
        default String move() {
            return "walk";
        }

        static String kind() {
            return "walker " + helper();
        }

        private static String helper() {
            return "(static helper)";
        }
    }

    interface Swimmer {
        default String move() {
            return "swim";
        }

        private String secret() {
            return "secret of " + getClass().getSimpleName();
        }

        default String tell() {
            return secret();
        }
    }

    static class Duck implements Walker, Swimmer {
        public String move() {
            return Walker.super.move() + " and " + Swimmer.super.move();
        }
    }

    interface Top {
        default String name() {
            return "top";
        }
    }

    interface Left extends Top {
        default String name() {
            return "left";
        }
    }

    interface Right extends Top {}

    static class Diamond implements Left, Right {}

    static class Own {
        public String name() {
            return "own";
        }
    }

    static class ClassWins extends Own implements Left {}

    static abstract class Template {
        final String run() {
            return before() + body() + after();
        }

        protected String before() {
            return "<";
        }

        protected abstract String body();

        protected String after() {
            return ">";
        }
    }

    static class Generic<T extends Comparable<T>> {
        T best;

        void offer(T value) {
            if (best == null || value.compareTo(best) > 0) {
                best = value;
            }
        }
    }

    static class Sized extends Generic<String> {
        @Override
        void offer(String value) {
            super.offer(value.toLowerCase());
        }
    }

    static class Animal implements Cloneable {
        List<String> tags = new ArrayList<>();

        Animal self() {
            return this;
        }

        @Override
        protected Animal clone() throws CloneNotSupportedException {
            Animal copy = (Animal) super.clone();
            copy.tags = new ArrayList<>(tags);
            return copy;
        }
    }

    static class Dog extends Animal {
        @Override
        Dog self() {
            return this;
        }

        String bark() {
            return "woof";
        }
    }

    static String pick(Object o) {
        return "object";
    }

    static String pick(Integer i) {
        return "integer";
    }

    static String pick(long l) {
        return "long";
    }

    static String pick(Object... values) {
        return "objects " + values.length;
    }

    static int sum(int first, int... rest) {
        int sum = first;
        for (int value : rest) {
            sum += value;
        }
        return sum;
    }

    @SafeVarargs
    static <T> List<T> listOf(T... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    public static void main(String[] args) throws Exception {
        Duck duck = new Duck();
        System.out.println(duck.move() + " " + Walker.kind() + " " + duck.tell());
        System.out.println(new Diamond().name() + " " + new ClassWins().name());
        System.out.println(new Template() {
            int count = 0;

            protected String body() {
                return "body" + ++count;
            }

            @Override
            protected String after() {
                return super.after() + count;
            }
        }.run());
        Generic<String> generic = new Sized();
        generic.offer("ABC");
        generic.offer("ZED");
        System.out.println(generic.best);
        try {
            @SuppressWarnings({"rawtypes", "unchecked"})
            Generic<Integer> raw = (Generic) generic;
            raw.offer(5);
        } catch (ClassCastException e) {
            System.out.println("bridge: " + e.getMessage());
        }
        Animal dog = new Dog();
        dog.tags.add("good");
        Animal copy = dog.clone();
        copy.tags.add("copy");
        System.out.println(dog.tags + " " + copy.tags + " " + ((Dog) copy).self().bark() + " " + copy.getClass().getSimpleName());
        System.out.println(pick(1) + " " + pick('c') + " " + pick(1L) + " " + pick(1.5) + " " + pick(1, 2) + " " + pick("a", "b") + " " + pick((Integer) 3));
        System.out.println(sum(1) + " " + sum(1, 2, 3) + " " + sum(1, new int[] {10, 20}) + " " + listOf("a", "b") + listOf() + listOf(1, 2.0, "x").size());
    }
}
