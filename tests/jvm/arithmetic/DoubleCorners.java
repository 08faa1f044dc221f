public class DoubleCorners {
    static final double[] VALUES = {0, -0.0, 1, -1, 0.1, 1.0 / 3, -2.5, 1e16, 123456789.125, 1e300, -1e-300, Double.MAX_VALUE, Double.MIN_VALUE, Double.MIN_NORMAL, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 9007199254740993.0};

    public static void main(String[] args) {
        for (double a : VALUES) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a + " " + (float) a + " " + (-a) + " " + Double.doubleToLongBits(a));
            StringBuilder line = new StringBuilder();
            for (double b : VALUES) {
                line.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(a / b).append(' ').append(a % b).append(' ');
                line.append(a < b).append(a <= b).append(a == b).append(a != b).append(a > b).append(a >= b).append(' ').append(Double.compare(a, b)).append(';');
            }
            System.out.println(line);
        }
        double sum = 0;
        for (int i = 1; i <= 100; i++) {
            sum += 1.0 / i;
        }
        System.out.println(sum);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1 + 0.7);
        System.out.println(100 * 1.1);
        System.out.println(3.0e-5 + " " + 0.001 + " " + 0.0009999 + " " + 9999999.0 + " " + 1.0e7 + " " + 12345678.9 + " " + 1e21 + " " + 4.35 * 100);
        System.out.println((double) Long.MAX_VALUE + " " + (double) Long.MIN_VALUE + " " + (double) 9007199254740993L);
        System.out.println((long) 1e19 + " " + (long) -1e19 + " " + (int) 3e9 + " " + (int) -3.99 + " " + (int) Double.NaN + " " + (char) 65.7 + " " + (byte) 300.5 + " " + (short) -40000.9);
        System.out.println(1.0 / 0 + " " + -1.0 / 0 + " " + 0.0 / 0 + " " + 5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2);
        System.out.println(Double.isNaN(0.0 / 0.0) + " " + (Double.NaN == Double.NaN) + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Double.valueOf(Double.NaN).equals(Double.NaN));
        double d = 7;
        d++;
        d /= 3;
        d -= 1e-3;
        d %= 1;
        System.out.println(d);
        System.out.println(Double.parseDouble("1e400") + " " + Double.parseDouble("-1e-400") + " " + Double.parseDouble("0x1.8p1") + " " + Double.parseDouble("1234567890123456789") + " " + Double.parseDouble(".5") + " " + Double.valueOf("5.e2"));
        System.out.println(Double.toHexString(0.1) + " " + Double.toHexString(-1) + " " + Double.toHexString(Double.MIN_VALUE) + " " + Double.hashCode(2.5) + " " + Double.isFinite(1e308 * 10));
        System.out.println(Double.longBitsToDouble(0x4009_21fb_5444_2d18L) + " " + Double.doubleToRawLongBits(Math.PI) + " " + Double.MIN_EXPONENT);
        try {
            Double.parseDouble("abc");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Double.parseDouble("");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
