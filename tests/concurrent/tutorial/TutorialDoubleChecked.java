// holds
/** One object for all, looked for without the lock first. */
public class TutorialDoubleChecked {
    private static volatile TutorialDoubleChecked instance;
    private static int made;
    private final String name;

    private TutorialDoubleChecked() {
        made++;
        name = "instance " + made;
    }

    private static TutorialDoubleChecked get() {
        TutorialDoubleChecked known = instance;
        if (known == null) {
            synchronized (TutorialDoubleChecked.class) {
                known = instance;
                if (known == null) {
                    instance = known = new TutorialDoubleChecked();
                }
            }
        }
        return known;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.out.println(get().name));
        other.start();
        assert get().name.equals("instance 1");
        other.join();
        assert made == 1;
    }
}
