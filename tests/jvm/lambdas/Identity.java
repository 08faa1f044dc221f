import java.util.function.Supplier;

public class Identity {
    static Runnable plain() {
        return () -> System.out.println("plain");
    }

    static Supplier<String> capturing(String text) {
        return () -> text;
    }

    static Supplier<Object> reference() {
        return Object::new;
    }

    public static void main(String[] args) {
        System.out.println(plain() == plain());
        System.out.println(capturing("a") == capturing("a"));
        System.out.println(reference() == reference());
        Runnable first = () -> { };
        Runnable second = () -> { };
        System.out.println(first == second);
        System.out.println(first.equals(first) + " " + first.equals(second));
        plain().run();
        System.out.println(capturing("b").get());
    }
}
