import java.util.HashMap;
import java.util.Map;

/** 100,000 operations on a map of the library with hashed keys, five times. */
public class HashMaps {
    public static void main(String[] arguments) {
        long sum = 0;
        for (int round = 0; round < 5; round++) {
            Map<Integer, Integer> map = new HashMap<>();
            for (int i = 0; i < 100_000; i++) {
                int key = i * 7 % 20_011;
                switch (i % 4) {
                    case 0 -> map.put(key, i);
                    case 1 -> map.merge(key, 1, Integer::sum);
                    case 2 -> sum += map.getOrDefault(key, -1);
                    default -> map.remove(key + round);
                }
            }
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                sum += entry.getKey() ^ entry.getValue();
            }
        }
        System.out.println(sum);
    }
}
