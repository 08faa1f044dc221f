# A formula of a method that is called is read like that of the one that is checked: nothing that is said is left out silently.
write: Till.java <<
import glassbox.api.Ensures;
import glassbox.api.Requires;

public class Till {
    int coins;

    @Ensures("coins == old(coins) + 1")
    void sell() {
        add(1);
    }

    @Requires("count > 0")
    @Ensures("coins == old(coin) + count")
    void add(int count) {
        coins = coins + count;
    }
}
>>
$ glassbox check Till.java --engine infer --method Till.sell
