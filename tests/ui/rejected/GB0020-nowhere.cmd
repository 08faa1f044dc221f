# Neither an option nor the environment names a JDK.
env: JAVA_HOME
env: PATH
write: Main.java <<
class Main {
    public static void main(String[] arguments) {}
}
>>
$ glassbox check Main.java
