// args: --engine infer --method Narrow.five --scope 2
// No execution fits into the scope: what to enlarge is said of it.
public class Narrow {
    Narrow next;

    @glassbox.api.Ensures("result != null")
    static Narrow five() {
        Narrow last = null;
        for (int count = 0; count < 5; count++) {
            Narrow more = new Narrow();
            more.next = last;
            last = more;
        }
        return last;
    }
}
