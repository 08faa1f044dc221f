# A source file that is called otherwise than its classes.
write: Programs.java <<
class Client {
    public static void main(String[] arguments) {}
}

class Server {
    public static void main(String[] arguments) {}
}
>>
$ glassbox run Programs.java
