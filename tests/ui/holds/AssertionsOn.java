/** It asks whether assertions are on, and expects one that fails. */
public class AssertionsOn {
    interface Body {
        void run();
    }

    static void assertThrows(Class<? extends Throwable> expected, Body body) {
        try {
            body.run();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return;
            }
        }
        throw new IllegalStateException("nothing was thrown");
    }

    public static void main(String[] args) {
        boolean on = false;
        try {
            assert false;
        } catch (AssertionError e) {
            on = true;
        }
        if (on) {
            assertThrows(AssertionError.class, () -> {
                assert args.length > 0;
            });
        }
    }
}
