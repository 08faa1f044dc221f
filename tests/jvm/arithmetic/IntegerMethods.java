public class IntegerMethods {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 5, 255, 256, -256, 0x0f0f0f0f, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE, 0xdeadbeef};
        for (int v : values) {
            System.out.println(v + " " + Integer.bitCount(v) + " " + Integer.highestOneBit(v) + " " + Integer.lowestOneBit(v) + " " + Integer.numberOfLeadingZeros(v) + " " + Integer.numberOfTrailingZeros(v) + " " + Integer.reverse(v) + " " + Integer.reverseBytes(v) + " " + Integer.rotateLeft(v, 5) + " " + Integer.rotateRight(v, 37) + " " + Integer.signum(v));
            System.out.println(Integer.toString(v) + " " + Integer.toString(v, 7) + " " + Integer.toBinaryString(v) + " " + Integer.toHexString(v) + " " + Integer.toOctalString(v) + " " + Integer.toUnsignedString(v) + " " + Integer.toUnsignedLong(v) + " " + Integer.hashCode(v) + " " + Integer.toString(v, 36) + " " + Integer.toUnsignedString(v, 16));
            System.out.println(Integer.divideUnsigned(v, 7) + " " + Integer.remainderUnsigned(v, 7) + " " + Integer.compareUnsigned(v, 100) + " " + Integer.compare(v, 100) + " " + Integer.max(v, 3) + " " + Integer.min(v, 3) + " " + Integer.sum(v, 3));
        }
        System.out.println(Integer.parseInt("-2147483648") + " " + Integer.parseInt("+17") + " " + Integer.parseInt("zz", 36) + " " + Integer.parseInt("-101", 2) + " " + Integer.parseUnsignedInt("4294967295") + " " + Integer.parseInt("x12y", 1, 3, 10));
        System.out.println(Integer.valueOf("77") + Integer.valueOf(3) + " " + Integer.decode("0x1F") + " " + Integer.decode("-010") + " " + Integer.decode("#ff"));
        Integer small = 127, same = 127, big = 1000, other = 1000;
        System.out.println((small == same) + " " + big.equals(other) + " " + big.compareTo(999) + " " + small.hashCode() + " " + big.doubleValue() + " " + big.byteValue() + " " + big.shortValue() + " " + big.longValue() + " " + big.floatValue());
        String[] bad = {"", "-", "+", "12a", "2147483648", " 1", "1_000", "0x10", "99999999999", "\u0661"};
        for (String text : bad) {
            try {
                System.out.println(Integer.parseInt(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("1", 99);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Integer.MAX_VALUE + " " + Integer.MIN_VALUE + " " + Integer.BYTES + " " + Integer.SIZE);
        System.out.println(Short.parseShort("-32768") + " " + Byte.parseByte("7f", 16) + " " + Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.reverseBytes((short) 0x1234) + " " + Byte.compare((byte) 3, (byte) -4));
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
