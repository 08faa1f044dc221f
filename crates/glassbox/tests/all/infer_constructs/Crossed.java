import glassbox.api.Ensures;
import glassbox.api.Requires;
import glassbox.api.Verify;

/** Lists whose methods are checked twice: against formulas, and by assertions after choosing the heap field by field. */
public class Crossed {
    static class Node {
        int val;
        Node next;
    }

    Node first;

    /** The nodes that were chosen. */
    static Node[] nodes;

    static Node any() {
        int number = Verify.choose(0, nodes.length);
        return number == 0 ? null : nodes[number - 1];
    }

    /** Any list over as many nodes, which may go in circles. */
    static Crossed heap(int most) {
        nodes = new Node[Verify.choose(0, most)];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node();
        }
        for (Node node : nodes) {
            node.val = Verify.choose(-1, 1);
            node.next = any();
        }
        Crossed list = new Crossed();
        list.first = any();
        return list;
    }

    /** How many nodes there are from one on, or more than there can be in a list that ends. */
    static int length(Node node) {
        int length = 0;
        while (node != null && length <= 3) {
            node = node.next;
            length++;
        }
        return length;
    }

    boolean has(Node node) {
        Node at = first;
        for (int i = 0; i < 3 && at != null; i++) {
            if (at == node) {
                return true;
            }
            at = at.next;
        }
        return false;
    }

    boolean hasValue(int val) {
        for (Node node : nodes) {
            if (node.val == val && has(node)) {
                return true;
            }
        }
        return false;
    }

    boolean[] all() {
        boolean[] all = new boolean[nodes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = has(nodes[i]);
        }
        return all;
    }

    static boolean same(boolean[] one, boolean[] other) {
        for (int i = 0; i < one.length; i++) {
            if (one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    @Requires("no n: first.*next | n in n.^next")
    @Ensures("first.*next == old(first.*next)")
    void holdsReverse() {
        Node done = null;
        while (first != null) {
            Node next = first.next;
            first.next = done;
            done = first;
            first = next;
        }
        first = done;
    }

    static class Reverse {
        public static void main(String[] arguments) {
            Crossed list = heap(2);
            Verify.assume(length(list.first) <= 2);
            boolean[] before = list.all();
            list.holdsReverse();
            assert same(before, list.all());
        }
    }

    /** Loses what comes behind the second node. */
    @Requires("no n: first.*next | n in n.^next")
    @Ensures("first.*next == old(first.*next)")
    void violatedReverse() {
        if (first != null && first.next != null) {
            Node next = first.next;
            first.next = null;
            first = next;
        }
    }

    static class ReverseWrong {
        public static void main(String[] arguments) {
            Crossed list = heap(2);
            Verify.assume(length(list.first) <= 2);
            boolean[] before = list.all();
            list.violatedReverse();
            assert same(before, list.all());
        }
    }

    void remove(int val) {
        if (first == null) {
            return;
        }
        if (first.val == val) {
            first = first.next;
            return;
        }
        for (Node node = first; node.next != null; node = node.next) {
            if (node.next.val == val) {
                node.next = node.next.next;
                return;
            }
        }
    }

    @Requires("(no n: first.*next | n in n.^next) && (all disj a, b: first.*next | a.val != b.val)")
    @Ensures("val !in first.*next.val")
    void holdsRemove(int val) {
        remove(val);
    }

    static class Remove {
        public static void main(String[] arguments) {
            Crossed list = heap(2);
            Verify.assume(length(list.first) <= 2);
            Verify.assume(length(list.first) < 2 || list.first.val != list.first.next.val);
            int val = Verify.choose(-1, 1);
            list.holdsRemove(val);
            assert !list.hasValue(val);
        }
    }

    @Requires("no n: first.*next | n in n.^next")
    @Ensures("val !in first.*next.val")
    void violatedRemove(int val) {
        remove(val);
    }

    static class RemoveTwice {
        public static void main(String[] arguments) {
            Crossed list = heap(2);
            Verify.assume(length(list.first) <= 2);
            int val = Verify.choose(-1, 1);
            list.violatedRemove(val);
            assert !list.hasValue(val);
        }
    }

    void push(int val) {
        Node node = new Node();
        node.val = val;
        node.next = first;
        first = node;
    }

    @Ensures("first.val == val && first !in old(Node) && first.next == old(first) && (all n: old(Node) | n.next == old(n.next))")
    void holdsPush(int val) {
        push(val);
    }

    static class Push {
        public static void main(String[] arguments) {
            Crossed list = heap(1);
            Node before = list.first;
            Node next = nodes.length == 0 ? null : nodes[0].next;
            int val = Verify.choose(-1, 1);
            list.holdsPush(val);
            assert list.first.val == val && list.first.next == before;
            assert nodes.length == 0 || nodes[0] != list.first && nodes[0].next == next;
        }
    }

    @Ensures("some n: old(Node) | n.val == val")
    void violatedPush(int val) {
        if (first != null) {
            push(val);
        }
    }

    static class PushWrong {
        public static void main(String[] arguments) {
            Crossed list = heap(1);
            int val = Verify.choose(-1, 1);
            list.violatedPush(val);
            boolean found = false;
            for (Node node : nodes) {
                found |= node.val == val;
            }
            assert found;
        }
    }
}
