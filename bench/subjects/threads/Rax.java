/**
 * Two tasks of a spacecraft that wake each other by events. A task looks at the number of signals before it waits, but not
 * under the monitor of the event: a signal may come between the look and the wait, and both tasks wait for ever.
 */
public class Rax {
    static final class Event {
        int count;

        synchronized void waitForEvent() throws InterruptedException {
            wait();
        }

        synchronized void signalEvent() {
            count = count + 1;
            notifyAll();
        }
    }

    static final class FirstTask extends Thread {
        private final Event first;
        private final Event second;
        private int count;

        FirstTask(Event first, Event second) {
            super("first");
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            try {
                count = first.count;
                while (true) {
                    if (count == first.count) {
                        first.waitForEvent();
                    }
                    count = first.count;
                    second.signalEvent();
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    static final class SecondTask extends Thread {
        private final Event first;
        private final Event second;
        private int count;

        SecondTask(Event first, Event second) {
            super("second");
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            try {
                count = second.count;
                while (true) {
                    first.signalEvent();
                    if (count == second.count) {
                        second.waitForEvent();
                    }
                    count = second.count;
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    public static void main(String[] args) {
        Event first = new Event();
        Event second = new Event();
        new FirstTask(first, second).start();
        new SecondTask(first, second).start();
    }
}
