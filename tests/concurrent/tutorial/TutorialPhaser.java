// holds
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/** Two parties go through two phases together. */
public class TutorialPhaser {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2);
        AtomicInteger done = new AtomicInteger();
        Thread other = new Thread(() -> {
            for (int phase = 0; phase < 2; phase++) {
                done.incrementAndGet();
                phaser.arriveAndAwaitAdvance();
            }
        });
        other.start();
        String seen = "";
        for (int phase = 0; phase < 2; phase++) {
            done.incrementAndGet();
            phaser.arriveAndAwaitAdvance();
            seen += "phase " + phaser.getPhase() + "\n";
            assert done.get() >= 2 * (phase + 1);
        }
        other.join();
        System.out.print(seen);
    }
}
