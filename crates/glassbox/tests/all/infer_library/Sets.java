import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Methods that use sets, and values that may be missing. */
class Sets {
    static class Thing {
        int weight;
    }

    HashSet<Thing> set;

    @Requires("set != null")
    @Ensures("result")
    boolean holdsOnce(Thing thing) {
        set.add(thing);
        return !set.add(thing) && set.contains(thing);
    }

    @Requires("set != null")
    @Ensures("result")
    boolean violatedNew(Thing thing) {
        return set.add(thing);
    }

    @Requires("set != null")
    @Ensures("result")
    boolean holdsRemoved(Thing thing) {
        set.remove(thing);
        return !set.contains(thing);
    }

    @Requires("set != null")
    @Ensures("result")
    boolean violatedSize(Thing thing) {
        int before = set.size();
        set.remove(thing);
        return set.size() == before;
    }

    @Ensures("result")
    static boolean holdsOther(Set<Thing> set, Thing one, Thing other) {
        if (set == null) {
            return true;
        }
        boolean had = set.contains(other);
        set.add(one);
        return set.contains(other) == (had || one == other);
    }

    @Ensures("result")
    static boolean violatedOther(Set<Thing> set, Thing one, Thing other) {
        return set == null || !set.contains(one) || !set.contains(other);
    }

    @Ensures("result")
    static boolean holdsOrder(Thing one, Thing other) {
        Set<Thing> set = new LinkedHashSet<>();
        set.add(one);
        set.add(other);
        return set.iterator().next() == one;
    }

    @Ensures("result")
    static boolean violatedOrder(Thing one, Thing other) {
        Set<Thing> set = new LinkedHashSet<>();
        set.add(one);
        set.add(other);
        Thing last = null;
        for (Thing thing : set) {
            last = thing;
        }
        return last == one;
    }

    @Ensures("result == thing")
    static Object holdsPresent(Thing thing) {
        return Optional.ofNullable(thing).orElse(null);
    }

    @Ensures("result")
    static boolean violatedPresent(Thing thing) {
        return Optional.ofNullable(thing).isPresent();
    }
}
