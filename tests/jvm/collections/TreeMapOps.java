import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

public class TreeMapOps {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 15; i++) {
            map.put(i * 7 % 15 * 10, "v" + i);
        }
        System.out.println(map);
        System.out.println(map.firstKey() + " " + map.lastKey() + " " + map.firstEntry() + " " + map.lastEntry());
        System.out.println(map.floorKey(55) + " " + map.ceilingKey(55) + " " + map.lowerKey(50) + " " + map.higherKey(50) + " " + map.floorKey(-1) + " " + map.ceilingKey(1000) + " " + map.floorEntry(50) + " " + map.higherEntry(139));
        System.out.println(map.headMap(30) + " " + map.headMap(30, true) + " " + map.tailMap(120) + " " + map.tailMap(120, false) + " " + map.subMap(40, 70) + " " + map.subMap(40, false, 70, true));
        System.out.println(map.descendingMap().headMap(110) + " " + map.descendingKeySet() + " " + map.navigableKeySet().headSet(20));
        System.out.println(map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map.size());
        SortedMap<Integer, String> view = map.subMap(20, 60);
        view.remove(30);
        view.put(35, "new");
        System.out.println(view + " " + map.containsKey(30) + " " + map.get(35));
        try {
            view.put(99, "outside");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        view.clear();
        System.out.println(map);
        NavigableMap<String, Integer> words = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String w : "one two three four five six seven eight nine ten".split(" ")) {
            words.merge(w, 1, Integer::sum);
        }
        System.out.println(words + " " + words.firstKey() + " " + words.comparator().compare("a", "bb"));
        TreeMap<String, Integer> insensitive = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        insensitive.put("Abc", 1);
        insensitive.put("aBC", 2);
        System.out.println(insensitive + " " + insensitive.get("ABC"));
        try {
            map.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("no null keys");
        }
        TreeMap<Integer, Integer> big = new TreeMap<>();
        int x = 1;
        for (int i = 0; i < 500; i++) {
            x = x * 1103515245 + 12345;
            big.put((x >>> 16) % 400, i);
            if (i % 3 == 0) {
                big.remove((x >>> 8) % 400);
            }
        }
        List<Integer> keys = new ArrayList<>(big.keySet());
        boolean sorted = true;
        long check = 0;
        for (int i = 0; i < keys.size(); i++) {
            sorted &= i == 0 || keys.get(i - 1) < keys.get(i);
            check = check * 31 + keys.get(i) * 7 + big.get(keys.get(i));
        }
        System.out.println(big.size() + " " + sorted + " " + check);
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            e.setValue(e.getValue() + "!");
        }
        System.out.println(map + " " + map.hashCode() + " " + map.equals(new java.util.HashMap<>(map)));
        map.computeIfAbsent(5, k -> "five");
        map.compute(70, (k, v) -> null);
        map.replaceAll((k, v) -> k + v);
        System.out.println(map.values());
    }
}
