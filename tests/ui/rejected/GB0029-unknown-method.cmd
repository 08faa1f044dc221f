# The name of a method that is nearly right.
write: Seats.java <<
import glassbox.api.*;

class Seats {
    java.util.BitSet taken;

    @Requires("taken != null")
    @Ensures("result >= 0")
    int count() {
        return taken.cardinality();
    }
}
>>
write: Described.java <<
import glassbox.api.*;

@Spec("java.util.BitSet")
abstract class Described {
    @Ensures("result >= 0")
    abstract int cardinalty();
}
>>
$ glassbox check Seats.java --method Seats.count --spec Described.java
