/**
 * Readers and writers of an object, after the pattern in which subclasses say what reading and writing is: entry and exit
 * protocols keep counts of who is active and who waits. Writers must be alone. The entry of readers forgets to look for active writers.
 */
public class Rwvsn {
    /** The entry and exit protocols. */
    abstract static class Guarded {
        protected int activeReaders;
        protected int activeWriters;
        protected int waitingReaders;
        protected int waitingWriters;

        protected abstract void doRead();

        protected abstract void doWrite();

        public void read() throws InterruptedException {
            beforeRead();
            try {
                doRead();
            } finally {
                afterRead();
            }
        }

        public void write() throws InterruptedException {
            beforeWrite();
            try {
                doWrite();
            } finally {
                afterWrite();
            }
        }

        protected boolean allowReader() {
            // Wrong: nobody may be writing, either.
            return waitingWriters == 0;
        }

        protected boolean allowWriter() {
            return activeReaders == 0 && activeWriters == 0;
        }

        protected synchronized void beforeRead() throws InterruptedException {
            waitingReaders = waitingReaders + 1;
            while (!allowReader()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    waitingReaders = waitingReaders - 1;
                    throw e;
                }
            }
            waitingReaders = waitingReaders - 1;
            activeReaders = activeReaders + 1;
        }

        protected synchronized void afterRead() {
            activeReaders = activeReaders - 1;
            notifyAll();
        }

        protected synchronized void beforeWrite() throws InterruptedException {
            waitingWriters = waitingWriters + 1;
            while (!allowWriter()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    waitingWriters = waitingWriters - 1;
                    throw e;
                }
            }
            waitingWriters = waitingWriters - 1;
            activeWriters = activeWriters + 1;
        }

        protected synchronized void afterWrite() {
            activeWriters = activeWriters - 1;
            notifyAll();
        }
    }

    /** An object with a version, which every write advances. */
    static final class Versioned extends Guarded {
        private int version;
        private volatile boolean inWriter;

        @Override
        protected void doRead() {
            assert !inWriter : "somebody writes while somebody reads";
        }

        @Override
        protected void doWrite() {
            inWriter = true;
            version = 1 - version;
            inWriter = false;
        }
    }

    static final class Reader extends Thread {
        private final Guarded object;

        Reader(String name, Guarded object) {
            super(name);
            this.object = object;
        }

        @Override
        public void run() {
            try {
                object.read();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    static final class Writer extends Thread {
        private final Guarded object;

        Writer(String name, Guarded object) {
            super(name);
            this.object = object;
        }

        @Override
        public void run() {
            try {
                object.write();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    public static void main(String[] args) {
        Guarded object = new Versioned();
        new Reader("reader", object).start();
        new Writer("writer", object).start();
    }
}
