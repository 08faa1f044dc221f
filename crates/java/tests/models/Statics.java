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
        for (int index = -2; index <= 4; index++) {
            for (int length = 0; length <= 3; length++) {
                same(index(true, index, length), index(false, index, length));
            }
        }
    }
}
