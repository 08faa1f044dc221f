import glassbox.api.Spec;
import glassbox.api.Tree;

/**
 * The invariant of the JDK's hash table with the usual load factor, for integers and null as keys, as long as no chain
 * is so long that it becomes a tree: eight nodes at least, in a table of 64 chains at least.
 */
@Spec(value = "java.util.HashMap", methods = {"get", "put", "remove(Object)", "containsKey", "clear"})
class HashMapSpec {
    @Spec("java.util.HashMap$Node")
    static class Node {
        int hash;
        Integer key;
        Object value;
        @Tree Node next;

        /** Whether the hash code is that of the key, with the upper half mixed into the lower one. */
        boolean repOkLocal() {
            if (key == null) {
                return hash == 0;
            }
            int code = key;
            return hash == (code ^ code >>> 16);
        }
    }

    @Tree Node[] table;
    int size;
    int threshold;

    /**
     * Whether the number of chains is a power of two, and the threshold is three quarters of it; without chains, the
     * threshold is the number of chains that there will be, or 0.
     */
    boolean repOkLocal() {
        if (table == null) {
            return size == 0 && threshold >= 0 && (threshold & threshold - 1) == 0;
        }
        int length = table.length;
        return length > 0 && (length & length - 1) == 0
                && threshold == (int) (length * 0.75f)
                && size <= threshold;
    }

    /** Whether every key is in its chain, once, and the size is the number of keys. */
    boolean repOk() {
        if (table == null) {
            return true;
        }
        int count = 0;
        for (int i = 0; i < table.length; i++) {
            for (Node node = table[i]; node != null; node = node.next) {
                if ((node.hash & table.length - 1) != i) {
                    return false;
                }
                for (Node other = node.next; other != null; other = other.next) {
                    if (sameKey(node, other)) {
                        return false;
                    }
                }
                count++;
            }
        }
        return count == size;
    }

    /** Integers with the same hash code are equal; null has that of 0. */
    private static boolean sameKey(Node one, Node other) {
        return one.hash == other.hash && (one.key == null) == (other.key == null);
    }
}
