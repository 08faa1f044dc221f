// holds
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A timer runs a task once, and is cancelled. */
public class TutorialTimer {
    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer("clock");
        CountDownLatch rung = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("ring by " + Thread.currentThread().getName());
                rung.countDown();
            }
        }, 10);
        rung.await();
        timer.cancel();
    }
}
