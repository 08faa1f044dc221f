import java.util.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;

public class TextReport {
    static final String TEXT = """
            It was the best of times, it was the worst of times, it was the age of wisdom,
            it was the age of foolishness, it was the epoch of belief, it was the epoch of
            incredulity, it was the season of Light, it was the season of Darkness, it was
            the spring of hope, it was the winter of despair.
            """;

    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.trim().split("\\s+")) {
            if (line.length() + word.length() + 1 > width && line.length() > 0) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    static String justify(String line, int width) {
        String[] words = line.split(" ");
        if (words.length == 1) {
            return line;
        }
        int spaces = width - line.replace(" ", "").length();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            out.append(words[i]);
            if (i < words.length - 1) {
                out.append(" ".repeat(spaces / (words.length - 1) + (i < spaces % (words.length - 1) ? 1 : 0)));
            }
        }
        return out.toString();
    }

    static String caesar(String text, int shift) {
        return text.chars().map(c -> Character.isLetter(c) ? (Character.isUpperCase(c) ? 'A' : 'a') + Math.floorMod(Character.toLowerCase(c) - 'a' + shift, 26) : c).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    static int distance(String a, String b) {
        int[] costs = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 1; i <= a.length(); i++) {
            int corner = costs[0]++;
            for (int j = 1; j <= b.length(); j++) {
                int next = Math.min(1 + Math.min(costs[j], costs[j - 1]), a.charAt(i - 1) == b.charAt(j - 1) ? corner : corner + 1);
                corner = costs[j];
                costs[j] = next;
            }
        }
        return costs[b.length()];
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] signs = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            while (n >= values[i]) {
                out.append(signs[i]);
                n -= values[i];
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher words = Pattern.compile("[a-z]+").matcher(TEXT.toLowerCase());
        while (words.find()) {
            counts.merge(words.group(), 1, Integer::sum);
        }
        counts.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(8).forEach(e -> System.out.printf("%-8s %3d %s%n", e.getKey(), e.getValue(), "*".repeat(e.getValue())));
        for (String line : wrap(TEXT, 40)) {
            System.out.println("|" + justify(line, 40) + "|");
        }
        String secret = caesar("Hello, World!", 3);
        System.out.println(secret + " " + caesar(secret, -3) + " " + caesar("xyz", 29));
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("same", "same"));
        System.out.println(IntStream.of(1, 4, 9, 14, 40, 90, 399, 1994, 2024, 3999).mapToObj(TextReport::roman).collect(Collectors.joining(" ")));
        String[][] table = {{"Item", "Qty", "Price"}, {"Apples", "3", "1.25"}, {"Bananas", "12", "0.5"}, {"Cherry pie", "1", "12.999"}};
        int[] widths = new int[3];
        for (String[] row : table) {
            for (int i = 0; i < 3; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        double total = 0;
        for (int r = 0; r < table.length; r++) {
            StringBuilder line = new StringBuilder("|");
            for (int i = 0; i < 3; i++) {
                line.append(String.format(i == 0 ? " %-" + widths[i] + "s |" : " %" + widths[i] + "s |", table[r][i]));
            }
            System.out.println(line);
            if (r > 0) {
                total += Integer.parseInt(table[r][1]) * Double.parseDouble(table[r][2]);
            }
        }
        System.out.printf("total %,.2f%n", total);
        System.out.println(Stream.of("level", "Radar", "hello", "A man, a plan, a canal: Panama").map(s -> s.toLowerCase().replaceAll("[^a-z]", "")).map(s -> new StringBuilder(s).reverse().toString().equals(s)).toList());
        System.out.println(Stream.of("listen", "silent", "enlist", "google", "elgoog").collect(Collectors.groupingBy(w -> w.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining()), TreeMap::new, Collectors.toList())).values());
    }
}
