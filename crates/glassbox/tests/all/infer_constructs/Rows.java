import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Arrays. The name of a method begins with what its property is: it holds, is violated, or nobody knows. */
public class Rows {
    static class Node {
        int val;
        Node next;
    }

    static class Special extends Node {
    }

    interface Marked {
    }

    static class Red implements Marked {
    }

    static class Blue implements Marked {
    }

    Node[] nodes;
    int[] numbers;

    @Ensures("result == a[0]")
    static int holdsFirst(int[] a) {
        return a[0];
    }

    @Ensures("result == a[a.length - 1]")
    static int violatedLast(int[] a) {
        return a[0];
    }

    @Ensures("a[i] == x && (all j: int | j != i => a[j] == old(a[j]))")
    static void holdsWrite(int[] a, int i, int x) {
        a[i] = x;
    }

    @Ensures("a[0] == x")
    static void violatedWrite(int[] a, int i, int x) {
        a[i] = x;
    }

    @Ensures("b[0] == old(b[0])")
    static void violatedAlias(int[] a, int[] b) {
        a[0] = 1;
    }

    @Ensures("a != b => b[0] == old(b[0])")
    static void holdsWithoutAlias(int[] a, int[] b) {
        a[0] = 1;
    }

    @Ensures("result <=> (0 <= i && i < a.length)")
    static boolean holdsBounds(int[] a, int i) {
        try {
            a[i] = 0;
            return true;
        } catch (ArrayIndexOutOfBoundsException e) {
            return false;
        }
    }

