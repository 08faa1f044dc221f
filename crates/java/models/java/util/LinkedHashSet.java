package java.util;

import java.util.function.Consumer;

/** A set that keeps the order in which its elements came. */
public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet() {}

    public LinkedHashSet(int capacity) {
        super(capacity);
    }

    public LinkedHashSet(Collection<? extends E> elements) {
        super(elements);
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** Goes through a set. */
    private static final class Walk<E> implements Iterator<E> {
        private final LinkedHashSet<E> set;
        private int next;
        private boolean more;
        private boolean returned;
        private int before;

        Walk(LinkedHashSet<E> set) {
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

        @SuppressWarnings("unchecked")
        public E next() {
            if (set.changes != before) {
                throw new ConcurrentModificationException();
            }
            if (!more) {
                throw new NoSuchElementException();
            }
            Object element = next == 0 ? set.e0 : next == 1 ? set.e1 : set.e2;
            next++;
            more = next < set.size;
            returned = true;
            return (E) element;
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

        public native void forEachRemaining(Consumer<? super E> action);
    }
}
