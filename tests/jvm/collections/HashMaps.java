import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class HashMaps {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size());
        System.out.println(map.put("cat", 10) + " " + map.put("new", 5) + " " + map.get("cat") + " " + map.get("none") + " " + map.getOrDefault("none", -1) + " " + map.containsKey("dog") + " " + map.containsValue(3));
        System.out.println(map.putIfAbsent("cat", 1) + " " + map.putIfAbsent("fish", 1) + " " + map.computeIfAbsent("cow", String::length) + " " + map.computeIfPresent("cow", (k, v) -> v * 10) + " " + map.computeIfPresent("cow", (k, v) -> null) + " " + map.compute("cat", (k, v) -> v == null ? 1 : v + 1) + " " + map.replace("cat", 3) + " " + map.replace("nothing", 1) + " " + map.remove("fish") + " " + map.remove("the", 99) + " " + map.remove("the", 3));
        System.out.println(map.keySet() + " " + map.values() + " " + map.entrySet());
        map.put(null, 0);
        map.put("nullvalue", null);
        System.out.println(map.get(null) + " " + map.containsKey("nullvalue") + " " + map.get("nullvalue") + " " + map.getOrDefault("nullvalue", 9));
        for (Map.Entry<String, Integer> e : map.entrySet()) {
            e.setValue(e.getValue() == null ? 100 : e.getValue() + 1);
        }
        System.out.println(map + " " + map.hashCode());
        map.keySet().removeIf(k -> k == null || k.length() > 4);
        map.values().remove(3);
        map.replaceAll((k, v) -> v * k.length());
        System.out.println(map);
        try {
            for (String k : map.keySet()) {
                map.put(k + "x", 1);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("modified");
        }
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            numbers.put(i * 7919, i);
        }
        long check = 0;
        for (Map.Entry<Integer, Integer> e : numbers.entrySet()) {
            check = check * 31 + e.getKey() + e.getValue();
        }
        System.out.println(numbers.size() + " " + check);
        Set<Character> letters = new HashSet<>();
        for (char c : "hello world".toCharArray()) {
            System.out.print(letters.add(c) ? '+' : '-');
        }
        System.out.println(letters + " " + letters.contains('w') + " " + letters.remove('h'));
        Set<Integer> a = new HashSet<>(List.of(1, 2, 3, 4)), b = new HashSet<>(List.of(3, 4, 5));
        Set<Integer> union = new HashSet<>(a);
        union.addAll(b);
        a.retainAll(b);
        System.out.println(union + " " + a + " " + a.equals(Set.of(4, 3)) + " " + a.hashCode());
        Map<String, List<Integer>> multi = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            multi.computeIfAbsent(i % 3 == 0 ? "three" : "other", k -> new ArrayList<>()).add(i);
        }
        System.out.println(multi);
        Iterator<Integer> it = numbers.values().iterator();
        while (it.hasNext()) {
            if (it.next() % 2 == 0) {
                it.remove();
            }
        }
        System.out.println(numbers.size());
        Map<Double, String> doubles = new HashMap<>();
        doubles.put(0.0, "zero");
        doubles.put(-0.0, "minus zero");
        doubles.put(Double.NaN, "nan");
        System.out.println(doubles.size() + " " + doubles.get(Double.NaN) + " " + doubles.get(-0.0));
    }
}
