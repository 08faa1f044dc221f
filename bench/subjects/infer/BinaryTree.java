import glassbox.api.Ensures;
import glassbox.api.Requires;

/** A search tree without balance: rotations, insertion and deletion. */
public class BinaryTree {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    Node root;

    /** Turns the edge to the right child around; gives the node that is on top then. */
    Node rotateLeft(Node node) {
        Node right = node.right;
        if (right == null) {
            return node;
        }
        node.right = right.left;
        right.left = node;
        return right;
    }

    boolean insert(int key) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (node.key == key) {
                return false;
            }
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        Node fresh = new Node();
        fresh.key = key;
        if (parent == null) {
            root = fresh;
        } else if (key < parent.key) {
            parent.left = fresh;
        } else {
            parent.right = fresh;
        }
        return true;
    }

    boolean delete(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            // The next larger key moves up, and its node goes.
            Node next = node.right;
            parent = node;
            while (next.left != null) {
                parent = next;
                next = next.left;
            }
            node.key = next.key;
            node = next;
        }
        replace(parent, node, node.left != null ? node.left : node.right);
        return true;
    }

    /** Puts another node where a child of a parent was, or the root if there is no parent. */
    void replace(Node parent, Node node, Node by) {
        if (parent == null) {
            root = by;
        } else if (parent.left == node) {
            parent.left = by;
        } else {
            parent.right = by;
        }
    }

    /** A rotation keeps all nodes. */
    @Ensures("result.*(left + right) == old(node.*(left + right))")
    Node rotateLeftKeeps(Node node) {
        return rotateLeft(node);
    }

    /** A rotation of a search tree gives a search tree. */
    @Requires("all n: node.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    @Ensures("all n: result.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    Node rotateLeftSorted(Node node) {
        return rotateLeft(node);
    }

    /** What is inserted is in the tree. */
    @Ensures("key in root.*(left + right).key")
    boolean insertFinds(int key) {
        return insert(key);
    }

    /** A search tree stays one. */
    @Requires("all n: root.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    @Ensures("all n: root.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    boolean deleteSorted(int key) {
        return delete(key);
    }

    /** In a search tree, exactly the key that is deleted goes. */
    @Requires("all n: root.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    @Ensures("root.*(left + right).key == old(root.*(left + right).key) - key")
    boolean deleteOne(int key) {
        return delete(key);
    }

    /** A rotation keeps all nodes, which is wrong because what was between both is forgotten. */
    @Ensures("result.*(left + right) == old(node.*(left + right))")
    Node rotateLeftForgets(Node node) {
        Node right = node.right;
        if (right == null) {
            return node;
        }
        node.right = null;
        right.left = node;
        return right;
    }

    /** Exactly the key that is deleted goes, which is wrong because the right child of the next larger node is lost. */
    @Requires("all n: root.*(left + right) | (all m: n.left.*(left + right) | m.key < n.key) && (all m: n.right.*(left + right) | m.key > n.key)")
    @Ensures("root.*(left + right).key == old(root.*(left + right).key) - key")
    boolean deleteTooMuch(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            Node next = node.right;
            parent = node;
            while (next.left != null) {
                parent = next;
                next = next.left;
            }
            node.key = next.key;
            replace(parent, next, null);
            return true;
        }
        replace(parent, node, node.left != null ? node.left : node.right);
        return true;
    }

    /** The key is no longer in the tree, which is wrong where keys are not in order. */
    @Ensures("key !in root.*(left + right).key")
    boolean deleteAnywhere(int key) {
        return delete(key);
    }
}
