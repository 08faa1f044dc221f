import java.util.HashSet;
import java.util.Set;

/**
 * A queue of objects as two stacks. Objects enter at the back; when the front stack is empty, everything is moved there from
 * the back, which turns the order around.
 */
public class Queue {
    static class Node {
        Object value;
        Node next;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Stack {
        Node top;

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

        /** Adds the nodes of this stack to a set; gives false at a node that is in it already. */
        boolean collect(Set<Node> seen) {
            for (Node node = top; node != null; node = node.next) {
                if (!seen.add(node)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Stack front = new Stack();
    private final Stack back = new Stack();

    public Queue() {}

    /** Adds an object at the back. */
    public void enqueue(Object value) {
        back.push(value);
    }

    /** Takes the object at the front off and gives it; gives null if the queue is empty. */
    public Object dequeue() {
        if (front.isEmpty()) {
            while (!back.isEmpty()) {
                front.push(back.pop());
            }
        }
        return front.isEmpty() ? null : front.pop();
    }

    /** Whether there are two different stacks without cycles that share no node. */
    public boolean repOk() {
        Set<Node> seen = new HashSet<>();
        return front != null && back != null && front != back && front.collect(seen) && back.collect(seen);
    }
}
