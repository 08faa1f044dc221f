// holds
/** Who waits for a limited time for the end of a thread looks at the clock. */
public class JoinTimeout {
    private static int done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> done = 1);
        other.start();
        long before = System.nanoTime();
        other.join(1000);
        long after = System.nanoTime();
        assert !other.isAlive() || after - before >= 1_000_000_000L;
        assert other.isAlive() || done == 1;
    }
}
