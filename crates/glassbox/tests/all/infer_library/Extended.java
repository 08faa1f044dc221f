import glassbox.api.Ensures;
import java.util.ArrayList;

/** A class of one's own that extends one with a specification. */
class Extended {
    static class Thing {}

    static class Own extends ArrayList<Thing> {
        @Override
        public boolean add(Thing thing) {
            return true;
        }
    }

    @Ensures("result")
    static boolean unknownOwn(Own own, Thing thing) {
        return own == null || own.add(thing);
    }
}
