/**
 * Mutual exclusion by Lamport's bakery: who comes takes a number that is greater than all others. Who is about to
 * take one says so, and is waited for.
 */
public class BakeryFixed {
    static volatile boolean choosing0;
    static volatile boolean choosing1;
    static volatile int number0;
    static volatile int number1;
    static volatile int inside;

    static void critical() {
        inside = inside + 1;
        assert inside == 1 : "two customers are served at once";
        inside = inside - 1;
    }

    static void lock0() {
        choosing0 = true;
        number0 = number1 + 1;
        choosing0 = false;
        while (choosing1) {
            Thread.yield();
        }
        while (number1 != 0 && number1 < number0) {
            Thread.yield();
        }
    }

    static void lock1() {
        choosing1 = true;
        number1 = number0 + 1;
        choosing1 = false;
        while (choosing0) {
            Thread.yield();
        }
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
