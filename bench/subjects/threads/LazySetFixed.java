/**
 * A sorted list with a lock for each node, after Heller and others (2005): whoever wants to change something walks to the place
 * without locks, locks the two nodes there, looks whether they are still in the list and beside each other, and changes the
 * link.
 */
public class LazySetFixed {
    private static final class Node {
        final int key;
        volatile Node next;
        volatile boolean marked;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    public boolean add(int key) {
        while (true) {
            Node before = head;
            Node node = before.next;
            while (node.key < key) {
                before = node;
                node = node.next;
            }
            synchronized (before) {
                synchronized (node) {
                    if (!follows(before, node)) {
                        continue;
                    }
                    if (node.key == key) {
                        return false;
                    }
                    before.next = new Node(key, node);
                    return true;
                }
            }
        }
    }

    public boolean remove(int key) {
        while (true) {
            Node before = head;
            Node node = before.next;
            while (node.key < key) {
                before = node;
                node = node.next;
            }
            synchronized (before) {
                synchronized (node) {
                    if (!follows(before, node)) {
                        continue;
                    }
                    if (node.key != key) {
                        return false;
                    }
                    node.marked = true;
                    before.next = node.next;
                    return true;
                }
            }
        }
    }

    private static boolean follows(Node before, Node node) {
        return !before.marked && !node.marked && before.next == node;
    }

    public boolean contains(int key) {
        Node node = head;
        while (node.key < key) {
            node = node.next;
        }
        return node.key == key && !node.marked;
    }
}
