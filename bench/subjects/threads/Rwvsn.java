import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Readers and writers of an object, after the pattern in which subclasses say what reading and writing is: entry and exit
 * protocols keep counts of who is active and who waits. Writers must be alone. The entry of readers forgets to look for active writers.
 *
 * Without arguments, two readers and two writers use one record; arguments are kinds of clients, see {@link Driver}.
 */
public class Rwvsn {
    /** Hears what happens at the entries and exits of a guarded object, always with its monitor. */
    interface Observer {
        /** Somebody must wait. */
        void waits(boolean writer);

        /** Somebody has waited for too long, or was interrupted. */
        void givesUp(boolean writer);

        void enters(boolean writer);

        void leaves(boolean writer);
    }

    /** An observer that does nothing. */
    static final class Nobody implements Observer {
        static final Nobody INSTANCE = new Nobody();

        @Override
        public void waits(boolean writer) {
            // Nobody wants to know.
        }

        @Override
        public void givesUp(boolean writer) {
            // Nobody wants to know.
        }

        @Override
        public void enters(boolean writer) {
            // Nobody wants to know.
        }

        @Override
        public void leaves(boolean writer) {
            // Nobody wants to know.
        }
    }

    /** An observer that counts. */
    static final class Statistics implements Observer {
        private int reads;
        private int writes;
        private int waits;
        private int failures;
        private int inside;
        private int most;

        @Override
        public synchronized void waits(boolean writer) {
            waits++;
        }

        @Override
        public synchronized void givesUp(boolean writer) {
            failures++;
        }

        @Override
        public synchronized void enters(boolean writer) {
            inside++;
            most = Math.max(most, inside);
            if (writer) {
                writes++;
            } else {
                reads++;
            }
        }

        @Override
        public synchronized void leaves(boolean writer) {
            inside--;
        }

        synchronized int reads() {
            return reads;
        }

        synchronized int writes() {
            return writes;
        }

        /** How many were inside at the same time, at most. */
        synchronized int most() {
            return most;
        }

        /** The share of all entries that had to wait, in percent. */
        synchronized int contention() {
            int entries = reads + writes + failures;
            return entries == 0 ? 0 : 100 * waits / entries;
        }

        synchronized void clear() {
            reads = 0;
            writes = 0;
            waits = 0;
            failures = 0;
            most = inside;
        }

        @Override
        public synchronized String toString() {
            return reads + " reads, " + writes + " writes, " + waits + " waits, " + failures + " failures, at most " + most
                    + " inside";
        }
    }

    /** The entry and exit protocols. */
    abstract static class Guarded {
        protected int activeReaders;
        protected int activeWriters;
        protected int waitingReaders;
        protected int waitingWriters;
        private final Observer observer;

        Guarded(Observer observer) {
            this.observer = observer;
        }

        /** Reads: others may read at the same time, and nobody writes. */
        protected abstract void doRead();

        /** Writes: nobody else reads or writes. */
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

        /** Reads if that is possible at once; whether it was. */
        public boolean tryRead() {
            if (!enterReadNow()) {
                return false;
            }
            try {
                doRead();
            } finally {
                afterRead();
            }
            return true;
        }

        /** Writes if that is possible at once; whether it was. */
        public boolean tryWrite() {
            if (!enterWriteNow()) {
                return false;
            }
            try {
                doWrite();
            } finally {
                afterWrite();
            }
            return true;
        }

        /** Reads if that is possible within so many milliseconds; whether it was. */
        public boolean read(long milliseconds) throws InterruptedException {
            if (!beforeRead(milliseconds)) {
                return false;
            }
            try {
                doRead();
            } finally {
                afterRead();
            }
            return true;
        }

        /** Writes if that is possible within so many milliseconds; whether it was. */
        public boolean write(long milliseconds) throws InterruptedException {
            if (!beforeWrite(milliseconds)) {
                return false;
            }
            try {
                doWrite();
            } finally {
                afterWrite();
            }
            return true;
        }

