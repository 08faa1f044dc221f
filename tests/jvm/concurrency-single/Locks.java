import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Locks {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    void deposit(int amount) {
        lock.lock();
        try {
            if (amount < 0) {
                throw new IllegalArgumentException("negative");
            }
            balance += amount;
            if (amount > 100) {
                deposit(1);
            }
        } finally {
            lock.unlock();
        }
    }

    synchronized int nested(int n) {
        return n == 0 ? 0 : 1 + nested(n - 1);
    }

    static synchronized String statics() {
        synchronized (Locks.class) {
            return "static";
        }
    }

    public static void main(String[] args) {
        Locks account = new Locks();
        account.deposit(50);
        account.deposit(150);
        try {
            account.deposit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(account.balance + " " + account.lock.isLocked() + " " + account.lock.getHoldCount());
        account.lock.lock();
        account.lock.lock();
        System.out.println(account.lock.getHoldCount() + " " + account.lock.isHeldByCurrentThread() + " " + account.lock.tryLock());
        account.lock.unlock();
        account.lock.unlock();
        account.lock.unlock();
        try {
            account.lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held " + e.getMessage());
        }
        System.out.println(account.nested(5) + statics());
        ReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println(rw.writeLock().tryLock());
        rw.readLock().unlock();
        rw.readLock().unlock();
        System.out.println(rw.writeLock().tryLock() + " " + rw.readLock().tryLock());
        rw.readLock().unlock();
        rw.writeLock().unlock();
        Object monitor = new Object();
        synchronized (monitor) {
            synchronized (monitor) {
                monitor.notifyAll();
                System.out.println(Thread.holdsLock(monitor));
            }
        }
        System.out.println(Thread.holdsLock(monitor));
    }
}
