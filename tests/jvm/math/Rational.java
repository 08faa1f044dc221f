import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Rational implements Comparable<Rational> {
    private final BigInteger top, bottom;

    Rational(long top, long bottom) {
        this(BigInteger.valueOf(top), BigInteger.valueOf(bottom));
    }

    Rational(BigInteger top, BigInteger bottom) {
        if (bottom.signum() == 0) {
            throw new ArithmeticException("zero denominator");
        }
        BigInteger g = top.gcd(bottom);
        if (bottom.signum() < 0) {
            g = g.negate();
        }
        this.top = top.divide(g);
        this.bottom = bottom.divide(g);
    }

    Rational plus(Rational o) {
        return new Rational(top.multiply(o.bottom).add(o.top.multiply(bottom)), bottom.multiply(o.bottom));
    }

    Rational times(Rational o) {
        return new Rational(top.multiply(o.top), bottom.multiply(o.bottom));
    }

    Rational inverse() {
        return new Rational(bottom, top);
    }

    @Override
    public int compareTo(Rational o) {
        return top.multiply(o.bottom).compareTo(o.top.multiply(bottom));
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Rational r && compareTo(r) == 0;
    }

    @Override
    public int hashCode() {
        return top.hashCode() * 31 + bottom.hashCode();
    }

    @Override
    public String toString() {
        return bottom.equals(BigInteger.ONE) ? top.toString() : top + "/" + bottom;
    }

    public static void main(String[] args) {
        Rational half = new Rational(1, 2), third = new Rational(-1, -3);
        System.out.println(half.plus(third) + " " + half.times(third) + " " + half.inverse() + " " + half.compareTo(third) + " " + half.equals(new Rational(5, 10)) + " " + new Rational(3, -6));
        Rational harmonic = new Rational(0, 1);
        for (int i = 1; i <= 40; i++) {
            harmonic = harmonic.plus(new Rational(1, i));
        }
        System.out.println(harmonic + " " + harmonic.hashCode());
        List<Rational> list = new ArrayList<>();
        for (int i = -3; i < 4; i++) {
            list.add(new Rational(i, i * i + 1));
        }
        Collections.sort(list);
        System.out.println(list + " " + Collections.max(list));
        try {
            new Rational(0, 5).inverse();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        BigInteger bernoulliScale = BigInteger.ONE;
        Rational[] row = new Rational[13];
        StringBuilder line = new StringBuilder();
        for (int m = 0; m <= 12; m++) {
            row[m] = new Rational(1, m + 1);
            for (int j = m; j >= 1; j--) {
                row[j - 1] = new Rational(j, 1).times(row[j - 1].plus(row[j].times(new Rational(-1, 1))));
            }
            line.append(row[0]).append(' ');
            bernoulliScale = bernoulliScale.multiply(BigInteger.TWO);
        }
        System.out.println(line + "" + bernoulliScale);
    }
}
