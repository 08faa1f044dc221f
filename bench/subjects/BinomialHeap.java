import glassbox.api.Ghost;
import glassbox.api.Tree;

/**
 * A priority queue of integers as a binomial heap: a list of heap-ordered trees of ascending degrees. A tree of
 * degree k has k children of the degrees k - 1 to 0, linked as siblings.
 */
public class BinomialHeap {
    static class Node {
        int key;
        int degree;
        @Tree Node child;
        @Tree Node sibling;
        Node parent;
        /** The least key of this node and the siblings after it. */
        @Ghost int least;

        Node(int key) {
            this.key = key;
        }

        /**
         * Whether the children are not less, know their parent, and have the degrees that follow; the siblings of a
         * root have greater degrees.
         */
        boolean repOkLocal() {
            if (child == null ? degree != 0 : child.degree != degree - 1 || child.parent != this) {
                return false;
            }
            if (child != null && child.least < key) {
                return false;
            }
            if (sibling == null) {
                return least == key && (parent == null || degree == 0);
            }
            return sibling.parent == parent
                    && (parent == null ? sibling.degree > degree : sibling.degree == degree - 1)
                    && least == (sibling.least < key ? sibling.least : key);
        }
    }

    @Tree private Node head;

    public BinomialHeap() {}

    /** Whether the first tree has no parent. */
    boolean repOkLocal() {
        return head == null || head.parent == null;
    }

    /** Adds an integer; it may be there several times. */
    public void insert(int key) {
        head = union(head, new Node(key));
    }

    /** The least integer; 0 if there is none. */
    public int minimum() {
        if (head == null) {
            return 0;
        }
        int least = head.key;
        for (Node root = head.sibling; root != null; root = root.sibling) {
            if (root.key < least) {
                least = root.key;
            }
        }
        return least;
    }

    /** Removes the least integer and gives it; gives 0 if there is none. */
    public int extractMin() {
        if (head == null) {
            return 0;
        }
        Node beforeLeast = null;
        Node least = head;
        for (Node before = head; before.sibling != null; before = before.sibling) {
            if (before.sibling.key < least.key) {
                beforeLeast = before;
                least = before.sibling;
            }
        }
        if (beforeLeast == null) {
            head = least.sibling;
        } else {
            beforeLeast.sibling = least.sibling;
        }
        Node children = null;
        Node child = least.child;
        while (child != null) {
            Node next = child.sibling;
            child.sibling = children;
            child.parent = null;
            children = child;
            child = next;
        }
        head = union(head, children);
        return least.key;
    }

    /** One list of the trees of two, with at most one tree of every degree. */
    private static Node union(Node one, Node other) {
        Node first = merge(one, other);
        if (first == null) {
            return null;
        }
        Node before = null;
        Node tree = first;
        Node next = first.sibling;
        while (next != null) {
            if (tree.degree != next.degree || next.sibling != null && next.sibling.degree == tree.degree) {
                // Of three trees of one degree, the last two are linked.
                before = tree;
                tree = next;
            } else if (tree.key <= next.key) {
                tree.sibling = next.sibling;
                link(next, tree);
            } else {
                if (before == null) {
                    first = next;
                } else {
                    before.sibling = next;
                }
                link(tree, next);
                tree = next;
            }
            next = tree.sibling;
        }
        return first;
    }

    /** One list of the trees of two, in the order of their degrees. */
    private static Node merge(Node one, Node other) {
        if (one == null) {
            return other;
        }
        if (other == null) {
            return one;
        }
        Node first;
        if (one.degree <= other.degree) {
            first = one;
            one = one.sibling;
        } else {
            first = other;
            other = other.sibling;
        }
        Node last = first;
        while (one != null && other != null) {
            if (one.degree <= other.degree) {
                last.sibling = one;
                one = one.sibling;
            } else {
                last.sibling = other;
                other = other.sibling;
            }
            last = last.sibling;
        }
        last.sibling = one != null ? one : other;
        return first;
    }

    /** Makes a tree the first child of another one of the same degree that is not greater. */
    private static void link(Node lower, Node upper) {
        lower.parent = upper;
        lower.sibling = upper.child;
        upper.child = lower;
        upper.degree++;
    }
}
