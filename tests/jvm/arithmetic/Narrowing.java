public class Narrowing {
    static byte b;
    static short s;
    static char c;
    byte fieldByte = (byte) 200;
    short fieldShort = (short) 70000;
    char fieldChar = (char) -1;
    boolean fieldFlag = (3 & 1) == 1;

    static byte asByte(int value) {
        return (byte) value;
    }

    static char asChar(int value) {
        return (char) value;
    }

    static short asShort(long value) {
        return (short) value;
    }

    public static void main(String[] args) {
        int[] values = {0, 127, 128, 129, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 65537, -32769, 0x12345678, Integer.MIN_VALUE};
        for (int value : values) {
            b = (byte) value;
            s = (short) value;
            c = (char) value;
            System.out.println(value + ": " + b + " " + s + " " + (int) c + " " + asByte(value) + " " + asShort(value) + " " + (int) asChar(value) + " " + (short) (byte) value + " " + (int) (char) (byte) value + " " + (byte) (char) value);
        }
        for (int i = 0; i < 300; i++) {
            b++;
            s += 257;
            c -= 3;
        }
        System.out.println(b + " " + s + " " + (int) c);
        b = 127;
        b++;
        s = Short.MIN_VALUE;
        s--;
        c = 0;
        c--;
        System.out.println(b + " " + s + " " + (int) c);
        b += 300;
        s *= 1000;
        c /= 2;
        System.out.println(b + " " + s + " " + (int) c);
        b >>>= 1;
        System.out.println(b);
        b = -1;
        b >>>= 1;
        System.out.println(b);
        b >>>= 30;
        System.out.println(b);
        s = -2;
        s >>= 1;
        System.out.println(s);
        byte[] bytes = new byte[3];
        bytes[0] = (byte) 255;
        bytes[1] += 129;
        bytes[2]--;
        System.out.println(bytes[0] + " " + bytes[1] + " " + bytes[2] + " " + (bytes[0] & 0xff));
        char[] chars = new char[2];
        chars[0] = (char) 65536;
        chars[1]--;
        System.out.println((int) chars[0] + " " + (int) chars[1]);
        short[] shorts = {(short) 40000, -1};
        shorts[1] >>>= 10;
        System.out.println(shorts[0] + " " + shorts[1]);
        Narrowing n = new Narrowing();
        System.out.println(n.fieldByte + " " + n.fieldShort + " " + (int) n.fieldChar + " " + n.fieldFlag);
        n.fieldByte += 100;
        n.fieldChar++;
        System.out.println(n.fieldByte + " " + (int) n.fieldChar);
        final int small = 100;
        byte constant = small;
        System.out.println(constant);
    }
}
