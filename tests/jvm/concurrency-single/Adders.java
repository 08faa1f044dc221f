import java.util.*;
import java.util.concurrent.atomic.*;

public class Adders {
    public static void main(String[] args) {
        LongAdder adder = new LongAdder();
        for (int i = 0; i < 100; i++) {
            adder.add(i);
        }
        adder.increment();
        adder.decrement();
        System.out.println(adder.sum() + " " + adder + " " + adder.intValue() + " " + adder.sumThenReset() + " " + adder.sum());
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        doubles.add(0.25);
        System.out.println(doubles.sum() + " " + doubles);
        LongAccumulator maximum = new LongAccumulator(Math::max, Long.MIN_VALUE);
        for (long value : new long[] {5, 99, -3}) {
            maximum.accumulate(value);
        }
        System.out.println(maximum.get() + " " + maximum.getThenReset() + " " + maximum.get());
        DoubleAccumulator product = new DoubleAccumulator((a, b) -> a * b, 1);
        product.accumulate(3);
        product.accumulate(0.5);
        System.out.println(product.get());
        AtomicIntegerArray array = new AtomicIntegerArray(new int[] {1, 2, 3});
        System.out.println(array.incrementAndGet(0) + " " + array.getAndAdd(1, 10) + " " + array.compareAndSet(2, 3, 33) + " " + array.updateAndGet(2, v -> v + 1) + " " + array + " " + array.length());
        try {
            array.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
        AtomicLongArray longs = new AtomicLongArray(3);
        longs.set(1, 7);
        longs.lazySet(2, 9);
        System.out.println(longs.accumulateAndGet(1, 3, (a, b) -> a * b) + " " + longs.getAndDecrement(2) + " " + longs);
        AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(2);
        System.out.println(texts.compareAndSet(0, null, "x") + " " + texts.getAndSet(0, "y") + " " + texts.getAndUpdate(0, s -> s + "z") + " " + texts);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 0);
        int[] stamp = new int[1];
        System.out.println(stamped.get(stamp) + stamp[0] + " " + stamped.compareAndSet("a", "b", 0, 1) + " " + stamped.compareAndSet("b", "c", 0, 2) + " " + stamped.getReference() + stamped.getStamp() + " " + stamped.attemptStamp("b", 5) + stamped.getStamp());
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked() + " " + marked.compareAndSet("m", "n", true, false) + " " + marked.getReference());
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(flag.getAndSet(true) + " " + flag.compareAndSet(true, false) + " " + flag + " " + flag.weakCompareAndSetPlain(false, true) + " " + flag.getPlain());
        AtomicReference<List<Integer>> reference = new AtomicReference<>(List.of());
        for (int i = 0; i < 3; i++) {
            int value = i;
            reference.updateAndGet(list -> {
                List<Integer> longer = new ArrayList<>(list);
                longer.add(value);
                return longer;
            });
        }
        System.out.println(reference + " " + reference.accumulateAndGet(List.of(9), (a, b) -> b) + " " + reference.getAcquire());
        AtomicInteger number = new AtomicInteger(5);
        System.out.println(number.getAndIncrement() + number.incrementAndGet() + " " + number.getAndUpdate(n -> n * n) + " " + number.accumulateAndGet(3, Integer::sum) + " " + number.compareAndExchange(52, 1) + " " + number.weakCompareAndSetVolatile(1, 2) + " " + number + " " + number.doubleValue() + " " + number.getAndSet(9) + number.addAndGet(-4));
        AtomicLong big = new AtomicLong(Long.MAX_VALUE);
        System.out.println(big.incrementAndGet() + " " + big.getAndDecrement() + " " + big.get() + " " + big.updateAndGet(l -> l >>> 1));
    }
}
