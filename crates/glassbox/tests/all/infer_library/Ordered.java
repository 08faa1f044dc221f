import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collections that keep their elements in an order, and collections that nobody changes. */
class Ordered {
    static class Thing implements Comparable<Thing> {
        int rank;

        @Override
        public int compareTo(Thing other) {
            return rank < other.rank ? -1 : rank > other.rank ? 1 : 0;
        }
    }

    TreeMap<Thing, Thing> map;
    TreeSet<Thing> set;
    NavigableSet<Thing> navigable;
    PriorityQueue<Thing> queue;

    @Requires("map != null && key != null")
    @Ensures("result == value")
    Thing holdsPut(Thing key, Thing value) {
        map.put(key, value);
        return map.get(key);
    }

    @Requires("map != null && key != null")
    @Ensures("result")
    boolean violatedPutIsFirst(Thing key, Thing value) {
        map.put(key, value);
        return map.firstKey() == key;
    }

    @Requires("map != null")
    @Ensures("result")
    boolean holdsKeysAscend() {
        Thing last = null;
        for (Thing key : map.keySet()) {
            if (last != null && last.rank >= key.rank) {
                return false;
            }
            last = key;
        }
        return true;
    }

    @Requires("map != null")
    @Ensures("result")
    boolean unknownEntries() {
        return map.entrySet().size() >= 0;
    }

    @Requires("set != null && x != null")
    @Ensures("result")
    boolean holdsFloor(Thing x) {
        Thing floor = set.floor(x);
        return floor == null ? set.isEmpty() || set.first().rank > x.rank : floor.rank <= x.rank && set.contains(floor);
    }

    @Requires("navigable != null && x != null")
    @Ensures("result")
    boolean holdsAddedOnce(Thing x) {
        return navigable.add(x) ? !navigable.add(x) : navigable.contains(x);
    }

    // Another one with the same rank is in the set already.
    @Requires("navigable != null && x != null")
    @Ensures("result")
    boolean violatedAddedItself(Thing x) {
        navigable.add(x);
        return navigable.floor(x) == x;
    }

    @Requires("queue != null && x != null")
    @Ensures("result")
    boolean holdsLeastFirst(Thing x) {
        queue.add(x);
        Thing first = queue.poll(), second = queue.peek();
        return first.rank <= x.rank && (second == null || first.rank <= second.rank);
    }

    @Requires("queue != null && x != null")
    @Ensures("result")
    boolean violatedFirstIn(Thing x) {
        Thing first = queue.peek();
        queue.add(x);
        return first == null || queue.poll() == first;
    }

    @Ensures("result")
    boolean holdsList(Thing x, Thing y) {
        List<Thing> list = List.of(x, y);
        return list.size() == 2 && list.get(0) == x && list.contains(y);
    }

    @Ensures("result")
    boolean violatedListIndex(Thing x, Thing y) {
        return List.of(x, y).indexOf(y) == 1;
    }

    @Requires("x != null")
    @Ensures("!result")
    boolean holdsListIsFixed(Thing x) {
        try {
            return List.of(x).add(x);
        } catch (UnsupportedOperationException refused) {
            return false;
        }
    }

    @Ensures("x != y")
    boolean holdsSetOfDifferent(Thing x, Thing y) {
        return Set.of(x, y).contains(x);
    }

    @Ensures("result == value")
    Thing holdsMapOf(Thing key, Thing value) {
        return Map.of(key, value).get(key);
    }

    @Ensures("result == null")
    Thing violatedMapOf(Thing key, Thing value, Thing other) {
        return Map.of(key, value).get(other);
    }
}
