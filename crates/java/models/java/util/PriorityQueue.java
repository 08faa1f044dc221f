package java.util;

/**
 * A queue of at most four elements, the least first. The documentation leaves open which one of several that are equally small comes first, and where
 * others are; so the elements stand in a heap here, and are moved in it as in the class itself.
 */
public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private Object e0, e1, e2, e3;
    private int size;
    private int changes;
    private final Comparator<? super E> order;

    public PriorityQueue() {
        order = null;
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> order) {
        this.order = order;
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        this.order = order;
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        if (0 > size || size > 4 || changes != 0
                || size > 0 != (e0 != null) || size > 1 != (e1 != null)
                || size > 2 != (e2 != null) || size > 3 != (e3 != null)) {
            return false;
        }
        if (size > 0) {
            Specified.ordered(order, e0);
        }
        return (size <= 1 || compare(e1, e0) >= 0) && (size <= 2 || compare(e2, e0) >= 0)
            && (size <= 3 || compare(e3, e1) >= 0);
    }

    private int compare(Object one, Object other) {
        return Specified.compare(order, one, other);
    }

    private Object at(int index) {
        switch (index) {
            case 0: return e0;
            case 1: return e1;
            case 2: return e2;
            default: return e3;
        }
    }

    private void put(int index, Object element) {
        switch (index) {
            case 0: e0 = element; break;
            case 1: e1 = element; break;
            case 2: e2 = element; break;
            default: e3 = element;
        }
    }

    /** Puts an element at a place, or above it as long as it is less than what is there. */
    private void up(int index, Object element) {
        Specified.ordered(order, element);
        int at = index;
        while (at > 0) {
            int parent = at == 3 ? 1 : 0;
            if (compare(element, at(parent)) >= 0) {
                break;
            }
            put(at, at(parent));
            at = parent;
        }
        put(at, element);
    }

    /** Puts an element at a place, or below it as long as it is greater than what is there. */
    private void down(int index, Object element) {
        int at = index;
        while (at == 0 && size > 1 || at == 1 && size > 3) {
            int child = at == 0 ? 1 : 3;
            if (at == 0 && size > 2 && compare(e1, e2) > 0) {
                child = 2;
            }
            if (compare(element, at(child)) <= 0) {
                break;
            }
            put(at, at(child));
            at = child;
        }
        put(at, element);
    }

    private void delete(int index) {
        changes++;
        size--;
        Object moved = at(size);
        put(size, null);
        // The last one never has to go up: with so few elements, what is above the place is above it, too.
        if (index != size) {
            down(index, moved);
        }
    }

    public int size() {
        return size;
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    public boolean add(E element) {
        return offer(element);
    }

    public boolean offer(E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        Specified.within(size < 4);
        changes++;
        up(size, element);
        size++;
        return true;
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) e0;
    }

    public E poll() {
        E first = peek();
        if (first != null) {
            delete(0);
        }
        return first;
    }

    private int find(Object element) {
        if (element == null) return -1;
        if (size > 0 && element.equals(e0)) return 0;
        if (size > 1 && element.equals(e1)) return 1;
        if (size > 2 && element.equals(e2)) return 2;
        if (size > 3 && element.equals(e3)) return 3;
        return -1;
    }

    public boolean contains(Object element) {
        return find(element) >= 0;
    }

    public boolean remove(Object element) {
        int index = find(element);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public void clear() {
        changes++;
        e0 = null;
        e1 = null;
        e2 = null;
        e3 = null;
        size = 0;
    }

    /** The order in which elements are met is nobody's business, so nothing is said about it. */
    public native Iterator<E> iterator();

    public native Object[] toArray();

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    public native String toString();
}
