# What would be a trap is an exception in Java, so that no trap occurs would say nothing.
write: Main.java <<
public class Main {
    public static void main(String[] arguments) {
        Object none = null;
        none.hashCode();
    }
}
>>
$ glassbox check Main.java --property trap
