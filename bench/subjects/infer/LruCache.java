import glassbox.api.Ensures;
import glassbox.api.Requires;

/** A cache that forgets what was not used for the longest time: a doubly linked list from the newest entry to the oldest. */
public class LruCache {
    static class Entry {
        int key;
        int value;
        Entry newer;
        Entry older;
    }

    Entry newest;
    Entry oldest;
    int size;
    int capacity;

    Entry find(int key) {
        Entry entry = newest;
        while (entry != null && entry.key != key) {
            entry = entry.older;
        }
        return entry;
    }

    void unlink(Entry entry) {
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        size = size - 1;
    }

    void push(Entry entry) {
        entry.newer = null;
        entry.older = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
        size = size + 1;
    }

    /** The entry of a key, which is the newest one then; null if there is none. */
    Entry get(int key) {
        Entry entry = find(key);
        if (entry != null) {
            unlink(entry);
            push(entry);
        }
        return entry;
    }

    /** Gives a key a value. If there is no room, the oldest entry goes. */
    void put(int key, int value) {
        Entry entry = get(key);
        if (entry == null) {
            if (size >= capacity && oldest != null) {
                unlink(oldest);
            }
            entry = new Entry();
            entry.key = key;
            push(entry);
        }
        entry.value = value;
    }

    /** What is found is the newest entry. */
    @Ensures("result != null => result == newest && result.key == key")
    Entry getMakesNewest(int key) {
        return get(key);
    }

    /** Nothing is found only if there is nothing. */
    @Ensures("result == null <=> key !in old(newest.*older.key)")
    Entry getFinds(int key) {
        return get(key);
    }

    /** What was put in is the newest entry. */
    @Ensures("newest.key == key && newest.value == value")
    void putMakesNewest(int key, int value) {
        put(key, value);
    }

    /** The entries stay, in a list that is well linked. */
    @Requires("newest.newer == null && (newest == null <=> oldest == null) && (newest != null => oldest in newest.*older)"
        + " && (all e: newest.*older | e.older != null => e.older.newer == e) && (all e: newest.*older | e.older == null <=> e == oldest)")
    @Ensures("newest.*older == old(newest.*older) && (all e: newest.*older | e.older != null => e.older.newer == e)"
        + " && (all e: newest.*older | e.older == null <=> e == oldest)")
    Entry getKeeps(int key) {
        return get(key);
    }

    /** There are never more entries than there is room for. */
    @Requires("0 < capacity && size <= capacity && (newest == null <=> oldest == null) && (newest == null => size == 0)")
    @Ensures("size <= capacity")
    void putFits(int key, int value) {
        put(key, value);
    }

    /** There are never more entries than there is room for, which is wrong because one that is there counts twice. */
    @Requires("0 < capacity && size <= capacity && (newest == null <=> oldest == null) && (newest == null => size == 0)")
    @Ensures("size <= capacity")
    void putCountsTwice(int key, int value) {
        Entry entry = find(key);
        if (entry == null) {
            put(key, value);
        } else {
            push(entry);
            entry.value = value;
        }
    }

    /** The entries stay, which is wrong because the next older one is lost. */
    @Requires("newest.newer == null && (newest == null <=> oldest == null) && (newest != null => oldest in newest.*older)"
        + " && (all e: newest.*older | e.older != null => e.older.newer == e) && (all e: newest.*older | e.older == null <=> e == oldest)")
    @Ensures("newest.*older == old(newest.*older)")
    Entry getLoses(int key) {
        Entry entry = find(key);
        if (entry != null) {
            push(entry);
        }
        return entry;
    }

    /** Putting something in forgets nothing, which is wrong of a cache that is full. */
    @Requires("newest.newer == null && (newest == null <=> oldest == null) && (all e: newest.*older | e.older == null <=> e == oldest)"
        + " && (all e: newest.*older | e.older != null => e.older.newer == e)")
    @Ensures("old(newest.*older) in newest.*older")
    void putForgetsNothing(int key, int value) {
        put(key, value);
    }
}
