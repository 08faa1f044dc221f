# Of methods with the same name, one has to be named with the types of its parameters.
write: Count.java <<
class Count {
    int size;

    @glassbox.api.Ensures("size > old(size)")
    void grow(int by) {
        size += by;
    }

    void grow(long by) {
        size += by;
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.grow
