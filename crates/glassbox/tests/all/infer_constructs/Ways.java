import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Loops, branches, recursion and static fields. */
public class Ways {
    static class Node {
        int val;
        boolean mark;
        Node next;
        Node other;
    }

    static int count;
    static int started = 1;
    static int large = 5;
    static boolean open;
    static Node kept;
    static final Node[] SHELF = new Node[1];
    static final int[] NUMBERS = {1, 2};

    Node first;

    @Ensures("result == (x == 0 ? 1 : (x == 1 ? 3 : 4))")
    static int holdsSwitch(int x) {
        int y = 0;
        switch (x) {
            case 0:
                y = 1;
                break;
            case 1:
                y = 2;
            case 2:
                y++;
                break;
            default:
                y = 4;
        }
        return y;
    }

    @Ensures("result == x")
    static int violatedSwitch(int x) {
        switch (x) {
            case -1:
                return -1;
            case 0:
            case 1:
                return 0;
            case 1000:
                return 1000;
            default:
                return x;
        }
    }

    @Ensures("result == (x == 1 ? 1 : 0)")
    static int holdsArrowSwitch(int x) {
        return switch (x) {
            case 1 -> 1;
            case 100, 101 -> 2;
            default -> 0;
        };
    }

    static int length(Node n) {
        return n == null ? 0 : 1 + length(n.next);
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("result == #n.*next")
    static int holdsRecursion(Node n) {
        return length(n);
    }

    @Ensures("result < 2")
    static int violatedRecursion(Node n) {
        return length(n);
    }

    static boolean even(Node n) {
        return n == null || odd(n.next);
    }

    static boolean odd(Node n) {
        return n != null && even(n.next);
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("result <=> #n.*next % 2 == 0")
    static boolean holdsMutual(Node n) {
        return even(n);
    }

    @Ensures("result")
    static boolean violatedMutual(Node n) {
        return even(n) == even(n.next);
    }

    static void mark(Node n) {
        if (n != null && !n.mark) {
            n.mark = true;
            mark(n.next);
            mark(n.other);
        }
    }

    @Requires("no e: Node | e.mark")
    @Ensures("{e: Node | e.mark} == old(n.*(next + other))")
    static void holdsMark(Node n) {
        mark(n);
    }

    @Ensures("{e: Node | e.mark} == old(n.*(next + other))")
    static void violatedMark(Node n) {
        mark(n);
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("result <=> some a, b: n.*next | a != b && a.val == b.val")
    static boolean holdsNested(Node n) {
        for (Node a = n; a != null; a = a.next) {
            for (Node b = a.next; b != null; b = b.next) {
                if (a.val == b.val) {
                    return true;
                }
            }
        }
        return false;
    }

    @Ensures("result => some a, b: n.*next | a != b && a.val == b.val")
    static boolean violatedNested(Node n) {
        for (Node a = n; a != null; a = a.next) {
            for (Node b = a.next; b != null; b = b.next) {
                if (a.val == b.val) {
                    return true;
                }
            }
        }
        return false;
    }

    @Ensures("result == 3")
    static int holdsLabels() {
        int sum = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j > i) {
                    continue outer;
                }
                if (sum == 3) {
                    break outer;
                }
                sum++;
            }
        }
        return sum;
    }

    @Ensures("result == 2")
    static int violatedLabels(int x) {
        int sum = 0;
        outer:
        while (true) {
            do {
                if (sum > x) {
                    break outer;
                }
                sum++;
                if (sum == 2) {
                    continue outer;
                }
            } while (sum < 2);
            sum++;
        }
        return sum;
    }

    @Ensures("result == null || result.val == x && result in n.*next")
    static Node holdsFind(Node n, int x) {
        while (n != null) {
            if (n.val == x) {
                return n;
            }
            n = n.next;
        }
        return null;
    }

    @Ensures("result == null => no e: n.*next | e.val == x")
    static Node violatedFind(Node n, int x) {
        do {
            n = n.next;
            if (n == null) {
                break;
            }
        } while (n.val != x);
        return n;
    }

    @Requires("no e: this.first.*next | e in e.^next")
    @Ensures("this.first.*next == old(this.first.*next) && (all a: old(this.first.*next), b: old(a.next) | b.next == a)")
    void holdsReverse() {
        Node done = null;
        Node left = first;
        while (left != null) {
            Node next = left.next;
            left.next = done;
            done = left;
            left = next;
        }
        first = done;
    }

    @Requires("no e: this.first.*next | e in e.^next")
    @Ensures("this.first.*next == old(this.first.*next)")
    void violatedReverse() {
        Node done = null;
        Node left = first;
        while (left != null && left.next != null) {
            Node next = left.next;
            left.next = done;
            done = left;
            left = next;
        }
        first = done;
    }

