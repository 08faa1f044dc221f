import java.util.*;

public class IdentityHashMaps {
    public static void main(String[] args) {
        IdentityHashMap<String, Integer> map = new IdentityHashMap<>();
        String first = new String("key");
        String second = new String("key");
        map.put(first, 1);
        map.put(second, 2);
        System.out.println(map.size() + " " + map.get(first) + " " + map.get(second) + " " + map.get("key"));
        System.out.println(map.containsKey(first) + " " + map.containsKey("key") + " " + map.containsValue(2));
        map.put("key", 3);
        System.out.println(map.size() + " " + map.get("key") + " " + map.remove(first) + " " + map.size());
        Map<Object, String> numbers = new IdentityHashMap<>();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Object key = new int[] {i};
            keys.add(key);
            numbers.put(key, "n" + i);
        }
        int found = 0;
        for (int i = 0; i < 100; i++) {
            if (numbers.get(keys.get(i)).equals("n" + i)) {
                found++;
            }
        }
        System.out.println(found + " " + numbers.size());
        numbers.keySet().removeIf(key -> ((int[]) key)[0] % 2 == 0);
        TreeSet<String> left = new TreeSet<>(numbers.values());
        System.out.println(left.size() + " " + left.first() + " " + left.last());
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        System.out.println(seen.add(first) + " " + seen.add(second) + " " + seen.add(first) + " " + seen.size());
        map.replaceAll((key, value) -> value * 10);
        System.out.println(new TreeSet<>(map.values()));
        Map<String, Integer> copy = new IdentityHashMap<>(map);
        System.out.println(copy.equals(map) + " " + copy.entrySet().equals(map.entrySet()));
    }
}
