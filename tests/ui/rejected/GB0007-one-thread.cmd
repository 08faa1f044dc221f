# One thread has nobody to get in the way of.
write: Tickets.java <<
public class Tickets {
    private int last;

    public int draw() {
        return ++last;
    }
}
>>
$ glassbox check Tickets.java --property linearizable --threads 1
