public class TryFinally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int overrides() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int keeps() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            log.append("f").append(x);
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 3;
        }
    }

    static int catches() {
        try {
            throw new IllegalStateException("a");
        } catch (IllegalStateException e) {
            log.append("c");
            return 4;
        } finally {
            log.append("d");
        }
    }

    static void replaces() {
        try {
            throw new RuntimeException("first");
        } finally {
            throw new IllegalArgumentException("second");
        }
    }

    static int loop() {
        int n = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                n += 10;
            } finally {
                n++;
            }
        }
        return n;
    }

    @SuppressWarnings("finally")
    static int breaksOut() {
        while (true) {
            try {
                throw new Error("gone");
            } finally {
                break;
            }
        }
        return 5;
    }

    static String nested(int where) {
        StringBuilder s = new StringBuilder();
        try {
            try {
                s.append("1");
                if (where == 1) {
                    throw new IllegalStateException("inner");
                }
                try {
                    s.append("2");
                    if (where == 2) {
                        throw new RuntimeException("innermost");
                    }
                } finally {
                    s.append("3");
                    if (where == 3) {
                        throw new IllegalArgumentException("in finally");
                    }
                }
            } catch (IllegalStateException e) {
                s.append("[").append(e.getMessage()).append("]");
                if (where == 1) {
                    throw new RuntimeException("again", e);
                }
            } finally {
                s.append("4");
            }
            s.append("5");
        } catch (IllegalArgumentException | ArithmeticException e) {
            s.append("{").append(e.getMessage()).append("}");
        } catch (RuntimeException e) {
            s.append("<").append(e.getMessage()).append(e.getCause() == null ? "" : e.getCause().getMessage()).append(">");
        } finally {
            s.append("6");
        }
        return s.toString();
    }

    static int recursive(int n) {
        try {
            if (n == 0) {
                throw new IllegalStateException();
            }
            return recursive(n - 1);
        } finally {
            log.append(n);
        }
    }

    static long wide(boolean fail) {
        long a = 1L << 40;
        double d = 0.5;
        try {
            a++;
            if (fail) {
                throw new Exception();
            }
            d *= 2;
        } catch (Exception e) {
            a += 10;
        } finally {
            a += (long) (d * 4);
        }
        return a;
    }

    public static void main(String[] args) {
        System.out.println(overrides() + " " + keeps() + " " + swallows() + " " + catches() + " " + loop() + " " + breaksOut() + " " + log);
        try {
            replaces();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        for (int i = 0; i < 5; i++) {
            System.out.println(nested(i));
        }
        log.setLength(0);
        try {
            recursive(4);
        } catch (IllegalStateException e) {
            System.out.println(log + " " + e.getMessage());
        }
        System.out.println(wide(true) + " " + wide(false));
    }
}
