// jdk: 21
// violated: assert
/** A virtual thread is a thread. */
public class Virtual {
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = Thread.ofVirtual().start(() -> count++);
        count++;
        other.join();
        assert count == 2;
    }
}
