import glassbox.api.Tree;

/**
 * A file system in memory: directories of directories and of files, files of blocks. Names are integers; a path is the
 * names of the directories that lead from the root to one, and no path leads to the root.
 *
 * <p>A directory holds as many directories and as many files as its arrays are long, and keeps them at the front of
 * the arrays. An operation looks for names from slot to slot. On one directory with d slots of each kind, two
 * executions differ in the slot where a name is and in how many directories and files there are: at most about d^3.
 * With h levels of directories there are d^(h - 1) ways to the lowest one. So the different executions are a
 * polynomial in d for a fixed h, and in the number of directories that fit for a fixed d, as for search trees. What is
 * in the blocks is never looked at.
 */
public class FileTree {
    private static final int DEGREE = 2;
    private static final int BLOCKS = 1;
    private static final int BLOCK_SIZE = 2;

    static class File {
        int name;
        @Tree int[][] blocks = new int[BLOCKS][BLOCK_SIZE];

        File(int name) {
            this.name = name;
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

    static class Directory {
        int name;
        @Tree Directory[] directories;
        @Tree File[] files;

        Directory(int name, int degree) {
            this.name = name;
            directories = new Directory[degree];
            files = new File[degree];
        }

        /** The slot of a directory, or the first one that is free, or the length of the array. */
        int directorySlot(int name) {
            int i = 0;
            while (i < directories.length && directories[i] != null && directories[i].name != name) {
                i++;
            }
            return i;
        }

        /** The slot of a file, or the first one that is free, or the length of the array. */
        int fileSlot(int name) {
            int i = 0;
            while (i < files.length && files[i] != null && files[i].name != name) {
                i++;
            }
            return i;
        }

        boolean hasDirectory(int name) {
            int i = directorySlot(name);
            return i < directories.length && directories[i] != null;
        }

        boolean hasFile(int name) {
            int i = fileSlot(name);
            return i < files.length && files[i] != null;
        }

        boolean isEmpty() {
            return directories[0] == null && files[0] == null;
        }

        /** Whether nothing stands behind a free slot, and all names are different. */
        boolean repOkLocal() {
            if (directories == null || files == null || directories.length != files.length || files.length == 0) {
                return false;
            }
            for (int i = 0; i < directories.length; i++) {
                if (directories[i] == null) {
                    continue;
                }
                if (i > 0 && directories[i - 1] == null) {
                    return false;
                }
                for (int j = 0; j < i; j++) {
                    if (directories[j].name == directories[i].name) {
                        return false;
                    }
                }
            }
            for (int i = 0; i < files.length; i++) {
                if (files[i] == null) {
                    continue;
                }
                if (i > 0 && files[i - 1] == null) {
                    return false;
                }
                for (int j = 0; j < i; j++) {
                    if (files[j].name == files[i].name) {
                        return false;
                    }
                }
                for (int j = 0; j < directories.length && directories[j] != null; j++) {
                    if (directories[j].name == files[i].name) {
                        return false;
                    }
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
        root = new Directory(0, degree);
    }

    /** A file system of an empty root, where directories hold up to so many directories and files, at least one. */
    static FileTree ofCapacity(int n) {
        return new FileTree(n);
    }

    /** Whether there is a root. */
    boolean repOkLocal() {
        return root != null;
    }

    /** Whether a directory has a directory or a file with a name. */
    public boolean lookup(int[] path, int name) {
        Directory directory = resolve(path);
        return directory != null && (directory.hasDirectory(name) || directory.hasFile(name));
    }

    /** Makes a file, and says whether this is possible: the name must be new, and a slot must be free. */
    public boolean create(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || directory.hasDirectory(name)) {
            return false;
        }
        int slot = directory.fileSlot(name);
        if (slot == directory.files.length || directory.files[slot] != null) {
            return false;
        }
        directory.files[slot] = new File(name);
        assert directory.hasFile(name);
        return true;
    }

    /** Removes a file, and says whether there was one. */
    public boolean unlink(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.hasFile(name)) {
            return false;
        }
        File[] files = directory.files;
        int slot = directory.fileSlot(name);
        while (slot + 1 < files.length && files[slot + 1] != null) {
            files[slot] = files[slot + 1];
            slot++;
        }
        files[slot] = null;
        assert !directory.hasFile(name);
        return true;
    }

    /** Makes a directory, and says whether this is possible: the name must be new, and a slot must be free. */
    public boolean mkdir(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || directory.hasFile(name)) {
            return false;
        }
        int slot = directory.directorySlot(name);
        if (slot == directory.directories.length || directory.directories[slot] != null) {
            return false;
        }
        directory.directories[slot] = new Directory(name, directory.directories.length);
        assert directory.hasDirectory(name);
        return true;
    }

    /** Removes an empty directory, and says whether there was one. */
    public boolean rmdir(int[] path, int name) {
        Directory directory = resolve(path);
        if (directory == null || !directory.hasDirectory(name)) {
            return false;
        }
        Directory[] directories = directory.directories;
        int slot = directory.directorySlot(name);
        Directory gone = directories[slot];
        if (!gone.isEmpty()) {
            return false;
        }
        while (slot + 1 < directories.length && directories[slot + 1] != null) {
            directories[slot] = directories[slot + 1];
            slot++;
        }
        directories[slot] = null;
        assert gone.directories[0] == null && gone.files[0] == null && !directory.hasDirectory(name);
        return true;
    }

    /** The directory that a path leads to; null if there is none. */
    private Directory resolve(int[] path) {
        Directory directory = root;
        if (path == null) {
            return directory;
        }
        for (int i = 0; i < path.length && directory != null; i++) {
            int slot = directory.directorySlot(path[i]);
            directory = slot < directory.directories.length ? directory.directories[slot] : null;
        }
        return directory;
    }
}
