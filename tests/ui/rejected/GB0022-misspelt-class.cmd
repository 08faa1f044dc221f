# A class that is not there is told with one that may be meant.
write: Count.java <<
class Count {
    int size;

    @glassbox.api.Ensures("size == old(size) + 1")
    void grow() {
        size++;
    }
}
>>
$ glassbox check Count.java --engine infer --method Conut.grow
