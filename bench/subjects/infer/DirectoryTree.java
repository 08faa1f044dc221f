import glassbox.api.Ensures;
import glassbox.api.Requires;

/** A tree of directories and files. The children of a directory are a list along {@code sibling}; each knows its parent. */
public class DirectoryTree {
    static class Node {
        int name;
        boolean directory;
        Node parent;
        Node child;
        Node sibling;
    }

    Node root;

    /** What a directory has under a name, or null. */
    Node find(Node directory, int name) {
        Node node = directory.child;
        while (node != null && node.name != name) {
            node = node.sibling;
        }
        return node;
    }

    /** Makes something in a directory; null if the name is taken or it is no directory. */
    Node create(Node directory, int name, boolean isDirectory) {
        if (!directory.directory || find(directory, name) != null) {
            return null;
        }
        Node node = new Node();
        node.name = name;
        node.directory = isDirectory;
        link(node, directory);
        return node;
    }

    void link(Node node, Node directory) {
        node.parent = directory;
        node.sibling = directory.child;
        directory.child = node;
    }

    /** Takes a node out of the list of its parent. */
    void unlink(Node node) {
        Node parent = node.parent;
        if (parent == null) {
            return;
        }
        if (parent.child == node) {
            parent.child = node.sibling;
        } else {
            Node before = parent.child;
            while (before != null && before.sibling != node) {
                before = before.sibling;
            }
            if (before != null) {
                before.sibling = node.sibling;
            }
        }
        node.parent = null;
        node.sibling = null;
    }

    /** Whether a node is another one or somewhere below it. */
    boolean isBelow(Node node, Node above) {
        while (node != null) {
            if (node == above) {
                return true;
            }
            node = node.parent;
        }
        return false;
    }

    /** Moves a node into a directory; not below itself, and not where the name is taken. */
    boolean move(Node node, Node directory) {
        if (!directory.directory || isBelow(directory, node) || find(directory, node.name) != null) {
            return false;
        }
        unlink(node);
        link(node, directory);
        return true;
    }

    /** What is made is in the directory. */
    @Ensures("result != null => result.parent == directory && result in directory.child.*sibling && result.name == name")
    Node createInside(Node directory, int name, boolean isDirectory) {
        return create(directory, name, isDirectory);
    }

    /** Names in a directory stay different. */
    @Requires("all disj a, b: directory.child.*sibling | a.name != b.name")
    @Ensures("all disj a, b: directory.child.*sibling | a.name != b.name")
    Node createDifferent(Node directory, int name, boolean isDirectory) {
        return create(directory, name, isDirectory);
    }

    /** Nothing gets above itself. */
    @Requires("no n: Node | n in n.^parent")
    @Ensures("no n: Node | n in n.^parent")
    boolean moveNoCircle(Node node, Node directory) {
        return move(node, directory);
    }

    /** What was moved is in the directory, and says so. */
    @Ensures("result => node.parent == directory && node in directory.child.*sibling")
    boolean moveArrives(Node node, Node directory) {
        return move(node, directory);
    }

    /** Nothing gets above itself, which is wrong because nobody looks where the directory is. */
    @Requires("no n: Node | n in n.^parent")
    @Ensures("no n: Node | n in n.^parent")
    boolean moveAnywhere(Node node, Node directory) {
        if (!directory.directory || find(directory, node.name) != null) {
            return false;
        }
        unlink(node);
        link(node, directory);
        return true;
    }

    /** What was moved is no longer where it was, which is wrong because it is not taken out of the list there. */
    @Requires("node in node.parent.child.*sibling && no n: Node | n in n.^sibling")
    @Ensures("result && old(node.parent) != directory => node !in old(node.parent).child.*sibling")
    boolean moveStays(Node node, Node directory) {
        if (!directory.directory || isBelow(directory, node)) {
            return false;
        }
        Node before = node.sibling;
        link(node, directory);
        node.sibling = before;
        return true;
    }

    /** What is made has a name that nothing else has, which is wrong of other directories. */
    @Ensures("result != null => (no n: Node - result | n.name == name)")
    Node createUnique(Node directory, int name, boolean isDirectory) {
        return create(directory, name, isDirectory);
    }
}
