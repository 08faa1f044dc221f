# What compares the outcome of a comparison needs brackets.
write: Pair.java <<
class Pair {
    Object one, other;

    @glassbox.api.Ensures("result == x in one + other")
    boolean has(Object x) {
        return x == one || x == other;
    }
}
>>
$ glassbox check Pair.java --engine infer --method Pair.has
