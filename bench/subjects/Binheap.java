/**
 * A priority queue of integers as a binomial heap: a list of heap-ordered binomial trees, the degrees of
 * which strictly increase. The children of a node are a list too, the degrees of which decrease by one from
 * node to node.
 */
public class Binheap {
    static class Node {
        int key;
        int degree;
        Node parent;
        Node sibling;
        Node child;

        Node(int key) {
            this.key = key;
        }

        /** Makes another tree of the same degree the first child of this one. */
        void adopt(Node other) {
            other.parent = this;
            other.sibling = child;
            child = other;
            degree++;
        }

        /** Whether the children are in heap order, point back, and have all degrees below this one's. */
        boolean repOkLocal() {
            int expected = degree - 1;
            for (Node node = child; node != null; node = node.sibling) {
                if (node.parent != this || node.key < key || node.degree != expected) {
                    return false;
                }
                expected--;
            }
            return expected == -1;
        }
    }

    private Node head;
    private int size;

    public Binheap() {}

    /** Adds an integer; it may be there several times. */
    public void insert(int key) {
        head = unite(head, new Node(key));
        size++;
    }

    /** Removes one occurrence of an integer; does nothing if there is none. */
    public void delete(int key) {
        Node node = find(head, key);
        if (node == null) {
            return;
        }
        while (node.parent != null) {
            node.key = node.parent.key;
            node = node.parent;
        }
        removeRoot(node);
    }

    /**
     * The first node with a key among some siblings and what is below them, each with its subtree before the
     * next.
     */
    private static Node find(Node siblings, int key) {
        for (Node node = siblings; node != null; node = node.sibling) {
            if (node.key == key) {
                return node;
            }
            Node below = find(node.child, key);
            if (below != null) {
                return below;
            }
        }
        return null;
    }

    /** Takes a root out of the heap and unites its children with the rest. */
    private void removeRoot(Node root) {
        if (head == root) {
            head = root.sibling;
        } else {
            Node before = head;
            while (before.sibling != root) {
                before = before.sibling;
            }
            before.sibling = root.sibling;
        }
        Node children = null;
        Node child = root.child;
        while (child != null) {
            Node next = child.sibling;
            child.parent = null;
            child.sibling = children;
            children = child;
            child = next;
        }
        head = unite(head, children);
        size--;
    }

    /** One heap out of the trees of two. */
    private static Node unite(Node one, Node two) {
        Node head = merge(one, two);
        if (head == null) {
            return null;
        }
        Node before = null;
        Node tree = head;
        Node next = tree.sibling;
        while (next != null) {
            boolean three = next.sibling != null && next.sibling.degree == tree.degree;
            if (tree.degree != next.degree || three) {
                before = tree;
                tree = next;
            } else if (tree.key <= next.key) {
                tree.sibling = next.sibling;
                tree.adopt(next);
            } else {
                if (before == null) {
                    head = next;
                } else {
                    before.sibling = next;
                }
                next.adopt(tree);
                tree = next;
            }
            next = tree.sibling;
        }
        return head;
    }

    /**
     * One list of the trees of two, by degree; of two trees of the same degree, the first list's comes first.
     */
    private static Node merge(Node one, Node two) {
        Node head = null;
        Node tail = null;
        while (one != null || two != null) {
            Node tree;
            if (two == null || one != null && one.degree <= two.degree) {
                tree = one;
                one = one.sibling;
            } else {
                tree = two;
                two = two.sibling;
            }
            if (tail == null) {
                head = tree;
            } else {
                tail.sibling = tree;
            }
            tail = tree;
        }
        return head;
    }

    /**
     * Whether the heap is a list of binomial trees in heap order, by degree, with {@code size} nodes. Nothing is
     * shared: a node has one parent, and one degree below it.
     */
    public boolean repOk() {
        long nodes = 0;
        int degree = -1;
        for (Node root = head; root != null; root = root.sibling) {
            if (root.parent != null || root.degree <= degree || !isTree(root)) {
                return false;
            }
            degree = root.degree;
            nodes += 1L << degree;
        }
        return nodes == size;
    }

    private static boolean isTree(Node node) {
        if (!node.repOkLocal()) {
            return false;
        }
        for (Node child = node.child; child != null; child = child.sibling) {
            if (!isTree(child)) {
                return false;
            }
        }
        return true;
    }
}
