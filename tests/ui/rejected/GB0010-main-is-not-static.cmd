# An instance method has nobody to call it on, in every release when no object can be made.
write: Main.java <<
class Main {
    private final int value;

    Main(int value) {
        this.value = value;
    }

    int main() {
        return value;
    }

    public static int main(String arguments) {
        return 0;
    }
}
>>
$ glassbox run Main.java
