import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-0.07");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.remainder(b) + " " + a.negate() + " " + b.abs());
        System.out.println(a.scale() + " " + a.precision() + " " + a.unscaledValue() + " " + a.stripTrailingZeros() + " " + a.signum() + " " + a.equals(new BigDecimal("123.45")) + " " + a.compareTo(new BigDecimal("123.45")) + " " + a.hashCode());
        String[] values = {"2.5", "-2.5", "1.1", "-1.1", "1.6", "5.5", "0.5"};
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode == RoundingMode.UNNECESSARY) {
                continue;
            }
            StringBuilder line = new StringBuilder(mode + ":");
            for (String value : values) {
                line.append(' ').append(new BigDecimal(value).setScale(0, mode));
            }
            System.out.println(line);
        }
        System.out.println(new BigDecimal("1E+5") + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("0.0000001") + " " + new BigDecimal("0.0000001").toPlainString() + " " + new BigDecimal("12345E-10") + " " + new BigDecimal("123456").toEngineeringString() + " " + new BigDecimal("1.5E+7").toEngineeringString());
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + BigDecimal.valueOf(12345, 3) + " " + new BigDecimal(new BigInteger("987654321"), 4) + " " + BigDecimal.valueOf(100));
        System.out.println(new BigDecimal("10").divide(new BigDecimal("4")) + " " + BigDecimal.ONE.divide(new BigDecimal("3"), MathContext.DECIMAL32) + " " + BigDecimal.ONE.divide(new BigDecimal("7"), new MathContext(30)) + " " + new BigDecimal("17").divideToIntegralValue(new BigDecimal("5")));
        try {
            BigDecimal.ONE.divide(new BigDecimal("3"));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            BigDecimal.ONE.divide(BigDecimal.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.setScale(1, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(a.intValue() + " " + a.doubleValue() + " " + a.toBigInteger() + " " + a.longValue() + " " + a.movePointLeft(4) + " " + a.movePointRight(6) + " " + a.scaleByPowerOfTen(3) + " " + a.pow(3) + " " + a.max(b) + " " + a.round(new MathContext(2)) + " " + a.ulp());
        System.out.println(new BigDecimal("2").sqrt(new MathContext(20)));
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i <= 10; i++) {
            sum = sum.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), 20, RoundingMode.HALF_EVEN));
        }
        System.out.println(sum);
        BigDecimal balance = new BigDecimal("1000.00");
        for (int year = 0; year < 5; year++) {
            balance = balance.multiply(new BigDecimal("1.035")).setScale(2, RoundingMode.HALF_EVEN);
        }
        System.out.println(balance + " " + BigDecimal.TEN.equals(new BigDecimal("10")) + " " + new BigDecimal("1e400").doubleValue());
    }
}
