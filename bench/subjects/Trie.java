import glassbox.api.Tree;

/**
 * A set of words over the alphabet 0, 1, as a tree that branches by letters. A word is given as a positive integer: its
 * bits from the lowest one up are the letters, and the highest bit that is 1 ends the word, so 1 is the empty word,
 * 2 and 3 are the words 0 and 1, and 6 is the word 0 1.
 */
public class Trie {
    static class Node {
        /** Whether a word ends here. */
        boolean end;
        @Tree Node zero;
        @Tree Node one;

        /** Whether this node is of use: a word ends here or below. */
        boolean repOkLocal() {
            return end || zero != null || one != null;
        }
    }

    @Tree private Node root;

    public Trie() {}

    /** Whether a word is there. */
    public boolean contains(int word) throws IllegalArgumentException {
        check(word);
        Node node = root;
        for (int rest = word; node != null && rest != 1; rest >>= 1) {
            node = (rest & 1) == 0 ? node.zero : node.one;
        }
        return node != null && node.end;
    }

    /** Adds a word; does nothing if it is there. */
    public void insert(int word) throws IllegalArgumentException {
        check(word);
        if (root == null) {
            root = new Node();
        }
        Node node = root;
        for (int rest = word; rest != 1; rest >>= 1) {
            if ((rest & 1) == 0) {
                if (node.zero == null) {
                    node.zero = new Node();
                }
                node = node.zero;
            } else {
                if (node.one == null) {
                    node.one = new Node();
                }
                node = node.one;
            }
        }
        node.end = true;
        assert contains(word);
    }

    /** Removes a word, and the nodes that no other word needs; does nothing if it is not there. */
    public void remove(int word) throws IllegalArgumentException {
        check(word);
        // The deepest node on the way that another word needs, and the letter that follows there.
        Node keep = null;
        boolean keepOne = false;
        Node node = root;
        for (int rest = word; node != null && rest != 1; rest >>= 1) {
            boolean isOne = (rest & 1) == 1;
            if (node.end || node.zero != null && node.one != null) {
                keep = node;
                keepOne = isOne;
            }
            node = isOne ? node.one : node.zero;
        }
        if (node == null || !node.end) {
            return;
        }
        if (node.zero != null || node.one != null) {
            node.end = false;
        } else if (keep == null) {
            root = null;
        } else if (keepOne) {
            keep.one = null;
        } else {
            keep.zero = null;
        }
        assert !contains(word);
    }

    private static void check(int word) throws IllegalArgumentException {
        if (word < 1) {
            throw new IllegalArgumentException();
        }
    }
}
