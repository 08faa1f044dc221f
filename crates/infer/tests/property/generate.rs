//! A program, and random formulas about its heaps, as texts. The crate's own tests of the encoding use them too.

/// A set as in the seed's figure 2, with more kinds of fields.
pub(crate) const PROGRAM: &str = "
interface Marked { }
class Set {
  field elems: Entry
  field size: i32
  field open: bool
  field items: Entry[]
  field numbers: i32[]
  field mean: f64
}
class Entry {
  field val: i32
  field next: Entry
  field owner: Set
  field mark: Marked
}
class Special : Entry { field weight: i32 }
class Node { field next: Node }
global @Set.count: i32
global @Set.first: Set
fn @Set.intersect(this: Set, p: Set, n: i32, flag: bool): Set;
fn @Set.clear(this: Set);
fn @Set.isFull(this: Set, result: i32): bool;
fn @make(e: Entry, n: i32): Entry;
";

/// A small generator of random numbers (SplitMix64): the same tests on every run and machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A set of entries.
pub(crate) fn set(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let all = [
            "Entry",
            "old(Entry)",
            "Special",
            "this.elems",
            "p.elems",
            "result.elems",
            "(Entry & univ)",
            "this.items[*]",
            "this.items[0]",
            "old(elems)",
        ];
        return random.of(&all).to_string();
    }
    let [one, other] = [(); 2].map(|()| set(random, depth - 1));
    match random.below(8) {
        0 => format!("({one} + {other})"),
        1 => format!("({one} - {other})"),
        2 => format!("({one} & {other})"),
        3 => format!("{one}.({})", relation(random, depth - 1)),
        4 => format!("({}).{one}", relation(random, depth - 1)),
        5 => format!("{{v{depth}: {one} | v{depth}.val > {}}}", random.below(3)),
        6 => format!("({} ? {one} : {other})", formula(random, depth - 1)),
        _ => format!("old({one})"),
    }
}

/// A relation between entries.
pub(crate) fn relation(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random
            .of(&["Entry::next", "old(Entry::next)", "(Entry -> Special)", "(elems -> elems)"])
            .to_string();
    }
    let [one, other] = [(); 2].map(|()| relation(random, depth - 1));
    match random.below(9) {
        0 => format!("({one} + {other})"),
        1 => format!("({one} - {other})"),
        2 => format!("({one} & {other})"),
        3 => format!("({one}.{other})"),
        4 => format!("~{one}"),
        5 => format!("^{one}"),
        6 => format!("*{one}"),
        7 => format!("({one} ++ {other})"),
        _ => format!("{{a{depth}, b{depth}: {} | a{depth} -> b{depth} in {one}}}", set(random, depth - 1)),
    }
}

pub(crate) fn formula(random: &mut Random, depth: usize) -> String {
    let kind = random.below(7);
    let inner =
        |random: &mut Random| if depth == 0 { "flag".to_string() } else { formula(random, depth - 1) };
    let depth = depth.saturating_sub(1);
    match kind {
        0 => format!("some {}", set(random, depth)),
        1 => format!("{} in {}", set(random, depth), set(random, depth)),
        2 => format!("this.size < {}", random.below(4)),
        3 => format!("({} && {})", inner(random), inner(random)),
        4 => format!("!({})", inner(random)),
        5 => format!("(all w: {} | {})", set(random, depth), inner(random)),
        _ => format!("{}.val < 2", random.of(&["elems", "p.elems", "result.elems"])),
    }
}

/// Comparisons of numbers that may be missing.
pub(crate) fn comparison(random: &mut Random) -> String {
    let [one, other] = [(); 2].map(|()| {
        let all = [
            "p.elems.val",
            "old(this.size)",
            "#Entry / size",
            "max(Entry.val)",
            "old(items[0].val)",
            "items.length",
        ];
        random.of(&all)
    });
    format!("{one} + 1 == {other} || {one} <= -{other} || (sum s: Set | {one} % s.size) > 0")
}

/// `A`, `B` are sets, `Q`, `R`, `T` relations, `F`, `G` formulas.
pub(crate) const LAWS: [&str; 48] = [
    "A + B == B + A",
    "A & B == B & A",
    "A - B == A - (A & B)",
    "A - (A - B) == A & B",
    "(A + B) - B in A",
    "A in A + B",
    "A & B in A",
    "A in B && B in A <=> A == B",
    "A in B <=> no A - B",
    "#(A + B) == #A + #B - #(A & B)",
    "#(A -> B) == #A * #B",
    "one A <=> #A == 1",
    "lone A <=> #A <= 1",
    "some A <=> #A > 0",
    "no A <=> A == none",
    "(sum x: A | 1) == #A",
    "(sum x: A | x.val + 1) == (sum x: A | x.val) + #A",
    "(some A) => min(A.val) in A.val",
    "(some A) => (all x: A | min(A.val) <= x.val && x.val <= max(A.val))",
    "!(F && G) <=> !F || !G",
    "!(F || G) <=> !F && !G",
    "(F => G) <=> (!F || G)",
    "(F <=> G) <=> (F => G) && (G => F)",
    "(F ? G : !G) <=> (F <=> G)",
    "(all x: A | x.val > 0) <=> !(some x: A | !(x.val > 0))",
    "(no x: A | x.val > 0) <=> (all x: A | !(x.val > 0))",
    "(one x: A | x in B) <=> one A & B",
    "(lone x: A | x in B) <=> lone A & B",
    "(some x: A | x in B) <=> some A & B",
    "(all x: A | x in B) <=> A in B",
    "(all x: A, y: B | x -> y in R) <=> A -> B in R",
    "(all disj x, y: A | F) <=> F || lone A",
    "(some disj x, y: A | true) <=> #A > 1",
    "{x: A | x in B} == A & B",
    "{x: A, y: B | true} == A -> B",
    "{x, y: A | x == y} == iden & (A -> A)",
    "(Q.R).T == Q.(R.T)",
    "~(Q.R) == ~R.(~Q)",
    "~(~R) == R",
    "A.R == {y: Entry | some x: A | x -> y in R}",
    "A.~R == R.A",
    "^R == R + R.(^R)",
    "^(^R) == ^R",
    "~(^R) == ^(~R)",
    "A.*R == A + A.^R",
    "*R - ^R in iden",
    "Q ++ R == R + (Q - ((R.Entry) -> Entry))",
    "(let x = A | x + B) == A + B",
];

/// A law with random parts.
pub(crate) fn instance(law: &str, random: &mut Random, depth: usize) -> String {
    let parts = [
        ('A', set(random, depth)),
        ('B', set(random, depth)),
        ('Q', relation(random, depth)),
        ('R', relation(random, depth)),
        ('T', relation(random, depth)),
        ('F', formula(random, depth)),
        ('G', formula(random, depth)),
    ];
    let part = |char: char| parts.iter().find(|(name, _)| *name == char).map(|(_, text)| format!("({text})"));
    law.chars().map(|char| part(char).unwrap_or_else(|| char.to_string())).collect()
}
