import glassbox.api.Ghost;
import glassbox.api.Sorted;
import glassbox.api.Tree;

/**
 * A map from integers to objects as a red-black tree, with the algorithms of Cormen, Leiserson and Rivest in the
 * variant of {@code java.util.TreeMap}: an entry with two children that is removed gets the key and the value of its
 * successor, and an entry without children stands for the empty tree that it leaves until all is in balance. The
 * whole invariant is local.
 */
public class RedBlackTree {
    private static final boolean RED = false;
    private static final boolean BLACK = true;

    static class Node {
        @Sorted int key;
        Object value;
        @Tree Node left;
        @Tree Node right;
        Node parent;
        boolean color = BLACK;
        @Ghost int blackHeight;

        Node(int key, Object value, Node parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }

        /**
         * Whether the children point back, a red node has no red child, and the paths through both children have
         * the same number of black nodes.
         */
        boolean repOkLocal() {
            int below = blackHeight - (color == BLACK ? 1 : 0);
            return below >= 0 && childOk(left, below) && childOk(right, below);
        }

        private boolean childOk(Node child, int height) {
            if (child == null) {
                return height == 0;
            }
            return child.parent == this && (color == BLACK || child.color == BLACK) && child.blackHeight == height;
        }
    }

    @Tree private Node root;

    public RedBlackTree() {}

    /** Whether the root is black and has no parent. */
    boolean repOkLocal() {
        return root == null || root.parent == null && root.color == BLACK;
    }

    /** The value of a key; null if the key is not there. */
    public Object get(int key) {
        Node node = find(key);
        return node == null ? null : node.value;
    }

    /** Gives a key a value, and gives the value that it had; null if it was not there. */
    public Object put(int key, Object value) {
        if (root == null) {
            root = new Node(key, value, null);
            return null;
        }
        Node node = root;
        Node parent;
        do {
            parent = node;
            if (key < node.key) {
                node = node.left;
            } else if (key > node.key) {
                node = node.right;
            } else {
                Object old = node.value;
                node.value = value;
                return old;
            }
        } while (node != null);
        node = new Node(key, value, parent);
        if (key < parent.key) {
            parent.left = node;
        } else {
            parent.right = node;
        }
        balanceAfterPut(node);
        return null;
    }

    /** Removes a key, and gives the value that it had; null if it was not there. */
    public Object remove(int key) {
        Node node = find(key);
        if (node == null) {
            return null;
        }
        Object old = node.value;
        delete(node);
        return old;
    }

    private Node find(int key) {
        Node node = root;
        while (node != null) {
            if (key < node.key) {
                node = node.left;
            } else if (key > node.key) {
                node = node.right;
            } else {
                return node;
            }
        }
        return null;
    }

    private void delete(Node node) {
        if (node.left != null && node.right != null) {
            Node successor = node.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            node.key = successor.key;
            node.value = successor.value;
            node = successor;
        }
        Node child = node.left != null ? node.left : node.right;
        if (child != null) {
            child.parent = node.parent;
            if (node.parent == null) {
                root = child;
            } else if (node == node.parent.left) {
                node.parent.left = child;
            } else {
                node.parent.right = child;
            }
            node.left = null;
            node.right = null;
            node.parent = null;
            if (node.color == BLACK) {
                balanceAfterRemove(child);
            }
        } else if (node.parent == null) {
            root = null;
        } else {
            if (node.color == BLACK) {
                balanceAfterRemove(node);
            }
            if (node == node.parent.left) {
                node.parent.left = null;
            } else {
                node.parent.right = null;
            }
            node.parent = null;
        }
    }

    // The empty tree is black, and has neither parent nor children.

    private static boolean colorOf(Node node) {
        return node == null ? BLACK : node.color;
    }

    private static Node parentOf(Node node) {
        return node == null ? null : node.parent;
    }

    private static Node leftOf(Node node) {
        return node == null ? null : node.left;
    }

    private static Node rightOf(Node node) {
        return node == null ? null : node.right;
    }

    private static void setColor(Node node, boolean color) {
        if (node != null) {
            node.color = color;
        }
    }

    /** Puts the right child of a node in its place, and the node to the left below it. */
    private void rotateLeft(Node node) {
        if (node == null) {
            return;
        }
        Node up = node.right;
        node.right = up.left;
        if (up.left != null) {
            up.left.parent = node;
        }
        up.parent = node.parent;
        if (node.parent == null) {
            root = up;
        } else if (node.parent.left == node) {
            node.parent.left = up;
        } else {
            node.parent.right = up;
        }
        up.left = node;
        node.parent = up;
    }

