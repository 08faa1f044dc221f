/**
 * A queue of objects as two stacks. Objects enter at the back; when the front stack is empty, everything is
 * moved there from the back, which turns the order around.
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

        /** Whether the list has no cycle: of two walkers, the one with twice the speed never meets the other. */
        boolean repOk() {
            Node slow = top;
            Node fast = top;
            while (fast != null && fast.next != null) {
                slow = slow.next;
                fast = fast.next.next;
                if (slow == fast) {
                    return false;
                }
            }
            return true;
        }

        Node bottom() {
            Node node = top;
            while (node != null && node.next != null) {
                node = node.next;
            }
            return node;
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

    /**
     * Whether there are two different stacks without cycles that share no node. Lists that share a node share
     * the last one.
     */
    public boolean repOk() {
        return front != null && back != null && front != back
                && front.repOk() && back.repOk()
                && (front.isEmpty() || front.bottom() != back.bottom());
    }
}
