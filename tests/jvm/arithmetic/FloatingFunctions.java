public class FloatingFunctions {
    interface Function {
        double of(double x);
    }

    static void table(String name, Function function, double... values) {
        StringBuilder line = new StringBuilder(name);
        for (double value : values) {
            line.append(' ').append(function.of(value));
        }
        System.out.println(line);
    }

    public static void main(String[] args) {
        double[] some = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 10.0, 1e-9, 1e9, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1, 3.0, 100.0, 1e300, 5e-324, 0.7853981633974483, 22.0, -22.5, 710.0};
        table("sin", StrictMath::sin, some);
        table("cos", StrictMath::cos, some);
        table("tan", StrictMath::tan, some);
        table("asin", StrictMath::asin, some);
        table("acos", StrictMath::acos, some);
        table("atan", StrictMath::atan, some);
        table("exp", StrictMath::exp, some);
        table("log", StrictMath::log, some);
        table("log10", StrictMath::log10, some);
        table("sqrt", StrictMath::sqrt, some);
        table("cbrt", StrictMath::cbrt, some);
        table("sinh", StrictMath::sinh, some);
        table("cosh", StrictMath::cosh, some);
        table("tanh", StrictMath::tanh, some);
        table("expm1", StrictMath::expm1, some);
        table("log1p", StrictMath::log1p, some);
        table("atan2", x -> StrictMath.atan2(x, -2), some);
        table("atan2", x -> StrictMath.atan2(1, x), some);
        table("hypot", x -> StrictMath.hypot(x, 3), some);
        table("pow", x -> StrictMath.pow(x, 3.5), some);
        table("pow", x -> StrictMath.pow(1.1, x), some);
        table("remainder", x -> StrictMath.IEEEremainder(x, 0.3), some);
        table("Math.sqrt", Math::sqrt, some);
        table("Math.sin", Math::sin, 0, 1, 2, 3, 0.5, Math.PI, Double.NaN);
        table("Math.cos", Math::cos, 0, 1, 2, 3, 0.5, Math.PI, Double.POSITIVE_INFINITY);
        table("Math.tan", Math::tan, 0, 1, 0.5, -0.0);
        table("Math.exp", Math::exp, 0, 1, 2, -1, 10, 1000, -1000);
        table("Math.log", Math::log, 1, 2, 10, 0, -1, Math.E);
        table("Math.log10", Math::log10, 1, 2, 10, 100, 1000, 0);
        table("Math.pow", x -> Math.pow(x, 2), 0, 1, 2, 3, 0.1, 1e200, -5);
        table("Math.pow", x -> Math.pow(x, 0.5), 0, 1, 2, 4, 100, -1);
        table("Math.pow", x -> Math.pow(2, x), 0, 1, 2, 10, -1, 0.5, 1024, Double.NaN);
        table("Math.pow", x -> Math.pow(x, Double.POSITIVE_INFINITY), 1, -1, 2, 0.5);
        table("Math.cbrt", Math::cbrt, 8, 27, -64, 0.001);
        table("Math.tanh", Math::tanh, 0, 1, -1, 30);
        table("Math.asin", Math::asin, 0, 1, 0.5, 2);
        table("Math.atan2", x -> Math.atan2(x, 1), 0, 1, -1, Double.POSITIVE_INFINITY);
        double sum = 0;
        for (int i = 0; i < 2000; i++) {
            double x = i * 0.37 - 300;
            sum += StrictMath.sin(x) * StrictMath.exp(-x * x / 1e5) + StrictMath.tanh(x / 50) + StrictMath.log1p(i) + StrictMath.atan2(x, i);
        }
        System.out.println(sum);
    }
}
