import java.util.*;
import java.util.function.*;

public class IteratorsOps {
    static class Countdown implements Iterable<Integer> {
        private final int from;

        Countdown(int from) {
            this.from = from;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = from;

                public boolean hasNext() {
                    return next > 0;
                }

                public Integer next() {
                    if (next == 0) {
                        throw new NoSuchElementException("done");
                    }
                    return next--;
                }
            };
        }
    }

    public static void main(String[] args) {
        List<String> list = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        ListIterator<String> iterator = list.listIterator();
        while (iterator.hasNext()) {
            int index = iterator.nextIndex();
            String value = iterator.next();
            switch (value) {
                case "b" -> iterator.remove();
                case "c" -> iterator.set("C" + index);
                case "d" -> iterator.add("between");
                default -> System.out.print(value + iterator.previousIndex() + " ");
            }
        }
        System.out.println(list);
        while (iterator.hasPrevious()) {
            System.out.print(iterator.previous() + " ");
        }
        System.out.println();
        LinkedList<Integer> linked = new LinkedList<>(List.of(1, 2, 3, 4));
        ListIterator<Integer> middle = linked.listIterator(2);
        middle.add(99);
        System.out.println(linked + " " + middle.next() + " " + middle.previous());
        try {
            middle.add(5);
            middle.set(6);
        } catch (IllegalStateException e) {
            System.out.println("set after add " + e.getMessage());
        }
        int sum = 0;
        for (int value : new Countdown(5)) {
            sum = sum * 10 + value;
        }
        System.out.println(sum);
        Iterator<Integer> countdown = new Countdown(2).iterator();
        countdown.forEachRemaining(value -> System.out.print(value + ";"));
        try {
            countdown.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            countdown.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        for (Collection<Integer> collection : List.<Collection<Integer>>of(new ArrayList<>(List.of(1, 2, 3)), new HashSet<>(List.of(1, 2, 3)), new ArrayDeque<>(List.of(1, 2, 3)))) {
            try {
                for (Integer value : collection) {
                    if (value == 1) {
                        collection.remove(value);
                    }
                }
                System.out.println("not noticed " + collection);
            } catch (ConcurrentModificationException e) {
                System.out.println(collection.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        Map<String, Integer> map = new HashMap<>(Map.of("x", 1));
        try {
            for (String key : map.keySet()) {
                map.put(key + "y", 2);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("map changed");
        }
        PrimitiveIterator.OfInt ints = java.util.stream.IntStream.range(0, 4).iterator();
        int total = 0;
        while (ints.hasNext()) {
            total += ints.nextInt();
        }
        System.out.println(total);
        Enumeration<String> enumeration = Collections.enumeration(list);
        System.out.println(enumeration.nextElement() + Collections.list(enumeration));
        BiConsumer<String, Iterator<?>> show = (name, it) -> System.out.println(name + it.hasNext());
        show.accept("empty ", Collections.emptyIterator());
        show.accept("one ", Collections.singleton(1).iterator());
    }
}
