package java.util;

/** What the specifications have in common. */
final class Specified {
    private Specified() {}

    /** Executions in which this is not true are left out: a collection has no room for more elements. */
    static native void within(boolean is);

    /** Whether two objects are equal, as far as collections are concerned. */
    static boolean same(Object one, Object other) {
        return one == null ? other == null : one.equals(other);
    }
}
