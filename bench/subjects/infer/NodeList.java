import glassbox.api.Ensures;

/** A list of nodes, compared by identity, that can take away all nodes of another list. */
public class NodeList {
    static class Node {
        int id;
    }

    static class Cell {
        Node node;
        Cell next;
    }

    Cell first;

    boolean contains(Node node) {
        Cell cell = first;
        while (cell != null) {
            if (cell.node == node) {
                return true;
            }
            cell = cell.next;
        }
        return false;
    }

    /** Takes a node away, wherever it is. */
    void remove(Node node) {
        while (first != null && first.node == node) {
            first = first.next;
        }
        Cell cell = first;
        while (cell != null) {
            while (cell.next != null && cell.next.node == node) {
                cell.next = cell.next.next;
            }
            cell = cell.next;
        }
    }

    /** Takes all nodes of another list away. What is left was there before. */
    @Ensures("this.first.*next.node in old(this.first.*next.node)")
    void removeList(NodeList list) {
        Cell before = null;
        Cell cell = first;
        while (cell != null) {
            if (!list.contains(cell.node)) {
                before = cell;
            } else if (before == null) {
                first = cell.next;
            } else {
                before.next = cell.next;
            }
            cell = cell.next;
        }
    }

    /** The same, one node after the other. */
    @Ensures("this.first.*next.node in old(this.first.*next.node)")
    void removeEach(NodeList list) {
        Cell cell = list.first;
        while (cell != null) {
            remove(cell.node);
            cell = cell.next;
        }
    }

    /** Takes only the first one away. */
    void removeOnce(Node node) {
        if (first == null) {
            return;
        }
        if (first.node == node) {
            first = first.next;
            return;
        }
        Cell cell = first;
        while (cell.next != null && cell.next.node != node) {
            cell = cell.next;
        }
        if (cell.next != null) {
            cell.next = cell.next.next;
        }
    }

    /** If nothing is to be taken away, nothing is. */
    @Ensures("old(list.first) == null => this.first.*next == old(this.first.*next)")
    void removeListEmpty(NodeList list) {
        removeList(list);
    }

    /** Nothing that was to be taken away is left. */
    @Ensures("no this.first.*next.node & old(list.first.*next.node)")
    void removeListAll(NodeList list) {
        removeList(list);
    }

    /** What was not to be taken away is left. */
    @Ensures("old(this.first.*next.node - list.first.*next.node) in this.first.*next.node")
    void removeListOthers(NodeList list) {
        removeList(list);
    }

    /** Nothing that was to be taken away is left, which is wrong of a node that is there twice. */
    @Ensures("no this.first.*next.node & old(list.first.*next.node)")
    void removeListOnce(NodeList list) {
        Cell cell = list.first;
        while (cell != null) {
            removeOnce(cell.node);
            cell = cell.next;
        }
    }

    /** The other list stays as it is, which is wrong if both share cells. */
    @Ensures("list.first.*next.node == old(list.first.*next.node)")
    void removeListOther(NodeList list) {
        removeList(list);
    }
}
