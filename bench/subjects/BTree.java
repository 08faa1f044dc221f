import glassbox.api.Ghost;
import glassbox.api.Tree;

/**
 * A set of integers as a B-tree of minimum degree 2: a node has one to three keys and, if it is not a leaf, one child
 * more. Insertion splits full nodes on its way down, removal merges or refills nodes with one key.
 */
public class BTree {
    private static final int MOST = 3;

    static class Node {
        int count;
        /** The keys, ascending; slots that are not used are 0. */
        @Tree int[] keys = new int[MOST];
        /** The children; a leaf has none. */
        @Tree Node[] children = new Node[MOST + 1];
        @Ghost int height;
        @Ghost int least;
        @Ghost int greatest;

        boolean isLeaf() {
            return children[0] == null;
        }

        /**
         * Whether there are as many keys and children as the count says, the keys ascend and separate the children,
         * and all children have the same height.
         */
        boolean repOkLocal() {
            if (keys == null || keys.length != MOST || children == null || children.length != MOST + 1) {
                return false;
            }
            if (count < 1 || count > MOST) {
                return false;
            }
            boolean leaf = children[0] == null;
            if (leaf) {
                if (height != 1 || least != keys[0] || greatest != keys[count - 1]) {
                    return false;
                }
            } else if (least != children[0].least || children[0].height != height - 1) {
                return false;
            }
            for (int i = 0; i < MOST; i++) {
                Node left = children[i];
                Node right = children[i + 1];
                if (i >= count) {
                    if (keys[i] != 0 || right != null) {
                        return false;
                    }
                } else if (leaf) {
                    if (right != null || i > 0 && keys[i - 1] >= keys[i]) {
                        return false;
                    }
                } else if (right == null || right.height != height - 1) {
                    return false;
                } else if (left.greatest >= keys[i] || keys[i] >= right.least) {
                    return false;
                } else if (i == count - 1 && greatest != right.greatest) {
                    return false;
                }
            }
            return true;
        }
    }

    @Tree private Node root;

    public BTree() {}

    /** Whether a key is there. */
    public boolean contains(int key) {
        Node node = root;
        while (node != null) {
            int i = place(node, key);
            if (i < node.count && node.keys[i] == key) {
                return true;
            }
            node = node.children[i];
        }
        return false;
    }

    /** Adds a key, and says whether it is new. */
    public boolean insert(int key) {
        if (root == null) {
            root = new Node();
            root.count = 1;
            root.keys[0] = key;
            return true;
        }
        if (root.count == MOST) {
            Node up = new Node();
            up.children[0] = root;
            split(up, 0);
            root = up;
        }
        Node node = root;
        while (true) {
            int i = place(node, key);
            if (i < node.count && node.keys[i] == key) {
                return false;
            }
            if (node.isLeaf()) {
                for (int j = node.count; j > i; j--) {
                    node.keys[j] = node.keys[j - 1];
                }
                node.keys[i] = key;
                node.count++;
                assert contains(key);
                return true;
            }
            if (node.children[i].count == MOST) {
                split(node, i);
                if (node.keys[i] == key) {
                    return false;
                }
                if (node.keys[i] < key) {
                    i++;
                }
            }
            node = node.children[i];
        }
    }

    /** Removes a key, and says whether it was there. */
    public boolean remove(int key) {
        if (root == null) {
            return false;
        }
        boolean removed = remove(root, key);
        if (root.count == 0) {
            root = root.children[0];
        }
        assert !contains(key);
        return removed;
    }

    /** The index of the first key of a node that is not less than a key. */
    private static int place(Node node, int key) {
        int i = 0;
        while (i < node.count && node.keys[i] < key) {
            i++;
        }
        return i;
    }

    /** Moves the middle key of a full child up, and what is right of it to a new child. The node is not full. */
    private static void split(Node node, int i) {
        Node left = node.children[i];
        Node right = new Node();
        right.keys[0] = left.keys[2];
        right.children[0] = left.children[2];
        right.children[1] = left.children[3];
        right.count = 1;
        for (int j = node.count; j > i; j--) {
            node.keys[j] = node.keys[j - 1];
            node.children[j + 1] = node.children[j];
        }
        node.keys[i] = left.keys[1];
        node.children[i + 1] = right;
        node.count++;
        left.keys[1] = 0;
        left.keys[2] = 0;
        left.children[2] = null;
        left.children[3] = null;
        left.count = 1;
    }

    /** Removes a key below a node that is the root or has two keys at least. */
    private static boolean remove(Node node, int key) {
        int i = place(node, key);
        if (i < node.count && node.keys[i] == key) {
            if (node.isLeaf()) {
                removeSlot(node, i);
                return true;
            }
            Node left = node.children[i];
            Node right = node.children[i + 1];
            if (left.count > 1) {
                node.keys[i] = greatest(left);
                return remove(left, node.keys[i]);
            }
            if (right.count > 1) {
                node.keys[i] = least(right);
                return remove(right, node.keys[i]);
            }
            merge(node, i);
            return remove(left, key);
        }
        if (node.isLeaf()) {
            return false;
        }
        if (node.children[i].count == 1) {
            if (i > 0 && node.children[i - 1].count > 1) {
                takeFromLeft(node, i);
            } else if (i < node.count && node.children[i + 1].count > 1) {
                takeFromRight(node, i);
            } else if (i < node.count) {
                merge(node, i);
            } else {
                i--;
                merge(node, i);
            }
        }
        return remove(node.children[i], key);
    }

    private static int greatest(Node node) {
        while (!node.isLeaf()) {
            node = node.children[node.count];
        }
        return node.keys[node.count - 1];
    }

    private static int least(Node node) {
        while (!node.isLeaf()) {
            node = node.children[0];
        }
        return node.keys[0];
    }

    /** Takes a key of a node out, and the child that is right of it. */
    private static void removeSlot(Node node, int i) {
        node.count--;
        for (int j = i; j < node.count; j++) {
            node.keys[j] = node.keys[j + 1];
            node.children[j + 1] = node.children[j + 2];
        }
        node.keys[node.count] = 0;
        node.children[node.count + 1] = null;
    }

    /** Makes one child of two that have one key each, and of the key between them. */
    private static void merge(Node node, int i) {
        Node left = node.children[i];
        Node right = node.children[i + 1];
        left.keys[1] = node.keys[i];
        left.keys[2] = right.keys[0];
        left.children[2] = right.children[0];
        left.children[3] = right.children[1];
        left.count = 3;
        removeSlot(node, i);
    }

    /** Gives a child with one key a second one, the greatest of its left sibling, by way of the key between them. */
    private static void takeFromLeft(Node node, int i) {
        Node left = node.children[i - 1];
        Node child = node.children[i];
        child.keys[1] = child.keys[0];
        child.children[2] = child.children[1];
        child.children[1] = child.children[0];
        child.keys[0] = node.keys[i - 1];
        child.children[0] = left.children[left.count];
        child.count = 2;
        node.keys[i - 1] = left.keys[left.count - 1];
        left.children[left.count] = null;
        left.count--;
        left.keys[left.count] = 0;
    }

    /** Gives a child with one key a second one, the least of its right sibling, by way of the key between them. */
    private static void takeFromRight(Node node, int i) {
        Node child = node.children[i];
        Node right = node.children[i + 1];
        child.keys[1] = node.keys[i];
        child.children[2] = right.children[0];
        child.count = 2;
        node.keys[i] = right.keys[0];
        right.children[0] = right.children[1];
        removeSlot(right, 0);
    }
}
