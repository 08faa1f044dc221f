/**
 * The keys of a sorted map as a red-black tree. Trees have the same shapes and colours as those of {@code
 * java.util.TreeMap}: it too follows the algorithms of Cormen, Leiserson and Rivest, and removes a node that
 * has two children by giving it the key of its successor.
 */
public class TreeMap {
    private static final boolean RED = false;
    private static final boolean BLACK = true;

    static class Entry {
        int key;
        Entry left;
        Entry right;
        Entry parent;
        boolean color = BLACK;

        Entry(int key, Entry parent) {
            this.key = key;
            this.parent = parent;
        }

        /** Whether the children point back and are on their sides, and a red entry has no red child. */
        boolean repOkLocal() {
            return childOk(left) && (left == null || left.key < key)
                    && childOk(right) && (right == null || right.key > key);
        }

        private boolean childOk(Entry child) {
            return child == null || child.parent == this && (color == BLACK || child.color == BLACK);
        }
    }

    private Entry root;
    private int size;

    public TreeMap() {}

    /** Adds a key; does nothing if it is there. */
    public void put(int key) {
        Entry parent = null;
        Entry entry = root;
        while (entry != null) {
            if (key == entry.key) {
                return;
            }
            parent = entry;
            entry = key < entry.key ? entry.left : entry.right;
        }
        entry = new Entry(key, parent);
        if (parent == null) {
            root = entry;
        } else if (key < parent.key) {
            parent.left = entry;
        } else {
            parent.right = entry;
        }
        size++;
        balanceAfterPut(entry);
    }

    /** Removes a key; does nothing if it is not there. */
    public void remove(int key) {
        Entry entry = root;
        while (entry != null && key != entry.key) {
            entry = key < entry.key ? entry.left : entry.right;
        }
        if (entry == null) {
            return;
        }
        size--;
        if (entry.left != null && entry.right != null) {
            Entry successor = entry.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            entry.key = successor.key;
            entry = successor;
        }
        Entry child = entry.left != null ? entry.left : entry.right;
        if (child != null) {
            replace(entry, child);
            if (entry.color == BLACK) {
                balanceAfterRemove(child);
            }
        } else if (entry.parent == null) {
            root = null;
        } else {
            // An entry without children stands for the empty tree that it leaves until all is in balance.
            if (entry.color == BLACK) {
                balanceAfterRemove(entry);
            }
            replace(entry, null);
        }
    }

    /** Puts a tree, perhaps the empty one, where another one hangs. */
    private void replace(Entry entry, Entry other) {
        Entry parent = entry.parent;
        if (other != null) {
            other.parent = parent;
        }
        if (parent == null) {
            root = other;
        } else if (parent.left == entry) {
            parent.left = other;
        } else {
            parent.right = other;
        }
    }

    private void rotateLeft(Entry entry) {
        Entry up = entry.right;
        entry.right = up.left;
        if (up.left != null) {
            up.left.parent = entry;
        }
        replace(entry, up);
        up.left = entry;
        entry.parent = up;
    }

    private void rotateRight(Entry entry) {
        Entry up = entry.left;
        entry.left = up.right;
        if (up.right != null) {
            up.right.parent = entry;
        }
        replace(entry, up);
        up.right = entry;
        entry.parent = up;
    }

    private static boolean isRed(Entry entry) {
        return entry != null && entry.color == RED;
    }

    /** Makes a new entry red and moves the fault of two red entries in a row upwards until there is none. */
    private void balanceAfterPut(Entry entry) {
        entry.color = RED;
        while (isRed(entry.parent)) {
            // A red entry is never the root.
            Entry parent = entry.parent;
            Entry grand = parent.parent;
            boolean onLeft = parent == grand.left;
            Entry uncle = onLeft ? grand.right : grand.left;
            if (isRed(uncle)) {
                parent.color = BLACK;
                uncle.color = BLACK;
                grand.color = RED;
                entry = grand;
            } else if (onLeft) {
                if (entry == parent.right) {
                    rotateLeft(parent);
                    parent = entry;
                }
                parent.color = BLACK;
                grand.color = RED;
                rotateRight(grand);
                break;
            } else {
                if (entry == parent.left) {
                    rotateRight(parent);
                    parent = entry;
                }
                parent.color = BLACK;
                grand.color = RED;
                rotateLeft(grand);
                break;
            }
        }
        root.color = BLACK;
    }

    /** Gives back the black entry that the paths through a tree lack. */
    private void balanceAfterRemove(Entry entry) {
        while (entry != root && entry.color == BLACK) {
            // The sibling exists: its paths have a black entry more.
            Entry parent = entry.parent;
            boolean onLeft = entry == parent.left;
            Entry sibling = onLeft ? parent.right : parent.left;
            if (sibling.color == RED) {
                sibling.color = BLACK;
                parent.color = RED;
                if (onLeft) {
                    rotateLeft(parent);
                    sibling = parent.right;
                } else {
                    rotateRight(parent);
                    sibling = parent.left;
                }
            }
            if (!isRed(sibling.left) && !isRed(sibling.right)) {
                sibling.color = RED;
                entry = parent;
            } else if (onLeft) {
                if (!isRed(sibling.right)) {
                    sibling.left.color = BLACK;
                    sibling.color = RED;
                    rotateRight(sibling);
                    sibling = parent.right;
                }
                sibling.color = parent.color;
                parent.color = BLACK;
                sibling.right.color = BLACK;
                rotateLeft(parent);
                return;
            } else {
                if (!isRed(sibling.left)) {
                    sibling.right.color = BLACK;
                    sibling.color = RED;
                    rotateLeft(sibling);
                    sibling = parent.left;
                }
                sibling.color = parent.color;
                parent.color = BLACK;
                sibling.left.color = BLACK;
                rotateRight(parent);
                return;
            }
        }
        entry.color = BLACK;
    }

    /**
     * Whether the entries are a search tree of {@code size} entries that obeys the rules of red-black trees. If
     * they are in order they are a tree: an entry that could be reached in two ways would have to be between
     * bounds that exclude each other.
     */
    public boolean repOk() {
        if (root != null && (root.parent != null || root.color != BLACK)) {
            return false;
        }
        return isOrdered(root, Long.MIN_VALUE, Long.MAX_VALUE) && count(root) == size && blackHeight(root) >= 0;
    }

    /**
     * Whether all keys of a tree are strictly between two bounds, it is in order, and children know their parents.
     */
    private static boolean isOrdered(Entry entry, long low, long high) {
        return entry == null
                || low < entry.key && entry.key < high
                && (entry.left == null || entry.left.parent == entry)
                && (entry.right == null || entry.right.parent == entry)
                && isOrdered(entry.left, low, entry.key)
                && isOrdered(entry.right, entry.key, high);
    }

    private static int count(Entry entry) {
        return entry == null ? 0 : 1 + count(entry.left) + count(entry.right);
    }

    /**
     * The number of black entries on every path, or -1 if paths differ or two red entries follow each other.
     */
    private static int blackHeight(Entry entry) {
        if (entry == null) {
            return 0;
        }
        if (entry.color == RED && (isRed(entry.left) || isRed(entry.right))) {
            return -1;
        }
        int height = blackHeight(entry.left);
        if (height < 0 || height != blackHeight(entry.right)) {
            return -1;
        }
        return entry.color == BLACK ? height + 1 : height;
    }
}
