# A number with two tokens, in a file of the user's.
write: Ticket.java <<
public class Ticket {
    int number;

    public static void main(String[] args) {
        assert new Ticket().number == 0;
    }
}
>>
write: levels <<
abstraction level
token low: x < 5
token high: x > 3
>>
$ glassbox check Ticket.java --abstract Ticket.number=level --abstractions levels
