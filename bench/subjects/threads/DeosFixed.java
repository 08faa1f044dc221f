import glassbox.api.Verify;

/**
 * The kernel of a real-time operating system for avionics, with the hardware and applications as its environment.
 *
 * <p>Time is partitioned: in every period each process gets the time that it was promised, its budget, whatever the others do. A
 * process may give a part of its budget to threads of its own. When such a thread is deleted, its budget goes back to the process.
 * It goes back with the next period.
 *
 * <p>Kernel threads are objects here, not threads of Java: there is one processor. What goes on at the same time are the hardware's
 * clock and a sensor, which interrupt, a monitor that ends processes, and two applications, which call the kernel while their
 * processes have the processor.
 *
 * <p>Without arguments the applications do anything that they may; arguments are programs of processes, see {@link Scenario}.
 */
public class DeosFixed {
    // ------------------------------------------------------------------ what the kernel is told, and what it says

    /** What there is, and how long things take, in ticks of the clock. */
    static final class Configuration {
        /** Ticks in a period. */
        final int period;
        /** How many periods are looked at. */
        final int periods;
        /** How many processes there are at most. */
        final int processes;
        /** How many threads a process has at most, besides its main one. */
        final int threads;
        private int capacity = 1;
        private int traceLength;
        private boolean slack;

        Configuration(int period, int periods, int processes, int threads) {
            this.period = positive(period);
            this.periods = positive(periods);
            this.processes = positive(processes);
            this.threads = threads;
        }

        /** How many messages or permits there are at most; one if nobody says. */
        Configuration capacity(int most) {
            capacity = positive(most);
            return this;
        }

        /** How many of the last things that happened are remembered; none if nobody says. */
        Configuration traceLength(int length) {
            traceLength = positive(length);
            return this;
        }

        /** Whether threads may use the time that others leave over. */
        Configuration slack(boolean allowed) {
            slack = allowed;
            return this;
        }

        private static int positive(int number) {
            if (number < 1) {
                throw new IllegalArgumentException(number + " is not positive");
            }
            return number;
        }
    }

    /** What the kernel says of a call, or of what a process has done otherwise. */
    enum Status {
        SUCCESS("done", Severity.NONE),
        BLOCKED("the caller waits", Severity.NONE),
        TIMEOUT("what was waited for did not come in time", Severity.NONE),
        INSUFFICIENT_BUDGET("the process has not enough budget left", Severity.NONE),
        NO_RESOURCES("there is no room for another one", Severity.NONE),
        STOPPED("the kernel does not take calls any more", Severity.NONE),
        INVALID_THREAD("there is no such thread", Severity.MINOR),
        INVALID_ARGUMENT("there is no such number here", Severity.MINOR),
        NOT_ALLOWED("the caller may not do that", Severity.MINOR),
        DEADLINE_MISSED("the period has ended before the thread had its time", Severity.MINOR),
        CRASHED("the program of the process has failed", Severity.MAJOR);

        final String text;
        /** What it means for the health of the process. */
        final Severity severity;

        Status(String text, Severity severity) {
            this.text = text;
            this.severity = severity;
        }
    }

    /** What the health monitor does about something. */
    enum Severity {
        /** Nothing. */
        NONE,
        /** It warns the process, and ends it the next time. */
        MINOR,
        /** It ends the process. */
        MAJOR
    }

    /** What a kernel thread does. */
    enum ThreadState {
        DORMANT("does not exist"),
        STARTING("starts with the next period"),
        READY("is ready"),
        RUNNING("runs"),
        BLOCKED("waits for an object"),
        WAITING("waits for the next period"),
        EXHAUSTED("has used its budget");

        final String text;

        ThreadState(String text) {
            this.text = text;
        }
    }

    // ------------------------------------------------------------------ threads and processes

    /** The time that a thread may still use in this period. */
    static final class Budget {
        /** Ticks that are left. */
        private int remaining;
        /** Ticks in each period. */
        private int allotted;

        Budget(int allotted) {
            this.allotted = allotted;
        }

        int remaining() {
            return remaining;
        }

        int allotted() {
            return allotted;
        }

        boolean isExhausted() {
            return remaining <= 0;
        }

        /** A new period begins. */
        void replenish() {
            remaining = allotted;
        }

        /** A tick was used. */
        void use() {
            remaining = remaining - 1;
        }

        /** Nothing more is needed in this period; what is left over is returned. */
        int renounce() {
            int left = remaining;
            remaining = 0;
            return Math.max(left, 0);
        }

        /** From the next period on, less. */
        void reduce(int ticks) {
            allotted = allotted - ticks;
        }

        /** From the next period on, more. */
        void extend(int ticks) {
            allotted = allotted + ticks;
        }

        /** More already in this period. */
        void grant(int ticks) {
            remaining = remaining + ticks;
        }

        @Override
        public String toString() {
            return remaining + " of " + allotted + " ticks left";
        }
    }

    /** Threads one after the other. A thread is in one queue at most, and knows it and the thread behind it. */
    static final class ThreadQueue {
        private KernelThread first;

        boolean isEmpty() {
            return first == null;
        }

        KernelThread first() {
            return first;
        }

        void append(KernelThread thread) {
            enter(thread);
            if (first == null) {
                first = thread;
                return;
            }
            KernelThread last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = thread;
        }

        void prepend(KernelThread thread) {
            enter(thread);
            thread.next = first;
            first = thread;
        }

        private void enter(KernelThread thread) {
            if (thread.queue != null) {
                throw new IllegalStateException(thread.name + " is in a queue already");
            }
            thread.queue = this;
        }

        /** Takes the first thread out; null if there is none. */
        KernelThread removeFirst() {
            KernelThread thread = first;
            if (thread != null) {
                first = thread.next;
                leave(thread);
            }
            return thread;
        }

        void remove(KernelThread thread) {
            if (thread.queue != this) {
                throw new IllegalStateException(thread.name + " is not in the queue");
            }
            if (first == thread) {
                first = thread.next;
            } else {
                KernelThread before = first;
                while (before.next != thread) {
                    before = before.next;
                }
                before.next = thread.next;
            }
            leave(thread);
        }

