public class NestedExceptions {
    static class Custom extends Exception {
        final int code;

        Custom(String message, int code) {
            super(message);
            this.code = code;
        }

        Custom(Throwable cause) {
            super(cause);
            code = -1;
        }
    }

    static void low(int n) throws Custom {
        if (n % 3 == 0) {
            throw new Custom("low " + n, n);
        }
        if (n % 3 == 1) {
            throw new IllegalStateException("state " + n);
        }
    }

    static String middle(int n) throws Custom {
        try {
            low(n);
            return "fine " + n;
        } catch (IllegalStateException e) {
            throw new Custom(e);
        }
    }

    static String high(int n) {
        String result = "";
        try {
            result = middle(n);
        } catch (Custom e) {
            result = e.code + ":" + e.getMessage() + ":" + e.getCause();
        } finally {
            result += ".";
        }
        return result;
    }

    static void rethrow(Exception e) {
        try {
            throw e;
        } catch (RuntimeException r) {
            System.out.println("runtime " + r.getMessage());
        } catch (Exception o) {
            System.out.println("other " + o.getMessage());
        }
    }

    static <T extends Throwable> void sneak(Throwable t) throws T {
        @SuppressWarnings("unchecked")
        T thrown = (T) t;
        throw thrown;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            System.out.println(high(i));
        }
        rethrow(new RuntimeException("r"));
        rethrow(new Custom("c", 1));
        try {
            NestedExceptions.<RuntimeException>sneak(new Custom("sneaky", 2));
        } catch (Exception e) {
            System.out.println(e + " " + (e instanceof Custom));
        }
        Throwable chain = new Error("outer", new RuntimeException("middle", new Custom("inner", 3)));
        int depth = 0;
        for (Throwable t = chain; t != null; t = t.getCause()) {
            System.out.println("  ".repeat(depth++) + t);
        }
        try {
            try {
                throw new Custom("one", 1);
            } finally {
                try {
                    throw new RuntimeException("two");
                } catch (RuntimeException e) {
                    System.out.println("handled " + e.getMessage());
                }
            }
        } catch (Custom e) {
            System.out.println("then " + e.getMessage());
        }
        Exception late = new Exception("late");
        late.initCause(new Error("cause"));
        System.out.println(late.getCause());
        try {
            late.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        StackTraceElement[] trace = late.getStackTrace();
        System.out.println(trace.length + " " + trace[0].getMethodName() + " " + trace[0].getClassName() + " " + trace[0]);
    }
}
