package java.util;

/** What the specifications have in common. */
final class Specified {
    private Specified() {}

    /** Executions in which this is not true are left out: a collection has no room for more elements. */
    static native void within(boolean is);

    /** How two objects are ordered: by a comparator, or by themselves if there is none. */
    @SuppressWarnings("unchecked")
    static int compare(Comparator<?> order, Object one, Object other) {
        return order != null ? ((Comparator<Object>) order).compare(one, other) : ((Comparable<Object>) one).compareTo(other);
    }

    /** Fails for what has no order by itself where there is no comparator. */
    static void ordered(Comparator<?> order, Object one) {
        if (order == null) {
            if (one == null) {
                throw new NullPointerException();
            }
            Comparable<?> comparable = (Comparable<?>) one;
        }
    }

    /** Whether two objects are equal, as far as collections are concerned. */
    static boolean same(Object one, Object other) {
        return one == null ? other == null : one.equals(other);
    }
}
