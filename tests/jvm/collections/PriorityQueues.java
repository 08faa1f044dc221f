import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

public class PriorityQueues {
    record Task(int priority, String name) { }

    static int[] shortest(int[][][] graph, int from) {
        int[] distance = new int[graph.length];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[from] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> Integer.compare(a[1], b[1]));
        queue.add(new int[] {from, 0});
        while (!queue.isEmpty()) {
            int[] at = queue.poll();
            if (at[1] > distance[at[0]]) {
                continue;
            }
            for (int[] edge : graph[at[0]]) {
                int next = at[1] + edge[1];
                if (next < distance[edge[0]]) {
                    distance[edge[0]] = next;
                    queue.add(new int[] {edge[0], next});
                }
            }
        }
        return distance;
    }

    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        int x = 3;
        for (int i = 0; i < 25; i++) {
            x = x * 37 % 101;
            queue.add(x);
        }
        System.out.println(queue + " " + queue.peek() + " " + queue.size());
        StringBuilder out = new StringBuilder();
        queue.remove(queue.peek());
        while (queue.size() > 10) {
            out.append(queue.poll()).append(' ');
        }
        System.out.println(out + "| " + queue);
        System.out.println(queue.contains(99) + " " + queue.remove(12345));
        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingInt(Task::priority).reversed().thenComparing(Task::name));
        tasks.add(new Task(1, "low"));
        tasks.add(new Task(9, "urgent"));
        tasks.add(new Task(5, "b"));
        tasks.add(new Task(5, "a"));
        while (!tasks.isEmpty()) {
            System.out.print(tasks.poll().name() + " ");
        }
        System.out.println();
        PriorityQueue<String> fromList = new PriorityQueue<>(List.of("d", "b", "a", "c"));
        System.out.println(fromList + " " + fromList.poll() + fromList);
        int[][][] graph = {{{1, 4}, {2, 1}}, {{3, 1}}, {{1, 2}, {3, 5}}, {}, {{0, 1}}};
        System.out.println(Arrays.toString(shortest(graph, 0)));
        List<Integer> sorted = new ArrayList<>();
        PriorityQueue<Integer> max = new PriorityQueue<>(Comparator.reverseOrder());
        max.addAll(List.of(4, 8, 1, 9, 2));
        while (max.peek() != null) {
            sorted.add(max.remove());
        }
        System.out.println(sorted + " " + max.poll());
        try {
            max.add(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        try {
            max.element();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("empty");
        }
    }
}
