import java.math.*;
import java.util.*;

public class BigModular {
    public static void main(String[] args) {
        BigInteger p = BigInteger.TWO.pow(521).subtract(BigInteger.ONE);
        BigInteger g = BigInteger.valueOf(3);
        BigInteger x = new BigInteger("123456789012345678901234567890123456789012345678901234567890");
        BigInteger y = g.modPow(x, p);
        System.out.println(y);
        System.out.println(y.modInverse(p).multiply(y).mod(p) + " " + g.modPow(x.negate(), p).multiply(y).mod(p));
        System.out.println(x.gcd(BigInteger.valueOf(9_000_000_090L)) + " " + x.bitLength() + " " + x.bitCount() + " " + x.getLowestSetBit() + " " + x.signum() + " " + x.hashCode());
        System.out.println(x.toString(2).length() + " " + x.toString(36) + " " + x.negate().toString(16) + " " + new BigInteger("-zz", 36) + " " + new BigInteger("0"));
        System.out.println(Arrays.toString(x.toByteArray()) + " " + new BigInteger(new byte[] {-1, 0}) + " " + new BigInteger(1, new byte[] {-1, 0}));
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 200; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial + " " + factorial.sqrt().toString().length());
        BigInteger[] parts = factorial.divideAndRemainder(x.pow(3));
        System.out.println(parts[0].toString().substring(0, 20) + " " + parts[1].mod(BigInteger.valueOf(1_000_007)) + " " + parts[0].multiply(x.pow(3)).add(parts[1]).equals(factorial));
        System.out.println(BigInteger.valueOf(97).isProbablePrime(20) + " " + p.isProbablePrime(5) + " " + BigInteger.valueOf(91).isProbablePrime(20) + " " + BigInteger.valueOf(1000).nextProbablePrime());
        System.out.println(x.shiftLeft(70).shiftRight(75) + " " + x.negate().shiftRight(100) + " " + x.and(y).mod(BigInteger.TEN) + " " + x.or(y).xor(x).bitCount() + " " + x.not() + " " + x.andNot(y).testBit(5) + " " + x.setBit(300).clearBit(300).flipBit(0));
        System.out.println(new BigInteger("-7").mod(BigInteger.valueOf(3)) + " " + new BigInteger("-7").remainder(BigInteger.valueOf(3)) + " " + new BigInteger("-7").divide(BigInteger.valueOf(2)));
        System.out.println(x.longValue() + " " + x.intValue() + " " + x.doubleValue() + " " + x.floatValue() + " " + BigInteger.valueOf(Long.MIN_VALUE).longValueExact());
        for (Runnable action : new Runnable[] {() -> x.longValueExact(), () -> x.divide(BigInteger.ZERO), () -> BigInteger.TWO.modInverse(BigInteger.valueOf(4)), () -> new BigInteger("12x"), () -> BigInteger.TWO.pow(-1), () -> BigInteger.TEN.mod(BigInteger.ZERO), () -> BigInteger.TEN.negate().sqrt()}) {
            try {
                action.run();
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        BigInteger large = BigInteger.ONE.shiftLeft(20000).subtract(BigInteger.ONE);
        System.out.println(large.multiply(large).mod(BigInteger.valueOf(1_000_000_007)) + " " + large.toString().hashCode() + " " + large.pow(3).bitLength() + " " + new BigInteger(large.toString()).equals(large));
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 0; i < 1000; i++) {
            BigInteger next = a.add(b);
            a = b;
            b = next;
        }
        System.out.println(a);
        System.out.println(new BigInteger(128, new Random(42)) + " " + BigInteger.probablePrime(64, new Random(7)));
    }
}
