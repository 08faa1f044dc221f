import java.util.concurrent.atomic.AtomicInteger;

/**
 * A stack without locks on nodes that are used again. The top has a stamp that changes with every operation, so that a thread
 * that is late notices.
 */
public class LockFreeStackFixed {
    static final int NONE = -1;
    /** The stamp is in the upper part, the node, one higher, in the lower. */
    static final int STAMP = 16;
    /** What lies under each node. */
    static final int[] NEXT = {1, NONE};
    static final AtomicInteger TOP = new AtomicInteger(1);

    static int stamped(int seen, int node) {
        return (seen / STAMP + 1) * STAMP + node + 1;
    }

    static int pop() {
        while (true) {
            int seen = TOP.get();
            int top = seen % STAMP - 1;
            if (top == NONE) {
                return NONE;
            }
            int next = NEXT[top];
            if (TOP.compareAndSet(seen, stamped(seen, next))) {
                return top;
            }
        }
    }

    static void push(int node) {
        while (true) {
            int seen = TOP.get();
            NEXT[node] = seen % STAMP - 1;
            if (TOP.compareAndSet(seen, stamped(seen, node))) {
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
