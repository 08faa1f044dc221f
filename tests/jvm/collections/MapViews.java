import java.util.*;

public class MapViews {
    static void fails(Runnable action) {
        try {
            action.run();
            System.out.println("allowed");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            map.put(i * 10, "v" + i);
        }
        NavigableMap<Integer, String> middle = map.subMap(20, true, 60, false);
        System.out.println(middle + " " + middle.firstKey() + " " + middle.lastEntry() + " " + middle.descendingMap() + " " + middle.size());
        middle.put(25, "new");
        middle.remove(30);
        System.out.println(map + " " + middle.higherKey(25) + " " + middle.lowerKey(20) + " " + middle.ceilingEntry(59) + " " + middle.pollFirstEntry());
        fails(() -> middle.put(70, "out"));
        fails(() -> map.subMap(5, 1));
        fails(() -> new TreeMap<Integer, String>().firstKey());
        map.headMap(15).clear();
        map.tailMap(80, false).keySet().remove(90);
        System.out.println(map + " " + map.navigableKeySet().headSet(50) + " " + map.descendingKeySet());
        map.values().removeIf(value -> value.endsWith("7"));
        map.entrySet().iterator().next().setValue("changed");
        map.keySet().retainAll(Set.of(25, 40, 50, 80));
        System.out.println(map + " " + map.containsValue("changed"));
        Iterator<Map.Entry<Integer, String>> iterator = map.entrySet().iterator();
        iterator.next();
        iterator.remove();
        System.out.println(map.firstEntry() + " " + map.equals(new HashMap<>(map)) + " " + map.hashCode());
        HashMap<String, Integer> hash = new HashMap<>(Map.of("a", 1, "b", 2, "c", 3));
        hash.keySet().remove("a");
        hash.values().remove(3);
        hash.entrySet().removeIf(entry -> entry.getValue() > 5);
        System.out.println(hash + " " + hash.keySet().contains("b") + " " + hash.entrySet().contains(Map.entry("b", 2)));
        fails(() -> hash.keySet().add("x"));
        fails(() -> Collections.unmodifiableMap(hash).put("z", 1));
        fails(() -> Collections.checkedMap(new HashMap(), String.class, Integer.class).put(1, 2));
        List<Integer> list = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        List<Integer> part = list.subList(2, 6);
        part.set(0, 20);
        part.remove(Integer.valueOf(4));
        part.add(99);
        part.sort(Comparator.reverseOrder());
        System.out.println(list + " " + part + " " + part.indexOf(99) + " " + part.subList(1, 3));
        part.clear();
        System.out.println(list);
        list.add(5);
        fails(() -> part.size());
        Collections.rotate(list, 2);
        Collections.swap(list, 0, 4);
        System.out.println(list + " " + Collections.frequency(list, 5) + " " + Collections.indexOfSubList(list, List.of(7, 5)) + " " + Collections.binarySearch(List.of(1, 3, 5), 4));
        Collections.shuffle(list, new Random(3));
        System.out.println(list);
        System.out.println(new TreeMap<>(Map.of(3, "c", 1, "a")).merge(1, "z", (a, b) -> null) + " " + map.floorEntry(45) + " " + map.replace(40, "r") + " " + map.compute(50, (k, v) -> v + k) + " " + map.getOrDefault(1, "none"));
    }
}
