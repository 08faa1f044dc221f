package java.lang;

/** How values are boxed: nobody may rely on which object it is. */
final class Boxes {
    private Boxes() {}

    static Integer valueOf(int value) {
        return new Integer(value);
    }

    static Long valueOf(long value) {
        return new Long(value);
    }

    static Short valueOf(short value) {
        return new Short(value);
    }

    static Byte valueOf(byte value) {
        return new Byte(value);
    }

    static Character valueOf(char value) {
        return new Character(value);
    }

    static Boolean valueOf(boolean value) {
        return new Boolean(value);
    }

    static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException();
        }
        return index;
    }
}
