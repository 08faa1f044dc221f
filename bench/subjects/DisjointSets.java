import glassbox.api.Tree;

/**
 * Disjoint sets of the integers from 0 on, as a forest in two arrays: the parent of every integer, which is the integer
 * itself for the one that represents a set, and its rank, which is at least its height. Searching shortens the paths.
 */
public class DisjointSets {
    private static final int CAPACITY = 5;

    @Tree private int[] parent;
    @Tree private int[] rank;

    public DisjointSets() {
        this(CAPACITY);
    }

    private DisjointSets(int capacity) {
        parent = new int[capacity];
        rank = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            parent[i] = i;
        }
    }

    /** As many sets of one integer each. */
    static DisjointSets ofCapacity(int n) {
        return new DisjointSets(n);
    }

    /** The integer that represents the set of an integer. */
    public int find(int x) throws IndexOutOfBoundsException {
        int root = x;
        while (parent[root] != root) {
            root = parent[root];
        }
        int node = x;
        while (parent[node] != root) {
            int next = parent[node];
            parent[node] = root;
            node = next;
        }
        assert parent[x] == root && parent[root] == root;
        return root;
    }

    /** Whether two integers are in one set. */
    public boolean connected(int x, int y) throws IndexOutOfBoundsException {
        return find(x) == find(y);
    }

    /** Unites the sets of two integers, and says whether they were different. */
    public boolean union(int x, int y) throws IndexOutOfBoundsException {
        int a = find(x);
        int b = find(y);
        if (a == b) {
            return false;
        }
        if (rank[a] < rank[b]) {
            parent[a] = b;
        } else {
            parent[b] = a;
            if (rank[a] == rank[b]) {
                rank[a]++;
            }
        }
        assert find(a) == find(b);
        return true;
    }

    /** Whether every parent exists and has a greater rank, which excludes cycles. */
    public boolean repOk() {
        if (parent == null || rank == null || parent.length != rank.length) {
            return false;
        }
        for (int i = 0; i < parent.length; i++) {
            if (parent[i] < 0 || parent[i] >= parent.length || rank[i] < 0) {
                return false;
            }
            if (parent[i] != i && rank[parent[i]] <= rank[i]) {
                return false;
            }
        }
        return true;
    }
}
