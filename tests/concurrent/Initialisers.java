// violated: deadlock
/** Two classes whose initialisers need each other, in two threads. */
public class Initialisers {
    static class Left {
        static int value = 1;
        static {
            Right.touch();
        }

        static void touch() {
        }
    }

    static class Right {
        static int value = 2;
        static {
            Left.touch();
        }

        static void touch() {
        }
    }

    public static void main(String[] args) {
        new Thread(Left::touch).start();
        Right.touch();
    }
}
