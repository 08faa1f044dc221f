public class FloatCorners {
    static final float[] VALUES = {0f, -0f, 1f, -1f, 0.1f, 1.5f, -2.5f, 1e10f, -1e20f, 1e-40f, Float.MAX_VALUE, Float.MIN_VALUE, Float.MIN_NORMAL, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 16777216f, 16777217f};

    public static void main(String[] args) {
        for (float a : VALUES) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a + " " + (double) a + " " + (-a) + " " + Float.floatToIntBits(a) + " " + Float.isNaN(a) + Float.isInfinite(a));
            StringBuilder line = new StringBuilder();
            for (float b : VALUES) {
                line.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(a / b).append(' ').append(a % b).append(' ');
                line.append(a < b ? 1 : 0).append(a <= b ? 1 : 0).append(a == b ? 1 : 0).append(a != b ? 1 : 0).append(a > b ? 1 : 0).append(a >= b ? 1 : 0).append(!(a < b) ? 1 : 0);
                line.append(' ').append(Float.compare(a, b)).append(' ').append(Math.max(a, b)).append(' ').append(Math.min(a, b)).append(';');
            }
            System.out.println(line);
        }
        float sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += 0.1f;
        }
        System.out.println(sum);
        System.out.println(0.1f + 0.2f);
        System.out.println(0.1f + 0.2);
        System.out.println((float) 0.1 == 0.1);
        System.out.println(1.0f / 3 * 3 == 1.0f);
        System.out.println((float) 1e40 + " " + (float) 1e-50 + " " + (float) -1e-50);
        System.out.println((float) Integer.MAX_VALUE + " " + (float) Long.MAX_VALUE + " " + (float) 16777219);
        float f = 5;
        f++;
        f /= 4;
        f %= 1;
        System.out.println(f);
        System.out.println(Float.intBitsToFloat(0x7f800001) + " " + Float.intBitsToFloat(1) + " " + Float.toHexString(1.1f));
        System.out.println(Float.parseFloat("3.4028236e38") + " " + Float.parseFloat("1e-46") + " " + Float.parseFloat(" 12.5f ") + " " + Float.valueOf("-0"));
        System.out.println(Float.valueOf(0f).equals(-0f) + " " + Float.valueOf(Float.NaN).equals(Float.NaN) + " " + new Object().equals(null) + " " + Float.hashCode(1.5f));
        System.out.println(Float.sum(1, 2) + " " + Float.MAX_EXPONENT + " " + Float.SIZE);
    }
}
