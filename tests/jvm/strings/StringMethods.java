import java.util.Arrays;

public class StringMethods {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.indexOf('o', 5) + " " + s.lastIndexOf('o') + " " + s.indexOf("World") + " " + s.indexOf("zzz") + " " + s.lastIndexOf("l", 5) + " " + s.indexOf(""));
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.substring(12) + "|" + s.subSequence(3, 8));
        System.out.println(s.toUpperCase() + " " + s.toLowerCase() + " " + s.replace('l', 'L') + " " + s.replace("World", "There") + " " + s.replace("", "-"));
        System.out.println(s.contains("lo, W") + " " + s.startsWith("Hell") + " " + s.endsWith("ld") + " " + s.startsWith("World", 7) + " " + s.isEmpty() + " " + "".isEmpty() + " " + " \t".isBlank());
        System.out.println(s.equals("Hello, World") + " " + s.equalsIgnoreCase("HELLO, wORLD") + " " + s.compareTo("Help") + " " + s.compareTo("Hello") + " " + "a".compareToIgnoreCase("B") + " " + s.equals(null) + " " + s.contentEquals(new StringBuilder(s)));
        System.out.println("  trim me\t\n".trim() + "|" + "  strip ".strip() + "|" + "  lead".stripLeading() + "|" + "trail  ".stripTrailing() + "|");
        System.out.println("ab".repeat(3) + "|" + "x".repeat(0) + "|" + "a".concat("b") + "|" + String.join("-", "p", "q", "r") + "|" + String.join("/", Arrays.asList("u", "v")));
        System.out.println(String.valueOf(3.5) + String.valueOf(true) + String.valueOf('c') + String.valueOf(7L) + String.valueOf(new char[] {'x', 'y'}) + String.valueOf((Object) null) + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2));
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a1b22c".split("[0-9]+")) + Arrays.toString("abc".split("")) + Arrays.toString("a.b.c".split("\\.", 2)));
        System.out.println(s.hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "BB".hashCode());
        System.out.println(Arrays.toString("abc".toCharArray()) + Arrays.toString("h\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + new String(new char[] {'o', 'k'}) + new String(new byte[] {72, 105}));
        System.out.println("b1 a2".chars().sum() + " " + "mississippi".chars().filter(c -> c == 's').count() + " " + "x\ny\nz".lines().count());
        System.out.println("a-b-c".replaceAll("-", "+") + " " + "aaa".replaceFirst("a", "b") + " " + "abc123".matches("[a-z]+\\d+") + " " + "x1y2".replaceAll("([a-z])(\\d)", "$2$1"));
        System.out.println("abcdef".regionMatches(2, "xcdex", 1, 3) + " " + "abc".regionMatches(true, 0, "ABC", 0, 3) + " " + "%d items".formatted(3));
        System.out.println("line\\n".translateEscapes() + "|" + " a\n  b".indent(2) + "|" + "  a\n    b".stripIndent() + "|");
        char[] target = new char[5];
        "abcdef".getChars(1, 4, target, 1);
        System.out.println((int) target[0] + "" + target[1] + target[2] + target[3]);
        System.out.println("abc".endsWith("") + " " + "abc".compareTo("abcd") + " " + "b".compareTo("a") + " " + "same".indexOf('\u0101'));
        try {
            s.charAt(12);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.substring(5, 3);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.substring(-1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "x".repeat(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
