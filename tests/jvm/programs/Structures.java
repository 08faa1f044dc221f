import java.util.*;
import java.util.function.*;

/** Data structures as people write them: cache, trie, union-find, heap, red-black tree, graph search. */
public class Structures {
    static class LruCache<K, V> extends LinkedHashMap<K, V> {
        private final int capacity;

        LruCache(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
        }
    }

    static class Trie {
        private final TreeMap<Character, Trie> children = new TreeMap<>();
        private boolean end;

        void add(String word) {
            Trie node = this;
            for (char c : word.toCharArray()) {
                node = node.children.computeIfAbsent(c, k -> new Trie());
            }
            node.end = true;
        }

        List<String> complete(String prefix) {
            Trie node = this;
            for (char c : prefix.toCharArray()) {
                node = node.children.get(c);
                if (node == null) {
                    return List.of();
                }
            }
            List<String> found = new ArrayList<>();
            node.collect(new StringBuilder(prefix), found);
            return found;
        }

        private void collect(StringBuilder prefix, List<String> found) {
            if (end) {
                found.add(prefix.toString());
            }
            children.forEach((c, child) -> {
                prefix.append(c);
                child.collect(prefix, found);
                prefix.setLength(prefix.length() - 1);
            });
        }
    }

    static class UnionFind {
        final int[] parent, rank;
        int sets;

        UnionFind(int n) {
            parent = new int[n];
            rank = new int[n];
            sets = n;
            Arrays.setAll(parent, i -> i);
        }

        int find(int x) {
            return parent[x] == x ? x : (parent[x] = find(parent[x]));
        }

        boolean union(int a, int b) {
            a = find(a);
            b = find(b);
            if (a == b) {
                return false;
            }
            if (rank[a] < rank[b]) {
                int t = a;
                a = b;
                b = t;
            }
            parent[b] = a;
            if (rank[a] == rank[b]) {
                rank[a]++;
            }
            sets--;
            return true;
        }
    }

    static class RedBlack<K extends Comparable<K>> {
        private class Node {
            final K key;
            Node left, right;
            boolean red = true;

            Node(K key) {
                this.key = key;
            }
        }

        private Node root;
        int size;

        void add(K key) {
            root = add(root, key);
            root.red = false;
        }

        private boolean red(Node node) {
            return node != null && node.red;
        }

        private Node add(Node node, K key) {
            if (node == null) {
                size++;
                return new Node(key);
            }
            int order = key.compareTo(node.key);
            if (order < 0) {
                node.left = add(node.left, key);
            } else if (order > 0) {
                node.right = add(node.right, key);
            }
            if (red(node.right) && !red(node.left)) {
                Node x = node.right;
                node.right = x.left;
                x.left = node;
                x.red = node.red;
                node.red = true;
                node = x;
            }
            if (red(node.left) && red(node.left.left)) {
                Node x = node.left;
                node.left = x.right;
                x.right = node;
                x.red = node.red;
                node.red = true;
                node = x;
            }
            if (red(node.left) && red(node.right)) {
                node.red = true;
                node.left.red = node.right.red = false;
            }
            return node;
        }

        int height() {
            return height(root);
        }

        private int height(Node node) {
            return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
        }

        void each(Consumer<? super K> action) {
            Deque<Node> stack = new ArrayDeque<>();
            Node node = root;
            while (node != null || !stack.isEmpty()) {
                while (node != null) {
                    stack.push(node);
                    node = node.left;
                }
                node = stack.pop();
                action.accept(node.key);
                node = node.right;
            }
        }
    }

    record Edge(String to, int weight) {}

    static Map<String, Integer> dijkstra(Map<String, List<Edge>> graph, String start, Map<String, String> previous) {
        Map<String, Integer> distance = new TreeMap<>();
        PriorityQueue<Map.Entry<String, Integer>> queue = new PriorityQueue<>(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        queue.add(Map.entry(start, 0));
        distance.put(start, 0);
        while (!queue.isEmpty()) {
            Map.Entry<String, Integer> nearest = queue.poll();
            if (nearest.getValue() > distance.get(nearest.getKey())) {
                continue;
            }
            for (Edge edge : graph.getOrDefault(nearest.getKey(), List.of())) {
                int length = nearest.getValue() + edge.weight();
                if (length < distance.getOrDefault(edge.to(), Integer.MAX_VALUE)) {
                    distance.put(edge.to(), length);
                    previous.put(edge.to(), nearest.getKey());
                    queue.add(Map.entry(edge.to(), length));
                }
            }
        }
        return distance;
    }

    public static void main(String[] args) {
        LruCache<String, Integer> cache = new LruCache<>(3);
        for (String key : "a b c a d e a f".split(" ")) {
            cache.merge(key, 1, Integer::sum);
            System.out.print(cache + " ");
        }
        System.out.println();
        Trie trie = new Trie();
        for (String word : List.of("car", "card", "care", "cat", "dog", "do", "")) {
            trie.add(word);
        }
        System.out.println(trie.complete("car") + " " + trie.complete("d") + " " + trie.complete("x") + " " + trie.complete("").size());
        UnionFind sets = new UnionFind(20);
        int joined = 0;
        for (int i = 0; i < 20; i++) {
            joined += sets.union(i, i * 7 % 20) ? 1 : 0;
        }
        System.out.println(sets.sets + " " + joined + " " + Arrays.toString(sets.parent) + " " + (sets.find(3) == sets.find(1)));
        RedBlack<Integer> tree = new RedBlack<>();
        for (int i = 0; i < 1000; i++) {
            tree.add(i * 379 % 1009);
        }
        StringBuilder first = new StringBuilder();
        int[] sum = new int[1];
        tree.each(key -> {
            sum[0] = sum[0] * 31 + key;
            if (first.length() < 40) {
                first.append(key).append(' ');
            }
        });
        System.out.println(tree.size + " " + tree.height() + " " + sum[0] + " " + first);
        Map<String, List<Edge>> graph = new HashMap<>();
        String[][] roads = {{"A", "B", "7"}, {"A", "C", "9"}, {"A", "F", "14"}, {"B", "C", "10"}, {"B", "D", "15"}, {"C", "D", "11"}, {"C", "F", "2"}, {"D", "E", "6"}, {"E", "F", "9"}};
        for (String[] road : roads) {
            graph.computeIfAbsent(road[0], k -> new ArrayList<>()).add(new Edge(road[1], Integer.parseInt(road[2])));
            graph.computeIfAbsent(road[1], k -> new ArrayList<>()).add(new Edge(road[0], Integer.parseInt(road[2])));
        }
        Map<String, String> previous = new HashMap<>();
        System.out.println(dijkstra(graph, "A", previous));
        Deque<String> path = new ArrayDeque<>();
        for (String at = "E"; at != null; at = previous.get(at)) {
            path.addFirst(at);
        }
        System.out.println(String.join(" -> ", path));
    }
}
