import glassbox.api.Ghost;
import glassbox.api.Sorted;
import glassbox.api.Spec;
import glassbox.api.Tree;

/** The invariant of the JDK's red-black tree with the number of its entries, all of it local. Keys have their natural order. */
@Spec(value = "java.util.TreeMap", methods = {"get", "put(Object,Object)", "remove(Object)"})
class TreeMapSizeSpec {
    private static final boolean BLACK = true;

    @Spec("java.util.TreeMap$Entry")
    static class Entry {
        @Sorted Object key;
        Object value;
        @Tree Entry left;
        @Tree Entry right;
        Entry parent;
        boolean color;
        @Ghost int blackHeight;
        /** The number of entries in this subtree. */
        @Ghost int count;

        /**
         * Whether the children point back, a red entry has no red child, and the paths through both children have the
         * same number of black entries.
         */
        boolean repOkLocal() {
            int below = blackHeight - (color == BLACK ? 1 : 0);
            return below >= 0 && childOk(left, below) && childOk(right, below)
                    && count == 1 + (left == null ? 0 : left.count) + (right == null ? 0 : right.count);
        }

        private boolean childOk(Entry child, int height) {
            if (child == null) {
                return height == 0;
            }
            return child.parent == this && (color == BLACK || child.color == BLACK) && child.blackHeight == height;
        }
    }

    @Tree Entry root;
    int size;

    /** Whether the root is black and has no parent, and the size is the number of entries. */
    boolean repOkLocal() {
        if (root == null) {
            return size == 0;
        }
        return root.parent == null && root.color == BLACK && root.count == size;
    }
}
