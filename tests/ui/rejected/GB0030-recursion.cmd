# A property that calls a method, be it the one that it belongs to, is marked.
write: Count.java <<
class Count {
    Count next;

    @glassbox.api.Ensures("result == 1 + next.length()")
    int length() {
        return next == null ? 1 : 1 + next.length();
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.length
