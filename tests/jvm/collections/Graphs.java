import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public class Graphs {
    private final Map<String, Set<String>> edges = new TreeMap<>();

    void edge(String a, String b) {
        edges.computeIfAbsent(a, k -> new TreeSet<>()).add(b);
        edges.computeIfAbsent(b, k -> new TreeSet<>());
    }

    List<String> breadthFirst(String start) {
        List<String> order = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(start));
        Deque<String> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            String at = queue.poll();
            order.add(at);
            for (String next : edges.get(at)) {
                if (seen.add(next)) {
                    queue.add(next);
                }
            }
        }
        return order;
    }

    List<String> topological() {
        Map<String, Integer> degree = new LinkedHashMap<>();
        edges.keySet().forEach(k -> degree.put(k, 0));
        edges.values().forEach(set -> set.forEach(k -> degree.merge(k, 1, Integer::sum)));
        TreeSet<String> ready = new TreeSet<>();
        degree.forEach((k, d) -> {
            if (d == 0) {
                ready.add(k);
            }
        });
        List<String> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            String at = ready.pollFirst();
            order.add(at);
            for (String next : edges.get(at)) {
                if (degree.merge(next, -1, Integer::sum) == 0) {
                    ready.add(next);
                }
            }
        }
        if (order.size() < edges.size()) {
            throw new IllegalStateException("cycle among " + (edges.size() - order.size()));
        }
        return order;
    }

    boolean depthFirst(String at, String goal, Set<String> seen, Deque<String> path) {
        if (!seen.add(at)) {
            return false;
        }
        path.addLast(at);
        if (at.equals(goal) || edges.get(at).stream().anyMatch(next -> depthFirst(next, goal, seen, path))) {
            return true;
        }
        path.removeLast();
        return false;
    }

    public static void main(String[] args) {
        Graphs g = new Graphs();
        String[] pairs = {"shirt tie", "tie jacket", "trousers shoes", "trousers belt", "belt jacket", "socks shoes"};
        for (String pair : pairs) {
            String[] p = pair.split(" ");
            g.edge(p[0], p[1]);
        }
        System.out.println(g.edges);
        System.out.println(g.breadthFirst("trousers"));
        System.out.println(g.topological());
        Deque<String> path = new ArrayDeque<>();
        System.out.println(g.depthFirst("shirt", "jacket", new HashSet<>(), path) + " " + path);
        path.clear();
        System.out.println(g.depthFirst("socks", "jacket", new HashSet<>(), path) + " " + path);
        g.edge("jacket", "shirt");
        try {
            g.topological();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Map<Integer, Long> memo = new HashMap<>();
        System.out.println(collatz(97, memo) + " " + memo.size());
    }

    static long collatz(int n, Map<Integer, Long> memo) {
        Long known = memo.get(n);
        if (known != null) {
            return known;
        }
        long steps = n == 1 ? 0 : 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, memo);
        memo.put(n, steps);
        return steps;
    }
}
