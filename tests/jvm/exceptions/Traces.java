import java.io.*;
import java.util.*;
import java.util.function.*;

public class Traces {
    static class Chain {
        void first() {
            second(1);
        }

        private void second(int n) {
            new Object() {
                void third() {
                    Function<Integer, Integer> divide = d -> 10 / d;
                    divide.apply(n - 1);
                }
            }.third();
        }

        static {
            System.out.println("Chain loaded");
        }
    }

    static String trace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    public static void main(String[] args) {
        try {
            new Chain().first();
        } catch (ArithmeticException e) {
            System.out.print(trace(e));
            RuntimeException wrapped = new RuntimeException("wrapped", e);
            wrapped.addSuppressed(new IOException("suppressed"));
            System.out.print(trace(wrapped));
        }
        try {
            Iterator<String> iterator = new ArrayList<String>().iterator();
            iterator.next();
        } catch (NoSuchElementException e) {
            System.out.print(trace(e));
        }
        try {
            System.arraycopy(new int[2], 0, new int[1], 0, 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.print(trace(e));
        }
        try {
            Map<String, Integer> map = new TreeMap<>();
            map.put(null, 1);
        } catch (NullPointerException e) {
            System.out.print(trace(e));
        }
        try {
            List.of("b", "a").stream().map(s -> s.charAt(2)).toList();
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
            StackTraceElement[] elements = e.getStackTrace();
            System.out.println(elements[elements.length - 1] + " " + elements[elements.length - 1].getClassName() + " " + elements[elements.length - 1].getLineNumber() + " " + elements[elements.length - 1].getFileName());
        }
        Exception first = new Exception("a"), second = new Exception("b", first);
        first.initCause(second);
        System.out.print(trace(first));
        Throwable made = new Throwable();
        made.setStackTrace(new StackTraceElement[] {new StackTraceElement("pack.Age", "method", "Age.java", 12), new StackTraceElement("x.Y", "z", null, -2)});
        System.out.print(trace(made));
        try {
            throw new Error((String) null);
        } catch (Error e) {
            System.out.println(e + " " + e.getLocalizedMessage());
        }
        new IllegalArgumentException("printed to the error stream").printStackTrace();
    }
}