    @Ensures("result <=> (0 <= i && i <= a.length)")
    static boolean violatedBounds(int[] a, int i) {
        try {
            return a[i] == a[i];
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    @Ensures("result")
    static boolean holdsStore() {
        Node[] a = new Special[1];
        try {
            a[0] = new Node();
            return false;
        } catch (ArrayStoreException e) {
            return true;
        }
    }

    @Ensures("result")
    static boolean violatedStore(Node n) {
        Node[] a = new Special[1];
        try {
            a[0] = n;
            return false;
        } catch (ArrayStoreException e) {
            return true;
        }
    }

    @Ensures("result <=> n !in Special && n != null")
    static boolean holdsStoreExactly(Node n) {
        Node[] a = new Special[1];
        try {
            a[0] = n;
        } catch (ArrayStoreException e) {
            return a[0] == null;
        }
        return false;
    }

    @Ensures("result <=> some m & Red")
    static boolean holdsStoreInterface(Marked m) {
        Marked[] a = new Blue[1];
        try {
            a[0] = m;
            return false;
        } catch (ArrayStoreException e) {
            return true;
        }
    }

    @Ensures("result.length == n && (all x: result[*] | x == 0)")
    static int[] holdsNew(int n) {
        return new int[n];
    }

    @Ensures("some result[*]")
    static int[] violatedNew(int n) {
        return new int[n];
    }

    @Ensures("result <=> n < 0")
    static boolean holdsNegative(int n) {
        try {
            return new Node[n] == null;
        } catch (NegativeArraySizeException e) {
            return true;
        }
    }

    @Ensures("a[0] == old(a[1]) && a[1] == old(a[0]) && a[*] == old(a[*])")
    static void holdsSwap(Node[] a) {
        Node kept = a[0];
        a[0] = a[1];
        a[1] = kept;
    }

    @Ensures("a[0] == old(a[1]) && a[1] == old(a[0])")
    static void violatedSwap(Node[] a) {
        a[0] = a[1];
        a[1] = a[0];
    }

    @Ensures("a[*] in n")
    static void holdsFill(Node[] a, Node n) {
        for (int i = 0; i < a.length; i++) {
            a[i] = n;
        }
    }

    @Ensures("a[*] in n")
    static void violatedFill(Node[] a, Node n) {
        for (int i = 1; i < a.length; i++) {
            a[i] = n;
        }
    }

    @Ensures("a.length == 2 => result == a[0] + a[1]")
    static int holdsSum(int[] a) {
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        return sum;
    }

    @Ensures("result == a[0]")
    static int violatedSum(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }

    @Ensures("result != a && result.length == a.length && (all i: int | result[i] == a[i])")
    static int[] holdsCopy(int[] a) {
        int[] copy = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    @Ensures("all i: int | result[i] == a[i]")
    static int[] violatedCopy(int[] a) {
        int[] copy = new int[a.length];
        for (int i = 0; i + 1 < a.length; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    @Ensures("result[0] == a[0]")
    static int[] unknownClone(int[] a) {
        return a.clone();
    }

    @Ensures("b[0] == a[0]")
    static void unknownLibraryCopy(int[] a, int[] b) {
        System.arraycopy(a, 0, b, 0, 1);
    }

    @Ensures("a[0][0] == x")
    static void holdsRows(int[][] a, int x) {
        a[0][0] = x;
    }

    @Ensures("a[1][0] == old(a[1][0])")
    static void violatedRows(int[][] a) {
        a[0][0] = 1;
    }

    @Ensures("result.length == 1 && result[0].length == 2 && result[0][1] == 0")
    static int[][] holdsNewRows() {
        return new int[1][2];
    }

    @Ensures("result[*] == none")
    static int[][] holdsNoRows() {
        return new int[2][];
    }

    @Ensures("a[0] <=> !old(a[0])")
    static void holdsTruth(boolean[] a) {
        a[0] = !a[0];
    }

    @Ensures("a[0] <=> b[0]")
    static void violatedTruth(boolean[] a, boolean[] b) {
        a[0] = b[0];
        b[0] ^= true;
    }

    @Ensures("a[0] == x")
    static void holdsBytes(byte[] a, int x) {
        a[0] = (byte) x;
    }

    @Ensures("a[0] == x")
    static void holdsLongs(long[] a, int x) {
        a[0] = x;
    }

    @Ensures("a[0] >= 0")
    static void holdsChars(char[] a, char c) {
        a[0] = c;
    }

    @Ensures("all c: a[*] | c >= 0")
    static void holdsOldChars(char[] a) {
    }

    static int count(Node... all) {
        return all.length;
    }

    @Ensures("result == 2")
    static int holdsVariable(Node n) {
        return count(n, n);
    }

    @Ensures("result == 1")
    static int violatedVariable(Node n) {
        return count() + (n == null ? 1 : count(n, null));
    }

    @Ensures("this.nodes.length == 2 && this.nodes[0] == n && this.nodes[1] == null && this.numbers == old(this.numbers)")
    void holdsFields(Node n) {
        nodes = new Node[2];
        nodes[0] = n;
    }

    @Ensures("this.nodes[0].val == 1")
    void violatedFields(Node n) {
        nodes[0].val = 1;
        nodes[0] = n;
    }

    static void put(Node[] a, int i, Node n) {
        if (i < a.length) {
            a[i] = n;
            put(a, i + 1, n);
        }
    }

    @Ensures("a[*] in n")
    static void holdsPut(Node[] a, Node n) {
        put(a, 0, n);
    }

    @Ensures("a[*] in n")
    static void violatedPut(Node[] a, Node n) {
        put(a, 1, n);
    }

    static Node[] own(Node n) {
        Node[] a = new Node[1];
        a[0] = n;
        return a;
    }

    @Ensures("result == n")
    static Node holdsOwn(Node n) {
        Node[] a = own(n);
        Node[] b = own(null);
        b[0] = null;
        return a[0];
    }

    @Ensures("result == n")
    static Node violatedOwn(Node n) {
        Node[] a = own(n);
        a = own(a[0].next);
        return a[0];
    }

    @Ensures("result <=> n == null")
    static boolean holdsSomething(Object n) {
        return !(n instanceof Object);
    }

    @Ensures("result <=> a != null")
    static boolean holdsKinds(int[] a) {
        Object o = a;
        return o instanceof int[] && !(o instanceof long[]) && !(o instanceof Object[]);
    }

    @Ensures("result <=> a != null")
    static boolean holdsCovariant(Special[] a) {
        Object o = a;
        return o instanceof Node[] && o instanceof Object[];
    }

    @Requires("a[*] == b[*]")
    @Ensures("a[0] == b[0]")
    static void violatedSets(Node[] a, Node[] b) {
    }

    @Requires("a.length == 1 && b.length == 1 && a[*] == b[*]")
    @Ensures("result")
    static boolean holdsSets(Node[] a, Node[] b) {
        return a[0] == b[0];
    }

    @Ensures("this.numbers[i] == old(this.numbers[i]) + 1")
    void holdsIncrement(int i) {
        numbers[i]++;
    }

    @Ensures("result == old(this.numbers[i])")
    int violatedIncrement(int i) {
        return ++numbers[i];
    }
}
