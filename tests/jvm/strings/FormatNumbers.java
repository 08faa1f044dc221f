import java.math.*;
import java.util.*;

public class FormatNumbers {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 42, -42, 123456789, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : ints) {
            System.out.println(String.format("%d|%8d|%-8d|%08d|%+d|%,d|%(d|% d|%x|%X|%o|%#x|%#o", i, i, i, i, i, i, i, i, i, i, i, i, i));
        }
        long[] longs = {0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1_000_000_000_000L};
        for (long l : longs) {
            System.out.println(String.format("%d|%,20d|%x|%o|%020d", l, l, l, l, l));
        }
        double[] doubles = {0.0, -0.0, 1.0, -1.5, 3.14159265358979, 1234567.891, 1e10, 1e-5, 123e20, 9.995, 0.5, 1.5, 2.5, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double d : doubles) {
            System.out.println(String.format("%f|%.0f|%.2f|%10.3f|%-12.1f|%+.1f|%,.2f|%(.2f|%012.2f", d, d, d, d, d, d, d, d, d));
            System.out.println(String.format("%e|%.2e|%E|%15.3e|%g|%.3g|%a", d, d, d, d, d, d, d));
        }
        System.out.println(String.format("%s %10s|%-10s|%.3s|%S", "text", "text", "text", "text", "text"));
        System.out.println(String.format("%b %B %b %b %5b", true, false, null, "x", true));
        System.out.println(String.format("%c %C %c %5c|%-5c|", 'a', 'b', 65, 'x', 'y'));
        System.out.println(String.format("%h %H %h", "hash", 255, null));
        System.out.println(String.format("%2$s %1$s %2$s %<s %s", "one", "two"));
        System.out.println(String.format("100%% sure%n") + "|");
        System.out.println(String.format("%d %d %d %d", (byte) -1, (short) -2, 3, 4L) + String.format(" %x %x", (byte) -1, (short) -1));
        System.out.println(String.format("%d %,d %x", new BigInteger("123456789012345678901234567890"), new BigInteger("-1234567890123"), new BigInteger("255")));
        System.out.println(String.format("%f %.2f %e %10.1f", new BigDecimal("1234.56789"), new BigDecimal("0.005"), new BigDecimal("123456.789"), new BigDecimal("-9.95")));
        System.out.println(String.format("%s %s %s", List.of(1, 2), Map.of("k", "v"), new int[0].length));
        System.out.println("%s is %d years".formatted("Bob", 30));
        System.out.println(String.format(Locale.ROOT, "%,.3f %,d", 1234567.5, 7654321) + " " + String.format(Locale.US, "%.1f", 2.25));
        System.out.printf("%5.1f%%|%s%n", 12.34, Optional.of(3));
        System.out.printf(Locale.ENGLISH, "%tY-%<tm-%<td %<tH:%<tM|%<tB %<tA%n", java.time.LocalDateTime.of(2024, 2, 29, 13, 5));
        Formatter formatter = new Formatter();
        formatter.format("%3d;", 1).format("%3d;", 22);
        System.out.println(formatter + " " + formatter.out().getClass().getSimpleName());
        for (String bad : new String[] {"%d", "%q", "%.2d", "%-d", "%5", "%2$s", "%,s", "%+s", "%#b", "%05s", "%-05d", "%c"}) {
            try {
                System.out.println(bad + " -> " + String.format(bad, "text"));
            } catch (IllegalFormatException e) {
                System.out.println(bad + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