    @Ensures("Ways.count == old(Ways.count) + 1 && Ways.count == 1")
    static void holdsStatic() {
        count++;
    }

    @Ensures("Ways.count == 0")
    static void violatedStatic(int x) {
        count = x;
    }

    @Ensures("result == 5")
    static int unknownLarge() {
        return large;
    }

    @Ensures("result == 1")
    static int holdsStarted() {
        return started;
    }

    @Ensures("Ways.started == 1")
    void holdsStartedSilently() {
    }

    @Ensures("Ways.started == 0")
    void violatedStartedSilently() {
    }

    static void more() {
        started++;
    }

    @Ensures("Ways.started == 3")
    static void holdsTwice() {
        more();
        more();
    }

    @Ensures("Ways.started == 2")
    static void violatedTwice(boolean x) {
        more();
        if (x) {
            more();
        }
    }

    @Ensures("Ways.open <=> x")
    static void holdsOpen(boolean x) {
        open = x;
    }

    @Ensures("Ways.open")
    static void violatedOpen(boolean x) {
        if (x || !open) {
            open = x;
        }
    }

    @Ensures("Ways.kept == n && old(Ways.kept) == null")
    static void holdsKept(Node n) {
        kept = n;
    }

    @Ensures("Ways.kept.next == null")
    static void violatedKept(Node n) {
        kept = n;
        kept.next = kept.other;
    }

    @Ensures("result == null")
    static Node unknownShelf() {
        return SHELF[0];
    }

    @Ensures("result == 1")
    static int unknownNumbers() {
        return NUMBERS[0];
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("all e: n.*next | e.val == (old(e.val) < 0 ? 0 : old(e.val))")
    static void holdsEach(Node n) {
        for (; n != null; n = n.next) {
            if (n.val >= 0) {
                continue;
            }
            n.val = 0;
        }
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("all e: n.*next | e.val >= 0")
    static void violatedEach(Node n) {
        for (; n != null; n = n.next) {
            if (n.val == 0) {
                break;
            }
            n.val = 0;
        }
    }

    static Node last(Node n) {
        while (n.next != null) {
            n = n.next;
        }
        return n;
    }

    @Requires("a.*next & b.*next == none")
    @Ensures("a.*next == old(a.*next + b.*next)")
    static void holdsAppend(Node a, Node b) {
        last(a).next = b;
    }

    @Ensures("no e: Node | e in e.^next")
    static void violatedAppend(Node a, Node b) {
        last(a).next = b;
    }

    @Ensures("result == (n in m.*next)")
    static boolean violatedEndless(Node n, Node m) {
        while (m != n) {
            m = m.next;
        }
        return m != null;
    }

    @Ensures("x > 0 && result == 1")
    static int holdsForever(int x) {
        while (x <= 0) {
            x = x + 0;
        }
        return 1;
    }

    @Ensures("result == 0")
    static int violatedForever(int x) {
        if (x > 0) {
            while (true) {
                x = 1;
            }
        }
        return x;
    }

    @Ensures("result == 0")
    static int holdsForeverInside(int x) {
        for (int i = 0; i < 2; i++) {
            if (x != 0) {
                for (;;) {
                    count = x;
                }
            }
        }
        return x;
    }

    @Ensures("result == 2")
    static int holdsHandlerInside(int x) {
        int done = 0;
        for (int i = 0; i < 2; i++) {
            try {
                done++;
            } catch (NullPointerException e) {
                done = x;
            }
        }
        return done;
    }

    @Ensures("result == (n == null ? 0 : n.val)")
    static int holdsHandler(Node n) {
        int x = 0;
        try {
            x = n.val;
            for (int i = 0; i < 1; i++) {
                n.mark = n.mark;
            }
        } catch (NullPointerException e) {
            x = 1;
        }
        return n == null ? 0 : x;
    }

    @Ensures("result == n")
    static Node holdsParameter(Node n) {
        Node before = n;
        n = null;
        return before;
    }

    @Ensures("n.val == 1")
    static void violatedParameter(Node n) {
        n = n.next;
        n.val = 1;
    }

    @Ensures("result == x")
    static int holdsCallInLoop(int x) {
        int y = x - 2;
        while (y < x) {
            y = next(y);
        }
        return y;
    }

    static int next(int y) {
        return y + 1;
    }

    static int late(int x) {
        try {
            if (x > 0) {
                return late(x - 1);
            }
            return x;
        } finally {
            count += 1;
        }
    }

    @Ensures("x >= 0 => Ways.count == x + 1")
    static int holdsLate(int x) {
        return late(x);
    }

    @Ensures("Ways.count == x + 1")
    static int violatedLate(int x) {
        return late(x);
    }
}
