# The range of numbers has to have the number that all begin with.
write: Count.java <<
class Count {
    int size;

    @glassbox.api.Ensures("size == old(size) + 1")
    void grow() {
        size++;
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.grow --scope int=5..9
