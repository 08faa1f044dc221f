public class LongMethods {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 1L << 40, -(1L << 40), 0x0f0f0f0f0f0f0f0fL, Long.MAX_VALUE, Long.MIN_VALUE, 0xdeadbeefcafebabeL};
        for (long v : values) {
            System.out.println(v + " " + Long.bitCount(v) + " " + Long.highestOneBit(v) + " " + Long.lowestOneBit(v) + " " + Long.numberOfLeadingZeros(v) + " " + Long.numberOfTrailingZeros(v) + " " + Long.reverse(v) + " " + Long.reverseBytes(v) + " " + Long.rotateLeft(v, 13) + " " + Long.rotateRight(v, 70) + " " + Long.signum(v));
            System.out.println(Long.toString(v, 5) + " " + Long.toBinaryString(v) + " " + Long.toHexString(v) + " " + Long.toOctalString(v) + " " + Long.toUnsignedString(v) + " " + Long.hashCode(v) + " " + Long.toString(v, 36) + " " + Long.toUnsignedString(v, 3));
            System.out.println(Long.divideUnsigned(v, 10) + " " + Long.remainderUnsigned(v, 10) + " " + Long.divideUnsigned(v, -3) + " " + Long.remainderUnsigned(v, -3) + " " + Long.compareUnsigned(v, 5) + " " + Long.max(v, 5) + " " + Long.min(v, 5));
        }
        System.out.println(Long.parseLong("-9223372036854775808") + " " + Long.parseLong("zzzzzz", 36) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Long.valueOf(12) + " " + Long.decode("0x7fffffffffffffff"));
        for (String text : new String[] {"", "9223372036854775808", "12L", "--1"}) {
            try {
                System.out.println(Long.parseLong(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        Long small = 100L, same = 100L;
        System.out.println((small == same) + " " + small.equals(100) + " " + small.equals(100L) + " " + small.compareTo(5L) + " " + small.intValue());
        long product = 1;
        for (int i = 1; i <= 25; i++) {
            product *= i;
        }
        System.out.println(product);
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < 20; i++) {
            hash ^= i;
            hash *= 0x100000001b3L;
        }
        System.out.println(hash + " " + (hash >>> 60) + " " + (hash >> 60));
    }
}
