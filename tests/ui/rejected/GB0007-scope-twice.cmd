# Nobody knows which of the two is meant.
write: Count.java <<
class Count {
    int size;

    @glassbox.api.Ensures("size == old(size) + 1")
    void grow() {
        size++;
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.grow --scope Count=2,Count=3
