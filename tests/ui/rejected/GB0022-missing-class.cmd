# The class that is named is not in the program.
write: Main.java <<
class Main {
    public static void main(String[] arguments) {}
}
>>
$ glassbox run Main.java --class Mian
