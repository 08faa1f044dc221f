public class Overflow {
    static int depth;

    static int forever(int n) {
        depth++;
        return forever(n + 1) + 1;
    }

    static void mutualA() {
        depth++;
        mutualB();
    }

    static void mutualB() {
        depth++;
        mutualA();
    }

    static int cleanups;

    static void withFinally(int n) {
        try {
            withFinally(n + 1);
        } finally {
            if (n == 0) {
                cleanups++;
            }
        }
    }

    static class Node {
        Node next;

        @Override
        public String toString() {
            return "n" + next;
        }
    }

    public static void main(String[] args) {
        try {
            forever(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + (depth > 100) + " " + e.getMessage() + " " + (e.getStackTrace().length > 50));
        }
        depth = 0;
        try {
            mutualA();
        } catch (StackOverflowError e) {
            System.out.println("again " + (depth > 100) + " " + e);
        }
        try {
            withFinally(0);
        } catch (StackOverflowError e) {
            System.out.println("finally " + cleanups);
        }
        Node node = new Node();
        node.next = node;
        try {
            System.out.println(node.toString().length());
        } catch (StackOverflowError e) {
            System.out.println("cycle");
        }
        try {
            Runnable[] self = new Runnable[1];
            self[0] = () -> self[0].run();
            self[0].run();
        } catch (VirtualMachineError e) {
            System.out.println("lambda " + (e instanceof StackOverflowError));
        }
        System.out.println("still fine " + Integer.toString(12));
    }
}
