package java.util;

/** A queue with two ends and at most four elements, in fields of its own. Nothing is said about iteration. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    private Object e0, e1, e2, e3;
    private int size;

    public ArrayDeque() {}

    public ArrayDeque(int capacity) {}

    /** Whether the fields are what operations can make of them. */
    boolean repOk() {
        return 0 <= size && size <= 4
            && size > 0 == (e0 != null) && size > 1 == (e1 != null)
            && size > 2 == (e2 != null) && size > 3 == (e3 != null);
    }

    private void room(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        Specified.within(size < 4);
    }

    private void delete(int index) {
        if (index <= 0) e0 = e1;
        if (index <= 1) e1 = e2;
        if (index <= 2) e2 = e3;
        e3 = null;
        size--;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void addFirst(E element) {
        room(element);
        e3 = e2;
        e2 = e1;
        e1 = e0;
        e0 = element;
        size++;
    }

    public void addLast(E element) {
        room(element);
        if (size == 0) e0 = element;
        if (size == 1) e1 = element;
        if (size == 2) e2 = element;
        if (size == 3) e3 = element;
        size++;
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return (E) e0;
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        return (E) (size > 3 ? e3 : size > 2 ? e2 : size > 1 ? e1 : e0);
    }

    public E pollFirst() {
        E first = peekFirst();
        if (first != null) {
            delete(0);
        }
        return first;
    }

    public E pollLast() {
        E last = peekLast();
        if (last != null) {
            delete(size - 1);
        }
        return last;
    }

    public E getFirst() {
        E first = peekFirst();
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first;
    }

    public E getLast() {
        E last = peekLast();
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last;
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

    public boolean add(E element) {
        addLast(element);
        return true;
    }

    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    public void push(E element) {
        addFirst(element);
    }

    public E pop() {
        return removeFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public E poll() {
        return pollFirst();
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

    public boolean removeFirstOccurrence(Object element) {
        int index = find(element);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    public void clear() {
        e0 = null;
        e1 = null;
        e2 = null;
        e3 = null;
        size = 0;
    }

    public native java.util.stream.Stream<E> stream();

    public native java.util.stream.Stream<E> parallelStream();

    public native String toString();

    public native Iterator<E> iterator();

    public native Iterator<E> descendingIterator();

    public native boolean removeLastOccurrence(Object element);
}
