import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue of Michael and Scott (1996) without its care: whoever appends writes the link of the last node without a look
 * whether somebody else has just done so. One of two elements that are appended at the same time is lost.
 */
public class MsQueue<T> {
    private static final class Node<T> {
        final T item;
        final AtomicReference<Node<T>> next = new AtomicReference<>();

        Node(T item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node<T>> head;
    private final AtomicReference<Node<T>> tail;

    public MsQueue() {
        Node<T> dummy = new Node<>(null);
        head = new AtomicReference<>(dummy);
        tail = new AtomicReference<>(dummy);
    }

    public void enqueue(T item) {
        Node<T> node = new Node<>(item);
        Node<T> last = tail.get();
        // The link and the tail change in two steps, and nobody looks whether this is still the last node.
        last.next.set(node);
        tail.compareAndSet(last, node);
    }

    /** Takes the oldest element out; null if there is none. */
    public T dequeue() {
        while (true) {
            Node<T> first = head.get();
            Node<T> next = first.next.get();
            if (next == null) {
                return null;
            }
            if (head.compareAndSet(first, next)) {
                return next.item;
            }
        }
    }
}