        private void leave(KernelThread thread) {
            thread.queue = null;
            thread.next = null;
        }

        boolean contains(KernelThread thread) {
            return thread.queue == this;
        }

        int length() {
            int length = 0;
            for (KernelThread thread = first; thread != null; thread = thread.next) {
                length++;
            }
            return length;
        }
    }

    /** A thread of the kernel. Greater priorities are more important. */
    static final class KernelThread {
        /** The priority of the thread that runs when nobody else does; it is in no queue. */
        static final int IDLE = -1;
        /** The priority of threads that use what others leave over. */
        static final int SLACK = 0;
        static final int NORMAL = 1;
        static final int HIGH = 2;

        final String name;
        final int basePriority;
        final Process owner;
        final Budget budget;
        private int priority;
        private ThreadState state = ThreadState.DORMANT;
        /** Whether it goes when the period ends. */
        private boolean deleted;
        /** Where it is, and who is behind it there. */
        private ThreadQueue queue;
        private KernelThread next;
        /** What it waits for, for how many ticks more (0 if for ever), and what has come of that. */
        private WaitObject awaited;
        private int patience;
        private Status result = Status.SUCCESS;
        private int message;
        /** Whether it has not waited for anything in this period. */
        private boolean punctual;
        /** The mutex that it has; one at most, so that nobody waits in a circle. */
        private Mutex held;

        KernelThread(String name, int priority, Process owner, int allotted) {
            if (priority < IDLE || priority > HIGH || priority == SLACK) {
                throw new IllegalArgumentException("there is no such priority");
            }
            this.name = name;
            this.basePriority = priority;
            this.priority = priority;
            this.owner = owner;
            this.budget = new Budget(allotted);
        }

        int priority() {
            return priority;
        }

        /** Only threads that are in no queue of a priority can get another one. */
        void changePriority(int next) {
            priority = next;
        }

        /** A new period begins. */
        void startPeriod() {
            budget.replenish();
            punctual = state != ThreadState.BLOCKED;
            priority = held == null ? basePriority : held.ceiling;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(name);
            text.append(", priority ").append(priority);
            text.append(", ").append(state.text);
            if (awaited != null) {
                text.append(" (").append(awaited.name).append(')');
            }
            if (held != null) {
                text.append(", has ").append(held.name);
            }
            if (message != 0) {
                text.append(", got ").append(message);
            }
            if (deleted) {
                text.append(", deleted");
            }
            return text.append(", ").append(budget).toString();
        }
    }

    /** A process: what time is promised to. */
    static final class Process {
        final String name;
        /** Its place in the table of processes; -1 for the kernel's own. */
        final int place;
        /** Ticks that it may use in each period, with all its threads. */
        final int promised;
        final KernelThread main;
        private final KernelThread[] others;
        /** Budget that comes back with the next period. */
        private int returned;
        /** Whether it goes when the period ends. */
        private boolean terminated;
        /** Whether it has done something that it should not. */
        private boolean warned;
        /** Whether its application waits for the processor. */
        private boolean wanted;

        Process(String name, int place, int priority, int promised, int threads) {
            this.name = name;
            this.place = place;
            this.promised = promised;
            this.main = new KernelThread(name + ".main", priority, this, promised);
            this.others = new KernelThread[threads];
        }

        /** A place for another thread; -1 if there is none. */
        int freePlace() {
            for (int index = 0; index < others.length; index++) {
                if (others[index] == null) {
                    return index;
                }
            }
            return -1;
        }

        void put(int index, KernelThread thread) {
            others[index] = thread;
        }

        KernelThread other(int index) {
            return index < 0 || index >= others.length ? null : others[index];
        }

        /** How many other threads there could be. */
        int room() {
            return others.length;
        }

        /** Budget of a deleted thread comes back with the next period. */
        void giveBackLater(int ticks) {
            returned = returned + ticks;
        }

        /** A new period begins. */
        void startPeriod() {
            if (returned != 0) {
                main.budget.extend(returned);
                returned = 0;
            }
        }

        /** What its threads have together in each period. */
        int distributed() {
            int all = main.budget.allotted() + returned;
            for (KernelThread other : others) {
                if (other != null && !other.deleted) {
                    all += other.budget.allotted();
                }
            }
            return all;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("process ").append(name);
            text.append(terminated ? ", terminated\n" : "\n");
            text.append("  ").append(main).append('\n');
            for (KernelThread other : others) {
                if (other != null) {
                    text.append("  ").append(other).append('\n');
                }
            }
            if (returned != 0) {
                text.append("  comes back: ").append(returned).append('\n');
            }
            return text.toString();
        }
    }

    // ------------------------------------------------------------------ what threads wait for

    /** Something that threads of all processes may wait for, first come, first served. */
    abstract static class WaitObject {
        final String name;
        final ThreadQueue waiting = new ThreadQueue();

        WaitObject(String name) {
            this.name = name;
        }

        /** Gives a thread what it wants, if it can have it now. */
        abstract boolean take(KernelThread thread);

        /** A thread waits from now on, for so many ticks; for ever if 0. */
        void enter(KernelThread thread, int patience) {
            waiting.append(thread);
            thread.awaited = this;
            thread.patience = patience;
            thread.result = Status.BLOCKED;
            thread.punctual = false;
        }

        /** A thread does not wait any more. */
        void leave(KernelThread thread, Status result) {
            waiting.remove(thread);
            thread.awaited = null;
            thread.patience = 0;
            thread.result = result;
        }

        /** The first thread that gets what it waits for, which does not wait any more then; null if there is none. */
        KernelThread serve() {
            KernelThread thread = waiting.first();
            if (thread == null || !take(thread)) {
                return null;
            }
            leave(thread, Status.SUCCESS);
            return thread;
        }
    }

    /** Permits; an event if there is one at most. */
    static final class Semaphore extends WaitObject {
        private final int limit;
        private int permits;

        Semaphore(String name, int permits, int limit) {
            super(name);
            this.permits = permits;
            this.limit = limit;
        }

