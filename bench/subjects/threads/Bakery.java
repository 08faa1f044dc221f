/**
 * Mutual exclusion by Lamport's bakery: who comes takes a number that is greater than all others. Nobody says that he is about to
 * take a number, so two may take the same one, and the second does not wait for the first.
 */
public class Bakery {
    static volatile int number0;
    static volatile int number1;
    static volatile int inside;

    static void critical() {
        inside = inside + 1;
        assert inside == 1 : "two customers are served at once";
        inside = inside - 1;
    }

    static void lock0() {
        number0 = number1 + 1;
        while (number1 != 0 && number1 < number0) {
            Thread.yield();
        }
    }

    static void lock1() {
        number1 = number0 + 1;
        // The first one goes first if the numbers are the same.
        while (number0 != 0 && number0 <= number1) {
            Thread.yield();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            lock0();
            critical();
            number0 = 0;
        }, "zero").start();
        new Thread(() -> {
            lock1();
            critical();
            number1 = 0;
        }, "one").start();
    }
}
