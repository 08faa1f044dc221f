// holds
import java.util.concurrent.Semaphore;

/** A place in the car park for one of two. */
public class TutorialSemaphore {
    public static void main(String[] args) throws InterruptedException {
        Semaphore places = new Semaphore(1);
        StringBuilder log = new StringBuilder();
        Runnable car = () -> {
            places.acquireUninterruptibly();
            try {
                log.append("in").append("out");
            } finally {
                places.release();
            }
        };
        Thread first = new Thread(car, "car 1");
        Thread second = new Thread(car, "car 2");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(log);
        assert log.toString().equals("inoutinout");
    }
}
