import glassbox.api.Verify;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Workers that take work from a shared pool, may make new work of it, and put that back. The computation is over when the pool is
 * empty and nobody works any more, or when a worker says so.
 *
 * An object of this class coordinates the workers of one computation: it gets the first items, starts workers as its configuration
 * says, waits for them, and gives the results. Without arguments, the items are done by an environment that does everything
 * that a job might do; arguments are those of {@link Driver}.
 */
public class ReplicatedWorkersFixed {
    /** Something to be done. Jobs have items of their own classes. */
    static class Item {
        private final int priority;

        Item() {
            this(0);
        }

        Item(int priority) {
            this.priority = priority;
        }

        /** Items with a higher priority are done first if the configuration wants it so. */
        final int priority() {
            return priority;
        }
    }

    /** What is done with items, by several workers at the same time. */
    interface Job {
        /** Works on the item of an assignment, which also takes new items, results, and the signal that everything is done. */
        void work(Assignment assignment);
    }

    /** What one worker has to do, and what has come of it. No other thread sees it. */
    static final class Assignment {
        private Item item;
        private List<Item> made;
        private List<Object> results;
        private boolean last;

        /** Begins with the next item. */
        void begin(Item item) {
            this.item = item;
            made = new ArrayList<>();
            results = new ArrayList<>();
        }

        Item item() {
            return item;
        }

        /** Makes a new item, which goes to the pool when this one is done. */
        void make(Item item) {
            made.add(item);
        }

        void result(Object result) {
            results.add(result);
        }

        /** Says that everything is done, whatever is left in the pool. */
        void stop() {
            last = true;
        }

        List<Item> made() {
            return made;
        }

        List<Object> results() {
            return results;
        }

        boolean isLast() {
            return last;
        }
    }

    /** In which order items leave the pool. The pool has the monitor whenever it asks. */
    abstract static class Order {
        abstract void add(Item item);

        /** Takes the next item away; null if there is none. */
        abstract Item remove();

        abstract void clear();

        /** The order with this name. */
        static Order named(String name) {
            switch (name) {
                case "fifo":
                    return new Fifo();
                case "lifo":
                    return new Lifo();
                case "priority":
                    return new ByPriority();
                case "fair":
                    return new Fair();
                default:
                    throw new IllegalArgumentException("there is no order with the name " + name);
            }
        }
    }

    /** Items wait in a row. */
    static final class Fifo extends Order {
        /** A place in the row. */
        private static final class Node {
            private final Item item;
            private Node next;

            Node(Item item) {
                this.item = item;
            }
        }

        private Node first;
        private Node last;

        @Override
        void add(Item item) {
            Node node = new Node(item);
            if (first == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
        }

        @Override
        Item remove() {
            if (first == null) {
                return null;
            }
            Item item = first.item;
            first = first.next;
            if (first == null) {
                last = null;
            }
            return item;
        }

        @Override
        void clear() {
            first = null;
            last = null;
        }
    }

    /** The newest item is next, which keeps the pool small when items make many others. */
    static final class Lifo extends Order {
        private final List<Item> items = new ArrayList<>();

        @Override
        void add(Item item) {
            items.add(item);
        }

        @Override
        Item remove() {
            return items.isEmpty() ? null : items.remove(items.size() - 1);
        }

        @Override
        void clear() {
            items.clear();
        }
    }

    /** The item with the highest priority is next: a heap. */
    static final class ByPriority extends Order {
        private Item[] heap = new Item[4];
        private int length;

        @Override
        void add(Item item) {
            if (length == heap.length) {
                heap = Arrays.copyOf(heap, 2 * length);
            }
            int place = length;
            length++;
            while (place > 0 && heap[(place - 1) / 2].priority() < item.priority()) {
                heap[place] = heap[(place - 1) / 2];
                place = (place - 1) / 2;
            }
            heap[place] = item;
        }

        @Override
        Item remove() {
            if (length == 0) {
                return null;
            }
            Item top = heap[0];
            length--;
            Item moved = heap[length];
            heap[length] = null;
            if (length > 0) {
                sink(moved);
            }
            return top;
        }

