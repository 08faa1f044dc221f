/**
 * Mutual exclusion of two threads without locks, by Peterson. The second thread looks at whose turn it is before it says that it
 * wants to come in.
 */
public class Peterson {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static volatile int inside;

    static void critical() {
        inside = inside + 1;
        assert inside == 1 : "both threads are in their critical sections";
        inside = inside - 1;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            wants0 = true;
            turn = 1;
            while (wants1 && turn == 1) {
                Thread.yield();
            }
            critical();
            wants0 = false;
        }, "zero").start();
        new Thread(() -> {
            // Wrong: the other one may come in between.
            turn = 0;
            wants1 = true;
            while (wants0 && turn == 0) {
                Thread.yield();
            }
            critical();
            wants1 = false;
        }, "one").start();
    }
}
