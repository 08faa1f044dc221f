public class CharArithmetic {
    static String describe(int value) {
        return "int " + value;
    }

    static String describe(char value) {
        return "char " + value;
    }

    public static void main(String[] args) {
        char c = 'a';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println("" + c + 1);
        System.out.println(c + 'b' + "x" + c + 'b');
        c += 2;
        System.out.println(c);
        c++;
        System.out.println(c++);
        System.out.println(++c);
        System.out.println(describe(c));
        System.out.println(describe(c + 0));
        System.out.println(describe('a' + 'b'));
        System.out.println(describe((char) 98));
        for (char d = 'x'; d <= 'z'; d++) {
            System.out.print(d);
        }
        System.out.println();
        int[] counts = new int[26];
        for (char d : "the quick brown fox jumps over the lazy dog".toCharArray()) {
            if (d >= 'a' && d <= 'z') {
                counts[d - 'a']++;
            }
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < 26; i++) {
            line.append((char) ('a' + i)).append(counts[i]);
        }
        System.out.println(line);
        char top = '\uffff';
        System.out.println((int) top + " " + (top + 1) + " " + (int) (char) (top + 1) + " " + (short) top);
        System.out.println('a' < 'b');
        System.out.println('a' == 97);
        System.out.println((char) 97 == 'a');
        System.out.println(true ? 'a' : 0);
        int zero = 0;
        System.out.println(false ? zero : 'b');
        System.out.println(true ? 'c' : zero);
        System.out.println((int) '\n' + " " + (int) '\t' + " " + (int) '\\' + " " + (int) '\'' + " " + (int) '\0' + " " + (int) '\177');
        switch (c) {
            case 'd' -> System.out.println("is d");
            case 'e' -> System.out.println("is e");
            case 'f' -> System.out.println("is f");
            default -> System.out.println("is other");
        }
        System.out.println(Character.getNumericValue('7') + Character.digit('f', 16) + Character.forDigit(11, 16));
        System.out.println(Character.toUpperCase('q') + "" + Character.toLowerCase('Q') + Character.isDigit('5') + Character.isLetter('5') + Character.isWhitespace(' ') + Character.isLetterOrDigit('_'));
        System.out.println(Character.toString(120) + Character.valueOf('y') + Character.compare('a', 'c') + Character.hashCode('a') + Character.reverseBytes('a') % 7);
        System.out.println(Character.isUpperCase('\u00c4') + " " + Character.toLowerCase('\u00c4') + " " + (int) Character.toUpperCase('\u00ff') + " " + Character.isJavaIdentifierStart('$') + " " + Character.getType('A') + " " + Character.MAX_RADIX);
    }
}
