package java.lang;

/** How values are boxed, where nobody may rely on which object it is; and how arrays are copied. */
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

    /** As {@code System.arraycopy}. Of arrays that are not here nothing is said. */
    static void arraycopy(Object from, int at, Object to, int into, int count) {
        if (from == null || to == null) {
            throw new NullPointerException();
        }
        if (from instanceof Object[] && to instanceof Object[]) {
            Object[] source = (Object[]) from, target = (Object[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof int[] && to instanceof int[]) {
            int[] source = (int[]) from, target = (int[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof long[] && to instanceof long[]) {
            long[] source = (long[]) from, target = (long[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof boolean[] && to instanceof boolean[]) {
            boolean[] source = (boolean[]) from, target = (boolean[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof byte[] && to instanceof byte[]) {
            byte[] source = (byte[]) from, target = (byte[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof char[] && to instanceof char[]) {
            char[] source = (char[]) from, target = (char[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else if (from instanceof short[] && to instanceof short[]) {
            short[] source = (short[]) from, target = (short[]) to;
            check(at, source.length, into, target.length, count);
            if (source == target && at < into) {
                for (int index = count - 1; index >= 0; index--) target[into + index] = source[at + index];
            } else {
                for (int index = 0; index < count; index++) target[into + index] = source[at + index];
            }
        } else {
            others(from, at, to, into, count);
        }
    }

    private static native void others(Object from, int at, Object to, int into, int count);

    private static void check(int at, int length, int into, int room, int count) {
        if (at < 0 || into < 0 || count < 0 || at > length - count || into > room - count) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    static Object copyInts(Object array) {
        int[] from = (int[]) array;
        int[] to = new int[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }

    static Object copyLongs(Object array) {
        long[] from = (long[]) array;
        long[] to = new long[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }

    static Object copyBooleans(Object array) {
        boolean[] from = (boolean[]) array;
        boolean[] to = new boolean[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }

    static Object copyBytes(Object array) {
        byte[] from = (byte[]) array;
        byte[] to = new byte[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }

    static Object copyChars(Object array) {
        char[] from = (char[]) array;
        char[] to = new char[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }

    static Object copyShorts(Object array) {
        short[] from = (short[]) array;
        short[] to = new short[from.length];
        for (int index = 0; index < to.length; index++) to[index] = from[index];
        return to;
    }
}
