public class Loops {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0, j = 10; i < j; i++, j--) {
            sum += i * j;
        }
        System.out.println(sum);
        int n = 5;
        while (n-- > 0) {
            System.out.print(n + " ");
        }
        System.out.println(n);
        do {
            n += 3;
        } while (n < 10);
        System.out.println(n);
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) {
                    continue outer;
                }
                if (i == 3) {
                    break outer;
                }
                System.out.print(i + "" + j + " ");
            }
        }
        System.out.println();
        block: {
            if (sum > 0) {
                System.out.println("leaves the block");
                break block;
            }
            System.out.println("not reached");
        }
        for (;;) {
            if (++sum % 7 == 0) {
                break;
            }
        }
        System.out.println(sum);
        int count = 0;
        retry:
        while (true) {
            count++;
            switch (count % 4) {
                case 0:
                    break retry;
                case 1:
                    continue retry;
                case 2:
                    break;
                default:
                    count += 0;
            }
            System.out.print("c" + count + " ");
        }
        System.out.println(count);
        for (String word : new String[] {"each", "of", "these"}) {
            if (word.equals("of")) {
                continue;
            }
            System.out.print(word + " ");
        }
        System.out.println();
        for (int[] row : new int[][] {{1, 2}, {}, {3}}) {
            for (int value : row) {
                System.out.print(value);
            }
            System.out.print(";");
        }
        System.out.println();
        long total = 0;
        for (int i = Integer.MAX_VALUE - 3; i > 0; i++) {
            total += i;
        }
        System.out.println(total);
        for (double d = 0; d < 1; d += 0.25) {
            System.out.print(d + " ");
        }
        for (char c = 'a'; c < 'e'; c += 2) {
            System.out.print(c + " ");
        }
        for (byte b = 125; b > 0; b++) {
            System.out.print(b + " ");
        }
        System.out.println();
        System.out.println(fib(15));
        int x = 10;
        while (x > 0) {
            if (x % 2 == 0) {
                x /= 2;
                continue;
            }
            x -= 3;
            System.out.print(x + " ");
        }
        System.out.println();
    }
}
