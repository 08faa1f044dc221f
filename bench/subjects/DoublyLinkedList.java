import glassbox.api.Tree;

/** A list of objects, doubly linked, that knows both ends. Objects are compared by identity. */
public class DoublyLinkedList {
    static class Node {
        Object value;
        @Tree Node next;
        Node prev;

        Node(Object value, Node prev, Node next) {
            this.value = value;
            this.prev = prev;
            this.next = next;
        }

        /** Whether the next node points back. */
        boolean repOkLocal() {
            return next == null || next.prev == this;
        }
    }

    @Tree private Node first;
    private Node last;

    public DoublyLinkedList() {}

    /** Adds an object at the front. */
    public void addFirst(Object value) {
        Node node = new Node(value, null, first);
        if (first == null) {
            last = node;
        } else {
            first.prev = node;
        }
        first = node;
    }

    /** Adds an object at the end. */
    public void addLast(Object value) {
        Node node = new Node(value, last, null);
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    /** Takes the object at the front off and gives it; gives null if there is none. */
    public Object removeFirst() {
        if (first == null) {
            return null;
        }
        Object value = first.value;
        unlink(first);
        return value;
    }

    /** Takes the object at the end off and gives it; gives null if there is none. */
    public Object removeLast() {
        if (last == null) {
            return null;
        }
        Object value = last.value;
        unlink(last);
        return value;
    }

    /** Removes the last occurrence of an object, and says whether there is one. */
    public boolean remove(Object value) {
        Node node = last;
        while (node != null && node.value != value) {
            node = node.prev;
        }
        if (node == null) {
            return false;
        }
        unlink(node);
        return true;
    }

    /** Turns the order around. */
    public void reverse() {
        Node node = first;
        while (node != null) {
            Node next = node.next;
            node.next = node.prev;
            node.prev = next;
            node = next;
        }
        Node end = first;
        first = last;
        last = end;
    }

    private void unlink(Node node) {
        if (node.prev == null) {
            first = node.next;
        } else {
            node.prev.next = node.next;
        }
        if (node.next == null) {
            last = node.prev;
        } else {
            node.next.prev = node.prev;
        }
    }

    /** Whether nothing is before the first node. */
    boolean repOkLocal() {
        return first == null || first.prev == null;
    }

    /** Whether the last node is what the list ends with. */
    public boolean repOk() {
        Node node = first;
        while (node != null && node.next != null) {
            node = node.next;
        }
        return node == last;
    }
}
