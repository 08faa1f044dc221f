public class Algorithms {
    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        base %= modulus;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent >>= 1;
        }
        return result;
    }

    static int crc(byte[] data) {
        int crc = 0xffffffff;
        for (byte b : data) {
            crc ^= b & 0xff;
            for (int i = 0; i < 8; i++) {
                crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
            }
        }
        return ~crc;
    }

    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static double newton(double x) {
        double guess = x;
        for (int i = 0; i < 30; i++) {
            guess = (guess + x / guess) / 2;
        }
        return guess;
    }

    public static void main(String[] args) {
        System.out.println(gcd(1071, 462) + " " + gcd(17, 5) + " " + gcd(0, 9));
        System.out.println(power(3, 200, 1_000_000_007L) + " " + power(2, 62, Long.MAX_VALUE));
        System.out.println(Integer.toHexString(crc("123456789".getBytes())));
        System.out.println(ackermann(2, 3));
        System.out.println(newton(2) + " " + newton(1e10));
        boolean[] composite = new boolean[200];
        StringBuilder primes = new StringBuilder();
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes.append(i).append(' ');
                for (int j = i * i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        System.out.println(primes);
        int n = 27, steps = 0;
        long highest = 0;
        for (long v = n; v != 1; v = (v & 1) == 0 ? v / 2 : 3 * v + 1) {
            steps++;
            highest = Math.max(highest, v);
        }
        System.out.println(steps + " " + highest);
        long state = 88172645463325252L;
        for (int i = 0; i < 5; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            System.out.print(state + " ");
        }
        System.out.println();
        int seed = 12345;
        for (int i = 0; i < 5; i++) {
            seed = seed * 1103515245 + 12345;
            System.out.print((seed >>> 16 & 0x7fff) + " ");
        }
        System.out.println();
        double pi = 0;
        for (int k = 0; k < 2000; k++) {
            pi += (k % 2 == 0 ? 4.0 : -4.0) / (2 * k + 1);
        }
        System.out.println(pi);
        long a = 0, b = 1;
        for (int i = 0; i < 90; i++) {
            long t = a + b;
            a = b;
            b = t;
        }
        System.out.println(a);
    }
}
