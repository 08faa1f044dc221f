# A name that the program does not have is marked, with what may be meant.
write: Door.java <<
public class Door {
    static boolean asked;

    public static void main(String[] arguments) {
    }
}
>>
$ glassbox check Door.java --engine threads --property LTL(G(Door.aksed))
