import java.util.ArrayDeque;

/** A deque that one thread at a time uses. */
public class ListDequeFixed<T> {
    private final ArrayDeque<T> items = new ArrayDeque<>();

    public synchronized void addFirst(T item) {
        items.addFirst(item);
    }

    public synchronized void addLast(T item) {
        items.addLast(item);
    }

    /** Takes the first item out; null if there is none. */
    public synchronized T pollFirst() {
        return items.pollFirst();
    }

    /** Takes the last item out; null if there is none. */
    public synchronized T pollLast() {
        return items.pollLast();
    }
}
