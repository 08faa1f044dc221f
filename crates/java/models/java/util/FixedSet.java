package java.util;

import java.util.function.Predicate;

/** What {@code Set.of} gives: a set of at most three elements that nobody changes, none of them null. Nothing is said about iteration. */
final class FixedSet<E> extends AbstractCollection<E> implements Set<E> {
    private Object e0, e1, e2;
    private int size;

    private FixedSet() {}

    public static <E> Set<E> of() {
        return new FixedSet<E>();
    }

    public static <E> Set<E> of(E e0) {
        return new FixedSet<E>().with(e0);
    }

    public static <E> Set<E> of(E e0, E e1) {
        return new FixedSet<E>().with(e0).with(e1);
    }

    public static <E> Set<E> of(E e0, E e1, E e2) {
        return new FixedSet<E>().with(e0).with(e1).with(e2);
    }

    @SafeVarargs
    public static <E> Set<E> of(E... elements) {
        FixedSet<E> made = new FixedSet<E>();
        for (int index = 0; index < elements.length; index++) {
            made.with(elements[index]);
        }
        return made;
    }

    private FixedSet<E> with(Object element) {
        if (find(element) >= 0) {
            throw new IllegalArgumentException();
        }
        Specified.within(size < 3);
        if (size == 0) e0 = element;
        if (size == 1) e1 = element;
        if (size == 2) e2 = element;
        size++;
        return this;
    }

    /** Whether the fields are what can be made. */
    boolean repOk() {
        return 0 <= size && size <= 3
            && size > 0 == (e0 != null) && size > 1 == (e1 != null) && size > 2 == (e2 != null)
            && !(size > 1 && e0.equals(e1))
            && !(size > 2 && (e0.equals(e2) || e1.equals(e2)));
    }

    private int find(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        if (size > 0 && element.equals(e0)) return 0;
        if (size > 1 && element.equals(e1)) return 1;
        if (size > 2 && element.equals(e2)) return 2;
        return -1;
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

    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Set) || ((Collection<?>) other).size() != size) {
            return false;
        }
        for (Object element : (Collection<?>) other) {
            if (element == null || !contains(element)) {
                return false;
            }
        }
        return true;
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> elements) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object element) {
        throw new UnsupportedOperationException();
    }

    public boolean removeAll(Collection<?> elements) {
        throw new UnsupportedOperationException();
    }

    public boolean retainAll(Collection<?> elements) {
        throw new UnsupportedOperationException();
    }

    public boolean removeIf(Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public native Iterator<E> iterator();

    public native Object[] toArray();

    public native int hashCode();

    public native String toString();

    public native Spliterator<E> spliterator();

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();
}
