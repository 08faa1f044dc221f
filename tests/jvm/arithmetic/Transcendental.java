public class Transcendental {
    public static void main(String[] args) {
        double[] values = {0, 0.5, -0.75, 1, 2, 10, 100.25, 1e-10, 12345.678};
        for (double v : values) {
            System.out.println(StrictMath.sin(v) + " " + StrictMath.cos(v) + " " + StrictMath.tan(v) + " " + StrictMath.atan(v) + " " + StrictMath.exp(v / 100) + " " + StrictMath.log(Math.abs(v)) + " " + StrictMath.cbrt(v) + " " + StrictMath.log10(Math.abs(v)));
            System.out.println(StrictMath.pow(v, 2) + " " + StrictMath.pow(Math.abs(v), 0.5) + " " + StrictMath.pow(2, v / 50) + " " + StrictMath.hypot(v, 3) + " " + StrictMath.atan2(v, 2) + " " + StrictMath.sinh(v / 1000) + " " + StrictMath.cosh(v / 1000) + " " + StrictMath.tanh(v) + " " + StrictMath.expm1(v / 1000) + " " + StrictMath.log1p(Math.abs(v)));
        }
        System.out.println(StrictMath.asin(0.5) + " " + StrictMath.acos(-0.25) + " " + StrictMath.asin(2) + " " + StrictMath.log(-1) + " " + StrictMath.log(0) + " " + StrictMath.exp(1000) + " " + StrictMath.pow(0, 0) + " " + StrictMath.pow(Double.NaN, 0));
        System.out.println(Math.pow(2, 10) + " " + Math.pow(3, 2) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.sin(0) + " " + Math.cos(0) + " " + Math.log10(1000));
    }
}
