import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class LinkedHashMaps {
    static class Cache<K, V> extends LinkedHashMap<K, V> {
        final int capacity;

        Cache(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (String s : List.of("zebra", "apple", "mango", "apple", "kiwi")) {
            map.merge(s, s.length(), Integer::sum);
        }
        System.out.println(map);
        map.put("zebra", 0);
        map.remove("mango");
        map.put("mango", 1);
        System.out.println(map + " " + map.keySet() + " " + map.values());
        Cache<Integer, String> cache = new Cache<>(3);
        for (int i = 0; i < 4; i++) {
            cache.put(i, "v" + i);
        }
        cache.get(1);
        cache.put(9, "v9");
        System.out.println(cache);
        cache.getOrDefault(3, "");
        cache.putIfAbsent(1, "other");
        System.out.println(cache + " " + cache.containsKey(0));
        Set<Integer> set = new LinkedHashSet<>();
        for (int i = 10; i > 0; i -= 3) {
            set.add(i);
            set.add(i % 4);
        }
        System.out.println(set + " " + set.contains(7));
        set.remove(10);
        set.add(10);
        System.out.println(set);
        StringBuilder b = new StringBuilder();
        map.forEach((k, v) -> b.append(k.charAt(0)).append(v));
        set.forEach(b::append);
        System.out.println(b);
        System.out.println(map.equals(Map.of("zebra", 0, "apple", 10, "kiwi", 4, "mango", 1)) + " " + new LinkedHashSet<>(List.of(3, 1, 2)).equals(Set.of(1, 2, 3)));
        map.entrySet().removeIf(e -> e.getValue() < 2);
        System.out.println(map);
        Map.Entry<String, Integer> entry = Map.entry("k", 5);
        System.out.println(entry + " " + entry.getKey() + " " + entry.equals(Map.entry("k", 5)) + " " + new java.util.AbstractMap.SimpleEntry<>("a", 1));
    }
}
