public class Overloading {
    static String f(int x) { return "int"; }
    static String f(long x) { return "long"; }
    static String f(double x) { return "double"; }
    static String f(Integer x) { return "Integer"; }
    static String f(Object x) { return "Object"; }
    static String f(int... x) { return "int..." + x.length; }

    static String g(long x) { return "long"; }
    static String g(Object x) { return "Object"; }

    static String h(Object o) { return "Object"; }
    static String h(String s) { return "String"; }
    static String h(Object o, String s) { return "Object,String"; }
    static String h(Object... all) { return "varargs" + all.length; }

    static String v(String first, Object... rest) {
        StringBuilder b = new StringBuilder(first).append(rest == null ? "null" : String.valueOf(rest.length));
        if (rest != null) {
            for (Object o : rest) {
                b.append(':').append(o);
            }
        }
        return b.toString();
    }

    static int sum(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    static class Base {
        String m(Object o) { return "Base.Object"; }
        String m(Base b) { return "Base.Base"; }
    }

    static class Derived extends Base {
        @Override
        String m(Object o) { return "Derived.Object"; }
        String m(Derived d) { return "Derived.Derived"; }
    }

    static String c(char c) { return "char"; }
    static String c(int i) { return "int"; }

    public static void main(String[] args) {
        byte b = 1;
        char ch = 'c';
        float fl = 1;
        System.out.println(f(1) + " " + f(1L) + " " + f(b) + " " + f(ch) + " " + f(fl) + " " + f(1.0) + " " + f(Integer.valueOf(1)) + " " + f("s") + " " + f() + " " + f(1, 2) + " " + f(Long.valueOf(1)) + " " + f(new int[3]));
        System.out.println(g(1) + " " + g(Integer.valueOf(1)) + " " + g('c') + " " + g(1.5));
        System.out.println(h("s") + " " + h((Object) "s") + " " + h(null, "s") + " " + h("a", "b") + " " + h(1, 2) + " " + h() + " " + h("a", 'b', 3));
        System.out.println(v("a") + " " + v("b", 1) + " " + v("c", 1, "x", null) + " " + v("d", (Object[]) null) + " " + v("e", (Object) null) + " " + v("f", new Object[] {1, 2}) + " " + v("g", new int[] {1, 2}).substring(0, 2) + " " + v("h", (Object[]) new String[] {"p", "q"}));
        System.out.println(sum() + sum(1) + sum(1, 2, 3) + sum(new int[] {10, 20}));
        Base base = new Derived();
        Derived derived = new Derived();
        System.out.println(base.m(base) + " " + base.m(derived) + " " + derived.m(derived) + " " + derived.m(base) + " " + derived.m((Object) derived) + " " + base.m("x"));
        System.out.println(c('a') + " " + c('a' + 1) + " " + c((char) 97) + " " + c((short) 1) + " " + c((byte) 1));
        System.out.println(new StringBuilder().append('a' + 1).append((char) ('a' + 1)).append((Object) "o"));
        System.out.println(String.valueOf((Object) null) + " " + java.util.Arrays.asList(1, 2, 3).size() + " " + java.util.Arrays.asList(new int[] {1, 2, 3}).size() + " " + java.util.Arrays.asList(new Integer[] {1, 2, 3}).size());
    }
}
