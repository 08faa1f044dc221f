// args: --engine infer --method Nowhere.stay --scope 2
// No heap satisfies the precondition. That is said first, though no execution would come to its end either.
public class Nowhere {
    Nowhere next;

    @glassbox.api.Requires("next == null && some next.next")
    @glassbox.api.Ensures("next == null")
    void stay() {
        while (true) {
            next = null;
        }
    }
}
