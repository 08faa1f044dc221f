import java.util.*;
import java.util.function.*;

public class Simulation {
    enum State { IDLE, MOVING, LOADING }

    record Event(long time, int sequence, String name, Runnable action) implements Comparable<Event> {
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Integer.compare(sequence, other.sequence);
        }
    }

    static class Loop {
        private final PriorityQueue<Event> events = new PriorityQueue<>();
        private int sequence;
        long now;

        void after(long delay, String name, Runnable action) {
            events.add(new Event(now + delay, sequence++, name, action));
        }

        void run(long until) {
            while (!events.isEmpty() && events.peek().time() <= until) {
                Event event = events.poll();
                now = event.time();
                event.action().run();
            }
        }
    }

    static class Elevator {
        final Loop loop;
        final TreeSet<Integer> stops = new TreeSet<>();
        State state = State.IDLE;
        int floor, travelled;
        boolean up = true;

        Elevator(Loop loop) {
            this.loop = loop;
        }

        void call(int target) {
            stops.add(target);
            if (state == State.IDLE) {
                go();
            }
        }

        void go() {
            if (stops.isEmpty()) {
                state = State.IDLE;
                System.out.printf("%4d idle at %d%n", loop.now, floor);
                return;
            }
            Integer next = up ? stops.ceiling(floor) : stops.floor(floor);
            if (next == null) {
                up = !up;
                next = up ? stops.ceiling(floor) : stops.floor(floor);
            }
            int target = next;
            state = State.MOVING;
            int distance = Math.abs(target - floor);
            loop.after(3L * distance, "arrive", () -> {
                travelled += distance;
                floor = target;
                stops.remove(target);
                state = State.LOADING;
                System.out.printf("%4d door at %d, waiting %s%n", loop.now, floor, stops);
                loop.after(5, "close", this::go);
            });
        }
    }

    static class Machine {
        private final Map<String, Integer> prices = new TreeMap<>(Map.of("tea", 80, "coffee", 120, "water", 50));
        private int credit;

        String insert(int coin) {
            credit += switch (coin) {
                case 5, 10, 20, 50, 100 -> coin;
                default -> throw new IllegalArgumentException("coin " + coin);
            };
            return "credit " + credit;
        }

        String choose(String drink) {
            Integer price = prices.get(drink);
            if (price == null) {
                return "no " + drink;
            }
            if (credit < price) {
                return "add " + (price - credit);
            }
            credit -= price;
            StringBuilder change = new StringBuilder(drink + ", change");
            for (int coin : new int[] {100, 50, 20, 10, 5}) {
                for (; credit >= coin; credit -= coin) {
                    change.append(' ').append(coin);
                }
            }
            return change.toString();
        }
    }

    public static void main(String[] args) {
        Loop loop = new Loop();
        Elevator elevator = new Elevator(loop);
        int[][] calls = {{0, 5}, {2, 3}, {4, 8}, {20, 0}, {21, 6}, {60, 2}};
        for (int[] call : calls) {
            loop.after(call[0], "call", () -> elevator.call(call[1]));
        }
        loop.run(50);
        System.out.println("half time at " + loop.now + " " + elevator.state);
        loop.run(Long.MAX_VALUE);
        System.out.println(elevator.travelled + " floors");
        Machine machine = new Machine();
        for (Supplier<String> step : List.<Supplier<String>>of(() -> machine.choose("tea"), () -> machine.insert(50), () -> machine.insert(100), () -> machine.choose("soup"), () -> machine.choose("tea"), () -> machine.insert(3))) {
            try {
                System.out.println(step.get());
            } catch (IllegalArgumentException e) {
                System.out.println("refused " + e.getMessage());
            }
        }
        Random random = new Random(2024);
        int[] histogram = new int[6];
        double walk = 0;
        for (int i = 0; i < 5000; i++) {
            histogram[random.nextInt(6)]++;
            walk += random.nextGaussian();
        }
        System.out.println(Arrays.toString(histogram) + " " + walk + " " + random.nextLong() + " " + random.nextBoolean() + " " + random.nextFloat());
        long inside = new SplittableRandom(7).doubles(4000).map(d -> d * d).filter(d -> d < 0.25).count();
        System.out.println(inside);
    }
}
