import java.util.concurrent.atomic.AtomicInteger;

/**
 * A stack without locks on nodes that are used again. A thread that pops may be late: the top is the node that it has seen, but what lies
 * under it has changed meanwhile (A, B, A). Then a node is lost or is on the stack twice.
 */
public class LockFreeStack {
    static final int NONE = -1;
    /** What lies under each node. */
    static final int[] NEXT = {1, NONE};
    static final AtomicInteger TOP = new AtomicInteger(0);

    static int pop() {
        while (true) {
            int top = TOP.get();
            if (top == NONE) {
                return NONE;
            }
            int next = NEXT[top];
            if (TOP.compareAndSet(top, next)) {
                return top;
            }
        }
    }

    static void push(int node) {
        while (true) {
            int top = TOP.get();
            NEXT[node] = top;
            if (TOP.compareAndSet(top, node)) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] taken = {NONE, NONE};
        Thread late = new Thread(() -> taken[0] = pop(), "late");
        Thread quick = new Thread(() -> {
            int first = pop();
            taken[1] = pop();
            if (first != NONE) {
                push(first);
            }
        }, "quick");
        late.start();
        quick.start();
        late.join();
        quick.join();
        int rest = pop();
        assert rest == NONE || rest != taken[0] && rest != taken[1] : "node " + rest + " was there twice";
    }
}
