public class Halt {
    public static void main(String[] args) {
        try {
            System.out.println("halting");
            System.out.flush();
            Runtime.getRuntime().halt(7);
        } finally {
            System.out.println("not reached");
        }
    }
}
