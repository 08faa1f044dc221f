import java.nio.charset.*;
import java.util.*;
import java.util.stream.*;

public class CodePoints {
    public static void main(String[] args) {
        String text = "aé€😀z";
        System.out.println(text.length() + " " + text.codePointCount(0, text.length()) + " " + text.codePointAt(3) + " " + text.codePointBefore(5) + " " + text.offsetByCodePoints(0, 4));
        System.out.println(text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        System.out.println(text.chars().mapToObj(c -> Integer.toHexString(c)).collect(Collectors.toList()));
        System.out.println(new StringBuilder(text).reverse() + " " + new StringBuilder().appendCodePoint(0x1F680).appendCodePoint('x'));
        System.out.println(Arrays.toString(text.getBytes(StandardCharsets.UTF_8)) + " " + text.getBytes(StandardCharsets.UTF_16).length + " " + Arrays.toString("aé".getBytes(StandardCharsets.ISO_8859_1)) + " " + Arrays.toString("a€".getBytes(StandardCharsets.US_ASCII)));
        System.out.println(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text) + " " + new String(new byte[] {(byte) 0xc3, 0x28, (byte) 0xe2, (byte) 0x82}, StandardCharsets.UTF_8).length());
        System.out.println(new String(text.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE) + new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE));
        System.out.println(Character.toChars(0x1F600).length + " " + Character.isSurrogate(text.charAt(3)) + " " + Character.isSupplementaryCodePoint(0x1F600) + " " + Character.charCount(0x10000) + " " + Character.highSurrogate(0x1F600) % 1000 + " " + Character.toCodePoint('\ud83d', '\ude00'));
        int[] points = {'1', 'a', 'Z', ' ', '_', 'é', 'ß', 'π', '٣', '中', '\n', 0x1F600, 'ǅ', '½', '$', '(', '\u200b'};
        for (int c : points) {
            System.out.println(Integer.toHexString(c) + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isLetterOrDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c) + Character.isLowerCase(c) + Character.isTitleCase(c) + Character.isAlphabetic(c) + Character.isJavaIdentifierStart(c) + Character.isJavaIdentifierPart(c) + Character.isISOControl(c) + Character.isSpaceChar(c) + Character.isIdeographic(c) + " " + Character.getType(c) + " " + Character.getNumericValue(c) + " " + Character.digit(c, 16) + " " + Integer.toHexString(Character.toUpperCase(c)) + " " + Integer.toHexString(Character.toLowerCase(c)) + " " + Integer.toHexString(Character.toTitleCase(c)) + " " + Character.getDirectionality(c) + " " + Character.isMirrored(c));
        }
        System.out.println(Character.forDigit(11, 16) + " " + Character.forDigit(16, 16) % 7 + " " + Character.MAX_RADIX + " " + Character.reverseBytes('a') % 100 + " " + Character.compare('a', 'b') + " " + Character.valueOf('x').hashCode() + " " + Character.UnicodeBlock.of('π') + " " + Character.UnicodeScript.of('π'));
        System.out.println("straße".toUpperCase() + " " + "İ".toLowerCase().length() + " " + "ﬁ".toUpperCase() + " " + "ÀÉ".toLowerCase() + " " + "Äb".equalsIgnoreCase("äB") + " " + "ä".compareToIgnoreCase("Å"));
        System.out.println("日本語".indexOf('本') + " " + "日本語".contains("本語") + " " + "日本語".substring(1) + " " + "日本語".hashCode() + " " + "日本語".replace('日', '月'));
        System.out.println("\u0000".length() + " " + "tab\there".indexOf('\t') + " " + "\u00e9".equals("é") + " " + "e\u0301".equals("é"));
    }
}
