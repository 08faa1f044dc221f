public class InitialisationFailure {
    static class Bad {
        static int value = Integer.parseInt("not a number");

        static void run() {
            System.out.println("never");
        }
    }

    static class Worse {
        static {
            if (true) {
                throw new Error("direct");
            }
        }

        int x;
    }

    static class Child extends Worse {
    }

    static class First {
        static int a = Second.b + 1;
        static int c = 10;
    }

    static class Second {
        static int b = First.c + 100;
    }

    static class Self {
        static final Self INSTANCE = new Self();
        static int count = 5;
        int seen;

        Self() {
            seen = count;
            count++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                Bad.run();
            } catch (ExceptionInInitializerError e) {
                System.out.println("initialiser: " + e.getMessage() + " " + e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println("no class: " + e.getMessage());
            }
        }
        for (int i = 0; i < 2; i++) {
            try {
                new Child();
            } catch (NoClassDefFoundError e) {
                System.out.println("no class: " + e.getMessage());
            } catch (Error e) {
                System.out.println(e);
            }
        }
        System.out.println(First.a + " " + Second.b + " " + First.c);
        System.out.println(Self.INSTANCE.seen + " " + Self.count);
    }
}
