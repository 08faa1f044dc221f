public class LazyInitialisation {
    static void say(String text) {
        System.out.println(text);
    }

    static class Parent {
        static {
            say("Parent");
        }
        static int parentField = 1;
        static final int CONSTANT = 5;
        static final Integer BOXED = make("Parent.BOXED");

        static void parentMethod() {
            say("parentMethod");
        }
    }

    static class Child extends Parent {
        static {
            say("Child");
        }
        static int childField = 2;
    }

    interface WithDefault {
        int VALUE = make("WithDefault");

        default void run() {
        }
    }

    interface WithoutDefault {
        int VALUE = make("WithoutDefault");

        void go();
    }

    static class Both implements WithDefault, WithoutDefault {
        static {
            say("Both");
        }

        public void go() {
        }
    }

    static class Lazy {
        static class Holder {
            static final Lazy INSTANCE = new Lazy();
        }

        Lazy() {
            say("Lazy made");
        }
    }

    enum Colour {
        RED, GREEN;

        static {
            say("Colour");
        }

        Colour() {
            say("constant " + name());
        }
    }

    static class Cycle1 {
        static int a = Cycle2.b + 1;
    }

    static class Cycle2 {
        static int b = Cycle1.a + 10;
    }

    static class Unused {
        static {
            say("never");
        }
    }

    static class Order {
        static int x = next("x");
        int a = next("a");

        static {
            next("static block");
        }

        {
            next("block");
        }

        int b = next("b");
        static int y = next("y");

        Order() {
            this(1);
            next("constructor");
        }

        Order(int n) {
            super();
            next("other constructor");
        }
    }

    static int next(String name) {
        say(name);
        return 0;
    }

    static Integer make(String name) {
        say("made " + name);
        return 7;
    }

    public static void main(String[] args) {
        say("main " + Parent.CONSTANT);
        Child[] none = new Child[2];
        Class<?> literal = Child.class;
        say("array made " + none.length + " " + literal.getSimpleName());
        say("" + Child.parentField);
        Child.parentMethod();
        say("" + Child.childField);
        new Both();
        say("" + Both.class.getInterfaces().length);
        say("" + WithoutDefault.VALUE);
        say("before lazy");
        Lazy lazy = Lazy.Holder.INSTANCE;
        say("" + (lazy == Lazy.Holder.INSTANCE));
        say("" + Colour.valueOf("GREEN").ordinal());
        say(Cycle1.a + " " + Cycle2.b);
        Object unused = null;
        say("" + (unused instanceof Unused));
        new Order();
    }
}
