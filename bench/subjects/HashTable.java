import glassbox.api.Tree;

/** A map from integers to objects as an array of chains, which doubles when there would be more keys than chains. */
public class HashTable {
    private static final int CAPACITY = 2;

    static class Node {
        int key;
        Object value;
        @Tree Node next;

        Node(int key, Object value, Node next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    @Tree private Node[] buckets;
    private int size;

    public HashTable() {
        this(CAPACITY);
    }

    private HashTable(int capacity) {
        buckets = new Node[capacity];
    }

    /** An empty table with so many chains, at least one. */
    static HashTable ofCapacity(int n) {
        return new HashTable(n);
    }

    /** The value of a key; null if the key is not there. */
    public Object get(int key) {
        Node node = find(key);
        return node == null ? null : node.value;
    }

    /** Gives a key a value, and gives the value that it had; null if it was not there. */
    public Object put(int key, Object value) {
        Node node = find(key);
        if (node != null) {
            Object old = node.value;
            node.value = value;
            return old;
        }
        if (size == buckets.length) {
            grow();
        }
        int index = index(key, buckets.length);
        buckets[index] = new Node(key, value, buckets[index]);
        size++;
        return null;
    }

    /** Removes a key, and gives the value that it had; null if it was not there. */
    public Object remove(int key) {
        int index = index(key, buckets.length);
        Node before = null;
        Node node = buckets[index];
        while (node != null && node.key != key) {
            before = node;
            node = node.next;
        }
        if (node == null) {
            return null;
        }
        if (before == null) {
            buckets[index] = node.next;
        } else {
            before.next = node.next;
        }
        size--;
        return node.value;
    }

    private Node find(int key) {
        Node node = buckets[index(key, buckets.length)];
        while (node != null && node.key != key) {
            node = node.next;
        }
        return node;
    }

    private void grow() {
        Node[] larger = new Node[2 * buckets.length];
        for (int i = 0; i < buckets.length; i++) {
            Node node = buckets[i];
            while (node != null) {
                Node next = node.next;
                int index = index(node.key, larger.length);
                node.next = larger[index];
                larger[index] = node;
                node = next;
            }
        }
        buckets = larger;
    }

    /** The chain of a key. */
    private static int index(int key, int length) {
        int rest = key % length;
        return rest < 0 ? rest + length : rest;
    }

    /** Whether there is a chain, and there are not more keys than chains. */
    boolean repOkLocal() {
        return buckets != null && buckets.length > 0 && size <= buckets.length;
    }

    /** Whether every key is in its chain, once, and the size is the number of keys. */
    public boolean repOk() {
        int count = 0;
        for (int i = 0; i < buckets.length; i++) {
            for (Node node = buckets[i]; node != null; node = node.next) {
                if (index(node.key, buckets.length) != i) {
                    return false;
                }
                for (Node other = node.next; other != null; other = other.next) {
                    if (other.key == node.key) {
                        return false;
                    }
                }
                count++;
            }
        }
        return count == size;
    }
}