        private void sink(Item item) {
            int place = 0;
            while (2 * place + 1 < length) {
                int child = 2 * place + 1;
                if (child + 1 < length && heap[child + 1].priority() > heap[child].priority()) {
                    child++;
                }
                if (heap[child].priority() <= item.priority()) {
                    break;
                }
                heap[place] = heap[child];
                place = child;
            }
            heap[place] = item;
        }

        @Override
        void clear() {
            Arrays.fill(heap, null);
            length = 0;
        }
    }

    /** Priorities take turns: the next item is one of the next priority that has any, and then it is the turn of the one below. */
    static final class Fair extends Order {
        private final TreeMap<Integer, Fifo> rows = new TreeMap<>();
        private final Map<Integer, Integer> lengths = new TreeMap<>();
        private int turn;

        @Override
        void add(Item item) {
            rows.computeIfAbsent(item.priority(), priority -> new Fifo()).add(item);
            lengths.merge(item.priority(), 1, Integer::sum);
        }

        @Override
        Item remove() {
            if (rows.isEmpty()) {
                return null;
            }
            Integer priority = rows.floorKey(turn);
            if (priority == null) {
                priority = rows.lastKey();
            }
            turn = priority - 1;
            Item item = rows.get(priority).remove();
            int left = lengths.get(priority) - 1;
            if (left == 0) {
                rows.remove(priority);
                lengths.remove(priority);
            } else {
                lengths.put(priority, left);
            }
            return item;
        }

        @Override
        void clear() {
            rows.clear();
            lengths.clear();
            turn = 0;
        }
    }

    /** The pool. */
    static final class Pool {
        /** How many items there are. */
        int size;
        /** How many workers have an item. */
        int working;
        private boolean done;
        private final Order order;

        Pool(Order order) {
            this.order = order;
        }

        synchronized void put(Item item) {
            order.add(item);
            size = size + 1;
            notifyAll();
        }

        /** Gives the next item; false if there is nothing to do any more. */
        synchronized boolean take(Assignment assignment) throws InterruptedException {
            while (size == 0 && !done) {
                if (isOver()) {
                    done = true;
                    notifyAll();
                    return false;
                }
                wait();
            }
            if (done) {
                return false;
            }
            size = size - 1;
            working = working + 1;
            assignment.begin(order.remove());
            return true;
        }

        private boolean isOver() {
            return size == 0 && working == 0;
        }

        /** Takes back what has come of an item. */
        synchronized void ready(Assignment assignment) {
            List<Item> made = assignment.made();
            for (int index = 0; index < made.size(); index++) {
                order.add(made.get(index));
                size = size + 1;
            }
            working = working - 1;
            notifyAll();
        }

        /** Ends the computation: nobody gets another item. */
        synchronized void finish() {
            done = true;
            Global.done = true;
            notifyAll();
        }

        synchronized boolean isEmpty() {
            return size == 0 && working == 0;
        }

        synchronized boolean isDone() {
            return done;
        }

        /** Gets ready for another computation; what is left of the last one is thrown away. */
        synchronized void clear() {
            if (working != 0) {
                throw new IllegalStateException("somebody works");
            }
            order.clear();
            size = 0;
            done = false;
        }
    }

    /** What everybody may look at. */
    static final class Global {
        /** Whether somebody has said that the computation is over, though there may be work. */
        static volatile boolean done;
    }

    /** Which results are kept. */
    enum Keep {
        ALL,
        LAST,
        NONE
    }

    /** The results so far, in the order in which they came. */
    static final class Results {
        private final List<Object> kept = new ArrayList<>();
        private final Keep keep;
        private boolean complete;

        Results(Keep keep) {
            this.keep = keep;
        }

        synchronized void add(List<Object> results) {
            if (keep == Keep.NONE) {
                return;
            }
            for (Object result : results) {
                if (keep == Keep.LAST) {
                    kept.clear();
                }
                kept.add(result);
            }
            notifyAll();
        }

        /** No more results will come. */
        synchronized void complete() {
            complete = true;
            notifyAll();
        }

        /** Takes the first result that was not taken yet; waits for it, and gives null if none will come. */
        synchronized Object take() throws InterruptedException {
            while (kept.isEmpty() && !complete) {
                wait();
            }
            return kept.isEmpty() ? null : kept.remove(0);
        }

        /** All results that were not taken. */
        synchronized List<Object> all() {
            return new ArrayList<>(kept);
        }

