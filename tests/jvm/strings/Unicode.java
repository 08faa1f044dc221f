public class Unicode {
    public static void main(String[] args) {
        String s = "a\u00e9\u4e2d\ud83d\ude00z";
        System.out.println(s + " " + s.length() + " " + s.codePointCount(0, s.length()));
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            System.out.print(Integer.toHexString(c) + (Character.isHighSurrogate(c) ? "h" : "") + (Character.isLowSurrogate(c) ? "l" : "") + " ");
        }
        System.out.println();
        s.codePoints().forEach(p -> System.out.print(p + " "));
        System.out.println();
        System.out.println(s.codePointAt(3) + " " + s.codePointAt(4) + " " + s.codePointBefore(5) + " " + s.offsetByCodePoints(0, 4));
        System.out.println(new StringBuilder(s).reverse());
        System.out.println(Character.toChars(0x1f600).length + " " + Character.charCount(0x1f600) + " " + Character.isSupplementaryCodePoint(0x1f600) + " " + Character.toCodePoint('\ud83d', '\ude00') + " " + Character.isValidCodePoint(0x110000));
        System.out.println(new String(new int[] {0x48, 0x1f680, 0x69}, 0, 3) + " " + Character.toString(0x1f680) + " " + Character.highSurrogate(0x1f680) % 1000);
        byte[] utf8 = s.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        StringBuilder hex = new StringBuilder();
        for (byte b : utf8) {
            hex.append(Integer.toHexString(b & 0xff)).append(' ');
        }
        System.out.println(hex);
        System.out.println(new String(utf8, java.nio.charset.StandardCharsets.UTF_8).equals(s));
        System.out.println(s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1).length + " " + s.getBytes(java.nio.charset.StandardCharsets.UTF_16BE).length + " " + s.getBytes(java.nio.charset.StandardCharsets.US_ASCII)[1]);
        System.out.println(new String(new byte[] {(byte) 0xc3, (byte) 0x28, 'x'}, java.nio.charset.StandardCharsets.UTF_8).length());
        System.out.println("stra\u00dfe".toUpperCase() + " " + "\u0130".toLowerCase().length() + " " + "\u00c4\u00d6".toLowerCase() + " " + "\u03a3\u03a3".toLowerCase());
        System.out.println("\u00e9".compareTo("e") + " " + "\u4e2d".compareTo("\u00e9") + " " + "\u4e2d".hashCode() + " " + s.hashCode() + " " + "\u00c9".equalsIgnoreCase("\u00e9"));
        System.out.println(s.indexOf('\u4e2d') + " " + s.indexOf(0x1f600) + " " + s.indexOf("z") + " " + s.lastIndexOf(0x1f600) + " " + s.replace('\u4e2d', 'x') + " " + s.contains("\ud83d\ude00"));
        System.out.println(Character.isLetter('\u4e2d') + " " + Character.isLetter(0x1f600) + " " + Character.isDigit('\u0663') + " " + Character.getNumericValue('\u0663') + " " + Character.isWhitespace('\u2003') + " " + Character.isSpaceChar('\u00a0') + " " + Character.isAlphabetic('\u00e9') + " " + Character.isIdeographic(0x4e2d));
        System.out.println("\u2003x\u2003".strip() + "|" + "\u2003x\u2003".trim().length());
        System.out.println("\ud83d".length() + " " + Character.isSurrogate("\ud83d".charAt(0)) + " " + "\ud83d");
    }
}