        @Override
        boolean take(KernelThread thread) {
            if (permits == 0) {
                return false;
            }
            permits = permits - 1;
            return true;
        }

        /** Another permit; false if there are enough. */
        boolean release() {
            if (permits == limit) {
                return false;
            }
            permits = permits + 1;
            return true;
        }
    }

    /** Who has it is as important as its ceiling says, so that those who share it do not interrupt each other. */
    static final class Mutex extends WaitObject {
        final int ceiling;
        private KernelThread holder;

        Mutex(String name, int ceiling) {
            super(name);
            this.ceiling = ceiling;
        }

        @Override
        boolean take(KernelThread thread) {
            if (holder != null) {
                return false;
            }
            holder = thread;
            thread.held = this;
            if (thread.priority() != KernelThread.SLACK) {
                thread.changePriority(ceiling);
            }
            return true;
        }

        /** Whoever has it has it no more. */
        void release() {
            holder.held = null;
            if (holder.priority() != KernelThread.SLACK) {
                holder.changePriority(holder.basePriority);
            }
            holder = null;
        }
    }

    /** Messages from anybody to anybody, in order. */
    static final class Mailbox extends WaitObject {
        private final int[] messages;
        private int first;
        private int count;

        Mailbox(String name, int length) {
            super(name);
            this.messages = new int[length];
        }

        @Override
        boolean take(KernelThread thread) {
            if (count == 0) {
                return false;
            }
            thread.message = messages[first];
            messages[first] = 0;
            first = (first + 1) % messages.length;
            count = count - 1;
            return true;
        }

        /** Another message; false if there is no room for it. */
        boolean put(int message) {
            if (count == messages.length) {
                return false;
            }
            messages[(first + count) % messages.length] = message;
            count = count + 1;
            return true;
        }
    }

    // ------------------------------------------------------------------ scheduling

    /** Something that the scheduler tells what it does. */
    interface Observer {
        /** A period begins. */
        void periodBegins();

        /** A thread gets the processor. */
        void scheduled(KernelThread thread);

        /** A thread has had the processor for a tick of its own. */
        void ticked(KernelThread thread);
    }

    /** The property: no process gets more time than it was promised, so that there is enough for the others. */
    static final class TimePartitioning implements Observer {
        /** By the places of processes. */
        private final int[] used;

        TimePartitioning(int processes) {
            this.used = new int[processes];
        }

        @Override
        public void periodBegins() {
            for (int place = 0; place < used.length; place++) {
                used[place] = 0;
            }
        }

        @Override
        public void scheduled(KernelThread thread) {
            Process process = thread.owner;
            if (thread.priority() != KernelThread.SLACK) {
                assert used[process.place] < process.promised
                        : process.name + " is scheduled for more than it was promised";
            }
        }

        @Override
        public void ticked(KernelThread thread) {
            Process process = thread.owner;
            int now = used[process.place] + 1;
            used[process.place] = now;
            assert now <= process.promised : process.name + " has used more than it was promised";
        }
    }

    /** The last things that happened, for people. */
    static final class Trace implements Observer {
        private final Observer observer;
        private final String[] lines;
        private int next;
        private int period;
        private int tick;

        Trace(Observer observer, int length) {
            this.observer = observer;
            this.lines = new String[length];
        }

        void note(String what) {
            lines[next] = period + "." + tick + " " + what;
            next = (next + 1) % lines.length;
        }

        @Override
        public void periodBegins() {
            period++;
            tick = 0;
            note("period");
            observer.periodBegins();
        }

        @Override
        public void scheduled(KernelThread thread) {
            note(thread.name + (thread.priority() == KernelThread.SLACK ? " with slack" : ""));
            observer.scheduled(thread);
        }

        @Override
        public void ticked(KernelThread thread) {
            observer.ticked(thread);
        }

        /** The clock has ticked, whoever had the processor. */
        void clock() {
            tick++;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (int index = 0; index < lines.length; index++) {
                String line = lines[(next + index) % lines.length];
                if (line != null) {
                    text.append(line).append('\n');
                }
            }
            return text.toString();
        }
    }

    /** Who has the processor, and for how long. */
    static final class Scheduler {
        /** The threads that could run, by priority. */
        private final ThreadQueue[] ready = new ThreadQueue[KernelThread.HIGH + 1];
        private final KernelThread idle;
        private final Observer observer;
        private final boolean hasSlack;
        private KernelThread running;
        /** Ticks of this period that nobody was promised, or that were left over. */
        private int slack;

        Scheduler(Observer observer, boolean hasSlack) {
            this.observer = observer;
            this.hasSlack = hasSlack;
            for (int priority = KernelThread.SLACK; priority <= KernelThread.HIGH; priority++) {
                ready[priority] = new ThreadQueue();
            }
            idle = new Process("system", -1, KernelThread.IDLE, 0, 0).main;
            idle.state = ThreadState.READY;
            running = idle;
        }

        KernelThread running() {
            return running;
        }

        boolean isIdle() {
            return running == idle;
        }

        boolean isQueued(KernelThread thread) {
            return ready[thread.priority()].contains(thread);
        }

        /** A thread can run from now on, if it has time. */
        void wake(KernelThread thread) {
            if (thread.budget.isExhausted()) {
                exhaust(thread);
                return;
            }
            thread.state = ThreadState.READY;
            ready[thread.priority()].append(thread);
        }

        /** A thread cannot run any more for now. */
        void block(KernelThread thread, ThreadState why) {
            if (thread == running) {
                running = idle;
            } else if (thread.state == ThreadState.READY) {
                ready[thread.priority()].remove(thread);
            }
            thread.state = why;
        }

        /** A thread has used its budget: it can run if there is slack, when nobody else wants to. */
        private void exhaust(KernelThread thread) {
            if (hasSlack && slack > 0) {
                thread.changePriority(KernelThread.SLACK);
                thread.state = ThreadState.READY;
                ready[KernelThread.SLACK].append(thread);
            } else {
                thread.state = ThreadState.EXHAUSTED;
            }
        }

