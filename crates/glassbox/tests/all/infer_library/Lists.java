import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;

/** Methods that use lists. */
class Lists {
    static class Thing {
        int weight;
    }

    ArrayList<Thing> things;

    @Requires("things != null")
    @Ensures("result == thing")
    Thing holdsAddedLast(Thing thing) {
        things.add(thing);
        return things.get(things.size() - 1);
    }

    @Requires("things != null")
    @Ensures("result == thing")
    Thing violatedAddedFirst(Thing thing) {
        things.add(thing);
        return things.get(0);
    }

    @Requires("things != null && thing != null")
    @Ensures("thing in things.e0 + things.e1 + things.e2 + things.e3")
    void holdsInside(Thing thing) {
        if (!things.contains(thing)) {
            things.add(thing);
        }
    }

    @Requires("things != null")
    @Ensures("result")
    boolean holdsRemoveShifts() {
        int before = things.size();
        if (before < 2) {
            return true;
        }
        Object second = things.get(1);
        things.remove(0);
        return things.get(0) == second && things.size() == before - 1;
    }

    @Requires("things != null")
    @Ensures("result")
    boolean violatedRemoveAll(Thing thing) {
        things.remove(thing);
        return !things.contains(thing);
    }

    @Requires("things != null")
    @Ensures("result")
    boolean holdsWalk(Thing thing) {
        boolean found = false;
        for (Object element : things) {
            found |= element == thing;
        }
        return found == things.contains(thing);
    }

    @Requires("things != null")
    @Ensures("result")
    boolean holdsWalkRemoves(Thing thing) {
        for (Iterator<?> walk = things.iterator(); walk.hasNext();) {
            if (walk.next() == thing) {
                walk.remove();
            }
        }
        return !things.contains(thing);
    }

    @Requires("things != null")
    @Ensures("!result")
    boolean violatedConcurrent(Thing thing) {
        try {
            for (Object element : things) {
                things.remove(thing);
            }
            return false;
        } catch (java.util.ConcurrentModificationException thrown) {
            return true;
        }
    }

    @Requires("things != null")
    @Ensures("result")
    boolean holdsBeyond(int index) {
        try {
            things.get(index);
            return 0 <= index && index < things.size();
        } catch (IndexOutOfBoundsException thrown) {
            return index < 0 || index >= things.size();
        }
    }

    @Requires("things != null")
    @Ensures("result")
    boolean violatedBeyond(int index) {
        try {
            things.get(index);
            return index != 1;
        } catch (IndexOutOfBoundsException thrown) {
            return true;
        }
    }

    @Ensures("result")
    static boolean holdsOther(List<Thing> list, Thing thing) {
        if (list == null) {
            return true;
        }
        list.add(0, thing);
        return list.indexOf(thing) == 0 && list.get(0) == thing;
    }

    @Ensures("result")
    static boolean violatedOther(List<Thing> list, Thing thing) {
        return list == null || list.lastIndexOf(thing) == list.indexOf(thing);
    }

    @Ensures("result")
    static boolean holdsKinds(List<Thing> list) {
        return list == null || list instanceof ArrayList || list instanceof LinkedList;
    }

    @Ensures("result")
    static boolean violatedKinds(List<Thing> list) {
        return list == null || list instanceof ArrayList;
    }

    @Ensures("result")
    static boolean holdsEqual(Thing thing) {
        List<Thing> one = new ArrayList<>();
        List<Thing> other = new LinkedList<>();
        one.add(thing);
        other.add(thing);
        return one.equals(other) && other.equals(one);
    }
}
