public class CaseConversion {
    public static void main(String[] args) {
        String[] texts = {"Hello", "stra\u00dfe", "\u00c4\u00d6\u00dc", "\u0130stanbul", "\u01c5", "i\u0307", "123", "\u00ff", "\ufb01", "\u1e9e"};
        for (String text : texts) {
            System.out.println(text.toUpperCase() + " " + text.toLowerCase() + " " + text.toUpperCase().length() + " " + text.equalsIgnoreCase(text.toUpperCase()));
        }
        for (char c : new char[] {'a', 'Z', '\u00b5', '\u00df', '\u01c4', '\u03c2', '\u0131'}) {
            System.out.println((int) Character.toUpperCase(c) + " " + (int) Character.toLowerCase(c) + " " + (int) Character.toTitleCase(c) + " " + Character.isUpperCase(c) + Character.isLowerCase(c) + Character.isTitleCase(c) + " " + Character.getType(c));
        }
    }
}
