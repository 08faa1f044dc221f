import glassbox.api.Sorted;
import glassbox.api.Tree;

/** A set of integers as an unbalanced search tree that knows its size. */
public class SearchTree {
    static class Node {
        @Sorted int key;
        @Tree Node left;
        @Tree Node right;

        Node(int key) {
            this.key = key;
        }
    }

    @Tree private Node root;
    private int size;

    public SearchTree() {}

    /** Whether a key is there. */
    public boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    /** Adds a key, and says whether it is new. */
    public boolean insert(int key) {
        if (root == null) {
            root = new Node(key);
            size++;
            return true;
        }
        Node node = root;
        while (key != node.key) {
            if (key < node.key) {
                if (node.left == null) {
                    node.left = new Node(key);
                    size++;
                    return true;
                }
                node = node.left;
            } else {
                if (node.right == null) {
                    node.right = new Node(key);
                    size++;
                    return true;
                }
                node = node.right;
            }
        }
        return false;
    }

    /** Removes a key, and says whether it was there. */
    public boolean remove(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && key != node.key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            // The least node on the right has no left child; it is removed in place of this one.
            Node least = node.right;
            parent = node;
            while (least.left != null) {
                parent = least;
                least = least.left;
            }
            node.key = least.key;
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
        return true;
    }

    /** Whether the size is the number of nodes. */
    public boolean repOk() {
        return size == count(root);
    }

    private static int count(Node node) {
        return node == null ? 0 : 1 + count(node.left) + count(node.right);
    }
}
