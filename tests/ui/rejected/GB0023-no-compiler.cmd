# A run-time environment has no compiler.
write: Main.java <<
class Main {
    public static void main(String[] arguments) {}
}
>>
mkdir: jre
mkdir: jre/lib
write: jre/lib/modules <<
not looked at
>>
$ glassbox run Main.java --java-home jre
