package java.util;

import java.util.function.Consumer;

/** A list of at most four elements, in fields of its own. */
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private Object e0, e1, e2, e3;
    private int size;

    public ArrayList() {}

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    public ArrayList(Collection<? extends E> elements) {
        Object[] all = elements.toArray();
        for (int index = 0; index < all.length; index++) {
            insert(index, all[index]);
        }
        modCount = 0;
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        return 0 <= size && size <= 4 && modCount == 0
            && (size > 0 || e0 == null) && (size > 1 || e1 == null)
            && (size > 2 || e2 == null) && (size > 3 || e3 == null);
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

    private void insert(int index, Object element) {
        Specified.within(size < 4);
        modCount++;
        if (index <= 2) e3 = e2;
        if (index <= 1) e2 = e1;
        if (index <= 0) e1 = e0;
        put(index, element);
        size++;
    }

    private void delete(int index) {
        modCount++;
        if (index <= 0) e0 = e1;
        if (index <= 1) e1 = e2;
        if (index <= 2) e2 = e3;
        e3 = null;
        size--;
    }

    private void check(int index, int most) {
        if (index < 0 || index >= most) {
            throw new IndexOutOfBoundsException();
        }
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        check(index, size);
        return (E) at(index);
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        check(index, size);
        Object old = at(index);
        put(index, element);
        return (E) old;
    }

    public boolean add(E element) {
        insert(size, element);
        return true;
    }

    public void add(int index, E element) {
        check(index, size + 1);
        insert(index, element);
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        check(index, size);
        Object old = at(index);
        delete(index);
        return (E) old;
    }

    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public int indexOf(Object element) {
        if (size > 0 && Specified.same(element, e0)) return 0;
        if (size > 1 && Specified.same(element, e1)) return 1;
        if (size > 2 && Specified.same(element, e2)) return 2;
        if (size > 3 && Specified.same(element, e3)) return 3;
        return -1;
    }

    public int lastIndexOf(Object element) {
        if (size > 3 && Specified.same(element, e3)) return 3;
        if (size > 2 && Specified.same(element, e2)) return 2;
        if (size > 1 && Specified.same(element, e1)) return 1;
        if (size > 0 && Specified.same(element, e0)) return 0;
        return -1;
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public void clear() {
        modCount++;
        e0 = null;
        e1 = null;
        e2 = null;
        e3 = null;
        size = 0;
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
            are = Specified.same(at(index), others.get(index));
        }
        return are;
    }

    public void addFirst(E element) {
        insert(0, element);
    }

    public void addLast(E element) {
        insert(size, element);
    }

    @SuppressWarnings("unchecked")
    public E getFirst() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return (E) e0;
    }

    @SuppressWarnings("unchecked")
    public E getLast() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return (E) at(size - 1);
    }

    public E removeFirst() {
        E first = getFirst();
        delete(0);
        return first;
    }

    public E removeLast() {
        E last = getLast();
        delete(size - 1);
        return last;
    }

    public boolean addAll(Collection<? extends E> elements) {
        Object[] all = elements.toArray();
        int before = modCount;
        for (int index = 0; index < all.length; index++) {
            insert(size, all[index]);
        }
        modCount = before + 1;
        return all.length > 0;
    }

    public void forEach(Consumer<? super E> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        int before = modCount;
        int most = size;
        for (int index = 0; modCount == before && index < most; index++) {
            @SuppressWarnings("unchecked")
            E element = (E) at(index);
            action.accept(element);
        }
        if (modCount != before) {
            throw new ConcurrentModificationException();
        }
    }

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    public native String toString();

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** Goes through a list. */
    private static final class Walk<E> implements Iterator<E> {
        private final ArrayList<E> list;
        private int next;
        private int last = -1;
        private int before;

        Walk(ArrayList<E> list) {
            this.list = list;
            before = list.modCount;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public boolean hasNext() {
            return next != list.size;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (list.modCount != before) {
                throw new ConcurrentModificationException();
            }
            if (next >= list.size) {
                throw new NoSuchElementException();
            }
            last = next;
            next++;
            return (E) list.at(last);
        }

        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            if (list.modCount != before) {
                throw new ConcurrentModificationException();
            }
            list.delete(last);
            next = last;
            last = -1;
            before = list.modCount;
        }

        public native void forEachRemaining(Consumer<? super E> action);
    }
}
