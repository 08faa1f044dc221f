import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

public class ObjectIdentity {
    static class Key {
        final int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object o) {
            return this == o || o instanceof Key && ((Key) o).id == id;
        }

        @Override
        public int hashCode() {
            return id % 3;
        }

        @Override
        public String toString() {
            return "k" + id;
        }
    }

    static class Plain {
    }

    public static void main(String[] args) {
        Key a = new Key(1), b = new Key(1), c = new Key(4);
        System.out.println((a == b) + " " + a.equals(b) + " " + a.equals(c) + " " + (a.hashCode() == c.hashCode()));
        Map<Key, String> map = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            map.put(new Key(i), "v" + i);
        }
        System.out.println(map.get(b) + map.get(c) + map.get(new Key(11)) + map.size());
        map.remove(new Key(7));
        System.out.println(map.containsKey(new Key(7)) + " " + map.containsKey(new Key(8)));
        Map<Key, Integer> identity = new IdentityHashMap<>();
        identity.put(a, 1);
        identity.put(b, 2);
        identity.put(a, 3);
        System.out.println(identity.size() + " " + identity.get(a) + " " + identity.get(b) + " " + identity.get(new Key(1)));
        Plain p = new Plain();
        System.out.println(p.equals(p) + " " + p.equals(new Plain()) + " " + (p.hashCode() == p.hashCode()) + " " + (System.identityHashCode(p) == p.hashCode()) + " " + System.identityHashCode(null));
        System.out.println(p.toString().startsWith("ObjectIdentity$Plain@") + " " + p.toString().equals(p.getClass().getName() + "@" + Integer.toHexString(p.hashCode())));
        System.out.println(Objects.equals(a, b) + " " + Objects.equals(null, null) + " " + Objects.hash(1, "x", null) + " " + Objects.hashCode(null) + " " + Objects.toString(null) + " " + Objects.toString(null, "default") + " " + Objects.requireNonNullElse(null, "else") + " " + Objects.isNull(a) + " " + Objects.compare("a", "b", String::compareTo));
        try {
            Objects.requireNonNull(null, "message here");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.checkIndex(5, 5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Object[] array = {a, "s", 1};
        System.out.println(array.equals(array.clone()) + " " + Objects.deepEquals(array, array.clone()) + " " + java.util.Arrays.hashCode(array));
    }
}
