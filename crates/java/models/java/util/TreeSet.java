package java.util;

/** A set of at most three elements, in fields of its own and in their order. */
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
    private Object e0, e1, e2;
    private int size;
    private int changes;
    private final Comparator<? super E> order;

    public TreeSet() {
        order = null;
    }

    public TreeSet(Comparator<? super E> order) {
        this.order = order;
    }

    public TreeSet(Collection<? extends E> elements) {
        order = null;
        addAll(elements);
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        if (0 > size || size > 3 || changes != 0
                || size <= 0 && e0 != null || size <= 1 && e1 != null || size <= 2 && e2 != null) {
            return false;
        }
        if (size > 0) {
            Specified.ordered(order, e0);
        }
        return (size <= 1 || compare(e0, e1) < 0) && (size <= 2 || compare(e1, e2) < 0);
    }

    private int compare(Object one, Object other) {
        return Specified.compare(order, one, other);
    }

    /** Where an element is; if it is not there, the place where it would be, as a negative number that is one less. */
    private int place(Object element) {
        if (size > 0) {
            int compared = compare(element, e0);
            if (compared == 0) return 0;
            if (compared < 0) return -1;
        }
        if (size > 1) {
            int compared = compare(element, e1);
            if (compared == 0) return 1;
            if (compared < 0) return -2;
        }
        if (size > 2) {
            int compared = compare(element, e2);
            if (compared == 0) return 2;
            if (compared < 0) return -3;
        }
        return -1 - size;
    }

    private int find(Object element) {
        Specified.ordered(order, element);
        return place(element);
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        if (index < 0 || index >= size) return null;
        return (E) (index == 0 ? e0 : index == 1 ? e1 : e2);
    }

    private void delete(int index) {
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

    public Comparator<? super E> comparator() {
        return order;
    }

    public boolean contains(Object element) {
        return find(element) >= 0;
    }

    public boolean add(E element) {
        // The first one is compared with itself, so that others can be compared with it.
        if (size == 0) {
            compare(element, element);
        }
        int place = size == 0 ? -1 : find(element);
        if (place >= 0) {
            return false;
        }
        int index = -1 - place;
        Specified.within(size < 3);
        if (index <= 1) e2 = e1;
        if (index <= 0) e1 = e0;
        switch (index) {
            case 0: e0 = element; break;
            case 1: e1 = element; break;
            default: e2 = element;
        }
        size++;
        changes++;
        return true;
    }

    public boolean addAll(Collection<? extends E> elements) {
        return super.addAll(elements);
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

    public E first() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return at(0);
    }

    public E last() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return at(size - 1);
    }

    public E floor(E element) {
        int index = place(element);
        return at(index >= 0 ? index : -2 - index);
    }

    public E ceiling(E element) {
        int index = place(element);
        return at(index >= 0 ? index : -1 - index);
    }

    public E lower(E element) {
        int index = place(element);
        return at(index >= 0 ? index - 1 : -2 - index);
    }

    public E higher(E element) {
        int index = place(element);
        return at(index >= 0 ? index + 1 : -1 - index);
    }

    public E pollFirst() {
        E first = at(0);
        if (size > 0) {
            delete(0);
        }
        return first;
    }

    public E pollLast() {
        E last = at(size - 1);
        if (size > 0) {
            delete(size - 1);
        }
        return last;
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    public native Iterator<E> descendingIterator();

    public native NavigableSet<E> descendingSet();

    public native NavigableSet<E> subSet(E from, boolean fromToo, E to, boolean toToo);

    public native NavigableSet<E> headSet(E to, boolean toToo);

    public native NavigableSet<E> tailSet(E from, boolean fromToo);

    public native SortedSet<E> subSet(E from, E to);

    public native SortedSet<E> headSet(E to);

    public native SortedSet<E> tailSet(E from);

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    public native String toString();

    /** Goes through a set. */
    private static final class Walk<E> implements Iterator<E> {
        private final TreeSet<E> set;
        private int next;
        private boolean more;
        private boolean returned;
        private int before;

        Walk(TreeSet<E> set) {
            this.set = set;
            before = set.changes;
            more = set.size > 0;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public boolean hasNext() {
            return more;
        }

        public E next() {
            if (!more) {
                throw new NoSuchElementException();
            }
            if (set.changes != before) {
                throw new ConcurrentModificationException();
            }
            E element = set.at(next);
            next++;
            more = next < set.size;
            returned = true;
            return element;
        }

        public void remove() {
            if (!returned) {
                throw new IllegalStateException();
            }
            if (set.changes != before) {
                throw new ConcurrentModificationException();
            }
            next--;
            set.delete(next);
            returned = false;
            before = set.changes;
        }

        public native void forEachRemaining(java.util.function.Consumer<? super E> action);
    }
}
