import glassbox.api.Ensures;

/** A set of numbers as a linked list: the example of the paper on inferring specifications. */
public class Set {
    static class Entry {
        int val;
        Entry next;

        Entry(int v) {
            val = v;
            next = null;
        }
    }

    Entry elems;

    Set() {
        elems = null;
    }

    /** What is in both sets. If either is empty, so is the result. */
    @Ensures("old(this.elems) == null || old(p.elems) == null => result.elems == null")
    Set intersect(Set p) {
        Set res = new Set();
        Entry curr = this.elems;
        while (curr != null) {
            boolean found = p.contains(curr.val);
            if (found) {
                res.add(curr.val);
            }
            curr = curr.next;
        }
        return res;
    }

    void add(int v) {
        if (!contains(v)) {
            Entry tmp = new Entry(v);
            tmp.next = this.elems;
            this.elems = tmp;
        }
    }

    boolean contains(int v) {
        Entry l = this.elems;
        while (l != null) {
            if (l.val == v) {
                return true;
            }
            l = l.next;
        }
        return false;
    }

    /** Nothing is in the result that was not in both sets. */
    @Ensures("result.elems.*next.val in old(this.elems.*next.val & p.elems.*next.val)")
    Set intersectSubset(Set p) {
        return intersect(p);
    }

    /** No set that was there changes. */
    @Ensures("old(Set::elems) in Set::elems && old(Entry::next) in Entry::next && old(Entry::val) in Entry::val")
    Set intersectChangesNothing(Set p) {
        return intersect(p);
    }

    /** Everything that is in both sets is in the result. */
    @Ensures("old(this.elems.*next.val & p.elems.*next.val) in result.elems.*next.val")
    Set intersectAll(Set p) {
        return intersect(p);
    }

    /** The number is in the set afterwards. */
    @Ensures("v in this.elems.*next.val")
    void addFinds(int v) {
        add(v);
    }

    /** Says whether the number is in the set. */
    @Ensures("result == (v in this.elems.*next.val)")
    boolean containsTells(int v) {
        return contains(v);
    }

    /** Every number makes the set larger, which is wrong of one that it has already. */
    @Ensures("#this.elems.*next == old(#this.elems.*next) + 1")
    void addGrows(int v) {
        add(v);
    }

    /** The result has as many entries as the receiver, which is wrong if the other set has less. */
    @Ensures("#result.elems.*next == #this.elems.*next")
    Set intersectSameSize(Set p) {
        return intersect(p);
    }
}
