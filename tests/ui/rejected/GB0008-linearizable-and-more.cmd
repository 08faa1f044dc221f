# Linearizability is about a class, other properties are about a program.
write: Tickets.java <<
public class Tickets {
    private int last;

    public int draw() {
        return ++last;
    }
}
>>
$ glassbox check Tickets.java --property linearizable,deadlock
