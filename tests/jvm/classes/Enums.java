import java.util.Arrays;

public class Enums {
    enum Simple { A, B, C }

    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6);

        private final double mass, radius;
        private static int looked;

        Planet(double mass, double radius) {
            this.mass = mass;
            this.radius = radius;
        }

        double gravity() {
            looked++;
            return 6.67300E-11 * mass / (radius * radius);
        }
    }

    enum Operation {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            int apply(int a, int b) {
                return a * b;
            }

            @Override
            public String toString() {
                return "times!";
            }
        };

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    interface Coded {
        int code();
    }

    enum Level implements Coded {
        LOW, HIGH;

        public int code() {
            return ordinal() * 10 + 1;
        }

        Level other() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    enum Singleton {
        INSTANCE;

        int count;

        int next() {
            return ++count;
        }
    }

    public static void main(String[] args) {
        System.out.println(Arrays.toString(Simple.values()) + " " + Simple.valueOf("B") + " " + Simple.B.ordinal() + " " + Simple.C.name() + " " + Simple.A.compareTo(Simple.C));
        for (Planet planet : Planet.values()) {
            System.out.println(planet + " " + planet.gravity() + " " + Planet.looked);
        }
        for (Operation operation : Operation.values()) {
            System.out.println(operation + " " + operation.name() + " " + operation.sign + " " + operation.apply(6, 7) + " " + operation.getDeclaringClass().getSimpleName() + " " + (operation.getClass() == Operation.class));
        }
        Coded coded = Level.HIGH;
        System.out.println(coded.code() + " " + Level.LOW.other() + " " + Level.HIGH.other());
        System.out.println(Singleton.INSTANCE.next() + Singleton.INSTANCE.next() + " " + (Singleton.valueOf("INSTANCE") == Singleton.INSTANCE));
        try {
            Simple.valueOf("D");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Enum.valueOf(Simple.class, null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Simple.A.equals(Simple.A) + " " + (Simple.A == Simple.valueOf("A")) + " " + Enum.valueOf(Simple.class, "C") + " " + Simple.class.isEnum() + " " + Simple.B.getClass().getName());
        Simple[] copy = Simple.values();
        copy[0] = Simple.C;
        System.out.println(Simple.values()[0] + " " + copy[0]);
        switch (Level.valueOf("LOW")) {
            case LOW -> System.out.println("low");
            case HIGH -> System.out.println("high");
        }
        Level level = null;
        System.out.println(level + " " + (level == Level.LOW));
    }
}
