import glassbox.api.Ensures;
import glassbox.api.Requires;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Books that readers borrow and wait for, with collections of the library. */
class Lending {
    static class Book {}

    static class Reader {}

    List<Book> shelf = new ArrayList<>();
    Map<Book, Reader> lent = new HashMap<>();
    ArrayDeque<Reader> waiting = new ArrayDeque<>();
    Set<Reader> known = new HashSet<>();

    /** Gives a book to a reader, if it is there. */
    private boolean lend(Book book, Reader reader) {
        if (!shelf.remove(book)) {
            return false;
        }
        known.add(reader);
        lent.put(book, reader);
        return true;
    }

    /** Takes a book back; whoever waits gets it. */
    private Reader takeBack(Book book) {
        Reader before = lent.remove(book);
        if (before != null) {
            Reader next = waiting.poll();
            if (next == null) {
                shelf.add(book);
            } else {
                lent.put(book, next);
            }
        }
        return before;
    }

    /** Holds: who gets a book has it. */
    @Requires("shelf != null && lent != null && known != null")
    @Ensures("result")
    boolean lendTells(Book book, Reader reader) {
        return !lend(book, reader) || lent.get(book) == reader && known.contains(reader);
    }

    /** Holds: what is lent grows by one book at most, and the shelf has one less then. */
    @Requires("shelf != null && lent != null && known != null")
    @Ensures("result")
    boolean lendCounts(Book book, Reader reader) {
        int there = shelf.size();
        int gone = lent.size();
        boolean done = lend(book, reader);
        return shelf.size() == (done ? there - 1 : there) && lent.size() <= gone + 1;
    }

    /** Holds: a book that comes back is on the shelf, or somebody else has it. */
    @Requires("shelf != null && lent != null && waiting != null")
    @Ensures("result")
    boolean takeBackKeeps(Book book) {
        return takeBack(book) == null || shelf.contains(book) || lent.get(book) != null;
    }

    /** Violated: a book may be there twice. */
    @Requires("shelf != null && lent != null && known != null")
    @Ensures("result")
    boolean lendTakesAway(Book book, Reader reader) {
        return !lend(book, reader) || !shelf.contains(book);
    }

    /** Violated: a book that is lent already may be on the shelf as well. */
    @Requires("shelf != null && lent != null && known != null")
    @Ensures("result")
    boolean lendIsNew(Book book, Reader reader) {
        int gone = lent.size();
        return !lend(book, reader) || lent.size() == gone + 1;
    }

    /** Violated: whoever brings a book back may be the first who waits for it. */
    @Requires("shelf != null && lent != null && waiting != null")
    @Ensures("result")
    boolean takeBackElsewhere(Book book) {
        Reader before = takeBack(book);
        return before == null || lent.get(book) != before;
    }
}
