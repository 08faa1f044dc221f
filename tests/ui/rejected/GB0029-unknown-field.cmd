# The name of a field that is nearly right.
write: Described.java <<
import glassbox.api.Spec;

@Spec("java.util.TreeMap")
class Described {
    Object rooot;
}
>>
$ glassbox check --spec Described.java --engine glass
