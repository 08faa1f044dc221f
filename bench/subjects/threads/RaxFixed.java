/**
 * Two tasks of a spacecraft that wake each other by events. A task looks at the number of signals before it waits, and looks
 * again under the monitor of the event, so that no signal comes between the look and the wait.
 */
public class RaxFixed {
    static final class Event {
        int count;

        synchronized int waitForEvent(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
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
                while (true) {
                    count = first.waitForEvent(count);
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
                while (true) {
                    first.signalEvent();
                    count = second.waitForEvent(count);
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
