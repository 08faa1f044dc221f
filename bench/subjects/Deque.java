/**
 * A double-ended queue of integers without repetition, as a doubly linked list. An integer that is there
 * already is moved to the end where it is added.
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

    /**
     * Whether the list is the same in both directions, has {@code size} nodes, and repeats no integer. The walk
     * ends: a node that is reached twice would need two previous nodes.
     */
    public boolean repOk() {
        int nodes = 0;
        Node before = null;
        for (Node node = first; node != null; node = node.next) {
            if (node.previous != before || isBefore(node)) {
                return false;
            }
            before = node;
            nodes++;
        }
        return last == before && nodes == size;
    }

    /** Whether the value of a node is in the list before it. */
    private static boolean isBefore(Node node) {
        for (Node other = node.previous; other != null; other = other.previous) {
            if (other.value == node.value) {
                return true;
            }
        }
        return false;
    }
}
