public class ExitInFinally {
    static int attempt() {
        try {
            System.out.println("trying");
            throw new IllegalStateException("lost");
        } finally {
            System.out.println("finally");
            System.err.println("to the error stream");
            System.exit(42);
        }
    }

    public static void main(String[] args) {
        try {
            attempt();
        } finally {
            System.out.println("not reached");
        }
    }
}
