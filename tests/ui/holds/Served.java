// With fairness the keeper opens the door at some time.
// args: --engine threads --fair --property LTL(G(Served.asked->F(Served.open))),livelock
public class Served {
    static volatile boolean asked, open;

    public static void main(String[] arguments) {
        new Thread(() -> {
            while (!asked) {
                Thread.onSpinWait();
            }
            open = true;
        }, "keeper").start();
        asked = true;
        while (!open) {
            Thread.onSpinWait();
        }
        if (!asked) {
            assert false : "never reached";
        }
    }
}
