package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** What {@code Map.of} gives: a map of at most three keys that nobody changes, without null. Nothing is said about iteration. */
final class FixedMap<K, V> extends AbstractMap<K, V> {
    private Object k0, k1, k2;
    private Object v0, v1, v2;
    private int size;

    private FixedMap() {}

    public static <K, V> Map<K, V> of() {
        return new FixedMap<K, V>();
    }

    public static <K, V> Map<K, V> of(K k0, V v0) {
        return new FixedMap<K, V>().with(k0, v0);
    }

    public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1) {
        return new FixedMap<K, V>().with(k0, v0).with(k1, v1);
    }

    public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1, K k2, V v2) {
        return new FixedMap<K, V>().with(k0, v0).with(k1, v1).with(k2, v2);
    }

    private FixedMap<K, V> with(Object key, Object value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        if (find(key) >= 0) {
            throw new IllegalArgumentException();
        }
        if (size == 0) {
            k0 = key;
            v0 = value;
        }
        if (size == 1) {
            k1 = key;
            v1 = value;
        }
        if (size == 2) {
            k2 = key;
            v2 = value;
        }
        size++;
        return this;
    }

    /** Whether the fields are what can be made. */
    boolean repOk() {
        return 0 <= size && size <= 3
            && size > 0 == (k0 != null) && size > 1 == (k1 != null) && size > 2 == (k2 != null)
            && size > 0 == (v0 != null) && size > 1 == (v1 != null) && size > 2 == (v2 != null)
            && !(size > 1 && k0.equals(k1))
            && !(size > 2 && (k0.equals(k2) || k1.equals(k2)));
    }

    private int find(Object key) {
        if (key == null) {
            throw new NullPointerException();
        }
        if (size > 0 && key.equals(k0)) return 0;
        if (size > 1 && key.equals(k1)) return 1;
        if (size > 2 && key.equals(k2)) return 2;
        return -1;
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
        if (value == null) {
            throw new NullPointerException();
        }
        return size > 0 && value.equals(v0) || size > 1 && value.equals(v1) || size > 2 && value.equals(v2);
    }

    public V get(Object key) {
        return at(find(key));
    }

    public V getOrDefault(Object key, V value) {
        int index = find(key);
        return index >= 0 ? at(index) : value;
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
            return map.size() == size && (size <= 0 || v0.equals(map.get(k0)))
                && (size <= 1 || v1.equals(map.get(k1))) && (size <= 2 || v2.equals(map.get(k2)));
        } catch (ClassCastException | NullPointerException refused) {
            return false;
        }
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        throw new UnsupportedOperationException();
    }

    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    public V replace(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public boolean replace(K key, V value, V by) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> by) {
        throw new UnsupportedOperationException();
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        throw new UnsupportedOperationException();
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make) {
        throw new UnsupportedOperationException();
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> make) {
        throw new UnsupportedOperationException();
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public native Set<Map.Entry<K, V>> entrySet();

    public native Set<K> keySet();

    public native Collection<V> values();

    public native int hashCode();

    public native String toString();
}
