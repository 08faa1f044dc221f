import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Updaters {
    volatile int count;
    volatile long total;
    volatile String name = "start";

    static final AtomicIntegerFieldUpdater<Updaters> COUNT = AtomicIntegerFieldUpdater.newUpdater(Updaters.class, "count");
    static final AtomicLongFieldUpdater<Updaters> TOTAL = AtomicLongFieldUpdater.newUpdater(Updaters.class, "total");
    static final AtomicReferenceFieldUpdater<Updaters, String> NAME = AtomicReferenceFieldUpdater.newUpdater(Updaters.class, String.class, "name");

    public static void main(String[] args) {
        Updaters object = new Updaters();
        System.out.println(COUNT.incrementAndGet(object) + " " + COUNT.getAndAdd(object, 5) + " " + COUNT.compareAndSet(object, 6, 60) + " " + COUNT.updateAndGet(object, c -> c / 7) + " " + object.count);
        System.out.println(TOTAL.addAndGet(object, 1L << 40) + " " + TOTAL.getAndSet(object, 3) + " " + TOTAL.accumulateAndGet(object, 4, Math::max) + " " + object.total);
        System.out.println(NAME.getAndSet(object, "next") + " " + NAME.compareAndSet(object, "other", "x") + " " + NAME.updateAndGet(object, n -> n + "!") + " " + object.name);
    }
}
