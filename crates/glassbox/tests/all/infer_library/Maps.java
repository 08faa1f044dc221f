import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.HashMap;
import java.util.Map;

/** Methods that use maps. */
class Maps {
    static class Key {
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    HashMap<Key, Object> map;

    @Requires("map != null")
    @Ensures("result == value")
    Object holdsPutGet(Key key, Object value) {
        map.put(key, value);
        return map.get(key);
    }

    @Requires("map != null")
    @Ensures("result")
    boolean violatedGrows(Key key, Object value) {
        int before = map.size();
        map.put(key, value);
        return map.size() == before + 1;
    }

    @Requires("map != null && key != null && other != null")
    @Ensures("key.number == other.number || result")
    boolean holdsUntouched(Key key, Key other, Object value) {
        Object before = map.get(other);
        map.put(key, value);
        return map.get(other) == before;
    }

    @Requires("map != null && key != null && other != null && key != other")
    @Ensures("result")
    boolean violatedUntouched(Key key, Key other, Object value) {
        Object before = map.get(other);
        map.put(key, value);
        return map.get(other) == before;
    }

    @Requires("map != null")
    @Ensures("result")
    boolean holdsRemoved(Key key) {
        boolean had = map.containsKey(key);
        int before = map.size();
        map.remove(key);
        return !map.containsKey(key) && map.size() == (had ? before - 1 : before);
    }

    @Requires("map != null")
    @Ensures("result")
    boolean violatedNull(Key key) {
        return map.containsKey(key) == (map.get(key) != null);
    }

    @Ensures("result")
    static boolean holdsOther(Map<Key, Object> map, Key key, Object value) {
        if (map == null) {
            return true;
        }
        Object before = map.putIfAbsent(key, value);
        return map.get(key) == (before == null ? value : before);
    }

    @Ensures("result")
    static boolean violatedOther(Map<Key, Object> map, Key key, Object value) {
        return map == null || map.getOrDefault(key, value) != value;
    }
}
