// holds
/** A counter with synchronized methods, and what it prints. */
public class TutorialCounter {
    private int count;

    private synchronized void add() {
        count++;
    }

    private synchronized String text() {
        return String.format("count: %d", count);
    }

    public static void main(String[] args) throws InterruptedException {
        TutorialCounter counter = new TutorialCounter();
        Runnable twice = () -> {
            for (int i = 0; i < 2; i++) {
                counter.add();
            }
        };
        Thread one = new Thread(twice);
        Thread two = new Thread(twice);
        one.start();
        two.start();
        one.join();
        two.join();
        String text = counter.text();
        System.out.println(text);
        assert text.equals("count: 4");
    }
}
