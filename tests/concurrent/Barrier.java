// holds
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Both see behind a barrier what the other has done before it. */
public class Barrier {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException, BrokenBarrierException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> {
            left = 1;
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            assert right == 1;
        });
        other.start();
        right = 1;
        barrier.await();
        assert left == 1;
        other.join();
    }
}
