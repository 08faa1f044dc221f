public class MathMethods {
    interface Action {
        long run();
    }

    static void attempt(String name, Action action) {
        try {
            System.out.println(name + " " + action.run());
        } catch (ArithmeticException e) {
            System.out.println(name + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        System.out.println(Math.abs(-5) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-5L) + " " + Math.abs(-0.0) + " " + Math.abs(-1.5f));
        System.out.println(Math.max(3, -4) + " " + Math.min(3L, -4L) + " " + Math.max(0.0, -0.0) + " " + Math.min(0.0, -0.0) + " " + Math.max(Double.NaN, 1));
        int[][] pairs = {{7, 3}, {-7, 3}, {7, -3}, {-7, -3}, {6, 3}, {-6, 3}};
        for (int[] p : pairs) {
            System.out.println(Math.floorDiv(p[0], p[1]) + " " + Math.floorMod(p[0], p[1]) + " " + Math.floorDiv((long) p[0], p[1]) + " " + Math.floorMod((long) p[0], p[1]) + " " + p[0] / p[1] + " " + p[0] % p[1]);
        }
        attempt("add", () -> Math.addExact(Integer.MAX_VALUE, 1));
        attempt("add", () -> Math.addExact(40, 2));
        attempt("addLong", () -> Math.addExact(Long.MAX_VALUE, 1L));
        attempt("subtract", () -> Math.subtractExact(Integer.MIN_VALUE, 1));
        attempt("multiply", () -> Math.multiplyExact(1 << 20, 1 << 20));
        attempt("multiplyLong", () -> Math.multiplyExact(1L << 40, 1L << 40));
        attempt("multiplyLong", () -> Math.multiplyExact(-1L << 40, 1L << 20));
        attempt("negate", () -> Math.negateExact(Integer.MIN_VALUE));
        attempt("increment", () -> Math.incrementExact(Integer.MAX_VALUE));
        attempt("decrement", () -> Math.decrementExact(5L));
        attempt("toInt", () -> Math.toIntExact(1L << 31));
        attempt("floorDiv", () -> Math.floorDiv(1, 0));
        attempt("high", () -> Math.multiplyHigh(Long.MAX_VALUE, Long.MIN_VALUE));
        attempt("full", () -> Math.multiplyFull(Integer.MAX_VALUE, Integer.MIN_VALUE));
        attempt("absExact", () -> Math.absExact(Integer.MIN_VALUE));
        double[] values = {0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 1e18, 4503599627370497.5, Double.NaN, Double.POSITIVE_INFINITY, -1e-320};
        for (double v : values) {
            System.out.println(v + " " + Math.floor(v) + " " + Math.ceil(v) + " " + Math.rint(v) + " " + Math.round(v) + " " + Math.round((float) v) + " " + Math.signum(v) + " " + Math.sqrt(v) + " " + Math.ulp(v) + " " + Math.nextUp(v) + " " + Math.nextDown(v) + " " + Math.getExponent(v));
        }
        System.out.println(Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.sqrt(1e-310) + " " + Math.copySign(3.0, -0.0) + " " + Math.scalb(1.5, 10) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.nextAfter(1.0, 2.0) + " " + Math.IEEEremainder(7, 4));
        System.out.println(StrictMath.floor(2.7) + " " + StrictMath.max(1, 2) + " " + StrictMath.sqrt(3) + " " + StrictMath.floorMod(-1, 5));
        System.out.println(Math.toRadians(180) + " " + Math.toDegrees(Math.PI) + " " + Math.E);
    }
}
