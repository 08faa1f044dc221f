import glassbox.api.Verify;

/**
 * The kernel of a real-time operating system for avionics, with the hardware and an application as its environment.
 *
 * <p>Time is partitioned: in every period each process gets the time that it was promised, its budget, whatever the others do. A
 * process may give a part of its budget to threads of its own. When such a thread is deleted, its budget goes back to the process.
 * It goes back with the next period.
 *
 * <p>Kernel threads are objects here, not threads of Java: there is one processor. What goes on at the same time are the hardware
 * clock, which interrupts, and the application that runs, which calls the kernel.
 */
public class DeosFixed {
    // ------------------------------------------------------------------ the world of the kernel

    /** How long things take, in ticks of the clock. */
    static final class Configuration {
        /** Ticks in a period. */
        final int period;
        /** What the first process may use in a period. */
        final int firstBudget;
        /** What the second process may use in a period. */
        final int secondBudget;
        /** How many periods are looked at. */
        final int periods;

        Configuration(int period, int firstBudget, int secondBudget, int periods) {
            this.period = period;
            this.firstBudget = firstBudget;
            this.secondBudget = secondBudget;
            this.periods = periods;
            check();
        }

        private void check() {
            if (period < 1 || periods < 1) {
                throw new IllegalArgumentException("there is time");
            }
            if (firstBudget + secondBudget > period) {
                throw new IllegalArgumentException("more is promised than there is");
            }
        }
    }

    /** What the kernel says of a call. */
    enum Status {
        /** It was done. */
        SUCCESS,
        /** The process has not enough budget left. */
        INSUFFICIENT_BUDGET,
        /** There is no such thread. */
        INVALID_THREAD,
        /** There is no room for another thread. */
        NO_RESOURCES,
        /** The caller may not do that. */
        NOT_ALLOWED
    }

    /** What a kernel thread does. */
    enum ThreadState {
        /** It does not exist. */
        DORMANT,
        /** It exists and starts with the next period. */
        STARTING,
        /** It could run. */
        READY,
        /** It runs. */
        RUNNING,
        /** It has done its work of the period. */
        WAITING,
        /** It has used its budget of the period. */
        EXHAUSTED
    }

    /** The time that a thread may still use in this period. */
    static final class Budget {
        /** Ticks that are left. */
        int remaining;
        /** Ticks in each period. */
        private int allotted;

        Budget(int allotted) {
            this.allotted = allotted;
        }

        /** A new period begins. */
        void replenish() {
            remaining = allotted;
        }

        /** A tick was used. */
        void use() {
            remaining = remaining - 1;
        }

        boolean isExhausted() {
            return remaining <= 0;
        }

        int allotted() {
            return allotted;
        }

        /** From the next period on, less. */
        void reduce(int ticks) {
            allotted = allotted - ticks;
        }

        /** From the next period on, more. */
        void extend(int ticks) {
            allotted = allotted + ticks;
        }

        /** Less already in this period. */
        void withdraw(int ticks) {
            remaining = remaining - ticks;
        }

        /** More already in this period. */
        void grant(int ticks) {
            remaining = remaining + ticks;
        }
    }

    /** How important a thread is; greater is more important. */
    static final class Priority {
        static final int IDLE = 0;
        static final int NORMAL = 1;
        static final int HIGH = 2;

        private Priority() {
        }

        static boolean isValid(int priority) {
            return priority >= IDLE && priority <= HIGH;
        }
    }

    /** What a list of threads has of each. */
    static final class Link {
        KernelThread thread;
        Link next;
    }

    /** Threads one after the other. */
    static final class ThreadList {
        private Link first;

        boolean isEmpty() {
            return first == null;
        }

        void append(KernelThread thread) {
            Link link = new Link();
            link.thread = thread;
            if (first == null) {
                first = link;
                return;
            }
            Link last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = link;
        }

        void prepend(KernelThread thread) {
            Link link = new Link();
            link.thread = thread;
            link.next = first;
            first = link;
        }

        KernelThread removeFirst() {
            if (first == null) {
                return null;
            }
            KernelThread thread = first.thread;
            first = first.next;
            return thread;
        }

