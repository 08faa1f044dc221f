# A number is no reference, and an int no long.
write: Described.java <<
import glassbox.api.Spec;

@Spec("java.util.TreeMap")
class Described {
    long size;
}
>>
$ glassbox check --spec Described.java --engine glass
