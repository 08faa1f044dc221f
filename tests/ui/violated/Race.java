// Two threads that use the same field with different monitors.
// args: --engine threads --property race
public class Race {
    static int total;
    static final Object ours = new Object();
    static final Object theirs = new Object();

    public static void main(String[] arguments) {
        new Thread(() -> {
            synchronized (theirs) {
                total++;
            }
        }, "other").start();
        synchronized (ours) {
            total++;
        }
    }
}