        /** Writes, and reads what was written before anybody else can write. */
        public void writeAndRead() throws InterruptedException {
            beforeWrite();
            boolean writing = true;
            try {
                doWrite();
                downgrade();
                writing = false;
                doRead();
            } finally {
                if (writing) {
                    afterWrite();
                } else {
                    afterRead();
                }
            }
        }

        /** Whether a reader may enter. Writers come first: who wants to read waits while somebody wants to write. */
        protected boolean allowReader() {
            // Wrong: nobody may be writing, either.
            return waitingWriters == 0;
        }

        /** Whether a writer may enter. */
        protected boolean allowWriter() {
            return activeReaders == 0 && activeWriters == 0;
        }

        protected synchronized void beforeRead() throws InterruptedException {
            waitingReaders = waitingReaders + 1;
            while (!allowReader()) {
                observer.waits(false);
                try {
                    wait();
                } catch (InterruptedException e) {
                    readerGivesUp();
                    throw e;
                }
            }
            waitingReaders = waitingReaders - 1;
            activeReaders = activeReaders + 1;
            observer.enters(false);
        }

        protected synchronized boolean beforeRead(long milliseconds) throws InterruptedException {
            long end = System.currentTimeMillis() + milliseconds;
            waitingReaders = waitingReaders + 1;
            while (!allowReader()) {
                long left = end - System.currentTimeMillis();
                if (left <= 0) {
                    readerGivesUp();
                    return false;
                }
                observer.waits(false);
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    readerGivesUp();
                    throw e;
                }
            }
            waitingReaders = waitingReaders - 1;
            activeReaders = activeReaders + 1;
            observer.enters(false);
            return true;
        }

        protected synchronized boolean enterReadNow() {
            if (!allowReader()) {
                return false;
            }
            activeReaders = activeReaders + 1;
            observer.enters(false);
            return true;
        }

        protected synchronized void afterRead() {
            activeReaders = activeReaders - 1;
            observer.leaves(false);
            notifyAll();
        }

        protected synchronized void beforeWrite() throws InterruptedException {
            waitingWriters = waitingWriters + 1;
            while (!allowWriter()) {
                observer.waits(true);
                try {
                    wait();
                } catch (InterruptedException e) {
                    writerGivesUp();
                    throw e;
                }
            }
            waitingWriters = waitingWriters - 1;
            activeWriters = activeWriters + 1;
            observer.enters(true);
        }

