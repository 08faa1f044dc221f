import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Exceptions: thrown, caught, passed on, and what is done on the way out. */
public class Faults {
    static class Node {
        int val;
        Node next;
    }

    static class Special extends Node {
    }

    static class Own extends RuntimeException {
        int code;
        Node where;

        Own(int code) {
            this.code = code;
        }
    }

    static class More extends Own {
        More(Node where) {
            super(1);
            this.where = where;
        }
    }

    static class Checked extends Exception {
    }

    Node first;
    int done;

    @Ensures("result <=> n == null")
    static boolean holdsNull(Node n) {
        try {
            return n.val != n.val;
        } catch (NullPointerException e) {
            return true;
        }
    }

    @Ensures("result <=> n == null")
    static boolean violatedNull(Node n) {
        try {
            return n.next.val != n.next.val;
        } catch (NullPointerException e) {
            return true;
        }
    }

    @Ensures("result <=> y == 0")
    static boolean holdsDivision(int x, int y) {
        try {
            return x / y == 100;
        } catch (ArithmeticException e) {
            return true;
        }
    }

    @Ensures("result <=> x == 0")
    static boolean violatedDivision(int x, int y) {
        try {
            return x % y == 100;
        } catch (ArithmeticException e) {
            return true;
        }
    }

    @Ensures("result == (n == null || n in Special ? 0 : 1)")
    static int holdsCast(Node n) {
        int last = 1;
        try {
            Special s = (Special) n;
            last = 0;
        } catch (ClassCastException e) {
            last += 0;
        }
        return last;
    }

