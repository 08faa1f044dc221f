import glassbox.api.Tree;

/**
 * A file system in memory: directories of directories and of files, files of blocks. Names are small integers, and a
 * directory has an array of entries in which an entry stands at its name. A path is the names of the directories that
 * lead from the root to one; no path, or an empty one, leads to the root.
 *
 * <p>Every entry knows its name and the directory that it is in. An operation on a directory looks at one slot of every
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
        int name;
        Directory parent;

        Entry(int name, Directory parent) {
            this.name = name;
            this.parent = parent;
        }
    }

    static class File extends Entry {
        @Tree int[][] blocks = new int[BLOCKS][BLOCK_SIZE];

        File(int name, Directory parent) {
            super(name, parent);
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
        @Tree Entry[] entries;

        Directory(int name, Directory parent, int degree) {
            super(name, parent);
            entries = new Entry[degree];
        }

        /** Whether a name is one of those that entries can have. */
        boolean fits(int name) {
            return 0 <= name && name < entries.length;
        }

        boolean isEmpty() {
            for (int i = 0; i < entries.length; i++) {
                if (entries[i] != null) {
                    return false;
                }
            }
            return true;
        }

        /** Whether every entry stands at its name, and knows where it is. */
        boolean repOkLocal() {
            if (entries == null || entries.length == 0) {
                return false;
            }
            for (int i = 0; i < entries.length; i++) {
                Entry entry = entries[i];
                if (entry != null && (entry.name != i || entry.parent != this)) {
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
        root = new Directory(0, null, degree);
    }

    /** A file system of an empty root, where directories hold up to so many entries, at least one. */
    static FileTree ofCapacity(int n) {
        return new FileTree(n);
    }

    /** Whether there is a root, which has no name but 0 and is nowhere. */
    boolean repOkLocal() {
        return root != null && root.name == 0 && root.parent == null;
    }

    /** Whether a directory has a directory or a file with a name. */
    public boolean lookup(int[] path, int name) {
        Directory directory = resolve(path);
        return directory != null && directory.fits(name) && directory.entries[name] != null;
    }

    /** Makes a file, and says whether this is possible: the name must be new, and one that fits. */
    public boolean create(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.fits(name) || directory.entries[name] != null) {
            return false;
        }
        directory.entries[name] = new File(name, directory);
        return true;
    }

    /** Removes a file, and says whether there was one. */
    public boolean unlink(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.fits(name) || !(directory.entries[name] instanceof File)) {
            return false;
        }
        directory.entries[name] = null;
        assert !lookup(path, name);
        return true;
    }

    /** Makes a directory, and says whether this is possible: the name must be new, and one that fits. */
    public boolean mkdir(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.fits(name) || directory.entries[name] != null) {
            return false;
        }
        directory.entries[name] = new Directory(name, directory, directory.entries.length);
        assert lookup(path, name);
        return true;
    }

    /** Removes an empty directory, and says whether there was one. */
    public boolean rmdir(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.fits(name) || !(directory.entries[name] instanceof Directory)) {
            return false;
        }
        Directory gone = (Directory) directory.entries[name];
        if (!gone.isEmpty()) {
            return false;
        }
        directory.entries[name] = null;
        for (int i = 0; i < gone.entries.length; i++) {
            assert gone.entries[i] == null;
        }
        return true;
    }

    /** The directory that a path leads to; null if there is none. */
    private Directory resolve(int[] path) {
        Directory directory = root;
        if (path == null) {
            return directory;
        }
        for (int i = 0; i < path.length; i++) {
            if (!directory.fits(path[i]) || !(directory.entries[path[i]] instanceof Directory)) {
                return null;
            }
            directory = (Directory) directory.entries[path[i]];
        }
        return directory;
    }
}
