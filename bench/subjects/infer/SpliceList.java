import glassbox.api.Ensures;
import glassbox.api.Requires;

/** A doubly linked list that can take over all nodes of another list. */
public class SpliceList {
    static class Node {
        int value;
        Node prev;
        Node next;
    }

    Node first;
    Node last;

    /** Puts a number at the end. */
    void add(int value) {
        Node node = new Node();
        node.value = value;
        node.prev = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    /** Takes a node out. */
    void remove(Node node) {
        if (node.prev == null) {
            first = node.next;
        } else {
            node.prev.next = node.next;
        }
        if (node.next == null) {
            last = node.prev;
        } else {
            node.next.prev = node.prev;
        }
        node.prev = null;
        node.next = null;
    }

    /** Puts all nodes of another list at the end; the other one is empty then. */
    void splice(SpliceList other) {
        if (other == this || other.first == null) {
            return;
        }
        if (first == null) {
            first = other.first;
        } else {
            last.next = other.first;
            other.first.prev = last;
        }
        last = other.last;
        other.first = null;
        other.last = null;
    }

    /** The other list is empty. */
    @Ensures("this != other => other.first == null")
    void spliceEmpties(SpliceList other) {
        splice(other);
    }

    /** All nodes of both lists are in this one. */
    @Requires("this.first != null => this.last in this.first.*next && this.last.next == null")
    @Ensures("this.first.*next == old(this.first.*next + other.first.*next)")
    void spliceAll(SpliceList other) {
        splice(other);
    }

    /** Each node knows the one before it, if that was so in both lists. */
    @Requires("(all s: this + other | s.first.prev == null && (s.first == null <=> s.last == null) && (all n: s.first.*next | n.next != null => n.next.prev == n)"
        + " && (s.first != null => s.last in s.first.*next && s.last.next == null)) && (this != other => no this.first.*next & other.first.*next)")
    @Ensures("this.first.prev == null && all n: this.first.*next | n.next != null => n.next.prev == n")
    void spliceLinks(SpliceList other) {
        splice(other);
    }

    /** A node that was taken out is not in the list. */
    @Requires("node in this.first.*next && this.first.prev == null && (all n: this.first.*next | n.next != null => n.next.prev == n) && no n: Node | n in n.^next")
    @Ensures("this.first.*next == old(this.first.*next) - node")
    void removeOut(Node node) {
        remove(node);
    }

    /** Each node knows the one before it, which is wrong because the first node of the other list is not told. */
    @Requires("(all s: this + other | s.first.prev == null && (s.first == null <=> s.last == null) && (all n: s.first.*next | n.next != null => n.next.prev == n)"
        + " && (s.first != null => s.last in s.first.*next && s.last.next == null)) && (this != other => no this.first.*next & other.first.*next)")
    @Ensures("this.first.prev == null && all n: this.first.*next | n.next != null => n.next.prev == n")
    void spliceForward(SpliceList other) {
        if (other == this || other.first == null) {
            return;
        }
        if (first == null) {
            first = other.first;
        } else {
            last.next = other.first;
        }
        last = other.last;
        other.first = null;
        other.last = null;
    }

    /** All nodes of both lists are in this one, which is wrong if both are the same list. */
    @Requires("this.first != null => this.last in this.first.*next && this.last.next == null")
    @Ensures("this.first.*next == old(this.first.*next + other.first.*next)")
    void spliceSelf(SpliceList other) {
        if (first == null) {
            first = other.first;
        } else if (other.first != null) {
            last.next = other.first;
            other.first.prev = last;
        }
        if (other.first != null) {
            last = other.last;
        }
        other.first = null;
        other.last = null;
    }

    /** The new node is the only one with its number, which nobody promises. */
    @Ensures("one n: this.first.*next | n.value == value")
    void addOnly(int value) {
        add(value);
    }
}
