import glassbox.api.Tree;

/**
 * A queue of objects as two stacks. Objects enter at the back; when the front stack is empty, everything is moved
 * there from the back, which turns the order around.
 */
public class TwoStackQueue {
    /** Says that there is nothing to take. */
    public static class EmptyQueueException extends Exception {
        private static final long serialVersionUID = 1;
    }

    static class Node {
        Object value;
        @Tree Node next;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Stack {
        @Tree Node top;

        boolean isEmpty() {
            return top == null;
        }

        void push(Object value) {
            top = new Node(value, top);
        }

        Object pop() {
            Object value = top.value;
            top = top.next;
            return value;
        }
    }

    @Tree private Stack front = new Stack();
    @Tree private Stack back = new Stack();

    public TwoStackQueue() {}

    /** Adds an object at the back. */
    public void enqueue(Object value) {
        back.push(value);
    }

    /** Takes the object at the front off and gives it. */
    public Object dequeue() throws EmptyQueueException {
        if (front.isEmpty()) {
            moveBackToFront();
        }
        if (front.isEmpty()) {
            throw new EmptyQueueException();
        }
        return front.pop();
    }

    private void moveBackToFront() {
        while (!back.isEmpty()) {
            front.push(back.pop());
        }
    }

    /** Whether both stacks are there. That they share nothing is what the tree says. */
    boolean repOkLocal() {
        return front != null && back != null;
    }
}
