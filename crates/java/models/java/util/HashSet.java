package java.util;

/** A set of at most three elements, in fields of its own. The order of elements is nobody's business, so nothing is said about iteration. */
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    Object e0, e1, e2;
    int size;
    int changes;

    public HashSet() {}

    public HashSet(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    public HashSet(Collection<? extends E> elements) {
        addAll(elements);
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        return 0 <= size && size <= 3 && changes == 0
            && (size > 0 || e0 == null) && (size > 1 || e1 == null) && (size > 2 || e2 == null)
            && !(size > 1 && Specified.same(e0, e1))
            && !(size > 2 && (Specified.same(e0, e2) || Specified.same(e1, e2)));
    }

    private int find(Object element) {
        if (size > 0 && Specified.same(element, e0)) return 0;
        if (size > 1 && Specified.same(element, e1)) return 1;
        if (size > 2 && Specified.same(element, e2)) return 2;
        return -1;
    }

    void delete(int index) {
        if (index <= 0) e0 = e1;
        if (index <= 1) e1 = e2;
        e2 = null;
        size--;
        changes++;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object element) {
        return find(element) >= 0;
    }

    public boolean add(E element) {
        if (find(element) >= 0) {
            return false;
        }
        Specified.within(size < 3);
        if (size == 0) e0 = element;
        if (size == 1) e1 = element;
        if (size == 2) e2 = element;
        size++;
        changes++;
        return true;
    }

    public boolean remove(Object element) {
        int index = find(element);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public void clear() {
        e0 = null;
        e1 = null;
        e2 = null;
        size = 0;
        changes++;
    }

    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Set)) {
            return false;
        }
        Set<?> set = (Set<?>) other;
        try {
            return set.size() == size && (size <= 0 || set.contains(e0))
                && (size <= 1 || set.contains(e1)) && (size <= 2 || set.contains(e2));
        } catch (ClassCastException | NullPointerException refused) {
            return false;
        }
    }

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    public native String toString();

    public native Iterator<E> iterator();
}
