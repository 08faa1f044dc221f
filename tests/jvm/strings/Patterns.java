import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class Patterns {
    static void all(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        StringBuilder found = new StringBuilder(pattern + " in " + text + ":");
        while (matcher.find()) {
            found.append(" [").append(matcher.start()).append(',').append(matcher.end()).append(' ').append(matcher.group());
            for (int i = 1; i <= matcher.groupCount(); i++) {
                found.append(" ").append(i).append('=').append(matcher.group(i));
            }
            found.append(']');
        }
        System.out.println(found);
    }

    public static void main(String[] args) {
        all("a+b?", "aab ab b aaa");
        all("(\\w+)@(\\w+)\\.com", "joe@site.com, ann@other.com bad@x.org");
        all("(?i)hello", "Hello HELLO heLLo help");
        all("\\b\\d{2,3}\\b", "1 12 123 1234 99");
        all("(?<=\\$)\\d+(?!\\d*%)", "$15 $20% $3");
        all("(a|b)*c", "ababc c bbc");
        all("(\\d)(\\d)?", "7 42 5");
        all("x(?=y)", "xy xz xyy");
        all("(?<!a)b", "ab bb cb");
        all("(.)\\1", "aabbcdde");
        all("[^aeiou\\s]+", "education is key");
        all("a.*?c", "abcabc axc");
        all("a.*+c|b", "abc b");
        all("\\p{Lu}\\p{Ll}+", "Alice met Bob at NASA");
        all("^\\w+|\\w+$", "first middle last");
        all("(?m)^\\w", "one\ntwo\nthree");
        all("(?s)a.b", "a\nb axb");
        all("(?x) a \\s b # comment", "a b ab");
        all("[a-c&&[^b]]+", "abcacb");
        all("\\Qa.b\\E", "a.b axb");
        all("(?:ab){2,}", "ababab ab abab");
        System.out.println("2024-03-15".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1"));
        System.out.println("a1b22c333".replaceAll("[0-9]+", "<$0>") + " " + "aaa".replaceFirst("a", "b") + " " + "x.y.z".replace(".", "::"));
        Matcher named = Pattern.compile("(?<key>\\w+)=(?<value>\\d+)").matcher("width=10 height=20");
        Map<String, Integer> values = new TreeMap<>();
        while (named.find()) {
            values.put(named.group("key"), Integer.parseInt(named.group("value")));
        }
        System.out.println(values);
        System.out.println(Pattern.compile("\\d+").matcher("a1b20c3").replaceAll(r -> "" + Integer.parseInt(r.group()) * 2));
        StringBuilder text = new StringBuilder();
        Matcher cats = Pattern.compile("cat").matcher("one cat two cats");
        while (cats.find()) {
            cats.appendReplacement(text, "dog\\$");
        }
        cats.appendTail(text);
        System.out.println(text);
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a,b,c".split(",", 2)));
        System.out.println(Arrays.toString("boo:and:foo".split("o")) + Arrays.toString(" a  b ".trim().split("\\s+")) + Arrays.toString("".split(",")) + Arrays.toString("abc".split("")));
        System.out.println(Pattern.compile("[,;]").splitAsStream("p,q;r").collect(Collectors.toList()));
        System.out.println(Pattern.matches("[a-z]+", "abc") + " " + "abc1".matches("[a-z]+") + " " + Pattern.compile("b").asPredicate().test("abc"));
        System.out.println(Pattern.quote("a.b") + " " + Matcher.quoteReplacement("$1\\") + " " + Pattern.compile("x", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE).flags());
        Matcher region = Pattern.compile("\\d+").matcher("123456");
        region.region(2, 4);
        System.out.println(region.matches() + " " + region.group() + " " + region.hitEnd() + " " + region.lookingAt());
        try {
            Pattern.compile("(unclosed");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getMessage() + " at " + e.getIndex());
        }
        System.out.println(Pattern.compile("(\\w)(\\w)").matcher("abcd").results().map(MatchResult::group).toList());
    }
}
