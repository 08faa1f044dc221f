import glassbox.api.Sorted;
import glassbox.api.Tree;

/** A set of integers as a search tree in which the heights of two siblings differ by at most 1. */
public class AvlTree {
    static class Node {
        @Sorted int key;
        int height = 1;
        @Tree Node left;
        @Tree Node right;

        Node(int key) {
            this.key = key;
        }

        /** Whether the height is right, and the children's heights do not differ by more than 1. */
        boolean repOkLocal() {
            int l = left == null ? 0 : left.height;
            int r = right == null ? 0 : right.height;
            return height == (l > r ? l : r) + 1 && l - r <= 1 && r - l <= 1;
        }
    }

    @Tree private Node root;

    public AvlTree() {}

    /** Whether a key is there. */
    public boolean contains(int key) {
        Node node = root;
        while (node != null && key != node.key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    /** Adds a key; does nothing if it is there. */
    public void insert(int key) {
        root = insert(root, key);
        assert contains(key);
    }

    /** Removes a key; does nothing if it is not there. */
    public void remove(int key) {
        root = remove(root, key);
        assert !contains(key);
    }

    private static Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        } else {
            return node;
        }
        return balance(node);
    }

    private static Node remove(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = remove(node.left, key);
        } else if (key > node.key) {
            node.right = remove(node.right, key);
        } else if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        } else {
            Node least = node.right;
            while (least.left != null) {
                least = least.left;
            }
            node.key = least.key;
            node.right = removeLeast(node.right);
        }
        return balance(node);
    }

    private static Node removeLeast(Node node) {
        if (node.left == null) {
            return node.right;
        }
        node.left = removeLeast(node.left);
        return balance(node);
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }

    private static void setHeight(Node node) {
        int left = height(node.left);
        int right = height(node.right);
        node.height = (left > right ? left : right) + 1;
    }

    /** Brings a tree into balance whose children are, and whose heights differ by at most 2; gives its new root. */
    private static Node balance(Node node) {
        int slope = height(node.left) - height(node.right);
        if (slope > 1) {
            if (height(node.left.left) < height(node.left.right)) {
                node.left = rotateLeft(node.left);
            }
            return rotateRight(node);
        }
        if (slope < -1) {
            if (height(node.right.right) < height(node.right.left)) {
                node.right = rotateRight(node.right);
            }
            return rotateLeft(node);
        }
        setHeight(node);
        return node;
    }

    private static Node rotateLeft(Node node) {
        Node up = node.right;
        node.right = up.left;
        up.left = node;
        setHeight(node);
        setHeight(up);
        return up;
    }

    private static Node rotateRight(Node node) {
        Node up = node.left;
        node.left = up.right;
        up.right = node;
        setHeight(node);
        setHeight(up);
        return up;
    }
}
