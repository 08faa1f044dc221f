# There is nothing to check where nothing is said.
write: Count.java <<
class Count {
    int size;

    void grow() {
        size++;
    }
}
>>
$ glassbox check Count.java --engine infer --method Count.grow
