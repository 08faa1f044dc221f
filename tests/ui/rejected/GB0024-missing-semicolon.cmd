# The Java compiler's message stands at the place that it names.
write: Main.java <<
class Main {
    public static void main(String[] arguments) {
        int sum = 1 + 2
    }
}
>>
$ glassbox check Main.java
