package glassbox.api;

import java.util.Arrays;

/**
 * How large the structures are that a check looks at. A class says it with a static method without parameters:
 *
 * <pre>{@code
 * static Bounds bounds() {
 *     return Bounds.of().size(6).height(3).objects(Object.class, 3).domain("Node.value", 1, 5);
 * }
 * }</pre>
 *
 * <p>The method belongs to the class that is checked, or to the spec that describes it. It is executed before the check,
 * and what options of the command line say counts more.
 *
 * <p>A value of this class never changes; every method gives a new one. What is not said is derived from the types.
 */
public final class Bounds {
    private static final Bounds NOTHING =
        new Bounds(-1, -1, -1, new Class<?>[0], new int[0], new String[0], new int[0], new int[0]);

    private final int size;
    private final int height;
    private final int degree;
    private final Class<?>[] classes;
    private final int[] counts;
    private final String[] fields;
    private final int[] lows;
    private final int[] highs;

    private Bounds(
            int size, int height, int degree, Class<?>[] classes, int[] counts, String[] fields, int[] lows, int[] highs) {
        this.size = size;
        this.height = height;
        this.degree = degree;
        this.classes = classes;
        this.counts = counts;
        this.fields = fields;
        this.lows = lows;
        this.highs = highs;
    }

    /**
     * Bounds that say nothing yet.
     *
     * @return the bounds
     */
    public static Bounds of() {
        return NOTHING;
    }

    /**
     * Structures of at most so many nodes.
     *
     * @param nodes how many
     * @return the new bounds
     */
    public Bounds size(int nodes) {
        return new Bounds(natural("size", nodes), height, degree, classes, counts, fields, lows, highs);
    }

    /**
     * Trees of at most so many levels.
     *
     * @param levels how many
     * @return the new bounds
     */
    public Bounds height(int levels) {
        return new Bounds(size, natural("height", levels), degree, classes, counts, fields, lows, highs);
    }

    /**
     * Nodes with at most so many children, where an array or a list holds them.
     *
     * @param children how many
     * @return the new bounds
     */
    public Bounds degree(int children) {
        return new Bounds(size, height, natural("degree", children), classes, counts, fields, lows, highs);
    }

    /**
     * At most so many objects of a class, besides {@code null}. Said again for the same class, the later number counts.
     *
     * @param type the class
     * @param count how many
     * @return the new bounds
     */
    public Bounds objects(Class<?> type, int count) {
        if (type == null) {
            throw new IllegalArgumentException("the class is null");
        }
        natural("objects", count);
        int at = Arrays.asList(classes).indexOf(type);
        int length = at < 0 ? classes.length + 1 : classes.length;
        Class<?>[] types = Arrays.copyOf(classes, length);
        int[] numbers = Arrays.copyOf(counts, length);
        int place = at < 0 ? length - 1 : at;
        types[place] = type;
        numbers[place] = count;
        return new Bounds(size, height, degree, types, numbers, fields, lows, highs);
    }

    /**
     * Values of a field of a number type, or of such a parameter. Said again for the same one, the later range counts.
     *
     * @param field the class and the field, such as {@code "Node.value"}, or the method and the parameter, such as
     *     {@code "push.value"}
     * @param low the least value
     * @param high the greatest value
     * @return the new bounds
     */
    public Bounds domain(String field, int low, int high) {
        if (field == null || field.indexOf('.') < 1 || field.endsWith(".")) {
            throw new IllegalArgumentException("a field is written as Class.field, not as " + field);
        }
        if (low > high) {
            throw new IllegalArgumentException("no value is at least " + low + " and at most " + high);
        }
        int at = Arrays.asList(fields).indexOf(field);
        int length = at < 0 ? fields.length + 1 : fields.length;
        String[] names = Arrays.copyOf(fields, length);
        int[] least = Arrays.copyOf(lows, length);
        int[] greatest = Arrays.copyOf(highs, length);
        int place = at < 0 ? length - 1 : at;
        names[place] = field;
        least[place] = low;
        greatest[place] = high;
        return new Bounds(size, height, degree, classes, counts, names, least, greatest);
    }

    private static int natural(String what, int number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " is negative: " + number);
        }
        return number;
    }

    /** What was said, in the words that say it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Bounds.of()");
        if (size >= 0) {
            text.append(".size(").append(size).append(')');
        }
        if (height >= 0) {
            text.append(".height(").append(height).append(')');
        }
        if (degree >= 0) {
            text.append(".degree(").append(degree).append(')');
        }
        for (int i = 0; i < classes.length; i++) {
            text.append(".objects(").append(classes[i].getName()).append(".class, ").append(counts[i]).append(')');
        }
        for (int i = 0; i < fields.length; i++) {
            text.append(".domain(\"").append(fields[i]).append("\", ");
            text.append(lows[i]).append(", ").append(highs[i]).append(')');
        }
        return text.toString();
    }
}
