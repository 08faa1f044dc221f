/**
 * A priority queue of integers as a Fibonacci heap: circular doubly linked lists of heap-ordered trees.
 * Insertion only adds a tree; removing the least element links trees until all roots have different degrees.
 */
public class Fibheap {
    static class Node {
        int key;
        int degree;
        Node parent;
        Node child;
        Node left = this;
        Node right = this;

        Node(int key) {
            this.key = key;
        }

        /** Takes this node out of its ring; its neighbours stay what they were for it. */
        void leave() {
            left.right = right;
            right.left = left;
        }

        /** Puts this node into a ring, left of one of its nodes. */
        void join(Node ring) {
            left = ring.left;
            right = ring;
            left.right = this;
            ring.left = this;
        }

        /** Whether the neighbours point back, and this node is not less than its parent. */
        boolean repOkLocal() {
            return left != null && left.right == this
                    && right != null && right.left == this
                    && (parent == null || parent.key <= key && parent.degree > degree);
        }
    }

    private Node min;
    private int size;

    public Fibheap() {}

    /** Adds an integer; it may be there several times. */
    public void insert(int key) {
        Node node = new Node(key);
        if (min == null) {
            min = node;
        } else {
            node.join(min);
            if (key < min.key) {
                min = node;
            }
        }
        size++;
    }

    /** Removes the least integer; does nothing if there is none. */
    public void removeMin() {
        Node gone = min;
        if (gone == null) {
            return;
        }
        for (int left = gone.degree; left > 0; left--) {
            Node child = gone.child;
            gone.child = child.right;
            child.leave();
            child.join(gone.right);
            child.parent = null;
        }
        size--;
        if (gone.right == gone) {
            min = null;
        } else {
            gone.leave();
            min = gone.right;
            consolidate();
        }
    }

    /** Links roots of equal degree until there are none, and finds the least root. */
    private void consolidate() {
        Node[] byDegree = new Node[degreeBound(size)];
        int roots = 1;
        for (Node node = min.right; node != min; node = node.right) {
            roots++;
        }
        Node next = min;
        for (; roots > 0; roots--) {
            Node tree = next;
            next = next.right;
            while (byDegree[tree.degree] != null) {
                Node other = byDegree[tree.degree];
                byDegree[tree.degree] = null;
                if (other.key < tree.key) {
                    Node lesser = other;
                    other = tree;
                    tree = lesser;
                }
                link(other, tree);
            }
            byDegree[tree.degree] = tree;
        }
        min = null;
        for (Node root : byDegree) {
            if (root != null && (min == null || root.key < min.key)) {
                min = root;
            }
        }
    }

    /** A number above every degree in a heap of some size: a tree made by linking only has 2^degree nodes. */
    private static int degreeBound(int size) {
        int bound = 1;
        while (1L << bound <= size) {
            bound++;
        }
        return bound;
    }

    /** Makes one root a child of another one that is not greater. */
    private static void link(Node lower, Node upper) {
        lower.leave();
        lower.left = lower;
        lower.right = lower;
        lower.parent = upper;
        if (upper.child == null) {
            upper.child = lower;
        } else {
            lower.join(upper.child);
        }
        upper.degree++;
    }

    /**
     * Whether all rings and trees are well formed and in heap order, {@code min} is the least root, and there are
     * {@code size} nodes. Nothing is shared: a node has one parent, and one left neighbour.
     */
    public boolean repOk() {
        if (min == null) {
            return size == 0;
        }
        if (countNodes(min, null) != size) {
            return false;
        }
        for (Node root = min.right; root != min; root = root.right) {
            if (root.key < min.key) {
                return false;
            }
        }
        return true;
    }

    /**
     * The number of nodes in a ring with a parent and below it, or -1 if something there is wrong. Children have
     * the degrees 0, 1, 2, ... in the order in which they were linked.
     */
    private static int countNodes(Node start, Node parent) {
        int nodes = 0;
        int length = 0;
        Node node = start;
        do {
            if (node.parent != parent || !node.repOkLocal() || parent != null && node.degree != length) {
                return -1;
            }
            if (node.child != null) {
                int below = countNodes(node.child, node);
                if (below < 0) {
                    return -1;
                }
                nodes += below;
            } else if (node.degree != 0) {
                return -1;
            }
            nodes++;
            length++;
            node = node.right;
        } while (node != start);
        return parent != null && length != parent.degree ? -1 : nodes;
    }
}
