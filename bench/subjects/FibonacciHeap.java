import glassbox.api.Ghost;
import glassbox.api.Tree;

/**
 * A priority queue of integers as a Fibonacci heap. Insertion only adds a tree, removing the least element links
 * trees until all roots have different degrees, and a node that is made less than its parent becomes a root, and so
 * does a parent that loses a second child. Siblings are a doubly linked list with two ends, not a ring; the first
 * root is the least one.
 */
public class FibonacciHeap {
    static class Node {
        int key;
        int degree;
        /** Whether this node has lost a child since it got its parent. */
        boolean mark;
        @Tree Node child;
        @Tree Node right;
        Node left;
        Node parent;
        /** The number of siblings from this one on. */
        @Ghost int length;
        /** The least key of this node and the siblings after it. */
        @Ghost int least;

        Node(int key) {
            this.key = key;
        }

        /**
         * Whether the children are not less, know their parent, and are as many as the degree says, siblings know each
         * other, and a mark is not on a root.
         */
        boolean repOkLocal() {
            if (length != (right == null ? 1 : right.length + 1)) {
                return false;
            }
            if (least != (right == null || key < right.least ? key : right.least)) {
                return false;
            }
            if (child == null
                    ? degree != 0
                    : degree != child.length || child.parent != this || child.left != null || child.least < key) {
                return false;
            }
            if (right != null && (right.left != this || right.parent != parent)) {
                return false;
            }
            return parent != null || !mark;
        }
    }

    @Tree private Node min;

    public FibonacciHeap() {}

    /** Whether the first root is the first of its list and the least. */
    boolean repOkLocal() {
        return min == null || min.parent == null && min.left == null && min.key == min.least;
    }

    /** Adds an integer; it may be there several times. */
    public void insert(int key) {
        addRoot(new Node(key));
    }

    /** The least integer; 0 if there is none. */
    public int minimum() {
        return min == null ? 0 : min.key;
    }

    /** Removes the least integer and gives it; gives 0 if there is none. */
    public int extractMin() {
        Node gone = min;
        if (gone == null) {
            return 0;
        }
        Node[] byDegree = new Node[degreeBound(gone)];
        collect(gone.right, byDegree);
        collect(gone.child, byDegree);
        min = null;
        for (int i = 0; i < byDegree.length; i++) {
            if (byDegree[i] != null) {
                addRoot(byDegree[i]);
            }
        }
        return gone.key;
    }

    /**
     * Makes a key less, where it is first found, and says whether it was there and greater. The search takes as long
     * as the heap is large.
     */
    public boolean decreaseKey(int key, int lower) {
        if (lower >= key) {
            return false;
        }
        Node node = find(min, key);
        if (node == null) {
            return false;
        }
        node.key = lower;
        Node parent = node.parent;
        if (parent != null && lower < parent.key) {
            cut(node);
            while (parent.parent != null) {
                Node next = parent.parent;
                if (!parent.mark) {
                    parent.mark = true;
                    break;
                }
                cut(parent);
                parent = next;
            }
        } else if (parent == null && lower < min.key) {
            unlink(node);
            addRoot(node);
        }
        return true;
    }

    private static Node find(Node node, int key) {
        for (; node != null; node = node.right) {
            if (node.key == key) {
                return node;
            }
            if (node.key < key) {
                Node found = find(node.child, key);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Adds a tree that has no siblings: before all others if it is less than them, else after the first. */
    private void addRoot(Node node) {
        if (min == null) {
            min = node;
        } else if (node.key < min.key) {
            node.right = min;
            min.left = node;
            min = node;
        } else {
            node.left = min;
            node.right = min.right;
            if (min.right != null) {
                min.right.left = node;
            }
            min.right = node;
        }
    }

    /** Takes a node that is not the first root out of the list of its siblings. */
    private static void unlink(Node node) {
        if (node.left != null) {
            node.left.right = node.right;
        } else if (node.parent != null) {
            node.parent.child = node.right;
        }
        if (node.right != null) {
            node.right.left = node.left;
        }
        node.left = null;
        node.right = null;
    }

    /** Makes a child a root. */
    private void cut(Node node) {
        unlink(node);
        node.parent.degree--;
        node.parent = null;
        node.mark = false;
        addRoot(node);
    }

    /** A number above every degree that linking the roots after one and its children can give. */
    private static int degreeBound(Node gone) {
        int trees = gone.degree;
        int greatest = 0;
        for (Node root = gone.right; root != null; root = root.right) {
            trees++;
            if (root.degree > greatest) {
                greatest = root.degree;
            }
        }
        for (Node child = gone.child; child != null; child = child.right) {
            if (child.degree > greatest) {
                greatest = child.degree;
            }
        }
        return greatest + trees + 1;
    }

    /** Makes siblings roots without siblings, and links those of equal degree. */
    private static void collect(Node first, Node[] byDegree) {
        Node next = first;
        while (next != null) {
            Node tree = next;
            next = next.right;
            tree.left = null;
            tree.right = null;
            tree.parent = null;
            tree.mark = false;
            while (byDegree[tree.degree] != null) {
                Node other = byDegree[tree.degree];
                byDegree[tree.degree] = null;
                if (other.key < tree.key) {
                    link(tree, other);
                    tree = other;
                } else {
                    link(other, tree);
                }
            }
            byDegree[tree.degree] = tree;
        }
    }

    /** Makes a root without siblings the first child of another one that is not greater. */
    private static void link(Node lower, Node upper) {
        lower.parent = upper;
        lower.right = upper.child;
        if (upper.child != null) {
            upper.child.left = lower;
        }
        upper.child = lower;
        upper.degree++;
    }
}
