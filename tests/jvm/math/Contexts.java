import java.math.*;
import java.util.*;

public class Contexts {
    public static void main(String[] args) {
        BigDecimal one = BigDecimal.ONE, three = new BigDecimal("3");
        for (MathContext context : new MathContext[] {MathContext.DECIMAL32, MathContext.DECIMAL64, MathContext.DECIMAL128, new MathContext(5, RoundingMode.CEILING), new MathContext(1)}) {
            System.out.println(context + ": " + one.divide(three, context) + " " + new BigDecimal("123456.789").round(context) + " " + new BigDecimal("2").sqrt(context) + " " + new BigDecimal("1.0000001").pow(30, context) + " " + new BigDecimal("9.99999999").add(new BigDecimal("0.000000011"), context));
        }
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder line = new StringBuilder(mode.toString());
            for (String text : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"}) {
                try {
                    line.append(' ').append(new BigDecimal(text).setScale(0, mode));
                } catch (ArithmeticException e) {
                    line.append(" (").append(e.getMessage()).append(')');
                }
            }
            System.out.println(line);
        }
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1E+5") + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("123.4500").stripTrailingZeros() + " " + new BigDecimal("12345E-10").toEngineeringString() + " " + new BigDecimal("100").stripTrailingZeros() + " " + new BigDecimal("0.000").stripTrailingZeros());
        System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").hashCode() + " " + new BigDecimal("2.00").hashCode() + " " + new BigDecimal("1.23").scale() + new BigDecimal("1.23").precision() + " " + new BigDecimal("1.23").unscaledValue());
        System.out.println(Arrays.toString(new BigDecimal("17.5").divideAndRemainder(new BigDecimal("3.2"))) + " " + new BigDecimal("-17.5").remainder(three) + " " + new BigDecimal("17.5").divideToIntegralValue(three) + " " + new BigDecimal("1.5").movePointLeft(3) + " " + new BigDecimal("1.5").movePointRight(3) + " " + new BigDecimal("1.5").scaleByPowerOfTen(-4));
        try {
            one.divide(three);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigDecimal("1.5").intValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new BigDecimal("1e30").longValue() + " " + new BigDecimal("123.999").intValue() + " " + new BigDecimal("1e-400").doubleValue() + " " + new BigDecimal("0.1").floatValue() + " " + new BigDecimal("3.7").toBigInteger() + " " + one.max(three).min(BigDecimal.TEN).negate().abs().plus().signum() + " " + new BigDecimal("1.10").ulp());
        BigDecimal balance = new BigDecimal("1000.00");
        for (int year = 1; year <= 10; year++) {
            balance = balance.multiply(new BigDecimal("1.0375")).setScale(2, RoundingMode.HALF_EVEN);
        }
        System.out.println(balance);
        BigDecimal pi = BigDecimal.ZERO;
        MathContext fifty = new MathContext(55);
        for (int k = 0; k < 45; k++) {
            BigDecimal sixteen = BigDecimal.valueOf(16).pow(k);
            BigDecimal term = new BigDecimal(4).divide(new BigDecimal(8 * k + 1), fifty).subtract(new BigDecimal(2).divide(new BigDecimal(8 * k + 4), fifty)).subtract(one.divide(new BigDecimal(8 * k + 5), fifty)).subtract(one.divide(new BigDecimal(8 * k + 6), fifty));
            pi = pi.add(term.divide(sixteen, fifty));
        }
        System.out.println(pi.round(new MathContext(50)));
        System.out.println(new BigDecimal("12345678901234567890.123456789").sqrt(new MathContext(30)) + " " + new BigDecimal("1234.5678").precision() + " " + new BigDecimal(new char[] {'1', '.', '5'}) + " " + new BigDecimal(12345L, new MathContext(3)) + " " + new BigDecimal(BigInteger.TEN, 3));
    }
}
