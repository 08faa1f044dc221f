# What is missing is marked.
write: Door.java <<
public class Door {
    static boolean asked;

    public static void main(String[] arguments) {
    }
}
>>
$ glassbox check Door.java --engine threads --property LTL(G(Door.asked->F()))
