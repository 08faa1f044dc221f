package java.util;

/** A list whose last element is its top. */
public class Stack<E> extends Vector<E> {
    public Stack() {}

    public boolean empty() {
        return size() == 0;
    }

    public E push(E element) {
        addElement(element);
        return element;
    }

    public E peek() {
        if (size() == 0) {
            throw new EmptyStackException();
        }
        return lastElement();
    }

    public E pop() {
        E top = peek();
        remove(size() - 1);
        return top;
    }

    public int search(Object element) {
        int index = lastIndexOf(element);
        return index < 0 ? -1 : size() - index;
    }
}
