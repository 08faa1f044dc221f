// Two threads may draw the same ticket: no order of their operations gives that.
// args: --property linearizable --operations 1
public class Tickets {
    private volatile int last;

    public int draw() {
        int next = last + 1;
        last = next;
        return next;
    }

    public void reset() {
        last = 0;
    }
}
