package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** A map of at most three keys, in fields of its own and in their order. */
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    private Object k0, k1, k2;
    private Object v0, v1, v2;
    private int size;
    private int changes;
    private final Comparator<? super K> order;

    public TreeMap() {
        order = null;
    }

    public TreeMap(Comparator<? super K> order) {
        this.order = order;
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        if (0 > size || size > 3 || changes != 0
                || size <= 0 && (k0 != null || v0 != null)
                || size <= 1 && (k1 != null || v1 != null)
                || size <= 2 && (k2 != null || v2 != null)) {
            return false;
        }
        if (size > 0) {
            Specified.ordered(order, k0);
        }
        return (size <= 1 || compare(k0, k1) < 0) && (size <= 2 || compare(k1, k2) < 0);
    }

    private int compare(Object one, Object other) {
        return Specified.compare(order, one, other);
    }

    /** Where a key is; if it is not there, the place where it would be, as a negative number that is one less. */
    private int place(Object key) {
        if (size > 0) {
            int compared = compare(key, k0);
            if (compared == 0) return 0;
            if (compared < 0) return -1;
        }
        if (size > 1) {
            int compared = compare(key, k1);
            if (compared == 0) return 1;
            if (compared < 0) return -2;
        }
        if (size > 2) {
            int compared = compare(key, k2);
            if (compared == 0) return 2;
            if (compared < 0) return -3;
        }
        return -1 - size;
    }

    private int find(Object key) {
        Specified.ordered(order, key);
        return place(key);
    }

    @SuppressWarnings("unchecked")
    private K key(int index) {
        if (index < 0 || index >= size) return null;
        return (K) (index == 0 ? k0 : index == 1 ? k1 : k2);
    }

    @SuppressWarnings("unchecked")
    private V at(int index) {
        switch (index) {
            case 0: return (V) v0;
            case 1: return (V) v1;
            case 2: return (V) v2;
            default: return null;
        }
    }

    private void put(int index, Object value) {
        switch (index) {
            case 0: v0 = value; break;
            case 1: v1 = value; break;
            default: v2 = value;
        }
    }

    /** The place for a key that is to be put: the first one is compared with itself, so that others can be compared with it. */
    private int placeFor(Object key) {
        if (size == 0) {
            compare(key, key);
            return -1;
        }
        return find(key);
    }

    private void insert(int index, Object key, Object value) {
        Specified.within(size < 3);
        if (index <= 1) {
            k2 = k1;
            v2 = v1;
        }
        if (index <= 0) {
            k1 = k0;
            v1 = v0;
        }
        switch (index) {
            case 0: k0 = key; break;
            case 1: k1 = key; break;
            default: k2 = key;
        }
        put(index, value);
        size++;
        changes++;
    }

    private void delete(int index) {
        if (index <= 0) {
            k0 = k1;
            v0 = v1;
        }
        if (index <= 1) {
            k1 = k2;
            v1 = v2;
        }
        k2 = null;
        v2 = null;
        size--;
        changes++;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public Comparator<? super K> comparator() {
        return order;
    }

    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    public boolean containsValue(Object value) {
        return size > 0 && Specified.same(value, v0)
            || size > 1 && Specified.same(value, v1)
            || size > 2 && Specified.same(value, v2);
    }

    public V get(Object key) {
        return at(find(key));
    }

    public V put(K key, V value) {
        int index = placeFor(key);
        if (index < 0) {
            insert(-1 - index, key, value);
            return null;
        }
        V old = at(index);
        put(index, value);
        return old;
    }

    public V putIfAbsent(K key, V value) {
        int index = placeFor(key);
        if (index < 0) {
            insert(-1 - index, key, value);
            return null;
        }
        V old = at(index);
        if (old == null) {
            put(index, value);
        }
        return old;
    }

    public V remove(Object key) {
        int index = find(key);
        if (index < 0) {
            return null;
        }
        V old = at(index);
        delete(index);
        return old;
    }

    public V replace(K key, V value) {
        int index = find(key);
        if (index < 0) {
            return null;
        }
        V old = at(index);
        put(index, value);
        return old;
    }

    public boolean replace(K key, V value, V by) {
        int index = find(key);
        boolean is = index >= 0 && Specified.same(value, at(index));
        if (is) {
            put(index, by);
        }
        return is;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (make == null) {
            throw new NullPointerException();
        }
        int index = size == 0 ? -1 : find(key);
        V old = at(index);
        if (old != null) {
            return old;
        }
        int before = changes;
        V made = make.apply(key);
        if (changes != before) {
            throw new ConcurrentModificationException();
        }
        if (index >= 0) {
            put(index, made);
        } else if (made != null) {
            insert(-1 - placeFor(key), key, made);
        }
        return made;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (value == null || join == null) {
            throw new NullPointerException();
        }
        int index = placeFor(key);
        if (index < 0) {
            insert(-1 - index, key, value);
            return value;
        }
        V old = at(index);
        V joined = value;
        if (old != null) {
            int before = changes;
            joined = join.apply(old, value);
            if (changes != before) {
                throw new ConcurrentModificationException();
            }
        }
        if (joined == null) {
            delete(index);
        } else {
            put(index, joined);
        }
        return joined;
    }

    public void clear() {
        k0 = null;
        k1 = null;
        k2 = null;
        v0 = null;
        v1 = null;
        v2 = null;
        size = 0;
        changes++;
    }

    public K firstKey() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return key(0);
    }

    public K lastKey() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return key(size - 1);
    }

    public K floorKey(K key) {
        int index = place(key);
        return key(index >= 0 ? index : -2 - index);
    }

    public K ceilingKey(K key) {
        int index = place(key);
        return key(index >= 0 ? index : -1 - index);
    }

    public K lowerKey(K key) {
        int index = place(key);
        return key(index >= 0 ? index - 1 : -2 - index);
    }

    public K higherKey(K key) {
        int index = place(key);
        return key(index >= 0 ? index + 1 : -1 - index);
    }

    private Map.Entry<K, V> entry(int index) {
        return index < 0 || index >= size ? null : new AbstractMap.SimpleImmutableEntry<K, V>(key(index), at(index));
    }

    public Map.Entry<K, V> firstEntry() {
        return entry(0);
    }

    public Map.Entry<K, V> lastEntry() {
        return entry(size - 1);
    }

    public Map.Entry<K, V> pollFirstEntry() {
        Map.Entry<K, V> first = entry(0);
        if (first != null) {
            delete(0);
        }
        return first;
    }

    public Map.Entry<K, V> pollLastEntry() {
        Map.Entry<K, V> last = entry(size - 1);
        if (last != null) {
            delete(size - 1);
        }
        return last;
    }

    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> map = (Map<?, ?>) other;
        try {
            return map.size() == size && (size <= 0 || has(map, k0, v0))
                && (size <= 1 || has(map, k1, v1)) && (size <= 2 || has(map, k2, v2));
        } catch (ClassCastException | NullPointerException refused) {
            return false;
        }
    }

    private static boolean has(Map<?, ?> map, Object key, Object value) {
        return value == null ? map.get(key) == null && map.containsKey(key) : value.equals(map.get(key));
    }

    public Set<K> keySet() {
        return new Keys<K>(this);
    }

    public Collection<V> values() {
        return new Values<V>(this);
    }

    public native Set<Map.Entry<K, V>> entrySet();

    public native String toString();

    public native int hashCode();

    public native Map.Entry<K, V> lowerEntry(K key);

    public native Map.Entry<K, V> floorEntry(K key);

    public native Map.Entry<K, V> ceilingEntry(K key);

    public native Map.Entry<K, V> higherEntry(K key);

    public native NavigableMap<K, V> descendingMap();

    public native NavigableSet<K> navigableKeySet();

    public native NavigableSet<K> descendingKeySet();

    public native NavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo);

    public native NavigableMap<K, V> headMap(K to, boolean toToo);

    public native NavigableMap<K, V> tailMap(K from, boolean fromToo);

    public native SortedMap<K, V> subMap(K from, K to);

    public native SortedMap<K, V> headMap(K to);

    public native SortedMap<K, V> tailMap(K from);

    /** The keys of a map, which change with it. */
    private static final class Keys<K> extends AbstractSet<K> {
        private final TreeMap<K, ?> map;

        Keys(TreeMap<K, ?> map) {
            this.map = map;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public int size() {
            return map.size;
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public boolean remove(Object key) {
            int before = map.size;
            map.remove(key);
            return map.size != before;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<K> iterator() {
            return new Walk<K>(map, true);
        }

        public native java.util.stream.Stream<K> stream();

        public native java.util.stream.Stream<K> parallelStream();

        public native Spliterator<K> spliterator();

        public native String toString();
    }

    /** The values of a map, which change with it. */
    private static final class Values<V> extends AbstractCollection<V> {
        private final TreeMap<?, V> map;

        Values(TreeMap<?, V> map) {
            this.map = map;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public int size() {
            return map.size;
        }

        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        public void clear() {
            map.clear();
        }

        public Iterator<V> iterator() {
            return new Walk<V>(map, false);
        }

        public native java.util.stream.Stream<V> stream();

        public native java.util.stream.Stream<V> parallelStream();

        public native Spliterator<V> spliterator();

        public native String toString();
    }

    /** Goes through the keys or the values of a map. */
    private static final class Walk<E> implements Iterator<E> {
        private final TreeMap<?, ?> map;
        private final boolean keys;
        private int next;
        private boolean more;
        private boolean returned;
        private int before;

        Walk(TreeMap<?, ?> map, boolean keys) {
            this.map = map;
            this.keys = keys;
            before = map.changes;
            more = map.size > 0;
        }

        /** None is there before the call. */
        boolean repOk() {
            return false;
        }

        public boolean hasNext() {
            return more;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!more) {
                throw new NoSuchElementException();
            }
            if (map.changes != before) {
                throw new ConcurrentModificationException();
            }
            Object element = keys ? map.key(next) : map.at(next);
            next++;
            more = next < map.size;
            returned = true;
            return (E) element;
        }

        public void remove() {
            if (!returned) {
                throw new IllegalStateException();
            }
            if (map.changes != before) {
                throw new ConcurrentModificationException();
            }
            next--;
            map.delete(next);
            returned = false;
            before = map.changes;
        }

        public native void forEachRemaining(java.util.function.Consumer<? super E> action);
    }
}
