import glassbox.api.Ensures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Methods that use boxed numbers. */
class Numbers {
    @Ensures("result")
    static boolean holdsNumbers(int one, int other) {
        List<Integer> list = new ArrayList<>();
        list.add(one);
        list.add(other);
        return list.contains(one) && list.indexOf(other) == (one == other ? 0 : 1) && list.get(1) == other;
    }

    @Ensures("result")
    static boolean violatedNumbers(int one, int other) {
        List<Integer> list = new ArrayList<>();
        list.add(one);
        list.add(other);
        return list.indexOf(other) == 1;
    }

    @Ensures("result == a + b")
    static int holdsCounts(Integer key, int a, int b) {
        Map<Integer, Integer> counts = new HashMap<>();
        counts.put(key, a);
        counts.put(key, counts.get(key) + b);
        return counts.get(key);
    }

    @Ensures("result")
    static boolean violatedCounts(int one, int other) {
        Map<Integer, Integer> counts = new HashMap<>();
        counts.put(one, 1);
        counts.put(other, 2);
        return counts.size() == 2;
    }
}
