import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class EnumBodies {
    enum Operation implements IntBinaryOperator {
        PLUS("+") {
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            public int applyAsInt(int a, int b) {
                return a * b;
            }

            @Override
            int priority() {
                return 2;
            }
        },
        MINUS("-") {
            public int applyAsInt(int a, int b) {
                return a - b;
            }
        };

        private static final Map<String, Operation> BY_SIGN = new HashMap<>();

        static {
            for (Operation operation : values()) {
                BY_SIGN.put(operation.sign, operation);
            }
        }

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        int priority() {
            return 1;
        }

        static Operation of(String sign) {
            return Optional.ofNullable(BY_SIGN.get(sign)).orElseThrow(() -> new IllegalArgumentException("no operation " + sign));
        }
    }

    enum Level {
        LOW, MIDDLE, HIGH;

        Level next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    enum Empty {}

    interface Named {
        String title();
    }

    enum Planet implements Named {
        EARTH(5.97e24), MARS(6.42e23);

        final double mass;

        Planet(double mass) {
            this.mass = mass;
        }

        public String title() {
            return name().charAt(0) + name().substring(1).toLowerCase();
        }

        @Override
        public String toString() {
            return title() + "(" + mass + ")";
        }
    }

    public static void main(String[] args) {
        for (Operation operation : Operation.values()) {
            System.out.println(operation + " " + operation.sign + " " + operation.applyAsInt(6, 3) + " " + operation.priority() + " " + operation.getDeclaringClass().getSimpleName());
        }
        System.out.println(Operation.of("*").name() + " " + Operation.valueOf("MINUS").ordinal() + " " + Operation.PLUS.compareTo(Operation.MINUS));
        try {
            Operation.of("/");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Level.valueOf("low");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        EnumMap<Level, List<String>> map = new EnumMap<>(Level.class);
        map.computeIfAbsent(Level.HIGH, l -> new ArrayList<>()).add("x");
        map.computeIfAbsent(Level.LOW, l -> new ArrayList<>()).add("y");
        map.computeIfAbsent(Level.HIGH, l -> new ArrayList<>()).add("z");
        System.out.println(map + " " + map.containsKey(Level.MIDDLE) + " " + map.keySet() + " " + map.remove(Level.LOW) + " " + map.size());
        EnumSet<Level> set = EnumSet.range(Level.LOW, Level.MIDDLE);
        set.addAll(EnumSet.of(Level.HIGH));
        System.out.println(set + " " + EnumSet.complementOf(EnumSet.of(Level.LOW)) + " " + EnumSet.noneOf(Empty.class) + " " + EnumSet.allOf(Planet.class) + " " + Level.HIGH.next());
        System.out.println(Arrays.stream(Level.values()).collect(Collectors.groupingBy(l -> l.name().length(), TreeMap::new, Collectors.toList())) + " " + Empty.values().length);
        StringBuilder text = new StringBuilder();
        for (Level level : Level.values()) {
            text.append(switch (level) {
                case LOW -> "l";
                case MIDDLE -> "m";
                case HIGH -> {
                    String h = "h";
                    yield h.repeat(2);
                }
            });
        }
        System.out.println(text + " " + Planet.EARTH + " " + Planet.MARS.title());
    }
}
