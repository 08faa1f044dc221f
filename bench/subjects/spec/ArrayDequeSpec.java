import glassbox.api.Spec;
import java.util.NoSuchElementException;

/**
 * The invariant of the JDK's deque in a circular array. The array is not part of a tree: the same object may be in it
 * several times.
 */
@Spec(value = "java.util.ArrayDeque",
        methods = {"addFirst", "addLast", "removeFirst", "removeLast", "pollFirst", "pollLast", "peekFirst", "peekLast",
            "contains", "removeFirstOccurrence", "removeLastOccurrence", "clear"},
        allows = {NoSuchElementException.class, NullPointerException.class})
class ArrayDequeSpec {
    Object[] elements;
    int head;
    int tail;

    /** Whether there are objects in the slots from the head on up to the one before the tail, and in no others. */
    boolean repOk() {
        if (elements == null || head < 0 || head >= elements.length || tail < 0 || tail >= elements.length) {
            return false;
        }
        for (int i = 0; i < elements.length; i++) {
            boolean used = head <= tail ? head <= i && i < tail : head <= i || i < tail;
            if (used != (elements[i] != null)) {
                return false;
            }
        }
        return true;
    }
}
