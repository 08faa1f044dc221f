import java.io.*;
import java.util.*;

public class SystemCalls {
    static class First {}

    interface Second {}

    record Third() {}

    public static void main(String[] args) throws Exception {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        System.out.println((runtime.maxMemory() > 0) + " " + (runtime.totalMemory() <= runtime.maxMemory()) + " " + (runtime.freeMemory() >= 0) + " " + (runtime.availableProcessors() > 0));
        Thread.yield();
        Thread.onSpinWait();
        System.out.println(System.getenv("GLASSBOX_NO_SUCH_VARIABLE") + " " + System.getProperty("no.such.property") + " " + System.getProperty("no.such.property", "else") + " " + System.lineSeparator().length() + " " + System.getProperty("file.separator"));
        long start = System.nanoTime();
        long millis = System.currentTimeMillis();
        System.out.println((System.nanoTime() >= start) + " " + (System.currentTimeMillis() >= millis));
        PrintStream error = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true));
        System.err.println("to the buffer");
        error.println("to the real error stream");
        System.setErr(error);
        System.err.println("back");
        System.out.print(captured);
        System.out.print(new char[] {'c', 'h'});
        System.out.println(new char[] {'a', 'r', 's'});
        TreeSet<String> members = new TreeSet<>();
        for (Class<?> member : SystemCalls.class.getDeclaredClasses()) {
            members.add(member.getSimpleName());
        }
        System.out.println(members);
        System.out.println(System.identityHashCode(null) + " " + (System.identityHashCode(args) == args.hashCode()));
        System.out.flush();
        System.out.close();
        System.out.println("not printed");
    }
}