    @Ensures("result == (x < 0 ? 1 : (x == 0 ? 2 : 0))")
    static int holdsKinds(int x) {
        try {
            if (x < 0) {
                throw new IllegalArgumentException("less");
            }
            if (x == 0) {
                throw new IllegalStateException();
            }
            return 0;
        } catch (IllegalArgumentException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
    }

    @Ensures("result != 2")
    static int violatedKinds(int x) {
        try {
            if (x < 0) {
                throw new IllegalArgumentException("less");
            }
            if (x == 0) {
                throw new IllegalStateException();
            }
            return 0;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return 1;
        } catch (Exception e) {
            return 2;
        }
    }

    static void check(int x, Node n) {
        if (x < 0) {
            throw new Own(x);
        }
        if (n != null && n.val == x) {
            throw new More(n);
        }
    }

    @Ensures("x < 0 => result == x")
    static int holdsOwn(int x, Node n) {
        try {
            check(x, n);
            return 1;
        } catch (More e) {
            return 2;
        } catch (Own e) {
            return e.code;
        }
    }

    @Ensures("result == null || result.val == x")
    static Node holdsMore(int x, Node n) {
        try {
            check(x, n);
        } catch (Own e) {
            return e.where;
        }
        return null;
    }

    @Ensures("result == null")
    static Node violatedMore(int x, Node n) {
        try {
            check(x, n);
        } catch (Own e) {
            return e.where;
        }
        return null;
    }

    @Ensures("some e: Own | e.code == -1")
    static void violatedMade(int x) {
        try {
            check(x, null);
        } catch (Own e) {
            e.code = 0;
        }
    }

    @Ensures("x < 0 => false")
    static void holdsEscapes(int x) {
        check(x, null);
    }

    @Ensures("this.done == 1")
    int holdsFinally(int x) {
        try {
            check(x, first);
            return 1;
        } catch (More e) {
            return 2;
        } finally {
            done = 1;
        }
    }

    @Ensures("result == this.done")
    int violatedFinally(int x) {
        try {
            done = x;
            return done;
        } finally {
            done = 1;
        }
    }

    @SuppressWarnings("finally")
    @Ensures("result == 3")
    static int holdsFinallyReturns(int x) {
        try {
            check(x, null);
            return 1;
        } finally {
            return 3;
        }
    }

    @Ensures("result == (x < 0 ? 1 : 2)")
    static int holdsNested(int x) {
        int y = 0;
        try {
            try {
                check(x, null);
                y = 1;
            } finally {
                y++;
            }
        } catch (Own e) {
            return y;
        }
        return y;
    }

    @Ensures("result == 2")
    static int violatedNested(int x) {
        int y = 0;
        try {
            try {
                check(x, null);
                y = 1;
            } catch (NullPointerException e) {
                y = 100;
            } finally {
                y++;
            }
        } catch (Own e) {
            return y;
        }
        return y;
    }

    @Ensures("result == x")
    static int holdsAgain(int x) {
        try {
            try {
                throw new Own(x);
            } catch (Own e) {
                throw e;
            }
        } catch (Own e) {
            return e.code;
        }
    }

    @Ensures("result == 1")
    static int holdsInstead() {
        try {
            try {
                throw new Own(0);
            } catch (Own e) {
                throw new Own(1);
            }
        } catch (Own e) {
            return e.code;
        }
    }

    static void step(Node n) throws Checked {
        while (true) {
            if (n == null) {
                throw new Checked();
            }
            n = n.next;
        }
    }

    @Requires("no e: n.*next | e in e.^next")
    @Ensures("result")
    static boolean holdsChecked(Node n) {
        try {
            step(n);
            return false;
        } catch (Checked e) {
            return true;
        }
    }

    @Ensures("result == n.next")
    static Node violatedLoop(Node n) {
        Node last = n;
        try {
            while (true) {
                last = n;
                n = n.next.next;
            }
        } catch (NullPointerException e) {
            return last;
        }
    }

    @Ensures("result == (n.next == null ? n : n.next)")
    static Node holdsLoop(Node n) {
        Node last = n;
        int count = 0;
        try {
            while (count < 2) {
                last = n;
                n = n.next;
                n.val = 1;
                count++;
            }
        } catch (NullPointerException e) {
            return last;
        }
        return last;
    }

    @Ensures("result == 2")
    static int holdsThrowNull() {
        try {
            Own e = null;
            throw e;
        } catch (Own e) {
            return 1;
        } catch (NullPointerException e) {
            return 2;
        }
    }

    @Ensures("result == (i < 0 ? 1 : (i >= a.length ? 1 : (a[i] == 0 ? 2 : 0)))")
    static int holdsSeveral(int[] a, int i) {
        try {
            int x = 1 / a[i];
            return 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        } catch (ArithmeticException e) {
            return 2;
        }
    }

    @Ensures("this.first.val == old(this.first.val)")
    void violatedHalf(Node n) {
        try {
            first.val = 1;
            n.val = 0;
        } catch (NullPointerException e) {
            done = 1;
        }
    }

    @Ensures("this.done == 1 => this.first == null || n == null")
    void holdsHalf(Node n) {
        done = 0;
        try {
            first.val = 1;
            n.val = 0;
        } catch (NullPointerException e) {
            done = 1;
        }
    }

    @Ensures("result == null")
    static Exception violatedSame(Node n) {
        try {
            n.val = 1;
            return null;
        } catch (NullPointerException e) {
            return e;
        }
    }

    @Ensures("result")
    static boolean unknownCompared(Node n) {
        Exception one = null;
        Exception other = null;
        try {
            n.val = 1;
        } catch (NullPointerException e) {
            one = e;
        }
        try {
            n.val = 1;
        } catch (NullPointerException e) {
            other = e;
        }
        return one == other;
    }

    @Ensures("result == null")
    static String unknownMessage(Node n) {
        try {
            n.val = 1;
            return null;
        } catch (NullPointerException e) {
            return e.getMessage();
        }
    }

    @Ensures("result == x + 1")
    static int holdsAssert(int x) {
        assert x > 5 || x <= 5;
        return x + 1;
    }

    @Ensures("true")
    static void violatedAssert(int x) {
        assert x > 0 : "not more";
    }

    @Requires("x > 0")
    @Ensures("true")
    static void holdsAssertRequired(int x) {
        assert x > 0;
    }

    /** Memory after an exception is read where somebody catches it, however many calls and iterations it leaves. */
    void store(Node n) {
        first = n;
        done = 0;
        if (n == null) {
            throw new Own(1);
        }
        done = 1;
    }

    void pass(Node n) {
        store(n);
        first = null;
    }

    @Ensures("this.first == null && this.done == (n == null ? 0 : 1)")
    void holdsStored(Node n) {
        try {
            pass(n);
        } catch (Own e) {
            done += 0;
        }
    }

    @Ensures("this.done == 1")
    void violatedStored(Node n) {
        try {
            pass(n);
        } catch (Own e) {
            done += 0;
        }
    }

    @Ensures("this.first == null && this.done == 0")
    void holdsStoredInLoop(Node n) {
        try {
            for (Node at = n;; at = at.next) {
                store(at);
            }
        } catch (Own e) {
            done += 0;
        }
    }

    @Ensures("this.done == old(this.done)")
    void violatedStoredInLoop(Node n) {
        try {
            for (Node at = n;; at = at.next) {
                store(at);
            }
        } catch (Own e) {
            done += 0;
        }
    }

    /** Nobody sees what it leaves where it throws. */
    @Ensures("this.first == n && this.done == 1 && n != null")
    void holdsNotCaught(Node n) {
        store(n);
    }

    @Ensures("this.first == null")
    void violatedNotCaught(Node n) {
        store(n);
    }
}
