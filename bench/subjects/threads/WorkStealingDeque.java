import java.util.concurrent.atomic.AtomicInteger;

/**
 * A deque of tasks: the owner pushes and pops at the bottom, thieves steal at the top. When one task is left the owner and a thief may
 * both want it. The owner takes it without asking, so it is done twice.
 */
public class WorkStealingDeque {
    private final int[] tasks = new int[4];
    private volatile int bottom;
    private final AtomicInteger top = new AtomicInteger();

    void push(int task) {
        tasks[bottom] = task;
        bottom = bottom + 1;
    }

    /** The last task, or 0. */
    int pop() {
        int last = bottom - 1;
        bottom = last;
        int first = top.get();
        if (last < first) {
            bottom = first;
            return 0;
        }
        // Wrong: if this is the only task a thief may be about to take it.
        return tasks[last];
    }

    /** The first task, or 0. */
    int steal() {
        int first = top.get();
        if (first >= bottom) {
            return 0;
        }
        int task = tasks[first];
        return top.compareAndSet(first, first + 1) ? task : 0;
    }

    static final AtomicInteger[] DONE = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};

    static void work(int task) {
        if (task != 0) {
            int times = DONE[task].incrementAndGet();
            assert times == 1 : "task " + task + " was done twice";
        }
    }

    public static void main(String[] args) {
        WorkStealingDeque deque = new WorkStealingDeque();
        deque.push(1);
        deque.push(2);
        new Thread(() -> work(deque.steal()), "thief").start();
        work(deque.pop());
        work(deque.pop());
    }
}
