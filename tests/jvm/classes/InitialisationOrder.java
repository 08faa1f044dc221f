public class InitialisationOrder {
    static StringBuilder log = new StringBuilder();

    static int note(String what, int value) {
        log.append(what).append(' ');
        return value;
    }

    static class Base {
        static int a = note("Base.a", 1);
        int x = note("Base.x", 2);

        static {
            note("Base.static", 0);
        }

        {
            note("Base.instance", 0);
        }

        Base() {
            note("Base()", 0);
            hook();
        }

        void hook() {
            note("Base.hook", 0);
        }
    }

    static class Derived extends Base {
        static int b = note("Derived.b", 3);
        int y = note("Derived.y", 4);
        final int constant = 9;
        final Integer boxed = 9;

        {
            note("Derived.instance", 0);
        }

        Derived() {
            this(5);
            note("Derived()", 0);
        }

        Derived(int n) {
            super();
            note("Derived(int)", n);
        }

        @Override
        void hook() {
            note("Derived.hook:y=" + y + ",constant=" + constant + ",boxed=" + boxed, 0);
        }
    }

    static class Lazy {
        static final int CONSTANT = 42;
        static final String TEXT = "text";
        static final Integer BOXED = note("Lazy.BOXED", 43);
        static int other = note("Lazy.other", 44);

        static void touch() {
            note("Lazy.touch", 0);
        }
    }

    static class Child extends Lazy {
        static int mine = note("Child.mine", 1);
    }

    interface Quiet {
        int VALUE = note("Quiet.VALUE", 1);

        void m();
    }

    interface Loud {
        int VALUE = note("Loud.VALUE", 1);

        default void d() {
        }
    }

    static class Both implements Quiet, Loud {
        static {
            note("Both.static", 0);
        }

        public void m() {
        }
    }

    static void flush(String title) {
        System.out.println(title + ": " + log);
        log.setLength(0);
    }

    public static void main(String[] args) {
        flush("start");
        new Derived();
        flush("first");
        new Derived(1);
        flush("second");
        System.out.println(Lazy.CONSTANT + Lazy.TEXT);
        flush("constants");
        Lazy[] array = new Lazy[3];
        flush("array " + array.length);
        System.out.println(Child.other);
        flush("inherited static");
        System.out.println(Child.mine);
        flush("own static");
        Lazy.touch();
        flush("method");
        new Both();
        flush("interfaces");
        System.out.println(Quiet.VALUE);
        flush("interface field");
        Object o = Lazy.class;
        System.out.println(o instanceof Class);
        flush("end");
    }
}
