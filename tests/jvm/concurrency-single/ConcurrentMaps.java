import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class ConcurrentMaps {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (String w : "a b c a b a d e f g h i j k l m n o p".split(" ")) {
            map.merge(w, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.mappingCount());
        System.out.println(map.putIfAbsent("a", 9) + " " + map.putIfAbsent("z", 9) + " " + map.computeIfAbsent("y", k -> 7) + " " + map.computeIfPresent("y", (k, v) -> v + 1) + " " + map.compute("y", (k, v) -> null) + " " + map.replace("a", 3, 30) + " " + map.remove("b", 99) + " " + map.remove("b") + " " + map.getOrDefault("none", -1) + " " + map.containsKey("c"));
        try {
            map.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        for (String k : map.keySet()) {
            if (k.compareTo("h") > 0) {
                map.remove(k);
            }
        }
        System.out.println(map + " " + map.values() + " " + map.reduceValues(1000, Integer::sum) + " " + map.search(1000, (k, v) -> v > 5 ? k : null));
        ConcurrentHashMap<Integer, Integer> big = new ConcurrentHashMap<>();
        for (int i = 0; i < 300; i++) {
            big.put(i * 31, i);
        }
        long sum = 0;
        for (Map.Entry<Integer, Integer> e : big.entrySet()) {
            sum = sum * 7 + e.getKey() - e.getValue();
        }
        System.out.println(big.size() + " " + sum);
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int x : list) {
            list.add(x * 10);
        }
        Iterator<Integer> it = list.iterator();
        list.remove(0);
        System.out.println(list + " " + it.next() + " " + list.addIfAbsent(2));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2));
        queue.offer(3);
        System.out.println(queue.poll() + " " + queue.peek() + " " + queue + " " + queue.size());
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.addFirst(1);
        deque.addLast(2);
        deque.addFirst(0);
        System.out.println(deque + " " + deque.pollLast());
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 20; i++) {
            skip.put(i * 7 % 20, "v" + i);
        }
        System.out.println(skip.firstKey() + " " + skip.ceilingKey(5) + " " + skip.headMap(4) + " " + skip.size());
    }
}
