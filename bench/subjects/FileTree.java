import glassbox.api.Tree;

/**
 * A file system in memory: directories of directories and of files, files of blocks. Names are small integers, and a
 * directory has an array of slots, one for each name. A path is the names of the directories that lead from the root to
 * one; no path, or an empty one, leads to the root.
 *
 * <p>An entry knows the slot that it is in, and a slot its name. An operation on a directory looks at one slot of every
 * directory on the way there, and at one slot of its own; only the removal of a directory looks whether it is empty. With
 * d slots and h levels of directories there are about d^(h - 1) directories with d names each, so the different
 * executions are a polynomial in d for a fixed h, and in the number of directories that fit for a fixed d. What is in
 * the blocks is never looked at.
 */
public class FileTree {
    private static final int DEGREE = 2;
    private static final int BLOCKS = 1;
    private static final int BLOCK_SIZE = 2;

    abstract static class Entry {
        Slot slot;

        Entry(Slot slot) {
            this.slot = slot;
        }
    }

    static class Slot {
        int name;
        @Tree Entry entry;

        Slot(int name) {
            this.name = name;
        }

        /** Whether an entry knows where it is. */
        boolean repOkLocal() {
            return entry == null || entry.slot == this;
        }
    }

    static class File extends Entry {
        @Tree int[][] blocks = new int[BLOCKS][BLOCK_SIZE];

        File(Slot slot) {
            super(slot);
        }

        /** Whether all blocks are there. */
        boolean repOkLocal() {
            if (blocks == null || blocks.length != BLOCKS) {
                return false;
            }
            for (int i = 0; i < BLOCKS; i++) {
                if (blocks[i] == null || blocks[i].length != BLOCK_SIZE) {
                    return false;
                }
            }
            return true;
        }
    }

    static class Directory extends Entry {
        @Tree Slot[] slots;

        Directory(Slot slot, int degree) {
            super(slot);
            slots = new Slot[degree];
            for (int i = 0; i < degree; i++) {
                slots[i] = new Slot(i);
            }
        }

        /** The slot of a name; null if there is none. */
        Slot at(int name) {
            return 0 <= name && name < slots.length ? slots[name] : null;
        }

        boolean isEmpty() {
            for (int i = 0; i < slots.length; i++) {
                if (slots[i].entry != null) {
                    return false;
                }
            }
            return true;
        }

        /** Whether there are slots, and each has its name. */
        boolean repOkLocal() {
            if (slots == null || slots.length == 0) {
                return false;
            }
            for (int i = 0; i < slots.length; i++) {
                if (slots[i] == null || slots[i].name != i) {
                    return false;
                }
            }
            return true;
        }
    }

    @Tree private Directory root;

    public FileTree() {
        this(DEGREE);
    }

    private FileTree(int degree) {
        root = new Directory(null, degree);
    }

    /** A file system of an empty root, where directories hold up to so many entries, at least one. */
    static FileTree ofCapacity(int n) {
        return new FileTree(n);
    }

    /** Whether there is a root, which is nowhere. */
    boolean repOkLocal() {
        return root != null && root.slot == null;
    }

    /** Whether a directory has a directory or a file with a name. */
    public boolean lookup(int[] path, int name) {
        Slot slot = resolve(path, name);
        return slot != null && slot.entry != null;
    }

    /** Makes a file, and says whether this is possible: the name must be new, and one that fits. */
    public boolean create(int[] path, int name) {
        Slot slot = resolve(path, name);
        if (slot == null || slot.entry != null) {
            return false;
        }
        slot.entry = new File(slot);
        return true;
    }

    /** Removes a file, and says whether there was one. */
    public boolean unlink(int[] path, int name) {
        Slot slot = resolve(path, name);
        if (slot == null || !(slot.entry instanceof File)) {
            return false;
        }
        slot.entry = null;
        assert !lookup(path, name);
        return true;
    }

    /** Makes a directory, and says whether this is possible: the name must be new, and one that fits. */
    public boolean mkdir(int[] path, int name) {
        Slot slot = resolve(path, name);
        if (slot == null || slot.entry != null) {
            return false;
        }
        slot.entry = new Directory(slot, root.slots.length);
        assert lookup(path, name);
        return true;
    }

    /** Removes an empty directory, and says whether there was one. */
    public boolean rmdir(int[] path, int name) {
        Slot slot = resolve(path, name);
        if (slot == null || !(slot.entry instanceof Directory)) {
            return false;
        }
        Directory gone = (Directory) slot.entry;
        if (!gone.isEmpty()) {
            return false;
        }
        slot.entry = null;
        for (int i = 0; i < gone.slots.length; i++) {
            assert gone.slots[i].entry == null;
        }
        return true;
    }

    /** The slot of a name in the directory that a path leads to; null if there is none. */
    private Slot resolve(int[] path, int name) {
        Directory directory = root;
        for (int i = 0; path != null && i < path.length; i++) {
            Slot slot = directory.at(path[i]);
            if (slot == null || !(slot.entry instanceof Directory)) {
                return null;
            }
            directory = (Directory) slot.entry;
        }
        return directory.at(name);
    }
}
