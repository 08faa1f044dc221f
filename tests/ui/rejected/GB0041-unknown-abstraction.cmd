# The name of an abstraction that is nearly right.
write: Ticket.java <<
public class Ticket {
    int number;
    boolean sold;

    public static void main(String[] args) {
        Ticket ticket = new Ticket();
        ticket.number = 1;
        assert ticket.number == 1;
    }
}
>>
$ glassbox check Ticket.java --abstract Ticket.number=sings
