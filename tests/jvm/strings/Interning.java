public class Interning {
    static final String CONSTANT = "shared";
    static final String BUILT = new String("shared");

    static class Other {
        static String get() {
            return "shared";
        }
    }

    public static void main(String[] args) {
        String a = "shared";
        String b = "sha" + "red";
        String c = new String("shared");
        String part = "sha";
        String d = part + "red";
        System.out.println((a == b) + " " + (a == c) + " " + (a == d) + " " + (a == CONSTANT) + " " + (a == Other.get()));
        System.out.println((a == c.intern()) + " " + (a == d.intern()) + " " + (c.intern() == d.intern()) + " " + (BUILT == a) + " " + BUILT.equals(a));
        String fresh = new StringBuilder("fre").append("sh").append(42).toString();
        String interned = fresh.intern();
        System.out.println((fresh == interned) + " " + ("fresh42" == interned) + " " + ("fresh" + 42 == interned));
        System.out.println("".intern() == "");
        System.out.println(a.substring(0) == a);
        System.out.println(a.toString() == a);
        System.out.println(a.trim() == a);
        System.out.println(a.concat("") == a);
        System.out.println(a.replace('z', 'y') == a);
        System.out.println(String.valueOf((Object) a) == a);
        System.out.println(a.toLowerCase() == a);
        System.out.println("x".repeat(1) == "x");
        System.out.println(a.strip() == a);
        System.out.println(new String(a) == a);
        System.out.println(new String("k").hashCode() == "k".hashCode());
        String unicode = "\u03c0".repeat(2);
        System.out.println((unicode.intern() == "\u03c0\u03c0") + " " + unicode.equals("\u03c0\u03c0"));
    }
}
