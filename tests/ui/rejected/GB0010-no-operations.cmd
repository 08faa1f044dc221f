# A class without methods that can be called.
write: Empty.java <<
public class Empty {
    int size() {
        return 0;
    }
}
>>
$ glassbox check Empty.java --property linearizable
