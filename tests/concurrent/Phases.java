// holds
import java.util.concurrent.Phaser;

/** Two parties in one phase. */
public class Phases {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(() -> {
            left = 1;
            phaser.arriveAndAwaitAdvance();
            assert right == 1;
        });
        other.start();
        right = 1;
        phaser.arriveAndAwaitAdvance();
        assert left == 1;
        other.join();
        assert phaser.getPhase() == 1;
    }
}
