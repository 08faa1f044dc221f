import java.util.*;

public class Uncaught {
    static class AppException extends Exception {
        AppException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            throw new IllegalStateException("closing " + name);
        }
    }

    static int depth(int n) {
        if (n == 0) {
            return List.of(1, 2, 3).get(5);
        }
        return depth(n - 1) + 1;
    }

    static void work() throws AppException {
        try (Resource first = new Resource("first"); Resource second = new Resource("second")) {
            depth(3);
        } catch (IndexOutOfBoundsException e) {
            throw new AppException("work failed", e);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("before");
        Runnable runnable = () -> {
            try {
                work();
            } catch (AppException e) {
                throw new RuntimeException(e);
            }
        };
        runnable.run();
        System.out.println("never");
    }
}
