import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

public class CustomCollections {
    static class Range extends AbstractList<Integer> {
        final int from, to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Integer get(int index) {
            java.util.Objects.checkIndex(index, size());
            return from + index;
        }

        @Override
        public int size() {
            return to - from;
        }
    }

    static class SmallMap extends AbstractMap<String, Integer> {
        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<String, Integer>> iterator() {
                    return new Iterator<>() {
                        int i;

                        public boolean hasNext() {
                            return i < 3;
                        }

                        public Map.Entry<String, Integer> next() {
                            if (!hasNext()) {
                                throw new NoSuchElementException();
                            }
                            return Map.entry("k" + i, i++);
                        }
                    };
                }

                @Override
                public int size() {
                    return 3;
                }
            };
        }
    }

    static class Ring<T> implements Iterable<T> {
        private final Object[] items;
        private int start, size;

        Ring(int capacity) {
            items = new Object[capacity];
        }

        void add(T item) {
            if (size == items.length) {
                items[start] = item;
                start = (start + 1) % items.length;
            } else {
                items[(start + size++) % items.length] = item;
            }
        }

        @SuppressWarnings("unchecked")
        public Iterator<T> iterator() {
            return new Iterator<T>() {
                int seen;

                public boolean hasNext() {
                    return seen < size;
                }

                public T next() {
                    return (T) items[(start + seen++) % items.length];
                }
            };
        }
    }

    public static void main(String[] args) {
        Range range = new Range(5, 12);
        System.out.println(range + " " + range.contains(7) + " " + range.indexOf(11) + " " + range.subList(2, 4) + " " + range.equals(List.of(5, 6, 7, 8, 9, 10, 11)) + " " + range.hashCode());
        System.out.println(range.stream().mapToInt(i -> i).sum() + " " + range.listIterator(7).previous() + " " + range.toArray().length);
        try {
            range.add(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("read only");
        }
        try {
            range.get(7);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        SmallMap map = new SmallMap();
        System.out.println(map + " " + map.get("k1") + " " + map.get("none") + " " + map.containsValue(2) + " " + map.keySet() + " " + map.values() + " " + map.equals(Map.of("k0", 0, "k1", 1, "k2", 2)));
        Ring<String> ring = new Ring<>(3);
        for (String s : "a b c d e".split(" ")) {
            ring.add(s);
            StringBuilder b = new StringBuilder();
            for (String t : ring) {
                b.append(t);
            }
            System.out.print(b + " ");
        }
        System.out.println();
        ring.forEach(System.out::print);
        System.out.println();
        try {
            ring.iterator().remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }
}
