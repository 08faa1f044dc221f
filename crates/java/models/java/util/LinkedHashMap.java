package java.util;

/** A map that keeps the order in which its keys came. Nothing is said about iteration. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    public LinkedHashMap() {}

    public LinkedHashMap(int capacity) {
        super(capacity);
    }

    public V get(Object key) {
        return super.get(key);
    }

    public V getOrDefault(Object key, V value) {
        return super.getOrDefault(key, value);
    }

    public boolean containsValue(Object value) {
        return super.containsValue(value);
    }

    public void clear() {
        super.clear();
    }
}
