import java.util.*;
import java.util.concurrent.*;

public class Queues {
    static class Task implements Delayed {
        final String name;
        final long delay;

        Task(String name, long delay) {
            this.name = name;
            this.delay = delay;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(delay, TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(delay, ((Task) other).delay);
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 50; i++) {
            map.put(i * 7 % 50, "v" + i);
        }
        System.out.println(map.firstKey() + " " + map.lastEntry() + " " + map.ceilingKey(20) + " " + map.floorKey(-1) + " " + map.headMap(5) + " " + map.tailMap(45, false) + " " + map.subMap(10, 13).size());
        System.out.println(map.pollFirstEntry() + " " + map.remove(25) + " " + map.putIfAbsent(3, "x") + " " + map.size() + " " + map.descendingMap().firstKey() + " " + map.replace(4, "four") + " " + map.merge(5, "!", String::concat));
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(List.of("pear", "fig", "apple"));
        System.out.println(set + " " + set.higher("fig") + " " + set.pollLast() + " " + set.descendingSet());
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer value : list) {
            list.add(value * 10);
        }
        System.out.println(list + " " + list.addIfAbsent(3) + " " + list.addAllAbsent(List.of(3, 4)) + " " + list.indexOf(20));
        list.removeIf(v -> v > 5);
        list.replaceAll(v -> -v);
        list.sort(null);
        System.out.println(list + " " + new CopyOnWriteArraySet<>(List.of(1, 1, 2)).size());
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        System.out.println(queue.poll() + " " + queue.peek() + " " + queue.offer(9) + " " + queue + " " + queue.remove(3) + " " + queue.size());
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.addFirst(1);
        deque.addLast(2);
        deque.push(0);
        System.out.println(deque + " " + deque.pollLast() + " " + deque.pop() + " " + deque.peekFirst());
        ArrayBlockingQueue<String> bounded = new ArrayBlockingQueue<>(2);
        System.out.println(bounded.offer("a") + " " + bounded.offer("b") + " " + bounded.offer("c") + " " + bounded.remainingCapacity() + " " + bounded.take() + " " + bounded.poll() + " " + bounded.poll());
        try {
            bounded.add("x");
            bounded.add("y");
            bounded.add("z");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
        linked.put(5);
        linked.put(6);
        List<Integer> drained = new ArrayList<>();
        System.out.println(linked.drainTo(drained) + " " + drained + " " + linked.poll(0, TimeUnit.MILLISECONDS));
        PriorityBlockingQueue<Integer> priority = new PriorityBlockingQueue<>(4, Comparator.reverseOrder());
        priority.addAll(List.of(3, 9, 1, 7));
        StringBuilder text = new StringBuilder();
        while (!priority.isEmpty()) {
            text.append(priority.take()).append(' ');
        }
        System.out.println(text);
        LinkedBlockingDeque<Integer> both = new LinkedBlockingDeque<>(3);
        System.out.println(both.offerFirst(1) + " " + both.offerLast(2) + " " + both.offerFirst(0) + " " + both.offer(5) + " " + both + " " + both.takeLast());
        DelayQueue<Task> delays = new DelayQueue<>();
        delays.add(new Task("later", Long.MAX_VALUE));
        delays.add(new Task("now", -1));
        System.out.println(delays.poll().name + " " + delays.poll() + " " + delays.size());
        SynchronousQueue<String> synchronous = new SynchronousQueue<>();
        System.out.println(synchronous.offer("x") + " " + synchronous.poll() + " " + synchronous.isEmpty());
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        System.out.println(transfer.tryTransfer(1) + " " + transfer.offer(2) + " " + transfer.poll() + " " + transfer.hasWaitingConsumer());
    }
}
