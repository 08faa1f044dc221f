import glassbox.api.Verify;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers that take work from a shared pool, may make new work of it, and put that back. The computation is over when the pool is
 * empty and nobody works any more, or when a worker says so. The pool forgets those who still work.
 */
public class ReplicatedWorkers {
    /** What a worker does with an item: the environment decides. */
    interface Job {
        /** Works on an item and adds new ones. Whether everything is done. */
        boolean work(int item, List<Integer> made);
    }

    /** The pool. */
    static final class Pool {
        /** How many items there are. */
        int size;
        /** How many workers have an item. */
        int working;
        private boolean done;

        synchronized void put() {
            size = size + 1;
            notifyAll();
        }

        /** Takes an item; false if there is nothing to do any more. */
        synchronized boolean take() throws InterruptedException {
            while (size == 0 && !done) {
                // Wrong: somebody may still be working, and make new items.
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
            return true;
        }

        private boolean isOver() {
            return size == 0;
        }

        synchronized void ready() {
            working = working - 1;
            notifyAll();
        }

        synchronized void finish() {
            done = true;
            Global.done = true;
            notifyAll();
        }

        synchronized boolean isEmpty() {
            return size == 0 && working == 0;
        }
    }

    /** What everybody may look at. */
    static final class Global {
        static volatile boolean done;
    }

    /** One of several that are alike. */
    static final class Worker extends Thread {
        private final Pool pool;
        private final Job job;

        Worker(String name, Pool pool, Job job) {
            super(name);
            this.pool = pool;
            this.job = job;
        }

        @Override
        public void run() {
            try {
                while (pool.take()) {
                    List<Integer> made = new ArrayList<>();
                    boolean all = job.work(0, made);
                    for (int item = 0; item < made.size(); item++) {
                        pool.put();
                    }
                    pool.ready();
                    if (all) {
                        pool.finish();
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts", e);
            }
            assert Global.done || pool.isEmpty() : "a worker has ended though there is work";
        }
    }

    /** An environment that makes at most one new item at first. */
    static final class Environment implements Job {
        private boolean made;

        @Override
        public synchronized boolean work(int item, List<Integer> more) {
            if (!made && Verify.choose(0, 1) == 1) {
                more.add(item);
            }
            made = true;
            return false;
        }
    }

    public static void main(String[] args) {
        Pool pool = new Pool();
        Job job = new Environment();
        pool.put();
        new Worker("worker-1", pool, job).start();
        new Worker("worker-2", pool, job).start();
    }
}
