import glassbox.api.Ensures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the specifications do not say. */
class Unspecified {
    static class Thing {
        int weight;
    }

    static class Odd {
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Odd && ((Odd) other).number == number;
        }
    }

    @Ensures("result")
    static boolean unknownKeys(Map<Thing, Thing> map) {
        if (map != null) {
            for (Object key : map.keySet()) {
                return key == null;
            }
        }
        return true;
    }

    @Ensures("result")
    static boolean unknownOrder(Set<Thing> set) {
        if (set != null) {
            for (Object element : set) {
                return element == null;
            }
        }
        return true;
    }

    @Ensures("result")
    static boolean unknownSort(List<Thing> list) {
        if (list != null) {
            list.sort(null);
        }
        return true;
    }

    @Ensures("result")
    static boolean unknownSorted(List<Thing> list) {
        if (list != null) {
            list.sort((one, other) -> 0);
            return list.size() > 1;
        }
        return true;
    }

    @Ensures("result")
    static boolean unknownPart(ArrayList<Thing> list) {
        return list == null || list.subList(0, 0).isEmpty();
    }

    @Ensures("result")
    static boolean unknownBackwards(LinkedList<Thing> list) {
        return list == null || list.descendingIterator() != null;
    }

    @Ensures("result")
    static boolean unknownQueue(ArrayDeque<Thing> queue) {
        return queue == null || queue.iterator() != null;
    }

    @Ensures("result")
    static boolean unknownCopy(HashMap<Thing, Thing> map) {
        return map == null || new HashMap<>(map).size() == map.size();
    }

    @Ensures("result")
    static boolean unknownLinked(Thing thing) {
        Map<Thing, Thing> map = new LinkedHashMap<>();
        map.put(thing, thing);
        return map.keySet() != null;
    }

    @Ensures("result")
    static boolean unknownEquals(HashSet<Odd> set, Odd odd) {
        return set == null || set.add(odd) || set.contains(odd);
    }

    @Ensures("result")
    static boolean unknownIdentity(int number) {
        Integer one = number;
        Integer other = number;
        return one == other;
    }

    @Ensures("result")
    static boolean unknownText(ArrayList<Thing> list) {
        return list == null || list.toString() != null;
    }

    @Ensures("result")
    static boolean unknownEmpty(Thing thing) {
        if (thing == null) {
            return true;
        }
        return Collections.emptyList().contains(thing);
    }
}
