import java.util.*;
import java.util.stream.*;

public class Stripping {
    static String show(String text) {
        return "<" + text.replace("\n", "\\n").replace("\t", "\\t").replace("\u2003", "\\em") + ">";
    }

    public static void main(String[] args) {
        String text = " \t\u2003 padded text \u2003\n ";
        System.out.println(show(text.strip()) + show(text.trim()) + show(text.stripLeading()) + show(text.stripTrailing()) + text.isBlank() + " ".isBlank() + "".isEmpty());
        System.out.println(show("a\nb\n c".indent(2)) + show("  a\n    b\n".indent(-2)) + show("x".indent(0)));
        System.out.println(show("    one\n      two\n    three".stripIndent()) + show("a\\tb\\n\\u0041\\\\".translateEscapes().length() + ""));
        System.out.println("ab".repeat(3) + "x".repeat(0) + "|" + "-=".repeat(5));
        System.out.println("one\ntwo\r\nthree\rfour".lines().map(String::length).toList() + " " + "".lines().count() + " " + "a\n\nb".lines().toList());
        System.out.println("transform me".transform(s -> s.replace(' ', '_')).transform(String::length));
        System.out.println("Hello".chars().sum() + " " + "Hello".chars().filter(Character::isUpperCase).count() + " " + "banana".chars().distinct().mapToObj(c -> "" + (char) c).collect(Collectors.joining()));
        System.out.println("banana".indexOf("an") + " " + "banana".indexOf("an", 2) + " " + "banana".lastIndexOf("an") + " " + "banana".lastIndexOf('a', 3) + " " + "banana".indexOf('z') + " " + "banana".indexOf("") + " " + "banana".lastIndexOf(""));
        System.out.println("apple".compareTo("banana") + " " + "apple".compareTo("app") + " " + "a".compareTo("A") + " " + "abc".contentEquals(new StringBuilder("abc")) + " " + "Straße".regionMatches(true, 0, "sTRA", 0, 4) + " " + "hello".regionMatches(1, "ell", 0, 3));
        System.out.println("prefix-body".startsWith("body", 7) + " " + "x".endsWith("") + " " + "Mississippi".replace("ss", "SS") + " " + "aaaa".replace("aa", "b") + " " + "abc".replace("", "-"));
        System.out.println(String.valueOf((Object) null) + String.valueOf(new char[] {'o', 'k'}) + String.valueOf(3.0f) + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2) + new String(new int[] {0x1F600, 65}, 0, 2));
        char[] target = new char[5];
        Arrays.fill(target, '.');
        "abcdef".getChars(1, 4, target, 1);
        System.out.println(new String(target) + " " + "abc".toCharArray().length + " " + "a-b-c".chars().filter(c -> c == '-').count() + " " + "%d".formatted(5) + " " + "AbC".toLowerCase().toUpperCase());
    }
}