        /** The most important thread that could run, which stays where it is. */
        private KernelThread best() {
            for (int priority = KernelThread.HIGH; priority >= KernelThread.SLACK; priority--) {
                KernelThread first = ready[priority].first();
                if (first != null) {
                    return first;
                }
            }
            return null;
        }

        /** Gives the processor to the most important thread that could have it; tells whether somebody got it. */
        boolean dispatch() {
            KernelThread best = best();
            if (best == null || best.priority() <= running.priority()) {
                return false;
            }
            ready[best.priority()].remove(best);
            if (running != idle) {
                running.state = ThreadState.READY;
                ready[running.priority()].prepend(running);
            }
            running = best;
            best.state = ThreadState.RUNNING;
            observer.scheduled(best);
            return true;
        }

        /** The thread that runs goes behind others of its priority; tells whether somebody got the processor. */
        boolean yieldProcessor() {
            KernelThread best = best();
            if (best == null || best.priority() < running.priority()) {
                return false;
            }
            KernelThread before = running;
            running = idle;
            wake(before);
            return dispatch();
        }

        /** The thread that runs has had the processor for a tick. */
        void account() {
            KernelThread thread = running;
            if (thread == idle || thread.priority() == KernelThread.SLACK) {
                accountSlack();
                return;
            }
            observer.ticked(thread);
            thread.budget.use();
            if (thread.budget.isExhausted()) {
                running = idle;
                exhaust(thread);
            }
        }

        private void accountSlack() {
            if (!hasSlack) {
                return;
            }
            slack = Math.max(slack - 1, 0);
            if (slack > 0) {
                return;
            }
            if (running != idle) {
                block(running, ThreadState.EXHAUSTED);
            }
            while (!ready[KernelThread.SLACK].isEmpty()) {
                ready[KernelThread.SLACK].removeFirst().state = ThreadState.EXHAUSTED;
            }
        }

        /** A thread leaves the rest of its time to others. */
        void donate(KernelThread thread) {
            if (hasSlack) {
                slack = slack + thread.budget.renounce();
            }
        }

        /** Nobody runs any more; all begin anew, and there is so much slack. */
        void startPeriod(int ticks) {
            running = idle;
            slack = hasSlack ? ticks : 0;
            for (int priority = KernelThread.HIGH; priority >= KernelThread.SLACK; priority--) {
                while (ready[priority].removeFirst() != null) {
                    continue;
                }
            }
        }
    }

    // ------------------------------------------------------------------ the kernel

    /** What applications and interrupts call. */
    static final class Kernel {
        /** Lines of interrupts. */
        static final int CLOCK = 0;
        static final int SENSOR = 1;

        private final Configuration configuration;
        private final Process[] processes;
        private final Scheduler scheduler;
        private final Observer observer;
        /** The observer, if it remembers what happens. */
        final Trace trace;
        final HealthMonitor health;
        final Semaphore semaphore;
        final Mutex mutex;
        final Mailbox mailbox;
        private final WaitObject[] objects;
        private int tick;
        private int periodsLeft;
        private boolean stopped;
        private boolean started;
        /** How many others were connected: applications and devices. */
        private int connected;
        /** Whether somebody may be waiting for a limited time. */
        private boolean limited;

        Kernel(Configuration configuration) {
            this.configuration = configuration;
            processes = new Process[configuration.processes];
            Observer property = new TimePartitioning(configuration.processes);
            trace = configuration.traceLength == 0 ? null : new Trace(property, configuration.traceLength);
            observer = trace == null ? property : trace;
            scheduler = new Scheduler(observer, configuration.slack);
            health = new HealthMonitor(this, configuration.processes);
            semaphore = new Semaphore("semaphore", 0, configuration.capacity);
            mutex = new Mutex("mutex", KernelThread.HIGH);
            mailbox = new Mailbox("mailbox", configuration.capacity);
            objects = new WaitObject[] {semaphore, mutex, mailbox};
            periodsLeft = configuration.periods;
        }

        synchronized boolean isStopped() {
            return stopped;
        }

        /** Whose thread runs; null if nobody's does. */
        synchronized Process current() {
            return scheduler.isIdle() ? null : scheduler.running().owner;
        }

        // Life of the kernel and of processes.

        /** A new process, from the next period on; null if there is no place or not enough time for it. */
        synchronized Process createProcess(String name, int priority, int budget) {
            int free = -1;
            for (int place = processes.length - 1; place >= 0; place--) {
                if (processes[place] == null) {
                    free = place;
                }
            }
            if (free < 0 || budget < 1 || budget > unpromised()) {
                return null;
            }
            Process process = new Process(name, free, priority, budget, configuration.threads);
            process.main.state = ThreadState.STARTING;
            processes[free] = process;
            return process;
        }

        /** Ticks of a period that no process was promised. */
        private int unpromised() {
            int ticks = configuration.period;
            for (Process process : processes) {
                if (process != null && !process.terminated) {
                    ticks -= process.promised;
                }
            }
            return ticks;
        }

        /** The first period begins. */
        synchronized void start() {
            started = true;
            beginPeriod();
            notifyAll();
        }

        /** Waits until so many others are there. */
        synchronized void awaitConnected(int others) throws InterruptedException {
            while (connected < others) {
                wait();
            }
        }

        /** Somebody is there, and waits until the kernel has started; false if it will not. */
        synchronized boolean awaitStart() {
            connected = connected + 1;
            notifyAll();
            try {
                while (!started) {
                    wait();
                }
                return true;
            } catch (InterruptedException interrupted) {
                return false;
            }
        }

        /** Somebody has nothing more to do, and waits for being interrupted. */
        synchronized void awaitEnd() {
            try {
                while (true) {
                    wait();
                }
            } catch (InterruptedException interrupted) {
                // That is the end.
            }
        }

        /** Ends a process. Nobody else is promised its time before the next period. */
        synchronized void terminate(Process process) {
            if (stopped || process.terminated) {
                return;
            }
            process.terminated = true;
            end(process.main);
            for (int index = 0; index < process.room(); index++) {
                KernelThread other = process.other(index);
                if (other != null) {
                    end(other);
                }
            }
            dispatch();
        }

