import glassbox.api.Spec;
import glassbox.api.Tree;
import java.util.NoSuchElementException;

/** The invariant of the JDK's doubly linked list. */
@Spec(value = "java.util.LinkedList",
        methods = {"addFirst", "addLast", "add(Object)", "add(int,Object)", "removeFirst", "removeLast", "remove(int)",
            "remove(Object)", "get", "set", "indexOf", "clear"},
        allows = {NoSuchElementException.class, IndexOutOfBoundsException.class})
class LinkedListSpec {
    @Spec("java.util.LinkedList$Node")
    static class Node {
        Object item;
        @Tree Node next;
        Node prev;

        /** Whether the next node points back. */
        boolean repOkLocal() {
            return next == null || next.prev == this;
        }
    }

    int size;
    @Tree Node first;
    Node last;

    /** Whether nothing is before the first node. */
    boolean repOkLocal() {
        return first == null || first.prev == null;
    }

    /** Whether the last node is what the list ends with, and the size is the number of nodes. */
    boolean repOk() {
        Node end = null;
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            end = node;
            count++;
        }
        return last == end && size == count;
    }
}
