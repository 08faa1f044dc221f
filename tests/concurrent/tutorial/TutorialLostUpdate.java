// violated: assert
/** The same without the word synchronized. */
public class TutorialLostUpdate {
    private int count;

    public static void main(String[] args) throws InterruptedException {
        TutorialLostUpdate counter = new TutorialLostUpdate();
        StringBuffer log = new StringBuffer();
        Runnable add = () -> {
            int seen = counter.count;
            log.append("saw ").append(seen).append('\n');
            counter.count = seen + 1;
        };
        Thread one = new Thread(add);
        Thread two = new Thread(add);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.print(log);
        assert counter.count == 2 : "lost: " + log;
    }
}
