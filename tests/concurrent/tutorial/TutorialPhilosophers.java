// holds
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Philosophers who give back the first fork if they cannot have the second. */
public class TutorialPhilosophers {
    private static void eat(String name, Lock left, Lock right, StringBuffer log) {
        for (int attempt = 0; attempt < 2; attempt++) {
            if (left.tryLock()) {
                try {
                    if (right.tryLock()) {
                        try {
                            log.append(name).append(" eats\n");
                            return;
                        } finally {
                            right.unlock();
                        }
                    }
                } finally {
                    left.unlock();
                }
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Lock one = new ReentrantLock();
        Lock two = new ReentrantLock();
        StringBuffer log = new StringBuffer();
        Thread plato = new Thread(() -> eat("Plato", one, two, log));
        Thread kant = new Thread(() -> eat("Kant", two, one, log));
        plato.start();
        kant.start();
        plato.join();
        kant.join();
        System.out.print(log);
    }
}
