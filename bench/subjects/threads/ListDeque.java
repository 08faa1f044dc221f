import java.util.concurrent.atomic.AtomicReference;

/**
 * A deque whose nodes stay linked when their items are taken, as those of `ConcurrentLinkedDeque` do for a while. It has the
 * defect that the class of older JDKs had: whoever takes the first item walks on from the node that was first when it began,
 * without a look whether another one was put before it meanwhile. So it can say that the deque is empty, or take an item from
 * the middle, when that never was so.
 */
public class ListDeque<T> {
    private static final class Node<T> {
        final AtomicReference<T> item = new AtomicReference<>();
        volatile Node<T> previous;
        volatile Node<T> next;
    }

    /** The ends, which have no items. */
    private final Node<T> front = new Node<>();
    private final Node<T> back = new Node<>();

    public ListDeque() {
        front.next = back;
        back.previous = front;
    }

    public void addFirst(T item) {
        insert(front, item, true);
    }

    public void addLast(T item) {
        insert(back, item, false);
    }

    /** Links are changed by one thread at a time; only items are taken without a lock. */
    private synchronized void insert(Node<T> end, T item, boolean first) {
        Node<T> node = new Node<>();
        node.item.set(item);
        Node<T> left = first ? end : end.previous;
        Node<T> right = first ? end.next : end;
        node.previous = left;
        node.next = right;
        if (first) {
            right.previous = node;
            left.next = node;
        } else {
            left.next = node;
            right.previous = node;
        }
    }

    /** Takes the first item out; null if there is none. */
    public T pollFirst() {
        for (Node<T> node = front.next; node != back; node = node.next) {
            T item = node.item.get();
            if (item != null && node.item.compareAndSet(item, null)) {
                return item;
            }
        }
        return null;
    }

    /** Takes the last item out; null if there is none. */
    public T pollLast() {
        for (Node<T> node = back.previous; node != front; node = node.previous) {
            T item = node.item.get();
            if (item != null && node.item.compareAndSet(item, null)) {
                return item;
            }
        }
        return null;
    }
}
