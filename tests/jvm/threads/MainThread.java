import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The thread that a program begins with: what it is, who knows it, and that it is a thread like others. */
public class MainThread {
    static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        what(main);
        groups(main);
        identifiers(main);
        interrupts(main);
        holds();
        changes(main);
    }

    static void what(Thread main) {
        System.out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " " + main.isAlive());
        System.out.println(main + " " + main.getState() + " " + main.getId());
        System.out.println(main.getUncaughtExceptionHandler() == main.getThreadGroup());
        System.out.println(Thread.holdsLock(main));
        try {
            main.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            System.out.println("alive");
        }
        try {
            main.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started");
        }
    }

    static void groups(Thread main) throws InterruptedException {
        ThreadGroup group = main.getThreadGroup();
        System.out.println(group + " in " + group.getParent() + " in " + group.getParent().getParent());
        System.out.println(Thread.activeCount() + " " + group.activeCount() + " " + group.activeGroupCount());
        Thread[] all = new Thread[4];
        System.out.println(Thread.enumerate(all) + " " + (all[0] == main) + " " + all[1]);
        Thread other = new Thread(() -> System.out.println("active " + Thread.activeCount() + " " + inherited.get()));
        System.out.println(other.getName() + " " + other.getPriority() + " " + (other.getThreadGroup() == group));
        inherited.set("too late");
        other.start();
        other.join();
        System.out.println(Thread.activeCount() + " " + other.getThreadGroup());
        Thread later = new Thread(() -> System.out.println(inherited.get()));
        later.start();
        later.join();
        ThreadGroup inner = new ThreadGroup("inner");
        Thread in = new Thread(inner, () -> System.out.println(inner.activeCount() + " " + group.activeCount()), "in");
        in.start();
        in.join();
        System.out.println(inner.getParent() == group);
        System.out.println(group.activeGroupCount() + " " + group.parentOf(inner) + " " + inner.activeCount());
        group.list();
    }

    static void identifiers(Thread main) {
        Thread one = new Thread(() -> { });
        Thread two = new Thread(() -> { });
        System.out.println((one.getId() != main.getId()) + " " + (two.getId() == one.getId() + 1));
    }

    static void interrupts(Thread main) throws InterruptedException {
        main.interrupt();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted() + " " + main.isInterrupted());
        main.interrupt();
        try {
            Thread.sleep(1_000);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
        main.interrupt();
        LockSupport.park();
        System.out.println("parked " + Thread.interrupted());
        Thread other = new Thread(main::interrupt);
        other.start();
        try {
            Thread.sleep(100_000);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
        other.join();
        other = new Thread(main::interrupt);
        other.start();
        try {
            synchronized (main) {
                main.wait();
            }
            System.out.println("notified");
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
    }

    /** The library tells threads apart by their numbers here. */
    static void holds() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().lock();
        Thread reader = new Thread(() -> {
            System.out.print(lock.getReadHoldCount());
            lock.readLock().lock();
            System.out.println(" " + lock.getReadHoldCount() + " " + lock.getReadLockCount());
            lock.readLock().unlock();
        });
        reader.start();
        reader.join();
        System.out.println(lock.getReadHoldCount() + " " + lock.getReadLockCount());
    }

    static void changes(Thread main) {
        main.setPriority(7);
        System.out.println(main.getPriority() + " " + new Thread(() -> { }).getPriority());
        main.setName("renamed");
        System.out.println(main.getName() + " " + Thread.currentThread().getName());
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 5);
        System.out.println(local.get());
    }
}
