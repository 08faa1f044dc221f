import glassbox.api.Ensures;
import java.util.LinkedList;

/** Methods that use a class whose bytecode can be looked at as well. */
class Chains {
    static class Thing {}

    @Ensures("result == first")
    static Object holdsFirst(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.add(first);
        list.add(second);
        return list.getFirst();
    }

    @Ensures("result == first")
    static Object violatedFirst(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.addFirst(first);
        list.addFirst(second);
        return list.getFirst();
    }

    @Ensures("result")
    static boolean holdsRemoved(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.add(first);
        list.add(second);
        list.remove(first);
        return list.size() == 1 && list.contains(second);
    }

    @Ensures("result")
    static boolean violatedRemoved(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.add(first);
        list.add(second);
        list.remove(first);
        return !list.contains(first);
    }

    @Ensures("result")
    static boolean holdsStack(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.push(first);
        list.push(second);
        return list.pop() == second && list.pop() == first && list.poll() == null;
    }

    @Ensures("result")
    static boolean violatedQueue(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.offer(first);
        list.offer(second);
        return list.poll() == second;
    }

    @Ensures("result")
    static boolean violatedIndex(Thing first, Thing second) {
        LinkedList<Thing> list = new LinkedList<>();
        list.add(first);
        list.add(second);
        return list.indexOf(second) == 1;
    }
}