        protected synchronized boolean beforeWrite(long milliseconds) throws InterruptedException {
            long end = System.currentTimeMillis() + milliseconds;
            waitingWriters = waitingWriters + 1;
            while (!allowWriter()) {
                long left = end - System.currentTimeMillis();
                if (left <= 0) {
                    writerGivesUp();
                    return false;
                }
                observer.waits(true);
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    writerGivesUp();
                    throw e;
                }
            }
            waitingWriters = waitingWriters - 1;
            activeWriters = activeWriters + 1;
            observer.enters(true);
            return true;
        }

        protected synchronized boolean enterWriteNow() {
            if (!allowWriter()) {
                return false;
            }
            activeWriters = activeWriters + 1;
            observer.enters(true);
            return true;
        }

        protected synchronized void afterWrite() {
            activeWriters = activeWriters - 1;
            observer.leaves(true);
            notifyAll();
        }

        /** Makes the writer a reader. */
        protected synchronized void downgrade() {
            activeWriters = activeWriters - 1;
            activeReaders = activeReaders + 1;
            observer.leaves(true);
            observer.enters(false);
            notifyAll();
        }

        private void readerGivesUp() {
            waitingReaders = waitingReaders - 1;
            observer.givesUp(false);
            // Writers may have waited for this reader only, if readers come first.
            notifyAll();
        }

        private void writerGivesUp() {
            waitingWriters = waitingWriters - 1;
            observer.givesUp(true);
            // Readers may have waited for this writer only.
            notifyAll();
        }

        /** Whether nobody is inside. */
        public synchronized boolean isFree() {
            return activeReaders == 0 && activeWriters == 0;
        }

        /** Whether somebody waits to come in. */
        public synchronized boolean isWanted() {
            return waitingReaders != 0 || waitingWriters != 0;
        }
    }

    /** What a record was at some time. */
    static final class Snapshot {
        private final int version;
        private final int[] values;

        Snapshot(int version, int[] values) {
            this.version = version;
            this.values = values;
        }

        int version() {
            return version;
        }

        int length() {
            return values.length;
        }

        int value(int index) {
            return values[index];
        }

        /** Whether this is older than another snapshot of the same record. */
        boolean isBefore(Snapshot other) {
            return version < other.version;
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Snapshot
                    && ((Snapshot) object).version == version
                    && Arrays.equals(((Snapshot) object).values, values);
        }

        @Override
        public int hashCode() {
            return 31 * version + Arrays.hashCode(values);
        }

        @Override
        public String toString() {
            return "version " + version + ": " + Arrays.toString(values);
        }
    }

    /** An object with a version, which every write advances. */
    static class Versioned extends Guarded {
        private final int[] values;
        private int version;
        private volatile boolean inWriter;

        Versioned(int length, Observer observer) {
            super(observer);
            values = new int[length];
        }

        @Override
        protected void doRead() {
            assert !inWriter : "somebody writes while somebody reads";
        }

        @Override
        protected void doWrite() {
            inWriter = true;
            version = version + 1;
            inWriter = false;
        }

        /** All values, and which version they are. */
        public Snapshot snapshot() throws InterruptedException {
            beforeRead();
            try {
                doRead();
                return new Snapshot(version, values.clone());
            } finally {
                afterRead();
            }
        }

        public int version() throws InterruptedException {
            beforeRead();
            try {
                doRead();
                return version;
            } finally {
                afterRead();
            }
        }

        /** Sets a value, whatever it was. */
        public void set(int index, int value) throws InterruptedException {
            beforeWrite();
            try {
                doWrite();
                values[index] = value;
            } finally {
                afterWrite();
            }
        }

        /** Sets a value if nothing was written since a snapshot was taken; whether that was so. */
        public boolean set(int index, int value, Snapshot since) throws InterruptedException {
            beforeWrite();
            try {
                if (version != since.version()) {
                    return false;
                }
                doWrite();
                values[index] = value;
                return true;
            } finally {
                afterWrite();
            }
        }

        /** Takes an amount from one value and adds it to another one. */
        public void move(int from, int to, int amount) throws InterruptedException {
            beforeWrite();
            try {
                doWrite();
                values[from] -= amount;
                values[to] += amount;
            } finally {
                afterWrite();
            }
        }

        /** The sum of the values with indices from one up to another one. */
        public int sum(int from, int to) throws InterruptedException {
            beforeRead();
            try {
                doRead();
                int sum = 0;
                for (int index = from; index <= to; index++) {
                    sum += values[index];
                }
                return sum;
            } finally {
                afterRead();
            }
        }
    }

    /** A record whose readers need not wait for writers that wait. */
    static final class ReadersFirst extends Versioned {
        ReadersFirst(int length, Observer observer) {
            super(length, observer);
        }

        @Override
        protected boolean allowReader() {
            return activeWriters == 0;
        }

        @Override
        protected boolean allowWriter() {
            return super.allowWriter() && waitingReaders == 0;
        }
    }

    /** A thread that uses a record some times. */
    abstract static class Client extends Thread {
        protected final Versioned record;
        private final int rounds;

        Client(String name, Versioned record, int rounds) {
            super(name);
            this.record = record;
            this.rounds = rounds;
        }

        /** Uses the record once. */
        protected abstract void use(int round) throws InterruptedException;

        @Override
        public void run() {
            try {
                for (int round = 0; round < rounds; round++) {
                    use(round);
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
        }
    }

    /** Just reads. */
    static final class Reader extends Client {
        Reader(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            record.read();
        }
    }

    /** Takes snapshots and keeps the last one. */
    static final class Archivist extends Client {
        private Snapshot last;

        Archivist(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            Snapshot next = record.snapshot();
            assert last == null || !next.isBefore(last) : "a record has become older";
            last = next;
        }
    }

    /** Reads unless that takes too long. */
    static final class HastyReader extends Client {
        private static final long PATIENCE = 10;

        HastyReader(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            if (!record.tryRead()) {
                record.read(PATIENCE);
            }
        }
    }

    /** Looks whether nothing is lost of what movers move. */
    static final class Auditor extends Client {
        Auditor(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            assert record.sum(0, 1) == 0 : "what is moved is lost";
        }
    }

    /** Just writes. */
    static final class Writer extends Client {
        Writer(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            record.write();
        }
    }

    /** Writes unless that takes too long. */
    static final class HastyWriter extends Client {
        private static final long PATIENCE = 10;

        HastyWriter(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            if (!record.tryWrite()) {
                record.write(PATIENCE);
            }
        }
    }

    /** Computes the third value from the last version and begins again if somebody else was faster. */
    static final class Optimist extends Client {
        Optimist(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            Snapshot now = record.snapshot();
            while (!record.set(2, now.value(2) + 1, now)) {
                now = record.snapshot();
            }
        }
    }

    /** Moves amounts from the first value to the second one. */
    static final class Mover extends Client {
        Mover(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            record.move(0, 1, round + 1);
        }
    }

    /** Writes and looks at what it has written. */
    static final class Proofreader extends Client {
        Proofreader(String name, Versioned record, int rounds) {
            super(name, record, rounds);
        }

        @Override
        protected void use(int round) throws InterruptedException {
            record.writeAndRead();
        }
    }

    /**
     * Starts clients of one record. Arguments are kinds of clients ("reader", "archivist", "hasty-reader", "auditor", "writer",
     * "hasty-writer", "optimist", "mover", "proofreader"), "readers-first", "statistics", and numbers, which say how often the
     * clients behind them use the record.
     */
    static final class Driver {
        private static final String[] DEFAULT = {"reader", "writer", "reader", "writer"};
        private static final int LENGTH = 3;

        private final Versioned record;
        private final Statistics statistics;
        private final List<Client> clients = new ArrayList<>();

        Driver(String[] arguments) {
            List<String> said = Arrays.asList(arguments);
            statistics = said.contains("statistics") ? new Statistics() : null;
            Observer observer = statistics == null ? Nobody.INSTANCE : statistics;
            record = said.contains("readers-first")
                    ? new ReadersFirst(LENGTH, observer)
                    : new Versioned(LENGTH, observer);
            int rounds = 1;
            for (String argument : arguments) {
                if (Character.isDigit(argument.charAt(0))) {
                    rounds = Integer.parseInt(argument);
                } else if (!argument.equals("statistics") && !argument.equals("readers-first")) {
                    clients.add(client(argument, rounds));
                }
            }
        }

        private Client client(String kind, int rounds) {
            String name = kind + "-" + (clients.size() + 1);
            switch (kind) {
                case "reader":
                    return new Reader(name, record, rounds);
                case "archivist":
                    return new Archivist(name, record, rounds);
                case "hasty-reader":
                    return new HastyReader(name, record, rounds);
                case "auditor":
                    return new Auditor(name, record, rounds);
                case "writer":
                    return new Writer(name, record, rounds);
                case "hasty-writer":
                    return new HastyWriter(name, record, rounds);
                case "optimist":
                    return new Optimist(name, record, rounds);
                case "mover":
                    return new Mover(name, record, rounds);
                case "proofreader":
                    return new Proofreader(name, record, rounds);
                default:
                    throw new IllegalArgumentException("there are no clients of the kind " + kind);
            }
        }

        void run() throws InterruptedException {
            for (Client client : clients) {
                client.start();
            }
            if (statistics != null) {
                for (Client client : clients) {
                    client.join();
                }
                System.out.println(statistics);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Driver(args.length == 0 ? Driver.DEFAULT : args).run();
    }
}
