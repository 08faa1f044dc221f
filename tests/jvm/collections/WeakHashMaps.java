import java.lang.ref.*;
import java.util.*;

public class WeakHashMaps {
    record Key(String name) {}

    public static void main(String[] args) {
        WeakHashMap<Key, Integer> map = new WeakHashMap<>();
        List<Key> keep = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Key key = new Key("k" + i);
            keep.add(key);
            map.put(key, i * i);
        }
        System.out.println(map.size() + " " + map.get(new Key("k7")) + " " + map.containsKey(new Key("k40")));
        System.out.println(map.remove(keep.get(3)) + " " + map.remove(keep.get(3)) + " " + map.size());
        int sum = 0;
        for (Map.Entry<Key, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
            entry.setValue(1);
        }
        System.out.println(sum + " " + map.values().stream().mapToInt(v -> v).sum());
        map.put(null, 77);
        System.out.println(map.get(null) + " " + map.containsKey(null));
        map.merge(keep.get(5), 10, Integer::sum);
        map.computeIfAbsent(keep.get(3), key -> key.name().length());
        System.out.println(map.get(keep.get(5)) + " " + map.get(keep.get(3)));
        WeakReference<Key> weak = new WeakReference<>(keep.get(0));
        SoftReference<Key> soft = new SoftReference<>(keep.get(1));
        ReferenceQueue<Key> queue = new ReferenceQueue<>();
        PhantomReference<Key> phantom = new PhantomReference<>(keep.get(2), queue);
        System.out.println(weak.get() + " " + soft.get() + " " + phantom.get() + " " + queue.poll());
        System.out.println(weak.refersTo(keep.get(0)) + " " + phantom.refersTo(keep.get(2)) + " " + weak.refersTo(null));
        weak.clear();
        phantom.clear();
        System.out.println(weak.get() + " " + weak.refersTo(null) + " " + phantom.refersTo(null));
        WeakReference<Key> queued = new WeakReference<>(keep.get(4), queue);
        System.out.println(queued.enqueue() + " " + (queue.poll() == queued) + " " + queued.get());
        map.clear();
        System.out.println(map + " " + map.isEmpty() + " " + keep.size());
        Reference.reachabilityFence(keep);
    }
}
