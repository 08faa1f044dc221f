public class InterfaceFields {
    static int order;

    static int note(String what) {
        System.out.println("initialises " + what);
        return ++order;
    }

    interface Constants {
        int FIRST = note("Constants");
        String PLAIN = "constant";
    }

    interface More extends Constants {
        int SECOND = note("More");
    }

    static class User implements More {
        int sum() {
            return FIRST * 10 + SECOND;
        }

        static String plain() {
            return PLAIN;
        }
    }

    static class Base {
        static int value = note("Base");
    }

    static class Derived extends Base {
        static int own = note("Derived");

        static int read() {
            return value;
        }
    }

    public static void main(String[] args) {
        System.out.println(User.plain());
        User user = new User();
        System.out.println("made");
        System.out.println(user.sum());
        System.out.println(Derived.read() + " " + Derived.own);
    }
}
