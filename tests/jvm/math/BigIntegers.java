import java.math.BigInteger;

public class BigIntegers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(-987654321987L);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.remainder(b) + " " + a.mod(b.negate()) + " " + b.mod(BigInteger.TEN));
        System.out.println(java.util.Arrays.toString(a.divideAndRemainder(b)) + " " + b.abs() + " " + a.negate() + " " + b.signum() + " " + a.compareTo(b) + " " + a.equals(new BigInteger(a.toString())));
        System.out.println(a.pow(3) + " " + BigInteger.TWO.pow(200) + " " + a.gcd(BigInteger.valueOf(1_000_000)) + " " + BigInteger.valueOf(3).modPow(new BigInteger("1000"), BigInteger.valueOf(1007)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)));
        System.out.println(a.shiftLeft(70) + " " + a.shiftRight(30) + " " + b.shiftRight(5) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.andNot(b));
        System.out.println(a.bitLength() + " " + a.bitCount() + " " + a.testBit(3) + " " + a.setBit(200) + " " + a.clearBit(1) + " " + a.flipBit(0) + " " + a.getLowestSetBit());
        System.out.println(a.toString(16) + " " + a.toString(2) + " " + new BigInteger("zz", 36) + " " + new BigInteger("-ff", 16) + " " + a.hashCode() + " " + java.util.Arrays.toString(b.toByteArray()) + " " + new BigInteger(new byte[] {1, 0, 0}));
        System.out.println(a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue() + " " + b.longValueExact() + " " + a.max(b) + " " + a.min(b));
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 100; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial);
        BigInteger x = BigInteger.ZERO, y = BigInteger.ONE;
        for (int i = 0; i < 300; i++) {
            BigInteger t = x.add(y);
            x = y;
            y = t;
        }
        System.out.println(x + " " + x.sqrt() + " " + x.bitLength());
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.intValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.pow(-1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(BigInteger.ZERO.equals(new BigInteger("-0")) + " " + BigInteger.valueOf(5).compareTo(BigInteger.TEN) + " " + new BigInteger("1000000007").isProbablePrime(1));
    }
}