        synchronized int count() {
            return kept.size();
        }

        synchronized void clear() {
            kept.clear();
            complete = false;
        }
    }

    /** Whether who starts an execution waits for its end. */
    enum Mode {
        SYNCHRONOUS,
        ASYNCHRONOUS
    }

    /** Hears what workers do, in their threads. */
    interface Listener {
        /** A worker has done an item. */
        void worked(Worker worker, Assignment assignment);

        /** The job has thrown an exception. */
        void failed(Worker worker, RuntimeException failure);

        /** A worker has ended. */
        void ended(Worker worker);
    }

    /** A listener that does nothing. */
    static final class Silence implements Listener {
        static final Silence INSTANCE = new Silence();

        @Override
        public void worked(Worker worker, Assignment assignment) {
            // Nobody wants to know.
        }

        @Override
        public void failed(Worker worker, RuntimeException failure) {
            // Nobody wants to know.
        }

        @Override
        public void ended(Worker worker) {
            // Nobody wants to know.
        }
    }

    /** A listener that counts what each worker does. */
    static final class Statistics implements Listener {
        private final Map<String, Integer> done = new TreeMap<>();
        private int made;
        private int results;
        private int failures;
        private int ended;

        @Override
        public synchronized void worked(Worker worker, Assignment assignment) {
            done.merge(worker.getName(), 1, Integer::sum);
            made += assignment.made().size();
            results += assignment.results().size();
        }

        @Override
        public synchronized void failed(Worker worker, RuntimeException failure) {
            failures++;
        }

        @Override
        public synchronized void ended(Worker worker) {
            ended++;
        }

        /** How many items were done. */
        synchronized int done() {
            int sum = 0;
            for (int count : done.values()) {
                sum += count;
            }
            return sum;
        }

        /** The share of the busiest worker of all items, in percent; 0 if there were none. */
        synchronized int imbalance() {
            int sum = done();
            return sum == 0 ? 0 : 100 * Collections.max(done.values()) / sum;
        }

        @Override
        public synchronized String toString() {
            return done() + " items, " + made + " of them made by others, " + results + " results, " + failures + " failures, "
                    + ended + " workers have ended, the busiest has done " + imbalance() + " %";
        }
    }

    /** How the workers of a computation work. */
    static final class Configuration {
        private static final int MOST_WORKERS = 64;

        private int workers = 1;
        private Mode mode = Mode.SYNCHRONOUS;
        private Keep keep = Keep.ALL;
        private String order = "fifo";
        private boolean daemons;
        private Listener listener = Silence.INSTANCE;

        Configuration workers(int count) {
            if (count < 1 || count > MOST_WORKERS) {
                throw new IllegalArgumentException("there cannot be " + count + " workers");
            }
            workers = count;
            return this;
        }

        Configuration mode(Mode mode) {
            this.mode = mode;
            return this;
        }

        Configuration keep(Keep keep) {
            this.keep = keep;
            return this;
        }

        Configuration order(String order) {
            this.order = order;
            return this;
        }

        /** Whether the program may end while workers work. */
        Configuration daemons(boolean daemons) {
            this.daemons = daemons;
            return this;
        }

        Configuration listener(Listener listener) {
            this.listener = listener;
            return this;
        }

        int workers() {
            return workers;
        }

        Mode mode() {
            return mode;
        }

        Keep keep() {
            return keep;
        }

        Order order() {
            return Order.named(order);
        }

        boolean daemons() {
            return daemons;
        }

        Listener listener() {
            return listener;
        }

        @Override
        public String toString() {
            return workers + " workers, " + mode + ", keep " + keep + ", " + order + (daemons ? ", daemons" : "");
        }
    }

    /** One of several that are alike. */
    static final class Worker extends Thread {
        private final Pool pool;
        private final Job job;
        private final Results results;
        private final Listener listener;
        private RuntimeException failure;

        Worker(String name, Pool pool, Job job, Results results, Listener listener) {
            super(name);
            this.pool = pool;
            this.job = job;
            this.results = results;
            this.listener = listener;
        }

