import java.util.function.*;

public class ExactMath {
    static void attempt(String name, Supplier<Object> action) {
        try {
            System.out.println(name + " = " + action.get());
        } catch (ArithmeticException e) {
            System.out.println(name + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        long lmax = Long.MAX_VALUE, lmin = Long.MIN_VALUE;
        attempt("add", () -> Math.addExact(max, 1));
        attempt("add", () -> Math.addExact(max, -1));
        attempt("addL", () -> Math.addExact(lmax, 1L));
        attempt("sub", () -> Math.subtractExact(min, 1));
        attempt("subL", () -> Math.subtractExact(lmin, 1L));
        attempt("mul", () -> Math.multiplyExact(65536, 32768));
        attempt("mul", () -> Math.multiplyExact(46340, 46340));
        attempt("mulL", () -> Math.multiplyExact(lmin, -1L));
        attempt("mulL", () -> Math.multiplyExact(3037000499L, 3037000499L));
        attempt("mulLI", () -> Math.multiplyExact(5L, 7));
        attempt("inc", () -> Math.incrementExact(max));
        attempt("dec", () -> Math.decrementExact(min));
        attempt("neg", () -> Math.negateExact(min));
        attempt("negL", () -> Math.negateExact(lmin));
        attempt("toInt", () -> Math.toIntExact(1L << 31));
        attempt("toInt", () -> Math.toIntExact(-5L));
        attempt("abs", () -> Math.absExact(min));
        attempt("absL", () -> Math.absExact(-7L));
        attempt("div", () -> max / (min + min));
        attempt("rem", () -> lmax % (lmin + lmin));
        attempt("mindiv", () -> min / -1);
        attempt("minrem", () -> lmin % -1);
        attempt("floorDiv", () -> Math.floorDiv(min, -1));
        attempt("floorDiv0", () -> Math.floorDiv(5, 0));
        attempt("floorMod0", () -> Math.floorMod(5L, 0));
        attempt("strict", () -> StrictMath.addExact(max, max));
        System.out.println(Math.multiplyFull(max, max) + " " + Math.multiplyHigh(lmax, lmax) + " " + Math.abs(min) + " " + Math.abs(-0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(-0.0, 0.0) + " " + Math.max(Double.NaN, 1) + " " + Math.min(1f, Float.NaN));
        System.out.println(Math.fma(2.0, 3.0, 4.0) + " " + Math.fma(0.1, 10.0, -1.0) + " " + Math.fma(1e308, 10, -1e308) + " " + Math.fma(2f, 3f, 4f) + " " + Math.fma(0.1f, 10f, -1f) + " " + Math.fma(Double.NaN, 1, 1) + " " + Math.fma(Double.POSITIVE_INFINITY, 0, 1));
        double[] values = {-2.5, -1.5, -0.5, -0.4, 0.0, 0.49999999999999994, 0.5, 1.5, 2.5, 1e18, 4.6e18, 1e19, Double.NaN, Double.NEGATIVE_INFINITY};
        for (double d : values) {
            System.out.println(d + ": " + Math.round(d) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + Math.round((float) d) + " " + (int) d + " " + (long) d + " " + (char) d % 10 + " " + (byte) d + " " + Math.signum(d) + " " + Math.nextUp(d) + " " + Math.nextDown(d) + " " + Math.nextAfter(d, 100) + " " + Math.getExponent(d) + " " + Math.scalb(d, 3));
        }
        System.out.println(Math.copySign(3.0, -0.0) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27.0) + " " + Math.sqrt(2) + " " + Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.IEEEremainder(5, 3) + " " + Math.ulp(1.0f) + " " + Math.floorMod(-7, 3) + " " + Math.ceil(-0.2));
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.divideUnsigned(-1, 2) + " " + Integer.remainderUnsigned(-1, 7) + " " + Long.divideUnsigned(-1L, 3) + " " + Long.remainderUnsigned(-1L, 10) + " " + Long.compareUnsigned(1, -1) + " " + Integer.toUnsignedLong(-1) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedLong((short) -2));
    }
}
