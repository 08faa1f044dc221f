/**
 * A set of integers as an unbalanced binary search tree. There is one node for each element; a node that has
 * two children is removed by giving it the least element of its right subtree.
 */
public class Bst {
    static class Node {
        int info;
        Node left;
        Node right;

        Node(int info) {
            this.info = info;
        }

        /** Whether the children are on their sides of this node. */
        boolean repOkLocal() {
            return (left == null || left.info < info) && (right == null || right.info > info);
        }
    }

    private Node root;
    private int size;

    public Bst() {}

    /** Adds an element; does nothing if it is there. */
    public void add(int info) {
        if (root == null) {
            root = new Node(info);
            size++;
            return;
        }
        Node node = root;
        while (node.info != info) {
            if (info < node.info) {
                if (node.left == null) {
                    node.left = new Node(info);
                    size++;
                    return;
                }
                node = node.left;
            } else {
                if (node.right == null) {
                    node.right = new Node(info);
                    size++;
                    return;
                }
                node = node.right;
            }
        }
    }

    /** Removes an element; does nothing if it is not there. */
    public void remove(int info) {
        Node parent = null;
        Node node = root;
        while (node != null && node.info != info) {
            parent = node;
            node = info < node.info ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        if (node.left != null && node.right != null) {
            parent = node;
            Node least = node.right;
            while (least.left != null) {
                parent = least;
                least = least.left;
            }
            node.info = least.info;
            node = least;
        }
        Node child = node.left != null ? node.left : node.right;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        size--;
    }

    /**
     * Whether the nodes are in order and as many as {@code size} says. They are a tree then: a node that could be
     * reached in two ways would have to be between bounds that exclude each other.
     */
    public boolean repOk() {
        return isOrdered(root, Long.MIN_VALUE, Long.MAX_VALUE) && count(root) == size;
    }

    /** Whether all elements of a tree are strictly between two bounds, and it is in order. */
    private static boolean isOrdered(Node node, long low, long high) {
        return node == null
                || low < node.info && node.info < high
                && isOrdered(node.left, low, node.info)
                && isOrdered(node.right, node.info, high);
    }

    private static int count(Node node) {
        return node == null ? 0 : 1 + count(node.left) + count(node.right);
    }
}