        @Override
        public void run() {
            Assignment assignment = new Assignment();
            try {
                while (pool.take(assignment)) {
                    work(assignment);
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
            listener.ended(this);
            assert Global.done || pool.isEmpty() : "a worker has ended though there is work";
        }

        private void work(Assignment assignment) {
            try {
                job.work(assignment);
            } catch (RuntimeException e) {
                // The others need not go on, and who waits for the end is told.
                failure = e;
                assignment.stop();
                listener.failed(this, e);
            }
            listener.worked(this, assignment);
            if (!assignment.results().isEmpty()) {
                results.add(assignment.results());
            }
            pool.ready(assignment);
            if (assignment.isLast()) {
                pool.finish();
            }
        }

        /** What the job has thrown, once the worker has ended; null if nothing. */
        RuntimeException failure() {
            return failure;
        }
    }

    /** Workers that were started together. */
    static final class Execution {
        private final List<Worker> workers;
        private final Pool pool;
        private final Results results;

        Execution(List<Worker> workers, Pool pool, Results results) {
            this.workers = Collections.unmodifiableList(workers);
            this.pool = pool;
            this.results = results;
        }

        void start() {
            for (Worker worker : workers) {
                worker.start();
            }
        }

        /** Waits until all workers have ended, and throws what a job has thrown. */
        void await() throws InterruptedException {
            for (Worker worker : workers) {
                worker.join();
            }
            results.complete();
            for (Worker worker : workers) {
                if (worker.failure() != null) {
                    throw worker.failure();
                }
            }
        }

        /** Waits until all workers have ended, but not for longer than so many milliseconds; whether they have. */
        boolean await(long milliseconds) throws InterruptedException {
            long end = System.currentTimeMillis() + milliseconds;
            for (Worker worker : workers) {
                long left = end - System.currentTimeMillis();
                if (left > 0) {
                    worker.join(left);
                }
                if (worker.isAlive()) {
                    return false;
                }
            }
            await();
            return true;
        }

        boolean isOver() {
            for (Worker worker : workers) {
                if (worker.isAlive()) {
                    return false;
                }
            }
            return true;
        }

        /** Lets no worker begin with another item. */
        void cancel() {
            pool.finish();
        }
    }

    private final Configuration configuration;
    private final Job job;
    private final Pool pool;
    private final Results results;
    private Execution execution;

    ReplicatedWorkersFixed(Configuration configuration, Job job) {
        this.configuration = configuration;
        this.job = job;
        pool = new Pool(configuration.order());
        results = new Results(configuration.keep());
    }

    /** Adds an item, also while workers work. */
    void add(Item item) {
        pool.put(item);
    }

    void addAll(List<? extends Item> items) {
        for (Item item : items) {
            pool.put(item);
        }
    }

    /** Starts the workers; waits for them if the configuration says so. */
    Execution execute() throws InterruptedException {
        if (execution != null && !execution.isOver()) {
            throw new IllegalStateException("the workers work");
        }
        List<Worker> workers = new ArrayList<>();
        for (int number = 1; number <= configuration.workers(); number++) {
            Worker worker = new Worker("worker-" + number, pool, job, results, configuration.listener());
            worker.setDaemon(configuration.daemons());
            workers.add(worker);
        }
        execution = new Execution(workers, pool, results);
        execution.start();
        if (configuration.mode() == Mode.SYNCHRONOUS) {
            execution.await();
        }
        return execution;
    }

    /** Gets ready for another execution. */
    void reset() {
        if (execution != null && !execution.isOver()) {
            throw new IllegalStateException("the workers work");
        }
        execution = null;
        pool.clear();
        results.clear();
        Global.done = false;
    }

    /** Whether an execution is over, and nothing is left to do. */
    boolean isComplete() {
        return execution != null && execution.isOver() && pool.isEmpty();
    }

    Results results() {
        return results;
    }

    /** Ends the computation after some items of another job. */
    static final class Limited implements Job {
        private final Job job;
        private int left;

        Limited(Job job, int items) {
            this.job = job;
            left = items;
        }

        @Override
        public void work(Assignment assignment) {
            job.work(assignment);
            if (isLast()) {
                assignment.stop();
            }
        }

        private synchronized boolean isLast() {
            left--;
            return left <= 0;
        }
    }

    /** Does an item of another job again if that throws an exception, but not for ever. */
    static final class Retrying implements Job {
        private final Job job;
        private final int attempts;

        Retrying(Job job, int attempts) {
            this.job = job;
            this.attempts = attempts;
        }

        @Override
        public void work(Assignment assignment) {
            Item item = assignment.item();
            for (int attempt = 1; ; attempt++) {
                try {
                    job.work(assignment);
                    return;
                } catch (RuntimeException e) {
                    if (attempt >= attempts) {
                        throw e;
                    }
                    // What has come of the item so far would come of it twice.
                    assignment.begin(item);
                }
            }
        }
    }

    /** Adds up the results of another job, so that they need not be kept. */
    static final class Summing implements Job {
        private final Job job;
        private double sum;

        Summing(Job job) {
            this.job = job;
        }

        @Override
        public void work(Assignment assignment) {
            job.work(assignment);
            for (Object result : assignment.results()) {
                add(((Number) result).doubleValue());
            }
        }

        private synchronized void add(double result) {
            sum += result;
        }

        synchronized double sum() {
            return sum;
        }
    }

    /** Integrates a function: an interval on which two estimates differ too much makes two intervals. */
    static final class Integration implements Job {
        /** Where the function is to be integrated. */
        static final class Interval extends Item {
            private final double from;
            private final double to;

            Interval(double from, double to, int priority) {
                super(priority);
                this.from = from;
                this.to = to;
            }

            double middle() {
                return (from + to) / 2;
            }
        }

        private final double tolerance;

        Integration(double tolerance) {
            this.tolerance = tolerance;
        }

        @Override
        public void work(Assignment assignment) {
            Interval interval = (Interval) assignment.item();
            double middle = interval.middle();
            double whole = simpson(interval.from, interval.to);
            double halves = simpson(interval.from, middle) + simpson(middle, interval.to);
            double length = interval.to - interval.from;
            if (Math.abs(whole - halves) <= tolerance * length) {
                assignment.result(halves);
            } else {
                int priority = interval.priority() - 1;
                assignment.make(new Interval(interval.from, middle, priority));
                assignment.make(new Interval(middle, interval.to, priority));
            }
        }

        private static double simpson(double from, double to) {
            return (to - from) / 6 * (value(from) + 4 * value((from + to) / 2) + value(to));
        }

        private static double value(double x) {
            return 4 / (1 + x * x);
        }
    }

    /** Puts queens on a board: a board makes those with one queen more. The computation is over with the first full board. */
    static final class Queens implements Job {
        /** The columns of the queens in the first rows. */
        static final class Board extends Item {
            private final int[] columns;

            Board(int... columns) {
                super(columns.length);
                this.columns = columns;
            }

            Board with(int column) {
                int[] more = Arrays.copyOf(columns, columns.length + 1);
                more[columns.length] = column;
                return new Board(more);
            }

            boolean allows(int column) {
                for (int row = 0; row < columns.length; row++) {
                    int distance = Math.abs(columns[row] - column);
                    if (distance == 0 || distance == columns.length - row) {
                        return false;
                    }
                }
                return true;
            }

            @Override
            public String toString() {
                return Arrays.toString(columns);
            }
        }

        private final int length;
        private final boolean all;

        Queens(int length, boolean all) {
            this.length = length;
            this.all = all;
        }

        @Override
        public void work(Assignment assignment) {
            Board board = (Board) assignment.item();
            if (board.columns.length == length) {
                assignment.result(board);
                if (!all) {
                    assignment.stop();
                }
                return;
            }
            for (int column = 0; column < length; column++) {
                if (board.allows(column)) {
                    assignment.make(board.with(column));
                }
            }
        }
    }

    /** Finds the longest way to 1 of all numbers of a range, where n goes on to n / 2 or 3 n + 1. Long ranges are split. */
    static final class Collatz implements Job {
        /** Numbers to be looked at. */
        static final class Range extends Item {
            private final long from;
            private final long to;

            Range(long from, long to) {
                this.from = from;
                this.to = to;
            }

            long length() {
                return to - from + 1;
            }
        }

        private final long limit;
        private long best;
        private int steps;

        Collatz(long limit) {
            this.limit = limit;
        }

        @Override
        public void work(Assignment assignment) {
            Range range = (Range) assignment.item();
            if (range.length() > limit) {
                long middle = range.from + range.length() / 2;
                assignment.make(new Range(range.from, middle - 1));
                assignment.make(new Range(middle, range.to));
                return;
            }
            for (long number = range.from; number <= range.to; number++) {
                int length = steps(number);
                if (improve(number, length)) {
                    assignment.result(number);
                }
            }
        }

        private synchronized boolean improve(long number, int length) {
            if (length <= steps) {
                return false;
            }
            best = number;
            steps = length;
            return true;
        }

        private static int steps(long number) {
            int steps = 0;
            for (long at = number; at != 1; at = at % 2 == 0 ? at / 2 : 3 * at + 1) {
                steps++;
            }
            return steps;
        }

        @Override
        public synchronized String toString() {
            return best + " takes " + steps + " steps";
        }
    }

    /** An environment in which the first item that is done may make another one, or end the computation. */
    static final class Environment implements Job {
        private boolean made;

        @Override
        public synchronized void work(Assignment assignment) {
            if (!made) {
                switch (Verify.choose(0, 2)) {
                    case 1:
                        assignment.make(new Item());
                        break;
                    case 2:
                        assignment.stop();
                        break;
                    default:
                        break;
                }
            }
            made = true;
        }
    }

    /**
     * Runs a job. Arguments: "integration", "queens", "all-queens", "some-queens" or "collatz"; a number of workers; an order ("fifo",
     * "lifo", "priority", "fair"); and "async".
     */
    static final class Driver {
        private static final int WORKERS = 4;
        private static final double TOLERANCE = 1e-9;
        private static final int QUEENS = 8;
        private static final int SOME = 1_000;
        private static final int ATTEMPTS = 3;
        private static final long NUMBERS = 10_000;
        private static final long RANGE = 100;
        private static final long PATIENCE = 60_000;

        private final Configuration configuration = new Configuration().workers(WORKERS);

        /** Takes the arguments behind the job's name. */
        void configure(String[] arguments) {
            for (int index = 1; index < arguments.length; index++) {
                String argument = arguments[index];
                if (Character.isDigit(argument.charAt(0))) {
                    configuration.workers(Integer.parseInt(argument));
                } else if (argument.equals("async")) {
                    configuration.mode(Mode.ASYNCHRONOUS).daemons(true);
                } else {
                    configuration.order(argument);
                }
            }
        }

        void run(String job) throws InterruptedException {
            switch (job) {
                case "integration":
                    configuration.keep(Keep.NONE);
                    Summing integral = new Summing(new Integration(TOLERANCE));
                    finish(integral, new Integration.Interval(0, 1, 0));
                    System.out.println(integral.sum());
                    break;
                case "queens":
                    configuration.keep(Keep.LAST);
                    System.out.println(finish(new Queens(QUEENS, false), new Queens.Board()).take());
                    break;
                case "all-queens":
                    System.out.println(finish(new Queens(QUEENS, true), new Queens.Board()).count());
                    break;
                case "some-queens":
                    System.out.println(finish(new Limited(new Queens(QUEENS, true), SOME), new Queens.Board()).all());
                    break;
                case "collatz":
                    configuration.keep(Keep.NONE);
                    Collatz collatz = new Collatz(RANGE);
                    finish(collatz, new Collatz.Range(1, NUMBERS));
                    System.out.println(collatz);
                    break;
                default:
                    throw new IllegalArgumentException("there is no job with the name " + job);
            }
        }

        /** Does everything that comes of an item. */
        private Results finish(Job job, Item item) throws InterruptedException {
            Statistics statistics = new Statistics();
            configuration.listener(statistics);
            ReplicatedWorkersFixed workers = new ReplicatedWorkersFixed(configuration, new Retrying(job, ATTEMPTS));
            workers.add(item);
            Execution execution = workers.execute();
            if (!execution.await(PATIENCE)) {
                execution.cancel();
                execution.await();
            }
            System.out.println(configuration + ": " + statistics);
            return workers.results();
        }

        /** Does one item, whatever jobs do. */
        void simulate() throws InterruptedException {
            ReplicatedWorkersFixed workers = new ReplicatedWorkersFixed(configuration, new Environment());
            workers.add(new Item());
            workers.execute();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Driver driver = new Driver();
        if (args.length == 0) {
            driver.simulate();
        } else {
            driver.configure(args);
            driver.run(args[0]);
        }
    }
}