        /** A thread does not run any more, nor wait, nor have anything. */
        private void end(KernelThread thread) {
            if (thread.state == ThreadState.BLOCKED) {
                thread.awaited.leave(thread, Status.STOPPED);
            }
            if (thread.state != ThreadState.STARTING) {
                scheduler.donate(thread);
            }
            scheduler.block(thread, ThreadState.WAITING);
            if (thread.held != null) {
                Mutex held = thread.held;
                held.release();
                serve(held);
            }
        }

        // Interrupts.

        /** Something has happened in the hardware; tells whether the kernel goes on. */
        synchronized boolean interrupt(int line) {
            if (stopped) {
                return false;
            }
            if (line == CLOCK) {
                clockInterrupt();
            } else {
                deviceInterrupt(line);
            }
            return !stopped;
        }

        /** The clock says that a tick is over. */
        private void clockInterrupt() {
            if (trace != null) {
                trace.clock();
            }
            scheduler.account();
            if (limited) {
                expire();
            }
            int now = tick + 1;
            if (now < configuration.period) {
                tick = now;
                dispatch();
            } else {
                tick = 0;
                endPeriod();
            }
        }

        /** A device has a message for whoever waits for one; it is lost if there is no room. */
        private void deviceInterrupt(int line) {
            if (mailbox.put(line)) {
                serve(mailbox);
            }
            dispatch();
        }

        /** Those who have waited for too long do not wait any more. */
        private void expire() {
            limited = false;
            for (WaitObject object : objects) {
                KernelThread thread = object.waiting.first();
                while (thread != null) {
                    KernelThread next = thread.next;
                    if (thread.patience > 0) {
                        thread.patience = thread.patience - 1;
                        if (thread.patience > 0) {
                            limited = true;
                        } else {
                            object.leave(thread, Status.TIMEOUT);
                            scheduler.wake(thread);
                        }
                    }
                    thread = next;
                }
            }
        }

        private void endPeriod() {
            periodsLeft = periodsLeft - 1;
            if (periodsLeft == 0) {
                // Who waits is interrupted by whoever has started it, one after the other.
                stopped = true;
                return;
            }
            for (int place = 0; place < processes.length; place++) {
                Process process = processes[place];
                if (process != null) {
                    judge(process.main);
                }
            }
            beginPeriod();
        }

        /** Whoever was ready since the period began must have had all its time. */
        private void judge(KernelThread thread) {
            if (thread.punctual && thread.state == ThreadState.READY && !thread.budget.isExhausted()) {
                health.report(thread.owner, Status.DEADLINE_MISSED);
            }
        }

        private void beginPeriod() {
            observer.periodBegins();
            scheduler.startPeriod(unpromised());
            for (int place = 0; place < processes.length; place++) {
                Process process = processes[place];
                if (process != null && process.terminated) {
                    processes[place] = null;
                } else if (process != null) {
                    begin(process);
                }
            }
            dispatch();
        }

        /** Threads of a process run before its main one, which has what is left. */
        private void begin(Process process) {
            process.startPeriod();
            for (int index = 0; index < process.room(); index++) {
                KernelThread other = process.other(index);
                if (other != null && other.deleted) {
                    other.state = ThreadState.DORMANT;
                    process.put(index, null);
                } else if (other != null) {
                    begin(other);
                }
            }
            begin(process.main);
        }

        private void begin(KernelThread thread) {
            thread.startPeriod();
            if (thread.state != ThreadState.BLOCKED) {
                scheduler.wake(thread);
            }
        }

        /** The most important thread gets the processor, and the application of its process goes on. */
        private void dispatch() {
            if (scheduler.dispatch()) {
                announce();
            }
        }

        /** An application that waits for the processor goes on if its process has it. */
        private void announce() {
            if (scheduler.running().owner.wanted) {
                notifyAll();
            }
        }

        /** Those who wait for something get it, as far as it goes. */
        private void serve(WaitObject object) {
            for (KernelThread thread = object.serve(); thread != null; thread = object.serve()) {
                scheduler.wake(thread);
            }
        }

        // Calls of applications.

        /** Waits until a process has the processor; false if it will not any more. */
        synchronized boolean awaitProcessor(Process process) {
            try {
                while (stopped || scheduler.running().owner != process) {
                    process.wanted = true;
                    wait();
                    process.wanted = false;
                }
                return true;
            } catch (InterruptedException interrupted) {
                return false;
            }
        }

        /** What came of a call, for the caller; the health monitor hears of what should not be. */
        private Status tell(Process caller, Status status) {
            if (status.severity != Severity.NONE) {
                health.report(caller, status);
            }
            return status;
        }

        /** A new thread of the caller, with a part of its budget, from the next period on. */
        synchronized Status createThread(Process caller, int ticks) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            int index = caller.freePlace();
            if (index < 0) {
                return tell(caller, Status.NO_RESOURCES);
            }
            if (ticks < 1) {
                return tell(caller, Status.INVALID_ARGUMENT);
            }
            Budget budget = caller.main.budget;
            if (budget.allotted() < ticks) {
                return tell(caller, Status.INSUFFICIENT_BUDGET);
            }
            budget.reduce(ticks);
            KernelThread thread =
                    new KernelThread(caller.name + ".other", caller.main.basePriority, caller, ticks);
            thread.state = ThreadState.STARTING;
            caller.put(index, thread);
            return Status.SUCCESS;
        }

