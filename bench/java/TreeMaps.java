import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** 100,000 operations on a sorted map of the library, three times. */
public class TreeMaps {
    public static void main(String[] arguments) {
        long sum = 0;
        for (int round = 0; round < 3; round++) {
            TreeMap<Integer, Integer> map = new TreeMap<>();
            Random random = new Random(round);
            for (int i = 0; i < 100_000; i++) {
                int key = random.nextInt(30_000);
                switch (i % 4) {
                    case 0, 1 -> map.put(key, i);
                    case 2 -> {
                        Map.Entry<Integer, Integer> entry = map.ceilingEntry(key);
                        sum += entry == null ? 1 : entry.getValue();
                    }
                    default -> map.remove(key);
                }
            }
            for (int key : map.keySet()) {
                sum = sum * 31 + key;
            }
        }
        System.out.println(sum);
    }
}
