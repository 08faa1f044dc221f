import glassbox.api.Ensures;
import glassbox.api.Requires;

/** Numbers and truth values. */
public class Sums {
    int i;
    long l;
    short s;
    byte b;
    char c;
    boolean p;
    boolean q;

    @Ensures("x >= 0 => result == x * 4")
    static int holdsLeft(int x) {
        return x << 2;
    }

    @Ensures("result == x")
    static int violatedLeft(int x) {
        return x << 33;
    }

    @Ensures("result == x * 2")
    static int holdsLeftWhole(int x) {
        return x << 33;
    }

    @Ensures("result == (x < 0 ? -1 : 0)")
    static int holdsRight(int x) {
        return x >> 31;
    }

    @Ensures("result >= 0")
    static int violatedRight(int x) {
        return x >> 1;
    }

    @Ensures("result == (x < 0 ? 1 : 0)")
    static int holdsUnsigned(int x) {
        return x >>> 31;
    }

    @Ensures("result == (x < 0 ? 3 : 0)")
    static int holdsUnsignedTwo(int x) {
        return x >>> 30;
    }

    @Ensures("result <=> x > 0")
    static boolean violatedUnsigned(int x) {
        return (x >>> 31) == 0;
    }

    @Ensures("result == (x < 0 ? 1 : 0)")
    static long holdsUnsignedLong(long x) {
        return x >>> 63;
    }

    @Ensures("result == x * 2")
    static int holdsShiftCount(int x) {
        int count = 1;
        if (x == 0) {
            count = 31;
        }
        return x << count;
    }

    @Ensures("y != 0 && result == x / y")
    static int holdsQuotient(int x, int y) {
        return x / y;
    }

    @Ensures("result * y == x")
    static int violatedQuotient(int x, int y) {
        return (x + 2) / (y + 2);
    }

    @Ensures("result == -1 || result == 0 || result == 1")
    static int holdsRemainder(int x) {
        return (x * 3) % 2;
    }

    @Ensures("result >= 0")
    static int violatedRemainder(int x) {
        return x % 2;
    }

    @Ensures("result == x")
    static int holdsNarrow(int x) {
        return (byte) (x + 256);
    }

    @Ensures("result == x")
    static int violatedNarrow(int x) {
        return (byte) (x + 128) + 128;
    }

    @Ensures("x >= 0 => result == x")
    static int holdsChar(int x) {
        return (char) x;
    }

    @Ensures("result < 0 <=> x < 0")
    static int violatedChar(int x) {
        return (char) (x + 65536) == 65535 ? 1 : x;
    }

    @Ensures("result == x")
    static int holdsShort(int x) {
        return (short) (x + 1000 - 1000);
    }

    @Ensures("result == x + y")
    static int holdsLong(int x, int y) {
        long sum = x;
        sum += y;
        return (int) sum;
    }

    @Ensures("result == x")
    static int violatedLong(long x) {
        return (int) (x * 2);
    }

    @Ensures("result == (x < y ? -1 : (x == y ? 0 : 1))")
    static int holdsOrder(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    @Ensures("result")
    static boolean violatedOrder(long x, long y) {
        return x - y < 2L;
    }

    @Ensures("c >= 0")
    static void holdsCharParameter(char c) {
    }

    @Ensures("this.c >= 0")
    void holdsCharField() {
    }

    @Ensures("this.c > 0")
    void violatedCharField() {
    }

    @Ensures("this.b == x && this.s == x && this.i == x && this.l == x")
    void holdsFields(int x) {
        b = (byte) x;
        s = (short) x;
        i = x;
        l = x;
    }

    @Ensures("this.i == old(this.i) + x && this.b == old(this.b) + 1 && this.l == old(this.l) - 1")
    void holdsCompound(int x) {
        i += x;
        b++;
        l--;
    }

    @Ensures("this.s == old(this.s) * 2")
    void violatedCompound(int x) {
        s += s;
        s ^= x;
    }

    @Ensures("result == old(this.i) && this.i == old(this.i) + 1")
    int holdsAfter() {
        return i++;
    }

    @Ensures("result == old(this.i)")
    int violatedAfter() {
        return i-- - --i + 2 * i;
    }

    @Ensures("this.p <=> (old(this.p) && x)")
    void holdsTruth(boolean x) {
        p &= x;
    }

    @Ensures("this.p <=> (old(this.p) || x)")
    void violatedTruth(boolean x) {
        p = p ^ x;
    }

    @Ensures("result <=> (x && !y || this.q)")
    boolean holdsLazy(boolean x, boolean y) {
        return x && !y || q;
    }

    @Ensures("result <=> this.p")
    boolean violatedLazy(boolean x) {
        return x ? p : q;
    }

    static boolean both(boolean x, boolean y) {
        return x & y;
    }

    static boolean flip(boolean x) {
        return !x;
    }

    @Ensures("result <=> (x || y)")
    static boolean holdsLogic(boolean x, boolean y) {
        return flip(both(flip(x), flip(y)));
    }

    @Ensures("result <=> x")
    static boolean violatedLogic(boolean x, boolean y) {
        return flip(both(flip(x), flip(y)));
    }

    @Ensures("result == (x > y ? x : y)")
    static int holdsGreatest(int x, int y) {
        return x > y ? x : y;
    }

    @Ensures("result == -x - 1")
    static int holdsComplement(int x) {
        return ~x;
    }

    @Ensures("result == -x")
    static int violatedComplement(int x) {
        return ~x;
    }

    @Ensures("result == (x == y ? 0 : result) && (x != y => result != 0)")
    static int holdsBits(int x, int y) {
        return (x & ~y) | (y & ~x);
    }

    @Ensures("result == x - y")
    static int violatedBits(int x, int y) {
        return x ^ y;
    }

    @Ensures("result == x * y")
    static int holdsTimes(int x, int y) {
        int product = 0;
        int sign = y < 0 ? -1 : 1;
        for (int k = 0; k < y * sign; k++) {
            product += x;
        }
        return product * sign;
    }

    @Ensures("result == -x")
    static int holdsNegated(int x) {
        return -x;
    }

    @Ensures("some result & x")
    static int unknownWide(int x) {
        return x == 1000000 ? 0 : x;
    }

    @Ensures("result == 1")
    static int unknownReal(int x) {
        double d = x;
        return d == x ? 1 : 0;
    }

    @Ensures("result == x")
    static int holdsInteger(int x) {
        int large = 100;
        return (x * large + large) / large - 1;
    }

    @Ensures("result == x || x == 0")
    static int violatedInteger(int x) {
        int large = 100;
        return (x * large) % (large + x) / (large - 1);
    }
}
