public class Conversions {
    static String kind(byte v) { return "byte" + v; }
    static String kind(short v) { return "short" + v; }
    static String kind(char v) { return "char" + (int) v; }
    static String kind(int v) { return "int" + v; }
    static String kind(long v) { return "long" + v; }
    static String kind(float v) { return "float" + v; }
    static String kind(double v) { return "double" + v; }

    public static void main(String[] args) {
        byte b = -3;
        short s = 300;
        char c = 'z';
        int i = 70000;
        long l = 1L << 35;
        float f = 2.75f;
        double d = -1e12;
        System.out.println(kind(b) + kind(s) + kind(c) + kind(i) + kind(l) + kind(f) + kind(d));
        System.out.println(kind(b + b) + kind(s + c) + kind(c + 1) + kind(i + l) + kind(l + f) + kind(f + d) + kind(b * 2.0f) + kind(-b) + kind(+c) + kind(~s) + kind(b << 2L) + kind(l << 2));
        System.out.println(kind((byte) s) + kind((char) b) + kind((short) i) + kind((int) l) + kind((byte) l) + kind((int) f) + kind((long) d) + kind((int) d) + kind((float) d) + kind((char) f) + kind((byte) d));
        long fromInt = i * i;
        long fromLong = (long) i * i;
        double half = 1 / 2;
        double realHalf = 1 / 2.0;
        System.out.println(fromInt + " " + fromLong + " " + half + " " + realHalf);
        float big = 123456789;
        double exact = 123456789;
        System.out.println(big + " " + exact + " " + (int) big + " " + (long) 1e15f);
        System.out.println((int) 'A' + (char) 66 + "C" + (char) ('A' + 3));
        System.out.println((byte) 0x80 + " " + (short) 0x8000 + " " + (int) 0x80000000L + " " + (0x80 >> 3) + " " + ((byte) 0x80 >> 3) + " " + ((byte) 0x80 >>> 3) + " " + (((byte) 0x80 & 0xff) >>> 3));
        for (int k = -3; k <= 3; k++) {
            System.out.print(k / 2 + "," + k % 2 + "," + (k >> 1) + "," + (k & 1) + "," + (k >>> 31) + " ");
        }
        System.out.println();
        int bits = 0;
        for (int k = 0; k < 70; k += 7) {
            bits ^= 1 << k;
        }
        System.out.println(bits);
        System.out.println((5 & 6) + (5 | 6) + (5 ^ 6) + (~5) + (5 << 2) + (-5 >> 1) + (-5 >>> 28));
        System.out.println((float) 0.1 + " " + (double) 0.1f + " " + (0.1f == 0.1) + " " + (0.5f == 0.5) + " " + (float) 1e-45 + " " + (long) Float.MAX_VALUE);
    }
}
