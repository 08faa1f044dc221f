public class Palindromes {
    static boolean isPalindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j) {
            while (i < j && !Character.isLetterOrDigit(s.charAt(i))) {
                i++;
            }
            while (i < j && !Character.isLetterOrDigit(s.charAt(j))) {
                j--;
            }
            if (Character.toLowerCase(s.charAt(i++)) != Character.toLowerCase(s.charAt(j--))) {
                return false;
            }
        }
        return true;
    }

    static int distance(String a, String b) {
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                } else {
                    int change = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    table[i][j] = Math.min(change, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
                }
            }
        }
        return table[a.length()][b.length()];
    }

    static String caesar(String s, int by) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) {
            if (Character.isUpperCase(c)) {
                b.append((char) ('A' + Math.floorMod(c - 'A' + by, 26)));
            } else if (Character.isLowerCase(c)) {
                b.append((char) ('a' + Math.floorMod(c - 'a' + by, 26)));
            } else {
                b.append(c);
            }
        }
        return b.toString();
    }

    static String encode(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length();) {
            int j = i;
            while (j < s.length() && s.charAt(j) == s.charAt(i)) {
                j++;
            }
            b.append(j - i).append(s.charAt(i));
            i = j;
        }
        return b.toString();
    }

    static void permute(String prefix, String rest, StringBuilder out) {
        if (rest.isEmpty()) {
            out.append(prefix).append(' ');
        }
        for (int i = 0; i < rest.length(); i++) {
            permute(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out);
        }
    }

    public static void main(String[] args) {
        System.out.println(isPalindrome("A man, a plan, a canal: Panama") + " " + isPalindrome("nope") + " " + isPalindrome(""));
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("flaw", "lawn"));
        System.out.println(caesar("Hello, World!", 3) + " " + caesar(caesar("Hello, World!", 3), -3));
        System.out.println(encode("aaabccdddd") + " [" + encode("") + "]");
        StringBuilder out = new StringBuilder();
        permute("", "abcd", out);
        System.out.println(out);
        String roman = "";
        int n = 1994;
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] signs = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        for (int i = 0; i < values.length; i++) {
            while (n >= values[i]) {
                roman += signs[i];
                n -= values[i];
            }
        }
        System.out.println(roman);
    }
}
