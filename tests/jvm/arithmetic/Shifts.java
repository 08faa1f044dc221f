public class Shifts {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 0x80000000, 0x7fffffff, 0x12345678, -12345};
        int[] counts = {0, 1, 5, 31, 32, 33, 63, 64, -1, -31, 100};
        for (int value : ints) {
            StringBuilder line = new StringBuilder();
            for (int count : counts) {
                line.append(value << count).append(' ').append(value >> count).append(' ').append(value >>> count).append("; ");
            }
            System.out.println(line);
        }
        long[] longs = {0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL};
        for (long value : longs) {
            StringBuilder line = new StringBuilder();
            for (int count : counts) {
                line.append(value << count).append(' ').append(value >> count).append(' ').append(value >>> count).append("; ");
            }
            System.out.println(line);
        }
        byte b = (byte) 0xf0;
        short s = (short) 0xff00;
        char c = 0xfff0;
        System.out.println((b >> 2) + " " + (b >>> 2) + " " + (byte) (b >>> 2) + " " + (s >>> 4) + " " + (short) (s << 4) + " " + (c >> 4) + " " + (char) (c << 4) % 1000);
        b >>>= 1;
        s <<= 3;
        c >>= 2;
        System.out.println(b + " " + s + " " + (int) c);
        int i = 1;
        i <<= 33;
        long l = 1;
        l <<= 33;
        System.out.println(i + " " + l + " " + (1 << 33L) + " " + (1L << 33L) + " " + (5 >> 1L));
        System.out.println(Integer.rotateLeft(0x12345678, 8) + " " + Integer.rotateRight(0x12345678, 36) + " " + Long.rotateLeft(1L, -1) + " " + Integer.reverse(1) + " " + Integer.reverseBytes(0x01020304) + " " + Long.reverse(3) + " " + Long.reverseBytes(1));
        System.out.println(Integer.bitCount(-1) + " " + Long.bitCount(255L << 40) + " " + Integer.numberOfLeadingZeros(0) + " " + Integer.numberOfTrailingZeros(0) + " " + Long.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(1L << 63) + " " + Integer.highestOneBit(100) + " " + Integer.lowestOneBit(100) + " " + Integer.signum(-9) + " " + Long.signum(9));
        System.out.println((~5) + " " + (5 & -5) + " " + (5 ^ -1) + " " + (0xff | 0x100) + " " + (-17 % 5) + " " + (-17 / 5) + " " + (17 % -5) + " " + Math.floorMod(-17, 5) + " " + Math.floorDiv(-17, 5) + " " + Math.floorMod(17L, -5));
    }
}
