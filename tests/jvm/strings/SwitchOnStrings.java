public class SwitchOnStrings {
    static int number(String word) {
        switch (word) {
            case "zero":
                return 0;
            case "one":
            case "eins":
                return 1;
            case "two":
                return 2;
            case "Aa":
                return 100;
            case "BB":
                return 200;
            case "C#":
                return 300;
            case "":
                return -1;
            default:
                return -2;
        }
    }

    static String fallThrough(String word) {
        String result = "";
        switch (word) {
            case "a":
                result += "A";
            case "b":
                result += "B";
                break;
            default:
                result += "?";
            case "c":
                result += "C";
        }
        return result;
    }

    static String arrow(String word) {
        return switch (word) {
            case "red", "green", "blue" -> "colour";
            case "cat", "dog" -> {
                String kind = word.length() == 3 ? "pet" : "animal";
                yield kind + "!";
            }
            case "throw" -> throw new IllegalStateException(word);
            default -> word.isEmpty() ? "empty" : "unknown";
        };
    }

    static int yields(String word) {
        int value = switch (word) {
            case "x":
                yield 10;
            case "y":
                int z = 5;
                yield z * 4;
            default:
                yield word.length();
        };
        return value + 1;
    }

    public static void main(String[] args) {
        for (String word : new String[] {"zero", "one", "eins", "two", "Aa", "BB", "C#", "", "AaBB", "three"}) {
            System.out.print(number(word) + " ");
        }
        System.out.println();
        for (String word : new String[] {"a", "b", "c", "d"}) {
            System.out.print(fallThrough(word) + " ");
        }
        System.out.println();
        for (String word : new String[] {"red", "blue", "cat", "throw", "", "other"}) {
            try {
                System.out.print(arrow(word) + " ");
            } catch (IllegalStateException e) {
                System.out.print("[" + e.getMessage() + "] ");
            }
        }
        System.out.println();
        System.out.println(yields("x") + " " + yields("y") + " " + yields("zzzz"));
        System.out.println(number(new String("two")) + " " + number("t".concat("wo")) + " " + number(new StringBuilder("owt").reverse().toString()));
        try {
            number(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
