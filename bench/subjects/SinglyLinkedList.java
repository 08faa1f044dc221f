import glassbox.api.Tree;

/** A list of objects, singly linked. Objects are compared by identity. */
public class SinglyLinkedList {
    static class Node {
        Object value;
        @Tree Node next;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    @Tree private Node first;

    public SinglyLinkedList() {}

    /** Adds an object at the end. */
    public void add(Object value) {
        Node node = new Node(value, null);
        if (first == null) {
            first = node;
            return;
        }
        Node last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = node;
    }

    /** Adds an object so that it has an index; 0 is the first place, the length of the list the last one. */
    public void insert(int index, Object value) throws IndexOutOfBoundsException {
        if (index < 0) {
            throw new IndexOutOfBoundsException();
        }
        if (index == 0) {
            first = new Node(value, first);
            return;
        }
        Node before = first;
        for (int i = 1; before != null && i < index; i++) {
            before = before.next;
        }
        if (before == null) {
            throw new IndexOutOfBoundsException();
        }
        before.next = new Node(value, before.next);
    }

    /** Removes the first occurrence of an object, and says whether there is one. */
    public boolean remove(Object value) {
        Node before = null;
        Node node = first;
        while (node != null && node.value != value) {
            before = node;
            node = node.next;
        }
        if (node == null) {
            return false;
        }
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
        }
        return true;
    }

    /** Whether an object is there. */
    public boolean contains(Object value) {
        Node node = first;
        while (node != null && node.value != value) {
            node = node.next;
        }
        return node != null;
    }

    /** Turns the order around. */
    public void reverse() {
        Node last = first;
        Node done = null;
        while (first != null) {
            Node next = first.next;
            first.next = done;
            done = first;
            first = next;
        }
        first = done;
        assert last == null || first != null && last.next == null;
    }
}
