// An insertion forgets that equal keys may come.
import glassbox.api.Verify;

public class Tree {
    static int inserted;

    static class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private final String[] log = new String[3];

    void insert(int key) {
        log[inserted] = "insert " + key;
        inserted++;
        if (root == null) {
            root = new Node(key);
            return;
        }
        Node at = root;
        while (true) {
            if (key < at.key) {
                if (at.left == null) {
                    at.left = new Node(key);
                    return;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = new Node(key);
                    return;
                }
                at = at.right;
            }
        }
    }

    static boolean sorted(Node node, int low, int high) {
        return node == null
            || low < node.key && node.key < high && sorted(node.left, low, node.key) && sorted(node.right, node.key, high);
    }

    public static void main(String[] arguments) {
        Tree tree = new Tree();
        for (int i = 0; i < 2; i++) {
            int key = Verify.choose(1, 2);
            tree.insert(key);
        }
        assert sorted(tree.root, 0, 9) : "keys ascend";
    }
}
