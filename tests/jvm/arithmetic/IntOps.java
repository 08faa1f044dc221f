public class IntOps {
    static int calls;

    static int next(int value) {
        calls++;
        return value;
    }

    public static void main(String[] args) {
        int[] values = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 1000003, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
        for (int a : values) {
            System.out.println(a + ": " + (a + 1) + " " + (a - 1) + " " + (-a) + " " + (~a) + " " + (a * a) + " " + (a << 1) + " " + (a >> 1) + " " + (a >>> 1));
            for (int b : values) {
                String quotient = b == 0 ? "-" : (a / b) + "r" + (a % b);
                System.out.print(" " + (a + b) + "," + (a - b) + "," + (a * b) + "," + quotient + "," + (a & b) + "," + (a | b) + "," + (a ^ b));
                System.out.print("," + (a << b) + "," + (a >> b) + "," + (a >>> b) + "," + (a < b) + (a <= b) + (a == b) + (a != b) + (a > b) + (a >= b));
            }
            System.out.println();
        }
        int x = 5;
        x += 3.7;
        System.out.println(x);
        x -= 'a';
        System.out.println(x);
        x <<= 33;
        System.out.println(x);
        x >>>= 28;
        System.out.println(x);
        x *= 1.5f;
        System.out.println(x);
        int y = x++ + ++x;
        System.out.println(x + " " + y);
        int z = y-- - --y;
        System.out.println(y + " " + z);
        x = x++ + x++;
        System.out.println(x);
        int order = next(1) + next(2) * next(3) - next(4) / next(2);
        System.out.println(order + " " + calls);
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(Integer.MIN_VALUE % -1);
        System.out.println(0x7fff_ffff + 0b101 + 017 + 1_000);
    }
}
