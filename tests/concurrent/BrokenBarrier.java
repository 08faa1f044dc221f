// violated: exception
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Whoever waits at a barrier that another one breaks gets an exception. */
public class BrokenBarrier {
    public static void main(String[] args) throws InterruptedException, BrokenBarrierException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread main = Thread.currentThread();
        new Thread(main::interrupt).start();
        barrier.await();
    }
}
