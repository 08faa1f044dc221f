// violated: assert
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Reading and writing an element in volatile ways are two steps all the same. */
public class HandleTwice {
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    public static void main(String[] args) throws InterruptedException {
        long[] counts = new long[2];
        Thread other = new Thread(() -> add(counts));
        other.start();
        add(counts);
        other.join();
        assert counts[1] == 2;
    }

    static void add(long[] counts) {
        long seen = (long) ELEMENTS.getVolatile(counts, 1);
        ELEMENTS.setVolatile(counts, 1, seen + 1);
    }
}
