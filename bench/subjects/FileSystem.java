/**
 * A small file system in arrays, as on a disk. Inode 0 is the root directory. A directory has slots for two
 * directories and, behind these, for two files; a file has at most one block, with one value. Names and
 * values are positive integers; 0 means that there is nothing. An operation that is not possible does
 * nothing.
 */
public class FileSystem {
    private static final int INODES = 6;
    private static final int BLOCKS = 4;
    private static final int SLOTS_OF_A_KIND = 2;
    private static final int SLOTS = 2 * SLOTS_OF_A_KIND;

    private static final int FREE = 0;
    private static final int DIRECTORY = 1;
    private static final int FILE = 2;

    private static final int ROOT = 0;
    private static final int NONE = -1;

    private final int[] kinds = new int[INODES];

    /** The names in the slots of each inode. */
    private final int[][] names = new int[INODES][SLOTS];

    /**
     * The inodes in the slots of each inode. The root is in no slot, so that 0 means that a slot is empty.
     */
    private final int[][] children = new int[INODES][SLOTS];

    /** The number of the block of each inode, from 1. */
    private final int[] blockOf = new int[INODES];

    private final int[] blocks = new int[BLOCKS];

    public FileSystem() {
        kinds[ROOT] = DIRECTORY;
    }

    /** Makes a directory in a directory. */
    public void mkdir(int directory, int name) {
        add(directory, name, DIRECTORY);
    }

    /** Removes an empty directory from a directory. */
    public void rmdir(int directory, int name) {
        int slot = find(directory, name);
        if (slot != NONE && isEmptyDirectory(children[directory][slot])) {
            removeSlot(directory, slot);
        }
    }

    /** Makes a file without content in a directory. */
    public void create(int directory, int name) {
        add(directory, name, FILE);
    }

    /** Removes a file from a directory. */
    public void unlink(int directory, int name) {
        int slot = find(directory, name);
        if (slot != NONE && kinds[children[directory][slot]] == FILE) {
            truncate(children[directory][slot]);
            removeSlot(directory, slot);
        }
    }

    /** Makes a value the content of a file. */
    public void write(int file, int value) {
        if (!is(file, FILE) || value <= 0) {
            return;
        }
        if (blockOf[file] == 0) {
            int free = indexOf(blocks, 0, 0, BLOCKS);
            if (free == NONE) {
                return;
            }
            blockOf[file] = free + 1;
        }
        blocks[blockOf[file] - 1] = value;
    }

    /** The value at a position of a file, from 1, or 0 if the file is not that long. */
    public int read(int file, int position) {
        if (!is(file, FILE) || blockOf[file] == 0 || position != 1) {
            return 0;
        }
        return blocks[blockOf[file] - 1];
    }

    private boolean is(int inode, int kind) {
        return 0 <= inode && inode < INODES && kinds[inode] == kind;
    }

    private void add(int directory, int name, int kind) {
        if (!is(directory, DIRECTORY) || name <= 0 || find(directory, name) != NONE) {
            return;
        }
        int first = kind == DIRECTORY ? 0 : SLOTS_OF_A_KIND;
        int slot = indexOf(children[directory], 0, first, first + SLOTS_OF_A_KIND);
        int inode = indexOf(kinds, FREE, 0, INODES);
        if (slot == NONE || inode == NONE) {
            return;
        }
        kinds[inode] = kind;
        names[directory][slot] = name;
        children[directory][slot] = inode;
    }

    /** The slot of a name in a directory, or {@code NONE}. */
    private int find(int directory, int name) {
        return is(directory, DIRECTORY) && name > 0 ? indexOf(names[directory], name, 0, SLOTS) : NONE;
    }

    private boolean isEmptyDirectory(int inode) {
        if (kinds[inode] != DIRECTORY) {
            return false;
        }
        for (int child : children[inode]) {
            if (child != 0) {
                return false;
            }
        }
        return true;
    }

    private void removeSlot(int directory, int slot) {
        kinds[children[directory][slot]] = FREE;
        names[directory][slot] = 0;
        children[directory][slot] = 0;
    }

    private void truncate(int file) {
        if (blockOf[file] != 0) {
            blocks[blockOf[file] - 1] = 0;
            blockOf[file] = 0;
        }
    }

    /** The first index of a value in a part of an array, or {@code NONE}. */
    private static int indexOf(int[] array, int value, int from, int to) {
        for (int index = from; index < to; index++) {
            if (array[index] == value) {
                return index;
            }
        }
        return NONE;
    }

    /**
     * Whether directories are a tree with different names in each, and inodes and blocks are used once or
     * free and clean.
     */
    public boolean repOk() {
        int[] inodeUses = new int[INODES];
        int[] blockUses = new int[BLOCKS];
        inodeUses[ROOT] = 1;
        for (int inode = 0; inode < INODES; inode++) {
            if (!slotsOk(inode, inodeUses) || !blockOk(inode, blockUses)) {
                return false;
            }
        }
        for (int inode = 0; inode < INODES; inode++) {
            if (inodeUses[inode] != (kinds[inode] == FREE ? 0 : 1)) {
                return false;
            }
        }
        for (int block = 0; block < BLOCKS; block++) {
            if (blockUses[block] != (blocks[block] == 0 ? 0 : 1)) {
                return false;
            }
        }
        boolean[] reached = new boolean[INODES];
        reach(ROOT, reached);
        for (int inode = 0; inode < INODES; inode++) {
            if (reached[inode] != (kinds[inode] != FREE)) {
                return false;
            }
        }
        return kinds[ROOT] == DIRECTORY;
    }

    /** Whether the slots of an inode are in order; counts the inodes in them. */
    private boolean slotsOk(int inode, int[] uses) {
        for (int slot = 0; slot < SLOTS; slot++) {
            int child = children[inode][slot];
            int name = names[inode][slot];
            if (child == 0) {
                if (name != 0) {
                    return false;
                }
                continue;
            }
            int kind = slot < SLOTS_OF_A_KIND ? DIRECTORY : FILE;
            if (kinds[inode] != DIRECTORY || !is(child, kind)) {
                return false;
            }
            if (name <= 0 || indexOf(names[inode], name, 0, SLOTS) != slot) {
                return false;
            }
            uses[child]++;
        }
        return true;
    }

    /** Whether the block of an inode is in order; counts it. */
    private boolean blockOk(int inode, int[] uses) {
        int block = blockOf[inode];
        if (block == 0) {
            return true;
        }
        if (kinds[inode] != FILE || block < 0 || block > BLOCKS) {
            return false;
        }
        uses[block - 1]++;
        return blocks[block - 1] > 0;
    }

    private void reach(int inode, boolean[] reached) {
        if (!reached[inode]) {
            reached[inode] = true;
            for (int child : children[inode]) {
                if (child != 0) {
                    reach(child, reached);
                }
            }
        }
    }
}
