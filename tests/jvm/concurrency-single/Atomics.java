import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

public class Atomics {
    public static void main(String[] args) {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.get() + " " + i.incrementAndGet() + " " + i.getAndIncrement() + " " + i.decrementAndGet() + " " + i.getAndDecrement() + " " + i.addAndGet(10) + " " + i.getAndAdd(-3) + " " + i);
        System.out.println(i.compareAndSet(12, 20) + " " + i.compareAndSet(12, 30) + " " + i.getAndSet(7) + " " + i.updateAndGet(x -> x * x) + " " + i.getAndUpdate(x -> x + 1) + " " + i.accumulateAndGet(5, Math::min) + " " + i.getAndAccumulate(6, Integer::sum) + " " + i.intValue() + " " + i.doubleValue());
        i.set(Integer.MAX_VALUE);
        System.out.println(i.incrementAndGet());
        i.lazySet(1);
        System.out.println(i.getPlain() + " " + i.getAcquire() + " " + i.compareAndExchange(1, 9) + " " + i.weakCompareAndSetPlain(9, 10) + " " + i.get());
        AtomicLong l = new AtomicLong(1L << 40);
        System.out.println(l.incrementAndGet() + " " + l.getAndAdd(5) + " " + l.compareAndSet((1L << 40) + 6, -1) + " " + l.updateAndGet(x -> x * 2) + " " + l.getAndSet(3) + " " + l);
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.get() + " " + b.compareAndSet(false, true) + " " + b.getAndSet(false) + " " + b);
        AtomicReference<String> r = new AtomicReference<>("a");
        String before = r.get();
        System.out.println(r.compareAndSet(before, "b") + " " + r.compareAndSet(before, "c") + " " + r.getAndSet("d") + " " + r.updateAndGet(s -> s + "!") + " " + r.getAndAccumulate("?", String::concat) + " " + r);
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.incrementAndGet(1);
        array.addAndGet(2, 7);
        System.out.println(array + " " + array.compareAndSet(0, 0, 4) + " " + array.get(0) + " " + array.length());
        int[] counts = new int[3];
        AtomicInteger shared = new AtomicInteger();
        Runnable task = () -> counts[shared.getAndIncrement() % 3]++;
        for (int k = 0; k < 10; k++) {
            task.run();
        }
        System.out.println(Arrays.toString(counts));
    }
}
