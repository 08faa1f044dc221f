/** What is said about a class whose initialisation has failed, the first time and later. */
public class FailedInitialisation {
    static class WithCause {
        static int value = fail();

        static int fail() {
            throw new IllegalStateException("ill", new RuntimeException("deep"));
        }
    }

    static class WithError {
        static int value = fail();

        static int fail() {
            throw new AssertionError();
        }
    }

    static class Masked extends RuntimeException {
        Masked() {
            super("written");
        }

        @Override public String getMessage() {
            return "masked";
        }
    }

    static class WithMask {
        static int value = fail();

        static int fail() {
            throw new Masked();
        }
    }

    static class Child extends WithMask {
        static int own = 3;
    }

    static void attempt(String what, Runnable work) {
        for (int i = 0; i < 3; i++) {
            try {
                work.run();
            } catch (Throwable thrown) {
                System.out.println(what + " " + i + ": " + thrown);
                thrown.printStackTrace(System.out);
                Throwable cause = thrown.getCause();
                System.out.println(cause + " " + (cause == null ? "" : cause.getCause()));
            }
        }
    }

    public static void main(String[] arguments) {
        attempt("with a cause", () -> System.out.println(WithCause.value));
        attempt("with an error", () -> System.out.println(WithError.value));
        attempt("with a masked message", () -> System.out.println(WithMask.value));
        attempt("child", () -> System.out.println(Child.own));
    }
}
