// holds
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Two workers fill halves of a table, and the barrier adds them up. */
public class TutorialBarrier {
    public static void main(String[] args) throws InterruptedException {
        int[] parts = new int[2];
        StringBuilder report = new StringBuilder();
        CyclicBarrier barrier = new CyclicBarrier(2, () -> report.append("sum ").append(parts[0] + parts[1]));
        Thread[] workers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int part = i;
            workers[i] = new Thread(() -> {
                parts[part] = ("worker" + part).length() + part;
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            });
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(report);
        assert report.toString().equals("sum 15");
    }
}
