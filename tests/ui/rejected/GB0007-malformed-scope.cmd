# A class alone does not say how many objects it has.
write: Count.java <<
class Count {
    int size;

    @glassbox.api.Ensures("size == old(size) + 1")
    void grow() {
        size++;
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.grow --scope 3,Count
