import glassbox.api.Ensures;

/** The set of {@link Set}, with the paper's error: what is not in the other set is added. */
public class SetBroken {
    static class Entry {
        int val;
        Entry next;

        Entry(int v) {
            val = v;
            next = null;
        }
    }

    Entry elems;

    SetBroken() {
        elems = null;
    }

    /** If either set is empty, the result should be, but is not. */
    @Ensures("old(this.elems) == null || old(p.elems) == null => result.elems == null")
    SetBroken intersect(SetBroken p) {
        SetBroken res = new SetBroken();
        Entry curr = this.elems;
        while (curr != null) {
            boolean found = p.contains(curr.val);
            if (!found) {
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

    /** Still true: the numbers come from the receiver. */
    @Ensures("result.elems.*next.val in old(this.elems.*next.val)")
    SetBroken intersectSubset(SetBroken p) {
        return intersect(p);
    }

    /** What the error comes to: nothing of the other set is in the result. */
    @Ensures("no result.elems.*next.val & old(p.elems.*next.val)")
    SetBroken intersectApart(SetBroken p) {
        return intersect(p);
    }

    /** What both sets have should be in the result, but is not. */
    @Ensures("old(this.elems.*next.val & p.elems.*next.val) in result.elems.*next.val")
    SetBroken intersectAll(SetBroken p) {
        return intersect(p);
    }
}
