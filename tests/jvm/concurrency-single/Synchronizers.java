import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Synchronizers {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        latch.countDown();
        System.out.println(latch.getCount() + " " + latch.await(0, TimeUnit.SECONDS));
        latch.countDown();
        latch.countDown();
        latch.await();
        System.out.println(latch.getCount());
        Semaphore semaphore = new Semaphore(3);
        semaphore.acquire(2);
        System.out.println(semaphore.availablePermits() + " " + semaphore.tryAcquire(2) + " " + semaphore.tryAcquire() + " " + semaphore.drainPermits());
        semaphore.release(5);
        System.out.println(semaphore.availablePermits() + " " + semaphore.isFair() + " " + semaphore.hasQueuedThreads());
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().lock();
        System.out.println(lock.getReadLockCount() + " " + lock.getReadHoldCount() + " " + lock.writeLock().tryLock() + " " + lock.isWriteLocked());
        lock.readLock().unlock();
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.readLock().lock();
        System.out.println(lock.isWriteLockedByCurrentThread() + " " + lock.getWriteHoldCount() + " " + lock.getReadLockCount());
        lock.writeLock().unlock();
        lock.readLock().unlock();
        try {
            lock.writeLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held " + e.getMessage());
        }
        StampedLock stamped = new StampedLock();
        long read = stamped.readLock();
        System.out.println(stamped.isReadLocked() + " " + stamped.getReadLockCount() + " " + stamped.tryWriteLock());
        stamped.unlockRead(read);
        long optimistic = stamped.tryOptimisticRead();
        System.out.println(stamped.validate(optimistic));
        long write = stamped.writeLock();
        System.out.println(stamped.validate(optimistic) + " " + stamped.isWriteLocked() + " " + stamped.tryOptimisticRead());
        long converted = stamped.tryConvertToReadLock(write);
        System.out.println((converted != 0) + " " + stamped.isReadLocked());
        stamped.unlock(converted);
        ReentrantLock reentrant = new ReentrantLock(true);
        reentrant.lock();
        reentrant.lockInterruptibly();
        Condition condition = reentrant.newCondition();
        condition.signal();
        condition.signalAll();
        System.out.println(reentrant.getHoldCount() + " " + reentrant.isHeldByCurrentThread() + " " + reentrant.isFair() + " " + reentrant.hasWaiters(condition) + " " + reentrant.getQueueLength() + " " + reentrant.tryLock() + reentrant.tryLock(1, TimeUnit.SECONDS));
        for (int i = 0; i < 4; i++) {
            reentrant.unlock();
        }
        System.out.println(reentrant.isLocked());
        try {
            condition.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("signal without lock");
        }
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.getPhase() + " " + phaser.arrive() + " " + phaser.getPhase() + " " + phaser.register() + " " + phaser.getRegisteredParties() + " " + phaser.arriveAndDeregister() + " " + phaser.isTerminated());
        CyclicBarrier barrier = new CyclicBarrier(1, () -> System.out.println("barrier action"));
        System.out.println(barrier.await() + " " + barrier.getParties() + " " + barrier.isBroken());
        synchronized (lock) {
            lock.notifyAll();
            synchronized (lock) {
                System.out.println(Thread.holdsLock(lock));
            }
        }
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().isInterrupted() + " " + Thread.currentThread().isAlive() + " " + Thread.currentThread().getPriority() + " " + Thread.currentThread().isDaemon() + " " + Thread.currentThread().getState() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        System.out.println(TimeUnit.MINUTES.toSeconds(3) + " " + TimeUnit.NANOSECONDS.toMillis(5_999_999) + " " + TimeUnit.DAYS.convert(49, TimeUnit.HOURS) + " " + TimeUnit.SECONDS.toChronoUnit() + " " + TimeUnit.of(java.time.temporal.ChronoUnit.MILLIS));
    }
}
