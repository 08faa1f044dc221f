// args: --engine infer --method Endless.serve --scope 2
// No execution comes to its end, whatever the scope: the loop is named, and nobody says that no heap satisfies the precondition.
public class Endless {
    int served;
    boolean open;

    @glassbox.api.Requires("open")
    @glassbox.api.Ensures("served == 0")
    void serve() {
        served = 0;
        stay();
    }

    private void stay() {
        while (true) {
            served = served == 0 ? 1 : 0;
        }
    }
}
