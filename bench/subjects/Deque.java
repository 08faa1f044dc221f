import java.util.HashSet;
import java.util.Set;

/**
 * A double-ended queue of integers without repetition, as a doubly linked list. An integer that is there already is moved to the
 * end where it is added.
 */
public class Deque {
    static class Node {
        int value;
        Node previous;
        Node next;

        Node(int value) {
            this.value = value;
        }

        /** Whether the neighbours point back at this node. */
        boolean repOkLocal() {
            return (previous == null || previous.next == this) && (next == null || next.previous == this);
        }
    }

    private Node first;
    private Node last;
    private int size;

    public Deque() {}

    /** Puts an integer at the front. */
    public void addFirst(int value) {
        Node node = take(value);
        node.next = first;
        if (first == null) {
            last = node;
        } else {
            first.previous = node;
        }
        first = node;
        size++;
    }

    /** Puts an integer at the back. */
    public void addLast(int value) {
        Node node = take(value);
        node.previous = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
    }

    /** The node of an integer, out of the list: a new one if the list has none. */
    private Node take(int value) {
        Node node = first;
        while (node != null && node.value != value) {
            node = node.next;
        }
        if (node == null) {
            return new Node(value);
        }
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next == null) {
            last = node.previous;
        } else {
            node.next.previous = node.previous;
        }
        node.previous = null;
        node.next = null;
        size--;
        return node;
    }

    /** Whether the list is the same in both directions, has {@code size} nodes, and repeats no integer. */
    public boolean repOk() {
        Set<Node> nodes = new HashSet<>();
        Set<Integer> values = new HashSet<>();
        Node before = null;
        for (Node node = first; node != null; node = node.next) {
            if (!nodes.add(node) || !values.add(node.value) || node.previous != before) {
                return false;
            }
            before = node;
        }
        return last == before && nodes.size() == size;
    }
}
