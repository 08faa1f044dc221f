// holds
/** A worker that sleeps until it is told to stop. */
public class TutorialInterrupt {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer log = new StringBuffer();
        Thread worker = new Thread(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.sleep(100);
                }
                log.append("flag");
            } catch (InterruptedException e) {
                log.append("stopped: ").append(e.getMessage());
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
        System.out.println(log);
        assert log.toString().equals("flag") || log.toString().equals("stopped: sleep interrupted");
    }
}
