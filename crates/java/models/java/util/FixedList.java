package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What {@code List.of} gives: a list of at most four elements that nobody changes, none of them null. */
final class FixedList<E> extends AbstractCollection<E> implements List<E>, RandomAccess {
    private final Object e0, e1, e2, e3;
    private final int size;

    private FixedList(int size, Object e0, Object e1, Object e2, Object e3) {
        if (size > 0 && e0 == null || size > 1 && e1 == null || size > 2 && e2 == null || size > 3 && e3 == null) {
            throw new NullPointerException();
        }
        this.size = size;
        this.e0 = e0;
        this.e1 = e1;
        this.e2 = e2;
        this.e3 = e3;
    }

    public static <E> List<E> of() {
        return new FixedList<E>(0, null, null, null, null);
    }

    public static <E> List<E> of(E e0) {
        return new FixedList<E>(1, e0, null, null, null);
    }

    public static <E> List<E> of(E e0, E e1) {
        return new FixedList<E>(2, e0, e1, null, null);
    }

    public static <E> List<E> of(E e0, E e1, E e2) {
        return new FixedList<E>(3, e0, e1, e2, null);
    }

    public static <E> List<E> of(E e0, E e1, E e2, E e3) {
        return new FixedList<E>(4, e0, e1, e2, e3);
    }

    @SafeVarargs
    public static <E> List<E> of(E... elements) {
        int size = elements.length;
        Specified.within(size <= 4);
        return new FixedList<E>(size, size > 0 ? elements[0] : null, size > 1 ? elements[1] : null,
            size > 2 ? elements[2] : null, size > 3 ? elements[3] : null);
    }

    /** Whether the fields are what can be made. */
    boolean repOk() {
        return 0 <= size && size <= 4
            && size > 0 == (e0 != null) && size > 1 == (e1 != null)
            && size > 2 == (e2 != null) && size > 3 == (e3 != null);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) (index == 0 ? e0 : index == 1 ? e1 : index == 2 ? e2 : e3);
    }

    public E get(int index) {
        if (index < 0 || index >= size) {
            // Those of one or two elements have no array.
            if (size == 1 || size == 2) {
                throw new IndexOutOfBoundsException();
            }
            throw new ArrayIndexOutOfBoundsException();
        }
        return at(index);
    }

    public int indexOf(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        if (size > 0 && element.equals(e0)) return 0;
        if (size > 1 && element.equals(e1)) return 1;
        if (size > 2 && element.equals(e2)) return 2;
        if (size > 3 && element.equals(e3)) return 3;
        return -1;
    }

    public int lastIndexOf(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        if (size > 3 && element.equals(e3)) return 3;
        if (size > 2 && element.equals(e2)) return 2;
        if (size > 1 && element.equals(e1)) return 1;
        if (size > 0 && element.equals(e0)) return 0;
        return -1;
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public Object[] toArray() {
        Object[] all = new Object[size];
        if (size > 0) all[0] = e0;
        if (size > 1) all[1] = e1;
        if (size > 2) all[2] = e2;
        if (size > 3) all[3] = e3;
        return all;
    }

    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof List)) {
            return false;
        }
        List<?> others = (List<?>) other;
        boolean are = others.size() == size;
        for (int index = 0; are && index < size; index++) {
            are = at(index).equals(others.get(index));
        }
        return are;
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> elements) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(int index, Collection<? extends E> elements) {
        throw new UnsupportedOperationException();
    }

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
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

    public void replaceAll(UnaryOperator<E> by) {
        throw new UnsupportedOperationException();
    }

    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    public native ListIterator<E> listIterator();

    public native ListIterator<E> listIterator(int index);

    public native List<E> subList(int from, int to);

    public native int hashCode();

    public native String toString();

    public native Spliterator<E> spliterator();

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    /** Goes through a list. */
    private static final class Walk<E> implements Iterator<E> {
        private final FixedList<E> list;
        private int next;

        Walk(FixedList<E> list) {
            this.list = list;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public boolean hasNext() {
            return next < list.size;
        }

        public E next() {
            if (next >= list.size) {
                throw new NoSuchElementException();
            }
            return list.at(next++);
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }
}
