# A text on the class path, where a jar or a directory should be.
write: Main.java <<
class Main {
    public static void main(String[] arguments) {}
}
>>
write: notes.jar <<
This is no archive.
>>
$ glassbox check Main.java --classpath notes.jar
