# A file without the annotation describes nothing.
write: Described.java <<
class Described {
    boolean repOk() {
        return true;
    }
}
>>
$ glassbox check --spec Described.java --engine glass
