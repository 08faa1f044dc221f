# Nested classes have a dollar sign in their names.
write: Described.java <<
import glassbox.api.Spec;

@Spec("java.util.TreeMap.Entry")
class Described {
}
>>
$ glassbox check --spec Described.java --engine glass
