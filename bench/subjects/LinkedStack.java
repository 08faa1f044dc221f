import glassbox.api.Tree;

/** A stack of objects as a linked list. Nothing but the shape of the list is invariant. */
public class LinkedStack {
    static class Node {
        Object value;
        @Tree Node next;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    @Tree private Node top;

    public LinkedStack() {}

    /** Puts an object on top. */
    public void push(Object value) {
        top = new Node(value, top);
    }

    /** Takes the object on top off and gives it; gives null if there is none. */
    public Object pop() {
        if (top == null) {
            return null;
        }
        Object value = top.value;
        top = top.next;
        return value;
    }
}
