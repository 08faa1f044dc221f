import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Queue;

/** Methods that use queues. */
class Queues {
    static class Thing {}

    ArrayDeque<Thing> queue;

    @Requires("queue != null && thing != null")
    @Ensures("result == thing")
    Thing holdsStack(Thing thing) {
        queue.push(thing);
        return queue.pop();
    }

    @Requires("queue != null && thing != null")
    @Ensures("result == thing")
    Thing violatedFirstIn(Thing thing) {
        queue.addLast(thing);
        return queue.poll();
    }

    @Requires("queue != null && thing != null")
    @Ensures("queue.e0 == old(queue.e0) || no old(queue.e0)")
    void holdsBehind(Thing thing) {
        queue.offer(thing);
    }

    @Requires("queue != null")
    @Ensures("result")
    boolean holdsNoNull() {
        try {
            queue.add(null);
            return false;
        } catch (NullPointerException thrown) {
            return !queue.contains(null);
        }
    }

    @Requires("queue != null")
    @Ensures("result")
    boolean violatedEmpty() {
        try {
            return queue.removeFirst() != null;
        } catch (NoSuchElementException thrown) {
            return false;
        }
    }

    @Ensures("result")
    static boolean holdsOther(Deque<Thing> deque, Thing one, Thing other) {
        if (deque == null || one == null || other == null) {
            return true;
        }
        deque.addFirst(one);
        deque.addFirst(other);
        return deque.pollFirst() == other && deque.pollFirst() == one;
    }

    @Ensures("result")
    static boolean violatedOther(Queue<Thing> waiting, Thing thing) {
        if (waiting == null || thing == null) {
            return true;
        }
        waiting.add(thing);
        waiting.remove();
        return !waiting.contains(thing);
    }
}
