/**
 * Mutual exclusion of two threads without locks, by Peterson.
 */
public class PetersonFixed {
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
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.yield();
            }
            critical();
            wants1 = false;
        }, "one").start();
    }
}
