import java.util.HashMap;
import java.util.Map;

public class TreeBins {
    static class Collides implements Comparable<Collides> {
        final int n;

        Collides(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Collides c && c.n == n;
        }

        @Override
        public int compareTo(Collides o) {
            return Integer.compare(n, o.n);
        }
    }

    public static void main(String[] args) {
        Map<Collides, Integer> tree = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            tree.put(new Collides(i * 37 % 100), i);
        }
        for (int i = 0; i < 100; i += 3) {
            tree.remove(new Collides(i));
        }
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += tree.getOrDefault(new Collides(i), -1);
        }
        System.out.println(tree.size() + " " + sum);
        StringBuilder order = new StringBuilder();
        for (Collides key : tree.keySet()) {
            order.append(key.n).append(' ');
        }
        System.out.println(order);
    }
}
