/** The least that a program can do. */
public class Hello {
    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