        KernelThread first() {
            return first == null ? null : first.thread;
        }

        boolean remove(KernelThread thread) {
            Link before = null;
            for (Link link = first; link != null; link = link.next) {
                if (link.thread == thread) {
                    if (before == null) {
                        first = link.next;
                    } else {
                        before.next = link.next;
                    }
                    return true;
                }
                before = link;
            }
            return false;
        }

        boolean contains(KernelThread thread) {
            for (Link link = first; link != null; link = link.next) {
                if (link.thread == thread) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The threads that could run, by priority. */
    static final class ReadyQueue {
        private final ThreadList[] lists = new ThreadList[Priority.HIGH + 1];

        ReadyQueue() {
            for (int priority = Priority.IDLE; priority <= Priority.HIGH; priority++) {
                lists[priority] = new ThreadList();
            }
        }

        void add(KernelThread thread) {
            lists[thread.priority()].append(thread);
        }

        void addFirst(KernelThread thread) {
            lists[thread.priority()].prepend(thread);
        }

        void remove(KernelThread thread) {
            lists[thread.priority()].remove(thread);
        }

        boolean contains(KernelThread thread) {
            return lists[thread.priority()].contains(thread);
        }

        /** The most important thread that could run, which stays. */
        KernelThread peek() {
            for (int priority = Priority.HIGH; priority >= Priority.IDLE; priority--) {
                if (!lists[priority].isEmpty()) {
                    return lists[priority].first();
                }
            }
            return null;
        }

        /** The most important thread that could run. */
        KernelThread take() {
            for (int priority = Priority.HIGH; priority >= Priority.IDLE; priority--) {
                if (!lists[priority].isEmpty()) {
                    return lists[priority].removeFirst();
                }
            }
            return null;
        }
    }

    /** A thread of the kernel. */
    static final class KernelThread {
        private final String name;
        private final int priority;
        private final Process owner;
        private final Budget budget;
        private ThreadState state;
        /** Whether it goes when the period ends. */
        private boolean deleted;

        KernelThread(String name, int priority, Process owner, int allotted) {
            if (!Priority.isValid(priority)) {
                throw new IllegalArgumentException("there is no such priority");
            }
            this.name = name;
            this.priority = priority;
            this.owner = owner;
            this.budget = new Budget(allotted);
            this.state = ThreadState.DORMANT;
        }

        String name() {
            return name;
        }

        int priority() {
            return priority;
        }

        Process owner() {
            return owner;
        }

        Budget budget() {
            return budget;
        }

        ThreadState state() {
            return state;
        }

        void become(ThreadState next) {
            state = next;
        }

        boolean isAlive() {
            return state != ThreadState.DORMANT;
        }

        boolean isDeleted() {
            return deleted;
        }

        void markDeleted() {
            deleted = true;
        }

        /** A new period begins. */
        void startPeriod() {
            budget.replenish();
        }
    }

    /** A process: what time is promised to. */
    static final class Process {
        /** How many threads a process has besides its main one. */
        static final int MOST_THREADS = 1;

        private final String name;
        private final KernelThread main;
        private final KernelThread[] others = new KernelThread[MOST_THREADS];
        /** Budget that comes back with the next period. */
        private int returned;

        Process(String name, int priority, int budget) {
            this.name = name;
            this.main = new KernelThread(name + ".main", priority, this, budget);
        }

        String name() {
            return name;
        }

        KernelThread main() {
            return main;
        }

        /** A place for another thread; -1 if there is none. */
        int freePlace() {
            for (int place = 0; place < MOST_THREADS; place++) {
                if (others[place] == null) {
                    return place;
                }
            }
            return -1;
        }

        void put(int place, KernelThread thread) {
            others[place] = thread;
        }

        KernelThread other(int place) {
            return place < 0 || place >= MOST_THREADS ? null : others[place];
        }

        void forget(KernelThread thread) {
            for (int place = 0; place < MOST_THREADS; place++) {
                if (others[place] == thread) {
                    others[place] = null;
                }
            }
        }

        /** Budget of a deleted thread comes back with the next period. */
        void giveBackLater(int ticks) {
            returned = returned + ticks;
        }

        /** A new period begins. */
        void startPeriod() {
            if (returned != 0) {
                main.budget().extend(returned);
                returned = 0;
            }
        }
    }

    // ------------------------------------------------------------------ scheduling

    /** Something that the scheduler tells what it does. */
    interface Observer {
        /** A period begins. */
        void periodBegins();

        /** A thread gets the processor. */
        void scheduled(KernelThread thread);

        /** A thread has had the processor for a tick. */
        void ticked(KernelThread thread);

        /** A period ends. */
        void periodEnds();
    }

    /** The property: each process that wanted it has had its time when the period ends. */
    static final class TimePartitioning implements Observer {
        private final Process[] processes;
        private final int[] promised;
        private final int[] used;

        TimePartitioning(Process[] processes, int[] promised) {
            this.processes = processes;
            this.promised = promised;
            this.used = new int[processes.length];
        }

        private int indexOf(Process process) {
            for (int index = 0; index < processes.length; index++) {
                if (processes[index] == process) {
                    return index;
                }
            }
            return -1;
        }

        @Override
        public void periodBegins() {
            for (int index = 0; index < used.length; index++) {
                used[index] = 0;
            }
        }

        @Override
        public void scheduled(KernelThread thread) {
            int index = indexOf(thread.owner());
            if (index >= 0) {
                assert used[index] < promised[index]
                        : thread.owner().name() + " is scheduled for more than it was promised";
            }
        }

        @Override
        public void ticked(KernelThread thread) {
            int index = indexOf(thread.owner());
            if (index >= 0) {
                used[index] = used[index] + 1;
                assert used[index] <= promised[index]
                        : thread.owner().name() + " has used more than it was promised";
            }
        }

        @Override
        public void periodEnds() {
        }
    }

    /** Whoever listens. */
    static final class Observers implements Observer {
        private final Observer[] all;

        Observers(Observer... all) {
            this.all = all;
        }

        @Override
        public void periodBegins() {
            for (Observer observer : all) {
                observer.periodBegins();
            }
        }

        @Override
        public void scheduled(KernelThread thread) {
            for (Observer observer : all) {
                observer.scheduled(thread);
            }
        }

        @Override
        public void ticked(KernelThread thread) {
            for (Observer observer : all) {
                observer.ticked(thread);
            }
        }

        @Override
        public void periodEnds() {
            for (Observer observer : all) {
                observer.periodEnds();
            }
        }
    }

    /** Who has the processor, and for how long. */
    static final class Scheduler {
        private final ReadyQueue ready = new ReadyQueue();
        private final KernelThread idle;
        private final Observer observer;
        private KernelThread running;

        Scheduler(Observer observer) {
            this.observer = observer;
            Process system = new Process("system", Priority.IDLE, 0);
            idle = system.main();
            idle.become(ThreadState.READY);
            running = idle;
        }

        KernelThread running() {
            return running;
        }

        boolean isIdle() {
            return running == idle;
        }

        /** A thread can run from now on. */
        void makeReady(KernelThread thread) {
            thread.become(ThreadState.READY);
            ready.add(thread);
        }

        /** A thread cannot run any more for now. */
        void block(KernelThread thread, ThreadState why) {
            if (thread == running) {
                running = idle;
            } else {
                ready.remove(thread);
            }
            thread.become(why);
        }

        /** Gives the processor to the most important thread that could have it. */
        void dispatch() {
            KernelThread best = ready.peek();
            boolean preempts = best != null && (running == idle || best.priority() > running.priority());
            if (!preempts) {
                return;
            }
            best = ready.take();
            if (running != idle) {
                running.become(ThreadState.READY);
                ready.addFirst(running);
            }
            running = best;
            running.become(ThreadState.RUNNING);
            observer.scheduled(running);
        }

        /** The thread that runs goes behind others of its priority. */
        void yieldProcessor() {
            KernelThread best = ready.peek();
            if (best == null || best.priority() < running.priority()) {
                return;
            }
            makeReady(running);
            running = idle;
            dispatch();
        }

        /** The thread that runs has had the processor for a tick. */
        void account() {
            if (running == idle) {
                return;
            }
            observer.ticked(running);
            Budget budget = running.budget();
            budget.use();
            if (budget.isExhausted()) {
                block(running, ThreadState.EXHAUSTED);
            }
        }

        /** Nobody runs any more; all begin anew. */
        void reset() {
            running = idle;
            while (ready.take() != null) {
                continue;
            }
        }
    }

    // ------------------------------------------------------------------ the kernel

    /** What applications and interrupts call. */
    static final class Kernel {
        private final Configuration configuration;
        private final Process[] processes;
        private final Observer observer;
        private final Scheduler scheduler;
        private int tick;
        private int periodsLeft;
        private boolean stopped;

        Kernel(Configuration configuration) {
            this.configuration = configuration;
            Process first = new Process("first", Priority.HIGH, configuration.firstBudget);
            Process second = new Process("second", Priority.NORMAL, configuration.secondBudget);
            processes = new Process[] {first, second};
            int[] promised = {configuration.firstBudget, configuration.secondBudget};
            observer = new Observers(new TimePartitioning(processes, promised));
            scheduler = new Scheduler(observer);
            periodsLeft = configuration.periods;
        }

        synchronized void start() {
            for (Process process : processes) {
                process.main().become(ThreadState.STARTING);
            }
            beginPeriod();
        }

        synchronized boolean isStopped() {
            return stopped;
        }

        // Interrupts.

        /** The clock says that a tick is over. */
        synchronized void clockInterrupt() {
            if (stopped) {
                return;
            }
            scheduler.account();
            tick = tick + 1;
            if (tick == configuration.period) {
                endPeriod();
                return;
            }
            scheduler.dispatch();
        }

        private void endPeriod() {
            observer.periodEnds();
            tick = 0;
            periodsLeft = periodsLeft - 1;
            if (periodsLeft == 0) {
                stopped = true;
                new Validator(this).validate();
                return;
            }
            beginPeriod();
        }

        private void beginPeriod() {
            scheduler.reset();
            observer.periodBegins();
            for (Process process : processes) {
                process.startPeriod();
                // Threads of a process run before its main one, which has what is left.
                for (int place = 0; place < Process.MOST_THREADS; place++) {
                    KernelThread other = process.other(place);
                    if (other != null && other.isDeleted()) {
                        bury(process, other);
                    } else if (other != null) {
                        begin(other);
                    }
                }
                begin(process.main());
            }
            scheduler.dispatch();
        }

        private void begin(KernelThread thread) {
            thread.startPeriod();
            if (thread.budget().isExhausted()) {
                thread.become(ThreadState.EXHAUSTED);
            } else {
                scheduler.makeReady(thread);
            }
        }

        private void bury(Process process, KernelThread thread) {
            thread.become(ThreadState.DORMANT);
            process.forget(thread);
        }

        // Calls. The caller is whoever runs.

        /** A new thread of the process that runs, with a part of its budget, from the next period on. */
        synchronized Status createThread(int ticks) {
            if (stopped || scheduler.isIdle()) {
                return Status.NOT_ALLOWED;
            }
            Process process = scheduler.running().owner();
            int place = process.freePlace();
            if (place < 0) {
                return Status.NO_RESOURCES;
            }
            Budget budget = process.main().budget();
            if (ticks <= 0 || budget.allotted() < ticks) {
                return Status.INSUFFICIENT_BUDGET;
            }
            budget.reduce(ticks);
            KernelThread thread =
                    new KernelThread(process.name() + ".other", process.main().priority(), process, ticks);
            thread.become(ThreadState.STARTING);
            process.put(place, thread);
            return Status.SUCCESS;
        }

        /** Deletes the thread that the process has besides its main one. */
        synchronized Status deleteThread() {
            if (stopped || scheduler.isIdle()) {
                return Status.NOT_ALLOWED;
            }
            Process process = scheduler.running().owner();
            KernelThread thread = process.other(0);
            if (thread == null || thread.isDeleted()) {
                return Status.INVALID_THREAD;
            }
            release(process, thread);
            if (thread.state() == ThreadState.READY || thread.state() == ThreadState.RUNNING) {
                scheduler.block(thread, ThreadState.WAITING);
            }
            thread.markDeleted();
            scheduler.dispatch();
            return Status.SUCCESS;
        }

        /** The budget of a deleted thread goes back to its process. */
        private void release(Process process, KernelThread thread) {
            int ticks = thread.budget().allotted();
            process.giveBackLater(ticks);
        }

        /** The thread that runs has done its work of the period. */
        synchronized Status waitUntilNextPeriod() {
            if (stopped || scheduler.isIdle()) {
                return Status.NOT_ALLOWED;
            }
            scheduler.block(scheduler.running(), ThreadState.WAITING);
            scheduler.dispatch();
            return Status.SUCCESS;
        }

        /** The thread that runs lets others of its priority go first. */
        synchronized Status yieldProcessor() {
            if (stopped || scheduler.isIdle()) {
                return Status.NOT_ALLOWED;
            }
            scheduler.yieldProcessor();
            return Status.SUCCESS;
        }

        /** The priority of whoever runs. */
        synchronized int currentPriority() {
            return scheduler.running().priority();
        }
    }

    // ------------------------------------------------------------------ what must be true of the kernel's data

    /** Looks at the kernel's data when it has stopped. */
    static final class Validator {
        private final Kernel kernel;

        Validator(Kernel kernel) {
            this.kernel = kernel;
        }

        /** Everything that must be true. */
        void validate() {
            for (Process process : kernel.processes) {
                validateProcess(process);
            }
            validateProcessor();
            validateBudgets();
        }

        private void validateProcess(Process process) {
            validateThread(process, process.main());
            assert process.main().isAlive() : process.name() + " has lost its main thread";
            for (int place = 0; place < Process.MOST_THREADS; place++) {
                KernelThread other = process.other(place);
                if (other != null) {
                    validateThread(process, other);
                }
            }
        }

        private void validateThread(Process process, KernelThread thread) {
            assert thread.owner() == process : thread.name() + " is in the wrong process";
            assert Priority.isValid(thread.priority()) : thread.name() + " has no priority";
            assert thread.budget().allotted() >= 0 : thread.name() + " owes time";
            switch (thread.state()) {
                case READY:
                    assert kernel.scheduler.ready.contains(thread) : thread.name() + " is ready and not in the queue";
                    break;
                case RUNNING:
                    assert kernel.scheduler.running() == thread : thread.name() + " runs and does not have the processor";
                    break;
                case DORMANT:
                case STARTING:
                case WAITING:
                case EXHAUSTED:
                    assert !kernel.scheduler.ready.contains(thread) : thread.name() + " is in the queue and not ready";
                    break;
                default:
                    throw new AssertionError("there is no other state");
            }
        }

        private void validateProcessor() {
            KernelThread running = kernel.scheduler.running();
            if (kernel.scheduler.isIdle()) {
                return;
            }
            assert running.state() == ThreadState.RUNNING : running.name() + " has the processor and does not run";
            assert !kernel.scheduler.ready.contains(running) : running.name() + " runs and is in the queue";
        }

        /** All budgets together are not more than a period. */
        private void validateBudgets() {
            int all = 0;
            for (Process process : kernel.processes) {
                all = all + process.main().budget().allotted() + process.returned;
                for (int place = 0; place < Process.MOST_THREADS; place++) {
                    KernelThread other = process.other(place);
                    if (other != null && !other.isDeleted()) {
                        all = all + other.budget().allotted();
                    }
                }
            }
            assert all <= kernel.configuration.period : "more is promised than there is";
        }
    }

    /** The kernel's data in words, for people who look at a trace. */
    static final class Description {
        private final Kernel kernel;

        Description(Kernel kernel) {
            this.kernel = kernel;
        }

        String describe() {
            StringBuilder text = new StringBuilder();
            text.append("tick ").append(kernel.tick);
            text.append(", ").append(kernel.periodsLeft).append(" periods left\n");
            for (Process process : kernel.processes) {
                describe(process, text);
            }
            text.append("running: ").append(kernel.scheduler.running().name()).append('\n');
            return text.toString();
        }

        private void describe(Process process, StringBuilder text) {
            text.append("process ").append(process.name()).append('\n');
            describe(process.main(), text);
            for (int place = 0; place < Process.MOST_THREADS; place++) {
                KernelThread other = process.other(place);
                if (other != null) {
                    describe(other, text);
                }
            }
            if (process.returned != 0) {
                text.append("  comes back: ").append(process.returned).append('\n');
            }
        }

        private void describe(KernelThread thread, StringBuilder text) {
            text.append("  ").append(thread.name());
            text.append(", priority ").append(thread.priority());
            text.append(", ").append(name(thread.state()));
            text.append(", ").append(thread.budget().remaining);
            text.append(" of ").append(thread.budget().allotted()).append(" ticks left");
            if (thread.isDeleted()) {
                text.append(", deleted");
            }
            text.append('\n');
        }

        private static String name(ThreadState state) {
            switch (state) {
                case DORMANT:
                    return "dormant";
                case STARTING:
                    return "starts with the next period";
                case READY:
                    return "ready";
                case RUNNING:
                    return "running";
                case WAITING:
                    return "waits for the next period";
                case EXHAUSTED:
                    return "has used its budget";
                default:
                    throw new AssertionError("there is no other state");
            }
        }
    }

    /** What calls mean, in words. */
    static final class Messages {
        private Messages() {
        }

        static String of(Status status) {
            switch (status) {
                case SUCCESS:
                    return "done";
                case INSUFFICIENT_BUDGET:
                    return "the process has not enough budget left";
                case INVALID_THREAD:
                    return "there is no such thread";
                case NO_RESOURCES:
                    return "there is no room for another thread";
                case NOT_ALLOWED:
                    return "the caller may not do that";
                default:
                    throw new AssertionError("there is no other status");
            }
        }

        /** Whether the caller can do something about it. */
        static boolean isRecoverable(Status status) {
            switch (status) {
                case SUCCESS:
                case NOT_ALLOWED:
                    return false;
                case INSUFFICIENT_BUDGET:
                case INVALID_THREAD:
                case NO_RESOURCES:
                    return true;
                default:
                    throw new AssertionError("there is no other status");
            }
        }
    }

    // ------------------------------------------------------------------ the environment

    /** What an application may do next. */
    enum Action {
        COMPUTE,
        CREATE,
        DELETE,
        YIELD,
        FINISH
    }

    /** The hardware: a clock that interrupts. */
    static final class TickGenerator extends Thread {
        private final Kernel kernel;

        TickGenerator(Kernel kernel) {
            super("clock");
            this.kernel = kernel;
        }

        @Override
        public void run() {
            while (!kernel.isStopped()) {
                kernel.clockInterrupt();
            }
        }
    }

    /** The application: whoever runs may call the kernel, and anything may happen. */
    static final class Application extends Thread {
        /** How many calls there are at most. */
        static final int CALLS = 2;

        private final Kernel kernel;

        Application(Kernel kernel) {
            super("application");
            this.kernel = kernel;
        }

        private Action next() {
            return Action.values()[Verify.choose(0, Action.values().length - 1)];
        }

        @Override
        public void run() {
            for (int call = 0; call < CALLS && !kernel.isStopped(); call++) {
                switch (next()) {
                    case COMPUTE:
                        break;
                    case CREATE:
                        kernel.createThread(1);
                        break;
                    case DELETE:
                        kernel.deleteThread();
                        break;
                    case YIELD:
                        kernel.yieldProcessor();
                        break;
                    case FINISH:
                        kernel.waitUntilNextPeriod();
                        break;
                    default:
                        throw new AssertionError("there is no other action");
                }
            }
        }
    }

    public static void main(String[] args) {
        Kernel kernel = new Kernel(new Configuration(3, 2, 1, 2));
        kernel.start();
        new TickGenerator(kernel).start();
        new Application(kernel).start();
    }
}
