public class Formatting {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d|%x|%X|%o", 42, 42, 42, 42, 42, 1234567, -42, 42, 255, 255, 8));
        System.out.println(String.format("%s|%10s|%-10s|%.2s|%S|%s", "text", "right", "left", "cut", "upper", (Object) null));
        System.out.println(String.format("%c|%C|%b|%B|%n|%%", 'c', 'd', true, false).replace("\n", "NL"));
        System.out.println(String.format("%f|%.2f|%10.3f|%-10.1f|%010.2f|%+.0f", 3.14159, 2.71828, 1.5, 2.25, -3.125, 7.5));
        System.out.println(String.format("%.3f %.0f %.1f %.2f", 0.0005, 0.5, 0.25, 1.005));
        System.out.println(String.format("%e|%.2e|%E", 12345.678, 0.00012, 1e100));
        System.out.println(String.format("%g|%.3g", 12345.678, 0.00012));
        System.out.println(String.format("%2$s %1$s %2$s %<s", "one", "two"));
        System.out.println(String.format("%d %d %d %d", (byte) -1, (short) -2, -3L, Long.MIN_VALUE));
        System.out.println(String.format("%x %x %x %x", (byte) -1, (short) -2, -3, -4L));
        System.out.println(String.format("%#x %#o %08X", 255, 8, 48879));
        System.out.println(String.format("%s %s %s", 1, 2.5, java.util.List.of(1, 2)));
        System.out.println(String.format("%h %h", "hash", 17));
        System.out.println(String.format("%f %f %f", Double.NaN, Double.POSITIVE_INFINITY, -0.0));
        System.out.println(String.format("%b %b %b", (Object) null, "x", Boolean.FALSE));
        System.out.println("%s and %d".formatted("a", 1));
        System.out.printf("%s-%s%n", "printf", 5);
        System.out.println(String.format("%5c|%-5c|", 'x', 'y'));
        System.out.println(String.format("%,.2f|%,d|%(,.1f", 9876543.215, -1234567890123L, -5000.55));
        System.out.println(String.format("%d", new java.math.BigInteger("123456789012345678901234567890")));
        System.out.println(String.format("%.3f", new java.math.BigDecimal("2.71828")));
        String[] bad = {"%d", "%q", "%s %s", "%.2d", "%-d", "%5"};
        Object[] arguments = {"text", "x", "only", 1, 1, 1};
        for (int i = 0; i < bad.length; i++) {
            try {
                System.out.println(String.format(bad[i], arguments[i]));
            } catch (java.util.IllegalFormatException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
