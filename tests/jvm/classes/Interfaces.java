public class Interfaces {
    interface Greeter {
        String PREFIX = "Hello ";

        String name();

        default String greet() {
            return decorate(PREFIX + name());
        }

        private String decorate(String text) {
            return "*" + text + helper() + "*";
        }

        private static String helper() {
            return "!";
        }

        static Greeter of(String name) {
            return () -> name;
        }
    }

    interface Loud extends Greeter {
        @Override
        default String greet() {
            return Greeter.super.greet().toUpperCase();
        }
    }

    interface Left {
        default String side() {
            return "left";
        }
    }

    interface Right {
        default String side() {
            return "right";
        }
    }

    static class Both implements Left, Right {
        public String side() {
            return Left.super.side() + "+" + Right.super.side();
        }
    }

    static class Base {
        public String side() {
            return "base wins";
        }
    }

    static class Inherits extends Base implements Left {
    }

    interface Top {
        default String who() {
            return "top";
        }
    }

    interface Mid1 extends Top {
        default String who() {
            return "mid1";
        }
    }

    interface Mid2 extends Top {
    }

    static class Diamond implements Mid2, Mid1 {
    }

    static class Person implements Loud, Comparable<Person> {
        final String name;

        Person(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }

        public int compareTo(Person other) {
            return name.compareTo(other.name);
        }
    }

    interface Shape<T> {
        T make(int n);

        default T twice(int n) {
            return make(2 * n);
        }
    }

    public static void main(String[] args) {
        System.out.println(Greeter.of("world").greet());
        System.out.println(new Person("bob").greet());
        System.out.println(new Both().side() + " " + new Inherits().side() + " " + new Diamond().who());
        Left left = new Inherits();
        System.out.println(left.side() + " " + (left instanceof Base) + " " + (left instanceof Right));
        Greeter greeter = new Greeter() {
            public String name() {
                return "anonymous";
            }
        };
        System.out.println(greeter.greet() + " " + Greeter.PREFIX.length());
        Shape<String> shape = n -> "#" + n;
        System.out.println(shape.make(3) + shape.twice(4));
        Person[] people = {new Person("z"), new Person("a"), new Person("m")};
        java.util.Arrays.sort(people);
        for (Person person : people) {
            System.out.print(person.name + " ");
        }
        System.out.println(people[0].compareTo(people[2]));
        Comparable<String> comparable = "b";
        System.out.println(comparable.compareTo("a"));
        Object object = new Person("o");
        System.out.println(object instanceof Greeter ? ((Greeter) object).name() : "no");
        System.out.println(greeter.hashCode() == greeter.hashCode());
        System.out.println(greeter.equals(greeter));
    }
}
