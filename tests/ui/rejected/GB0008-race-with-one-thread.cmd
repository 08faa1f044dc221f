# An engine that knows one thread finds no races, which says nothing.
write: Main.java <<
public class Main {
    public static void main(String[] arguments) {
    }
}
>>
$ glassbox check Main.java --engine explore --property race
