# The directory that is named holds no JDK.
write: Main.java <<
class Main {
    public static void main(String[] arguments) {}
}
>>
mkdir: nothing
$ glassbox check Main.java --java-home nothing
