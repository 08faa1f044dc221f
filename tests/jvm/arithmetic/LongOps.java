public class LongOps {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 3, -5, 63, 64, 65, 1L << 32, -(1L << 33) + 7, 0x123456789abcdefL, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
        for (long a : values) {
            System.out.println(a + ": " + (a + 1) + " " + (-a) + " " + (~a) + " " + (a * a) + " " + (int) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a);
            StringBuilder line = new StringBuilder();
            for (long b : values) {
                line.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ');
                if (b != 0) {
                    line.append(a / b).append(' ').append(a % b).append(' ');
                }
                line.append(a << b).append(' ').append(a >> b).append(' ').append(a >>> b).append(' ');
                line.append(a & b).append(' ').append(a | b).append(' ').append(a ^ b).append(' ').append(Long.compare(a, b)).append(' ');
                line.append(a < b).append(a == b).append(a >= b).append(';');
            }
            System.out.println(line);
        }
        long m = 10;
        m += 2.9;
        m <<= 60L;
        System.out.println(m);
        m >>>= 1;
        System.out.println(m);
        int small = 3;
        small += 1L << 33;
        System.out.println(small);
        small *= 0x1_0000_0001L;
        System.out.println(small);
        System.out.println(1 << 31L);
        System.out.println(1L << 31);
        System.out.println(5 / 2L + 7 % 4L);
        System.out.println(Long.MIN_VALUE / -1L);
        System.out.println(Long.MIN_VALUE % -1L);
        try {
            System.out.println(m / (m - m));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(m % 0L);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
