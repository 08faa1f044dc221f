/**
 * A sorted list with a lock for each node, after Heller and others (2005): whoever wants to change something walks to the place
 * without locks, locks the two nodes there, and changes the link. It should look then whether the nodes are still in the list;
 * this one does not, so that what is added behind a node that was removed meanwhile is lost.
 */
public class LazySet {
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
        Node before = head;
        Node node = before.next;
        while (node.key < key) {
            before = node;
            node = node.next;
        }
        synchronized (before) {
            synchronized (node) {
                if (node.key == key) {
                    return false;
                }
                before.next = new Node(key, node);
                return true;
            }
        }
    }

    public boolean remove(int key) {
        Node before = head;
        Node node = before.next;
        while (node.key < key) {
            before = node;
            node = node.next;
        }
        synchronized (before) {
            synchronized (node) {
                if (node.key != key) {
                    return false;
                }
                node.marked = true;
                before.next = node.next;
                return true;
            }
        }
    }

    public boolean contains(int key) {
        Node node = head;
        while (node.key < key) {
            node = node.next;
        }
        return node.key == key && !node.marked;
    }
}
