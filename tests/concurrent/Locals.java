// holds
/** Every thread has a value of its own. */
public class Locals {
    private static final ThreadLocal<Integer> NUMBER = ThreadLocal.withInitial(() -> 7);

    public static void main(String[] args) throws InterruptedException {
        NUMBER.set(1);
        Thread other = new Thread(() -> {
            assert NUMBER.get() == 7;
            NUMBER.set(2);
        });
        other.start();
        other.join();
        assert NUMBER.get() == 1;
    }
}