    /** Puts the left child of a node in its place, and the node to the right below it. */
    private void rotateRight(Node node) {
        if (node == null) {
            return;
        }
        Node up = node.left;
        node.left = up.right;
        if (up.right != null) {
            up.right.parent = node;
        }
        up.parent = node.parent;
        if (node.parent == null) {
            root = up;
        } else if (node.parent.right == node) {
            node.parent.right = up;
        } else {
            node.parent.left = up;
        }
        up.right = node;
        node.parent = up;
    }

    /** Makes a new node red and moves the fault of two red nodes in a row upwards until there is none. */
    private void balanceAfterPut(Node node) {
        node.color = RED;
        while (node != null && node != root && node.parent.color == RED) {
            if (parentOf(node) == leftOf(parentOf(parentOf(node)))) {
                Node uncle = rightOf(parentOf(parentOf(node)));
                if (colorOf(uncle) == RED) {
                    setColor(parentOf(node), BLACK);
                    setColor(uncle, BLACK);
                    setColor(parentOf(parentOf(node)), RED);
                    node = parentOf(parentOf(node));
                } else {
                    if (node == rightOf(parentOf(node))) {
                        node = parentOf(node);
                        rotateLeft(node);
                    }
                    setColor(parentOf(node), BLACK);
                    setColor(parentOf(parentOf(node)), RED);
                    rotateRight(parentOf(parentOf(node)));
                }
            } else {
                Node uncle = leftOf(parentOf(parentOf(node)));
                if (colorOf(uncle) == RED) {
                    setColor(parentOf(node), BLACK);
                    setColor(uncle, BLACK);
                    setColor(parentOf(parentOf(node)), RED);
                    node = parentOf(parentOf(node));
                } else {
                    if (node == leftOf(parentOf(node))) {
                        node = parentOf(node);
                        rotateRight(node);
                    }
                    setColor(parentOf(node), BLACK);
                    setColor(parentOf(parentOf(node)), RED);
                    rotateLeft(parentOf(parentOf(node)));
                }
            }
        }
        root.color = BLACK;
    }

    /** Gives back the black node that the paths through a tree lack. */
    private void balanceAfterRemove(Node node) {
        while (node != root && colorOf(node) == BLACK) {
            if (node == leftOf(parentOf(node))) {
                Node sibling = rightOf(parentOf(node));
                if (colorOf(sibling) == RED) {
                    setColor(sibling, BLACK);
                    setColor(parentOf(node), RED);
                    rotateLeft(parentOf(node));
                    sibling = rightOf(parentOf(node));
                }
                if (colorOf(leftOf(sibling)) == BLACK && colorOf(rightOf(sibling)) == BLACK) {
                    setColor(sibling, RED);
                    node = parentOf(node);
                } else {
                    if (colorOf(rightOf(sibling)) == BLACK) {
                        setColor(leftOf(sibling), BLACK);
                        setColor(sibling, RED);
                        rotateRight(sibling);
                        sibling = rightOf(parentOf(node));
                    }
                    setColor(sibling, colorOf(parentOf(node)));
                    setColor(parentOf(node), BLACK);
                    setColor(rightOf(sibling), BLACK);
                    rotateLeft(parentOf(node));
                    node = root;
                }
            } else {
                Node sibling = leftOf(parentOf(node));
                if (colorOf(sibling) == RED) {
                    setColor(sibling, BLACK);
                    setColor(parentOf(node), RED);
                    rotateRight(parentOf(node));
                    sibling = leftOf(parentOf(node));
                }
                if (colorOf(rightOf(sibling)) == BLACK && colorOf(leftOf(sibling)) == BLACK) {
                    setColor(sibling, RED);
                    node = parentOf(node);
                } else {
                    if (colorOf(leftOf(sibling)) == BLACK) {
                        setColor(rightOf(sibling), BLACK);
                        setColor(sibling, RED);
                        rotateLeft(sibling);
                        sibling = leftOf(parentOf(node));
                    }
                    setColor(sibling, colorOf(parentOf(node)));
                    setColor(parentOf(node), BLACK);
                    setColor(leftOf(sibling), BLACK);
                    rotateRight(parentOf(node));
                    node = root;
                }
            }
        }
        setColor(node, BLACK);
    }
}
