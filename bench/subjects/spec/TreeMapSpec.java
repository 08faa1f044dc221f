import glassbox.api.Ghost;
import glassbox.api.Sorted;
import glassbox.api.Spec;
import glassbox.api.Tree;

/**
 * The invariant of the JDK's red-black tree, all of it local. Keys have their natural order. The number of entries
 * is not part of it: see {@code TreeMapSizeSpec}.
 */
@Spec(value = "java.util.TreeMap", methods = {"get", "put(Object,Object)", "remove(Object)"})
class TreeMapSpec {
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

        /**
         * Whether the children point back, a red entry has no red child, and the paths through both children have the
         * same number of black entries.
         */
        boolean repOkLocal() {
            int below = blackHeight - (color == BLACK ? 1 : 0);
            return below >= 0 && childOk(left, below) && childOk(right, below);
        }

        private boolean childOk(Entry child, int height) {
            if (child == null) {
                return height == 0;
            }
            return child.parent == this && (color == BLACK || child.color == BLACK) && child.blackHeight == height;
        }
    }

    @Tree Entry root;

    /** Whether the root is black and has no parent. */
    boolean repOkLocal() {
        return root == null || root.parent == null && root.color == BLACK;
    }
}