        /** Deletes a thread that the caller has besides its main one. */
        synchronized Status deleteThread(Process caller, int index) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            KernelThread thread = caller.other(index);
            if (thread == null || thread.deleted) {
                return tell(caller, Status.INVALID_THREAD);
            }
            release(caller, thread);
            thread.deleted = true;
            end(thread);
            dispatch();
            return Status.SUCCESS;
        }

        /** The budget of a deleted thread goes back to its process. */
        private void release(Process process, KernelThread thread) {
            int ticks = thread.budget.allotted();
            process.giveBackLater(ticks);
        }

        /** The thread that runs has done its work of the period. */
        synchronized Status waitUntilNextPeriod(Process caller) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            KernelThread thread = scheduler.running();
            scheduler.donate(thread);
            scheduler.block(thread, ThreadState.WAITING);
            dispatch();
            return Status.SUCCESS;
        }

        /** The thread that runs lets others of its priority go first. */
        synchronized Status yieldProcessor(Process caller) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            if (scheduler.yieldProcessor()) {
                announce();
            }
            return Status.SUCCESS;
        }

        /** The caller ends, with all its threads. */
        synchronized Status exit(Process caller) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            terminate(caller);
            return Status.SUCCESS;
        }

        /** The program of the caller has failed. */
        synchronized Status crash(Process caller) {
            return tell(caller, Status.CRASHED);
        }

        /**
         * The thread that runs wants a permit, a mutex or a message, and waits for so many ticks if it cannot have that now; for ever
         * if 0. If it must wait, what comes of it is told when it runs again.
         */
        synchronized Status await(Process caller, WaitObject object, int patience) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            if (patience < 0) {
                return tell(caller, Status.INVALID_ARGUMENT);
            }
            KernelThread thread = scheduler.running();
            if (object == mutex && thread.held != null) {
                return tell(caller, Status.NOT_ALLOWED);
            }
            if (object.take(thread)) {
                return Status.SUCCESS;
            }
            scheduler.block(thread, ThreadState.BLOCKED);
            object.enter(thread, patience);
            if (patience > 0) {
                limited = true;
            }
            dispatch();
            return Status.BLOCKED;
        }

        /** What came of the last time that the thread that runs had to wait. */
        synchronized Status result(Process caller) {
            return awaitProcessor(caller) ? scheduler.running().result : Status.STOPPED;
        }

        /** Another permit. */
        synchronized Status signal(Process caller) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            if (!semaphore.release()) {
                return tell(caller, Status.NO_RESOURCES);
            }
            serve(semaphore);
            dispatch();
            return Status.SUCCESS;
        }

        /** The thread that runs does not need the mutex any more. */
        synchronized Status unlock(Process caller) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            if (mutex.holder != scheduler.running()) {
                return tell(caller, Status.NOT_ALLOWED);
            }
            mutex.release();
            serve(mutex);
            dispatch();
            return Status.SUCCESS;
        }

        /** A message for whoever waits for one first. */
        synchronized Status send(Process caller, int message) {
            if (!awaitProcessor(caller)) {
                return Status.STOPPED;
            }
            if (!mailbox.put(message)) {
                return tell(caller, Status.NO_RESOURCES);
            }
            serve(mailbox);
            dispatch();
            return Status.SUCCESS;
        }

        @Override
        public synchronized String toString() {
            StringBuilder text = new StringBuilder();
            text.append("tick ").append(tick);
            text.append(", ").append(periodsLeft).append(" periods left\n");
            for (Process process : processes) {
                if (process != null) {
                    text.append(process);
                }
            }
            text.append("running: ").append(scheduler.running().name).append('\n');
            for (WaitObject object : objects) {
                text.append(object.name).append(": ").append(object.waiting.length()).append(" wait\n");
            }
            return text.toString();
        }
    }

    /** Hears what processes do that they should not, and ends those that do it again. */
    static final class HealthMonitor extends Thread {
        private final Kernel kernel;
        /** Who must end and has not been taken yet, by the places of processes. */
        private final Process[] condemned;
        private int count;
        private boolean watching;

        HealthMonitor(Kernel kernel, int processes) {
            super("health");
            this.kernel = kernel;
            this.condemned = new Process[processes];
        }

        /** A process has done something; the caller has the monitor of the kernel. */
        synchronized void report(Process process, Status reason) {
            switch (reason.severity) {
                case NONE:
                    return;
                case MINOR:
                    if (!process.warned) {
                        process.warned = true;
                        return;
                    }
                    break;
                case MAJOR:
                    break;
                default:
                    throw new AssertionError("there is no other severity");
            }
            if (condemned[process.place] == null) {
                condemned[process.place] = process;
                count = count + 1;
                notifyAll();
            }
        }

        /** Takes a process that must end; null if there is none. */
        private synchronized Process take() {
            if (count == 0) {
                return null;
            }
            for (int place = 0; place < condemned.length; place++) {
                Process process = condemned[place];
                if (process != null) {
                    condemned[place] = null;
                    count = count - 1;
                    return process;
                }
            }
            throw new AssertionError("there are as many as were counted");
        }

        private synchronized Process awaitNext() throws InterruptedException {
            watching = true;
            notifyAll();
            while (count == 0) {
                wait();
            }
            return take();
        }

        /** Ends all processes that must end. */
        void endAll() {
            for (Process process = take(); process != null; process = take()) {
                kernel.terminate(process);
            }
        }

        /** Waits until it watches. */
        synchronized void awaitWatching() throws InterruptedException {
            while (!watching) {
                wait();
            }
        }

        @Override
        public void run() {
            try {
                while (true) {
                    kernel.terminate(awaitNext());
                }
            } catch (InterruptedException interrupted) {
                // That is the end.
            }
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
            synchronized (kernel) {
                int promised = 0;
                for (Process process : kernel.processes) {
                    if (process != null) {
                        validateProcess(process);
                        promised += process.terminated ? 0 : process.promised;
                    }
                }
                assert promised <= kernel.configuration.period : "more is promised than there is";
                validateProcessor();
                for (WaitObject object : kernel.objects) {
                    validateQueue(object);
                }
                validateObjects();
            }
        }

        private void validateProcess(Process process) {
            assert kernel.processes[process.place] == process : process.name + " is in the wrong place";
            assert process.terminated || process.distributed() == process.promised
                    : process.name + " has lost or won time";
            assert process.main.state != ThreadState.DORMANT : process.name + " has lost its main thread";
            validateThread(process, process.main);
            for (int index = 0; index < process.room(); index++) {
                KernelThread other = process.other(index);
                if (other != null) {
                    validateThread(process, other);
                }
            }
        }

        private void validateThread(Process process, KernelThread thread) {
            assert thread.owner == process : thread.name + " is in the wrong process";
            assert thread.budget.allotted() >= 0 : thread.name + " owes time";
            assert (thread.state == ThreadState.BLOCKED) == (thread.awaited != null)
                    : thread.name + " waits and does not, at the same time";
            assert thread.held == null || thread.held.holder == thread : thread.name + " has what is not its own";
            switch (thread.state) {
                case READY:
                    assert kernel.scheduler.isQueued(thread) : thread.name + " is ready and not in the queue";
                    break;
                case RUNNING:
                    assert kernel.scheduler.running() == thread : thread.name + " runs and does not have the processor";
                    break;
                case BLOCKED:
                    assert thread.awaited.waiting.contains(thread) : thread.name + " waits and is not in the queue";
                    break;
                case DORMANT:
                case STARTING:
                case WAITING:
                case EXHAUSTED:
                    assert thread.queue == null : thread.name + " is in a queue and should not be";
                    break;
                default:
                    throw new AssertionError("there is no other state");
            }
        }

        private void validateProcessor() {
            KernelThread running = kernel.scheduler.running();
            assert kernel.scheduler.slack >= 0 : "more was left over than there was";
            if (kernel.scheduler.isIdle()) {
                return;
            }
            assert running.state == ThreadState.RUNNING : running.name + " has the processor and does not run";
            assert running.queue == null : running.name + " runs and is in a queue";
        }

        /** Who waits is blocked, and waits for this. */
        private void validateQueue(WaitObject object) {
            for (KernelThread thread = object.waiting.first(); thread != null; thread = thread.next) {
                assert thread.awaited == object : thread.name + " is in the wrong queue";
                assert thread.queue == object.waiting : thread.name + " does not know where it is";
                assert !thread.deleted : thread.name + " waits and is deleted";
            }
        }

        /** Nobody waits for what is there. */
        private void validateObjects() {
            Semaphore semaphore = kernel.semaphore;
            assert semaphore.permits >= 0 && semaphore.permits <= semaphore.limit : "there are too many permits";
            assert semaphore.permits == 0 || semaphore.waiting.isEmpty() : "somebody waits though there is a permit";
            Mailbox mailbox = kernel.mailbox;
            assert mailbox.count >= 0 && mailbox.count <= mailbox.messages.length : "there are too many messages";
            assert mailbox.count == 0 || mailbox.waiting.isEmpty() : "somebody waits though there is a message";
            Mutex mutex = kernel.mutex;
            if (mutex.holder == null) {
                assert mutex.waiting.isEmpty() : "somebody waits though nobody has the mutex";
            } else {
                assert mutex.holder.held == mutex : "who has the mutex does not know it";
            }
        }
    }

    // ------------------------------------------------------------------ the environment

    /** The hardware's clock, which interrupts for ever, and the switch of the whole computer. */
    static final class Clock extends Thread {
        private final Kernel kernel;
        private boolean on;

        Clock(Kernel kernel) {
            super("clock");
            this.kernel = kernel;
        }

        /** Switches the computer on, and waits until the clock has ended. */
        synchronized void powerOn() throws InterruptedException {
            on = true;
            notifyAll();
            join();
        }

        /** Waits until the computer is switched on; false if it will not be. */
        private synchronized boolean awaitPower() {
            try {
                while (!on) {
                    wait();
                }
                return true;
            } catch (InterruptedException interrupted) {
                return false;
            }
        }

        @Override
        public void run() {
            if (!awaitPower()) {
                return;
            }
            kernel.start();
            while (kernel.interrupt(Kernel.CLOCK)) {
                continue;
            }
        }
    }

    /** A device that has a message for whoever waits for one, at any time. */
    static final class Sensor extends Thread {
        private final Kernel kernel;

        Sensor(Kernel kernel) {
            super("sensor");
            this.kernel = kernel;
        }

        @Override
        public void run() {
            synchronized (kernel) {
                if (kernel.awaitStart()) {
                    kernel.interrupt(Kernel.SENSOR);
                    kernel.awaitEnd();
                }
            }
        }
    }

    /** What an application may do next. */
    enum Action {
        COMPUTE,
        CREATE,
        DELETE,
        YIELD,
        FINISH,
        EXIT,
        SEND,
        RECEIVE,
        SIGNAL,
        ACQUIRE,
        LOCK,
        UNLOCK,
        CRASH;

        /** The number of those that need one and are told none. */
        int usualNumber() {
            switch (this) {
                case COMPUTE:
                case CREATE:
                    return 1;
                default:
                    return 0;
            }
        }

        /** Calls the kernel; a number says how long, how many or which one. */
        Status perform(Kernel kernel, Process process, int number) {
            switch (this) {
                case COMPUTE:
                    return Status.SUCCESS;
                case CREATE:
                    return kernel.createThread(process, number);
                case DELETE:
                    return kernel.deleteThread(process, number);
                case YIELD:
                    return kernel.yieldProcessor(process);
                case FINISH:
                    return kernel.waitUntilNextPeriod(process);
                case EXIT:
                    return kernel.exit(process);
                case SEND:
                    return kernel.send(process, number);
                case RECEIVE:
                    return kernel.await(process, kernel.mailbox, number);
                case SIGNAL:
                    return kernel.signal(process);
                case ACQUIRE:
                    return kernel.await(process, kernel.semaphore, number);
                case LOCK:
                    return kernel.await(process, kernel.mutex, number);
                case UNLOCK:
                    return kernel.unlock(process);
                case CRASH:
                    return kernel.crash(process);
                default:
                    throw new AssertionError("there is no other action");
            }
        }
    }

    /** An application: while its process runs it may call the kernel, and anything may happen of what it may do. */
    static final class Application extends Thread {
        private final Kernel kernel;
        private final Process process;
        private final int calls;
        private final Action[] actions;
        private final int[] numbers;

        /** An application that makes at most so many calls. */
        Application(Kernel kernel, Process process, int calls, Action... actions) {
            super(process.name);
            this.kernel = kernel;
            this.process = process;
            this.calls = calls;
            this.actions = actions;
            this.numbers = new int[actions.length];
            for (int index = 0; index < actions.length; index++) {
                numbers[index] = actions[index].usualNumber();
            }
        }

        @Override
        public void run() {
            if (!kernel.awaitStart()) {
                return;
            }
            for (int left = calls; left > 0; left--) {
                // Interrupts come before and after a call, and not when it is clear who runs and not yet what it does.
                synchronized (kernel) {
                    if (!kernel.awaitProcessor(process)) {
                        return;
                    }
                    int choice = Verify.choose(0, actions.length - 1);
                    actions[choice].perform(kernel, process, numbers[choice]);
                    if (left == 1) {
                        kernel.awaitEnd();
                    }
                }
            }
        }
    }

    /** What a process does again and again, in words: "compute=2,send=7,finish". */
    static final class Program {
        /** Who calls so often without computing has crashed. */
        private static final int MOST_CALLS = 20;

        private final Action[] actions;
        private final int[] numbers;
        private int position;
        /** Ticks that the present action takes yet. */
        private int left;
        /** Whether the last action made it wait. */
        private boolean waits;

        Program(String text) {
            String[] commands = text.split(",");
            actions = new Action[commands.length];
            numbers = new int[commands.length];
            for (int index = 0; index < commands.length; index++) {
                String[] parts = commands[index].split("=");
                actions[index] = Action.valueOf(parts[0].toUpperCase());
                numbers[index] = parts.length == 1 ? actions[index].usualNumber() : Integer.parseInt(parts[1]);
            }
        }

        /** Goes on until a tick is needed, or another process runs. */
        void run(Kernel kernel, Process process) {
            if (waits) {
                waits = false;
                note(kernel, process, "goes on", kernel.result(process));
            }
            for (int calls = 0; calls < MOST_CALLS; calls++) {
                if (left > 0) {
                    left--;
                    return;
                }
                Action action = actions[position];
                int number = numbers[position];
                position = (position + 1) % actions.length;
                if (action == Action.COMPUTE) {
                    left = number;
                    continue;
                }
                Status status = action.perform(kernel, process, number);
                note(kernel, process, action.name().toLowerCase(), status);
                waits = status == Status.BLOCKED;
                if (kernel.current() != process) {
                    return;
                }
            }
            kernel.crash(process);
        }

        private static void note(Kernel kernel, Process process, String what, Status status) {
            if (kernel.trace != null) {
                kernel.trace.note(process.name + ": " + what + ", " + status.text);
            }
        }
    }

    /**
     * Processes that do what they are told. Arguments: the ticks of a period; how many periods; "slack", if time that is left over
     * may be used; "trace" with a length ("trace=50"), if what happens is shown; and processes as "name:priority:budget:program",
     * where the priority is "high" or "normal", and actions of the {@link Program} have commas between them.
     */
    static final class Scenario {
        private static final int FIRST_OPTION = 2;
        private static final int THREADS = 2;
        private static final int CAPACITY = 4;
        private static final int MOST_TURNS = 20;

        private final Kernel kernel;
        private final Program[] programs;

        Scenario(String[] arguments) {
            int options = 0;
            for (String argument : arguments) {
                options += argument.indexOf(':') < 0 ? 1 : 0;
            }
            int count = arguments.length - options;
            Configuration configuration = new Configuration(
                    Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), count, THREADS);
            configuration.capacity(CAPACITY);
            for (int index = FIRST_OPTION; index < options; index++) {
                configure(configuration, arguments[index]);
            }
            kernel = new Kernel(configuration);
            programs = new Program[count];
            for (int index = 0; index < count; index++) {
                create(arguments[options + index].split(":"));
            }
        }

        private static void configure(Configuration configuration, String option) {
            if (option.equals("slack")) {
                configuration.slack(true);
            } else if (option.startsWith("trace=")) {
                configuration.traceLength(Integer.parseInt(option.substring("trace=".length())));
            } else {
                throw new IllegalArgumentException("there is no option " + option);
            }
        }

        private void create(String[] parts) {
            int priority = parts[1].equals("high") ? KernelThread.HIGH : KernelThread.NORMAL;
            Process process = kernel.createProcess(parts[0], priority, Integer.parseInt(parts[2]));
            if (process == null) {
                throw new IllegalArgumentException("there is not enough time for " + parts[0]);
            }
            programs[process.place] = new Program(parts[3]);
        }

        void run() {
            kernel.start();
            while (!kernel.isStopped()) {
                runPrograms();
                kernel.health.endAll();
                kernel.interrupt(Kernel.CLOCK);
            }
            new Validator(kernel).validate();
            if (kernel.trace != null) {
                System.out.print(kernel.trace);
            }
            System.out.print(kernel);
        }

        /** Programs go on until the one that runs needs a tick, or they have had the processor in turns for long enough. */
        private void runPrograms() {
            Process before = null;
            Process process = kernel.current();
            for (int turns = 0; turns < MOST_TURNS && process != null && process != before; turns++) {
                programs[process.place].run(kernel, process);
                before = process;
                process = kernel.current();
            }
        }
    }

    /** Two applications that do anything within two periods of three ticks; the first one has two thirds of the time. */
    private static void simulate() throws InterruptedException {
        Kernel kernel = new Kernel(new Configuration(3, 2, 2, 1));
        Process first = kernel.createProcess("first", KernelThread.HIGH, 2);
        Process second = kernel.createProcess("second", KernelThread.NORMAL, 1);
        Application[] applications = {
            new Application(kernel, first, 2, Action.COMPUTE, Action.CREATE, Action.DELETE, Action.YIELD, Action.FINISH),
            new Application(kernel, second, 1, Action.COMPUTE, Action.RECEIVE, Action.LOCK, Action.FINISH),
        };
        Sensor sensor = new Sensor(kernel);
        Clock clock = new Clock(kernel);
        kernel.health.start();
        kernel.health.awaitWatching();
        clock.start();
        sensor.start();
        for (Application application : applications) {
            application.start();
        }
        kernel.awaitConnected(applications.length + 1);
        clock.powerOn();
        end(sensor);
        for (Application application : applications) {
            end(application);
        }
        end(kernel.health);
        new Validator(kernel).validate();
    }

    private static void end(Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 0) {
            simulate();
        } else {
            new Scenario(args).run();
        }
    }
}
