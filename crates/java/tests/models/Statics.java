package specified;

/** Static methods that have specifications, which only their package sees. */
public class Statics {
    private Statics() {}

    private static void same(Object one, Object other) {
        if (!one.equals(other)) {
            throw new AssertionError(one + ", " + other);
        }
    }

    private static String index(boolean real, int index, int length) {
        try {
            return "" + (real ? java.util.Objects.checkIndex(index, length) : Boxes.checkIndex(index, length));
        } catch (RuntimeException thrown) {
            return thrown.getClass().getName();
        }
    }

    public static void compare() {
        for (int number = -130; number <= 130; number++) {
            same(Integer.valueOf(number), Boxes.valueOf(number));
            same(Long.valueOf(number), Boxes.valueOf((long) number));
            same(Short.valueOf((short) number), Boxes.valueOf((short) number));
            same(Byte.valueOf((byte) number), Boxes.valueOf((byte) number));
            same(Character.valueOf((char) number), Boxes.valueOf((char) number));
            same(Boolean.valueOf(number > 0), Boxes.valueOf(number > 0));
        }
        arrays();
        for (int index = -2; index <= 4; index++) {
            for (int length = 0; length <= 3; length++) {
                same(index(true, index, length), index(false, index, length));
            }
        }
    }

    private static String copied(boolean real, Object from, int at, Object to, int into, int count) {
        String ended = "";
        try {
            if (real) {
                System.arraycopy(from, at, to, into, count);
            } else {
                Boxes.arraycopy(from, at, to, into, count);
            }
        } catch (RuntimeException thrown) {
            ended = thrown.getClass().getName();
        }
        return ended + shown(from) + shown(to);
    }

    private static String shown(Object array) {
        StringBuilder all = new StringBuilder();
        for (int index = 0; array != null && index < java.lang.reflect.Array.getLength(array); index++) {
            all.append(java.lang.reflect.Array.get(array, index)).append(' ');
        }
        return all.toString();
    }

    /** An array of a type with different elements; those that are no numbers become some. */
    private static Object array(Class<?> type, int length, int first) {
        Object array = java.lang.reflect.Array.newInstance(type, length);
        for (int index = 0; index < length; index++) {
            int number = first + index;
            Object element = type == boolean.class ? (Object) (number % 2 == 0) : type == char.class ? (Object) (char) number
                : type == byte.class ? (Object) (byte) number : type == short.class ? (Object) (short) number
                : type == long.class ? (Object) (long) number : type == Object.class && number % 2 == 0 ? "text" : (Object) number;
            java.lang.reflect.Array.set(array, index, element);
        }
        return array;
    }

    private static void arrays() {
        Class<?>[] types = {int.class, long.class, boolean.class, byte.class, char.class, short.class, Object.class, Integer.class};
        for (Class<?> type : types) {
            for (int at = -1; at <= 3; at++) {
                for (int into = -1; into <= 3; into++) {
                    for (int count = -1; count <= 4; count++) {
                        String[] said = {"", ""};
                        for (int side = 0; side < 2; side++) {
                            Object same = array(type, 3, 1);
                            said[side] = copied(side == 0, array(type, 3, 1), at, array(type, 2, 11), into, count)
                                + copied(side == 0, same, at, same, into, count)
                                + copied(side == 0, null, at, same, into, count)
                                + copied(side == 0, same, at, null, into, count);
                        }
                        same(said[0], said[1]);
                    }
                }
            }
        }
        // What does not fit is noticed where it stands.
        String[] said = {"", ""};
        for (int side = 0; side < 2; side++) {
            said[side] = copied(side == 0, array(Object.class, 3, 1), 0, new Integer[3], 0, 3);
        }
        same(said[0], said[1]);
        same(shown(array(int.class, 3, 1)), shown(Boxes.copyInts(array(int.class, 3, 1))));
        same(shown(array(long.class, 3, 1)), shown(Boxes.copyLongs(array(long.class, 3, 1))));
        same(shown(array(boolean.class, 3, 1)), shown(Boxes.copyBooleans(array(boolean.class, 3, 1))));
        same(shown(array(byte.class, 3, 1)), shown(Boxes.copyBytes(array(byte.class, 3, 1))));
        same(shown(array(char.class, 3, 1)), shown(Boxes.copyChars(array(char.class, 3, 1))));
        same(shown(array(short.class, 3, 1)), shown(Boxes.copyShorts(array(short.class, 3, 1))));
    }
}
