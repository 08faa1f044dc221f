// Without fairness the keeper may never open the door.
// args: --engine threads --property LTL(G(Starved.asked->F(Starved.open)))
public class Starved {
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
    }
}
