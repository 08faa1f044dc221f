import glassbox.api.Sorted;
import glassbox.api.Tree;

/**
 * A set of integers as a sorted list with two express lanes: one links the nodes of level 1 and 2, the other one those
 * of level 2. Who inserts an integer tosses the coins and says its level.
 */
public class SkipList {
    private static final int LEVELS = 3;

    static class Node {
        @Sorted int key;
        int level;
        @Tree Node next;
        Node express;
        Node rapid;

        Node(int key, int level) {
            this.key = key;
            this.level = level;
        }

        /** Whether the level is possible, and a node is on no lane above it. */
        boolean repOkLocal() {
            return level >= 0 && level < LEVELS
                    && (level >= 1 || express == null)
                    && (level >= 2 || rapid == null);
        }
    }

    @Tree private Node first;
    private Node firstExpress;
    private Node firstRapid;

    public SkipList() {}

    /** Whether a key is there. */
    public boolean contains(int key) {
        Node node = after(before(key)[0], 0);
        return node != null && node.key == key;
    }

    /** Adds a key at a level from 0 to 2, and says whether it is new. */
    public boolean insert(int key, int level) throws IllegalArgumentException {
        if (level < 0 || level >= LEVELS) {
            throw new IllegalArgumentException();
        }
        Node[] before = before(key);
        Node next = after(before[0], 0);
        if (next != null && next.key == key) {
            return false;
        }
        Node node = new Node(key, level);
        for (int i = 0; i <= level; i++) {
            setAfter(node, i, after(before[i], i));
            setAfter(before[i], i, node);
        }
        return true;
    }

    /** Removes a key, and says whether it was there. */
    public boolean remove(int key) {
        Node[] before = before(key);
        Node node = after(before[0], 0);
        if (node == null || node.key != key) {
            return false;
        }
        for (int i = node.level; i >= 0; i--) {
            setAfter(before[i], i, after(node, i));
        }
        return true;
    }

    /** The last node on every lane with a lesser key; null where the first node does not have one. */
    private Node[] before(int key) {
        Node[] before = new Node[LEVELS];
        Node node = null;
        for (int i = LEVELS - 1; i >= 0; i--) {
            Node next = after(node, i);
            while (next != null && next.key < key) {
                node = next;
                next = after(node, i);
            }
            before[i] = node;
        }
        return before;
    }

    /** The next node on a lane; after null comes the first one. */
    private Node after(Node node, int level) {
        if (level == 0) {
            return node == null ? first : node.next;
        }
        if (level == 1) {
            return node == null ? firstExpress : node.express;
        }
        return node == null ? firstRapid : node.rapid;
    }

    private void setAfter(Node node, int level, Node next) {
        if (level == 0) {
            if (node == null) {
                first = next;
            } else {
                node.next = next;
            }
        } else if (level == 1) {
            if (node == null) {
                firstExpress = next;
            } else {
                node.express = next;
            }
        } else {
            if (node == null) {
                firstRapid = next;
            } else {
                node.rapid = next;
            }
        }
    }

    /** Whether the express lanes have all the nodes that their levels put there, in the order of the list. */
    public boolean repOk() {
        Node express = firstExpress;
        Node rapid = firstRapid;
        for (Node node = first; node != null; node = node.next) {
            if (node.level >= 1) {
                if (express != node) {
                    return false;
                }
                express = node.express;
            }
            if (node.level >= 2) {
                if (rapid != node) {
                    return false;
                }
                rapid = node.rapid;
            }
        }
        return express == null && rapid == null;
    }
}
