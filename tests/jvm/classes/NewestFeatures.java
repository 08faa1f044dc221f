// jdk: 25
import java.util.*;
import java.util.stream.*;

public class NewestFeatures {
    static class Base {
        final String shown;

        Base(String shown) {
            this.shown = shown;
            report();
        }

        void report() {
            System.out.println("base " + shown);
        }
    }

    static class Checked extends Base {
        final int size;

        Checked(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
            int length = text.length();
            this.size = length;
            super(text.toUpperCase());
        }

        @Override
        void report() {
            System.out.println("checked " + shown + " " + size);
        }
    }

    record Point(int x, int y) {}

    public static void main(String[] args) {
        new Checked("hello");
        try {
            new Checked("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int count = 0;
        for (Object _ : List.of(1, 2, 3)) {
            count++;
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            count += 10;
        }
        if (new Point(1, 2) instanceof Point(int x, _)) {
            count += x * 100;
        }
        System.out.println(count);
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6, 7).gather(Gatherers.windowFixed(3)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(2)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(Stream.of(3, 1, 2).gather(Gatherers.fold(() -> "", (text, n) -> text + n)).findFirst().get());
        SequencedMap<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.putFirst("b", 2);
        System.out.println(map + " " + map.reversed() + " " + map.pollLastEntry() + " " + List.of(1, 2).reversed());
        System.out.println("a,b;c".splitWithDelimiters("[,;]", 0).length + " " + "hello".indexOf('l', 0, 3) + " " + Math.clamp(15L, 1, 10) + " " + new StringBuilder("ab").repeat("xy", 2) + " " + Character.toString(97));
    }
}
