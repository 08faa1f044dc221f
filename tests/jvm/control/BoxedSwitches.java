// jdk: 21
public class BoxedSwitches {
    static String character(Character c) {
        return switch (c) {
            case 'a' -> "letter a";
            case Character d when d > 'x' -> "late " + d;
            case 'b' -> "letter b";
            case Character d -> "other " + d;
        };
    }

    static String number(Integer n) {
        return switch (n) {
            case 1 -> "one";
            case Integer i when i < 0 -> "negative " + i;
            case 2, 3 -> "few";
            case Integer i -> "many " + i;
        };
    }

    static String narrow(Byte b) {
        return switch (b) {
            case 1 -> "one";
            case Byte x when x > 100 -> "large";
            case Byte x -> "byte " + x;
        };
    }

    public static void main(String[] args) {
        for (char c : new char[] {'a', 'b', 'c', 'z'}) {
            System.out.println(character(c));
        }
        for (int n : new int[] {1, 2, 3, 4, -5}) {
            System.out.println(number(n));
        }
        for (int b : new int[] {1, 120, 50}) {
            System.out.println(narrow((byte) b));
        }
    }
}
