/** Two threads that count without a monitor: one may not see what the other counts. */
public class Counter {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assert count == 2 : "the count is " + count;
    }
}
