public class Unwinding {
    static StringBuilder log = new StringBuilder();

    static class Marked extends RuntimeException {
        final int level;

        Marked(int level) {
            super("level " + level);
            this.level = level;
        }
    }

    static int descend(int n, int throwAt, int catchAt) {
        log.append('(');
        try {
            if (n == throwAt) {
                throw new Marked(n);
            }
            return 1 + descend(n + 1, throwAt, catchAt);
        } catch (Marked e) {
            log.append(n);
            if (n == catchAt) {
                return 100 + e.level;
            }
            throw e;
        } finally {
            log.append(')');
        }
    }

    static int evaluated;

    static int value(int v) {
        evaluated += v;
        return v;
    }

    static int fail(String message) {
        throw new IllegalStateException(message);
    }

    static int add(int a, int b, int c) {
        return a + b + c;
    }

    int field = 5;

    static Unwinding none() {
        evaluated += 1000;
        return null;
    }

    public static void main(String[] args) {
        System.out.println(descend(0, 3, 1) + " " + log);
        log.setLength(0);
        try {
            descend(0, 3, 9);
        } catch (Marked e) {
            System.out.println(e.getMessage() + " " + log);
        }
        try {
            add(value(1), fail("second"), value(10));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + evaluated);
        }
        int[] array = {1, 2};
        try {
            array[value(1)] = fail("store");
        } catch (IllegalStateException e) {
            System.out.println(array[1] + " " + evaluated);
        }
        try {
            array[5] = value(20);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(evaluated);
        }
        try {
            none().field = value(300);
        } catch (NullPointerException e) {
            System.out.println(evaluated);
        }
        int[] missing = null;
        try {
            missing[value(1) / 0] = 1;
        } catch (ArithmeticException e) {
            System.out.println("division first " + evaluated);
        }
        int x = 10;
        try {
            x = x / (x - 10);
        } catch (ArithmeticException e) {
            System.out.println("x is " + x);
        }
        int i = 0;
        try {
            array[i++] = array[i++ + 1];
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("i is " + i + " " + e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("threw null");
        }
        try {
            synchronized (log) {
                throw new Marked(7);
            }
        } catch (Marked e) {
            System.out.println("left the monitor " + e.level);
        }
        try {
            synchronized (none()) {
                System.out.println("never");
            }
        } catch (NullPointerException e) {
            System.out.println("null monitor");
        }
        String s = null;
        try {
            switch (s) {
                case "a":
                    break;
            }
        } catch (NullPointerException e) {
            System.out.println("null switch");
        }
        try {
            for (int v : missing) {
                System.out.println(v);
            }
        } catch (NullPointerException e) {
            System.out.println("null loop");
        }
        long count = 0;
        for (int k = 0; k < 1000; k++) {
            try {
                if (k % 7 == 0) {
                    throw new Marked(k);
                }
                count += 1;
            } catch (Marked e) {
                count += e.level;
            }
        }
        System.out.println(count);
    }
}
