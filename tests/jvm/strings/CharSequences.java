import java.util.StringJoiner;
import java.util.StringTokenizer;

public class CharSequences {
    record Slice(CharSequence base, int start, int end) implements CharSequence {
        public int length() {
            return end - start;
        }

        public char charAt(int index) {
            return base.charAt(start + index);
        }

        public CharSequence subSequence(int from, int to) {
            return new Slice(base, start + from, start + to);
        }

        @Override
        public String toString() {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < length(); i++) {
                b.append(charAt(i));
            }
            return b.toString();
        }
    }

    public static void main(String[] args) {
        Slice slice = new Slice("0123456789", 2, 8);
        System.out.println(slice + " " + slice.length() + " " + slice.subSequence(1, 3) + " " + slice.isEmpty());
        System.out.println(new StringBuilder().append(slice).append(slice, 1, 2).insert(0, slice));
        System.out.println("234567".contentEquals(slice) + " " + "x234567".contains(slice) + " " + String.join("+", slice, "z") + " " + "a23".replace(new Slice("234", 0, 2), "!"));
        System.out.println(slice.chars().mapToObj(c -> String.valueOf((char) (c + 1))).reduce("", String::concat));
        System.out.println(CharSequence.compare("abc", new StringBuilder("abd")) + " " + slice.equals(new Slice("0123456789", 2, 8)));
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        System.out.println(joiner + " " + joiner.length());
        joiner.setEmptyValue("none");
        System.out.println(joiner);
        joiner.add("a").add("b").add("c");
        System.out.println(joiner + " " + joiner.length());
        System.out.println(joiner.merge(new StringJoiner("-", "[", "]").add("x").add("y")));
        StringTokenizer tokens = new StringTokenizer("one two,three;four", " ,;");
        System.out.print(tokens.countTokens());
        while (tokens.hasMoreTokens()) {
            System.out.print(" " + tokens.nextToken());
        }
        System.out.println();
        StringTokenizer delimiters = new StringTokenizer("1+2*3", "+*", true);
        while (delimiters.hasMoreElements()) {
            System.out.print("[" + delimiters.nextElement() + "]");
        }
        System.out.println();
    }
}
