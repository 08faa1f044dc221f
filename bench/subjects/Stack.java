/** A stack of objects as a singly linked list. */
public class Stack {
    static class Node {
        Object value;
        Node next;

        Node(Object value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node top;

    public Stack() {}

    /** Puts an object on top. */
    public void push(Object value) {
        top = new Node(value, top);
    }

    /** Takes the top object off and gives it; gives null if the stack is empty. */
    public Object pop() {
        if (top == null) {
            return null;
        }
        Object value = top.value;
        top = top.next;
        return value;
    }

    /** Whether the list has no cycle: of two walkers, the one with twice the speed never meets the other. */
    public boolean repOk() {
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
}
