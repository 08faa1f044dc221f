// holds
/** The first thread is interrupted like every other, before it sleeps or while it does; it is one of its group. */
public class InterruptsMain {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        assert Thread.activeCount() == 1;
        Thread other = new Thread(main::interrupt);
        other.start();
        boolean interrupted = false;
        try {
            synchronized (main) {
                main.wait();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        assert interrupted;
        other.join();
        assert Thread.activeCount() == 1;
    }
}
