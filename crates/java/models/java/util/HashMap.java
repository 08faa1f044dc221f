package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** A map of at most three keys, in fields of its own. The order of keys is nobody's business, so nothing is said about iteration. */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private Object k0, k1, k2;
    private Object v0, v1, v2;
    private int size;
    private int changes;

    public HashMap() {}

    public HashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** Whether the fields are what operations can make of them. Only differences of the counter matter. */
    boolean repOk() {
        return 0 <= size && size <= 3 && changes == 0
            && (size > 0 || k0 == null && v0 == null)
            && (size > 1 || k1 == null && v1 == null)
            && (size > 2 || k2 == null && v2 == null)
            && !(size > 1 && Specified.same(k0, k1))
            && !(size > 2 && (Specified.same(k0, k2) || Specified.same(k1, k2)));
    }

    private int find(Object key) {
        if (size > 0 && Specified.same(key, k0)) return 0;
        if (size > 1 && Specified.same(key, k1)) return 1;
        if (size > 2 && Specified.same(key, k2)) return 2;
        return -1;
    }

    /** The value at a place, null if there is none. */
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

    private void append(Object key, Object value) {
        Specified.within(size < 3);
        switch (size) {
            case 0: k0 = key; break;
            case 1: k1 = key; break;
            default: k2 = key;
        }
        put(size, value);
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

    public V getOrDefault(Object key, V value) {
        int index = find(key);
        return index >= 0 ? at(index) : value;
    }

    public V put(K key, V value) {
        int index = find(key);
        if (index < 0) {
            append(key, value);
            return null;
        }
        V old = at(index);
        put(index, value);
        return old;
    }

    public V putIfAbsent(K key, V value) {
        int index = find(key);
        if (index < 0) {
            append(key, value);
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

    public boolean remove(Object key, Object value) {
        int index = find(key);
        boolean is = index >= 0 && Specified.same(value, at(index));
        if (is) {
            delete(index);
        }
        return is;
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
        boolean is = index >= 0 && Specified.same(at(index), value);
        if (is) {
            put(index, by);
        }
        return is;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (make == null) {
            throw new NullPointerException();
        }
        V old = at(find(key));
        if (old != null) {
            return old;
        }
        int before = changes;
        V made = make.apply(key);
        if (changes != before) {
            throw new ConcurrentModificationException();
        }
        if (made != null) {
            put(key, made);
        }
        return made;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (value == null || join == null) {
            throw new NullPointerException();
        }
        int index = find(key);
        V old = at(index);
        if (old == null) {
            put(key, value);
            return value;
        }
        int before = changes;
        V joined = join.apply(old, value);
        if (changes != before) {
            throw new ConcurrentModificationException();
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

    public native Set<Map.Entry<K, V>> entrySet();

    public native String toString();

    public native Set<K> keySet();

    public native Collection<V> values();
}
