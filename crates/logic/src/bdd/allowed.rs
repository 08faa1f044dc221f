//! Elements whose numbers in groups of bits are among given ones, without a diagram of them.
//!
//! A search that narrows variables step by step would make most of a large diagram anew at every step, only to learn
//! whether something is left. Here the diagram stays what it is, and the ways through it are looked at that the codes
//! allow. Nothing is made, and the more is narrowed, the fewer ways there are.

use std::rc::Rc;

use super::split::Pairs;
use super::table::{ALL, NONE, Table};

/// Bits that are numbers together; each bit belongs to one group at most.
#[derive(Debug)]
pub struct Groups {
    /// The bits of each group, without gaps, the first the most significant.
    bits: Vec<Vec<usize>>,
    /// The group of each bit, and its place there.
    of: Vec<Option<(u32, u32)>>,
}

impl Groups {
    /// Groups of the bits of a manager with that many variables. The bits of a group follow each other; it may have none.
    pub fn new(variables: usize, bits: Vec<Vec<usize>>) -> Groups {
        let mut of = vec![None; variables];
        for (group, bits) in bits.iter().enumerate() {
            assert!(bits.is_sorted_by(|a, b| a + 1 == *b), "the bits of a group should follow each other");
            for (place, &bit) in bits.iter().enumerate() {
                let before = of[bit].replace((group as u32, place as u32));
                assert!(before.is_none(), "a bit should be in one group only");
            }
        }
        Groups { bits, of }
    }
}

/// Which codes groups may have.
#[derive(Debug)]
pub struct Allowed {
    groups: Rc<Groups>,
    /// Ascending; none for a group that may have all.
    codes: Vec<Option<Rc<[u64]>>>,
    /// What that says of each bit.
    bits: Vec<Bit>,
}

/// Which values a bit may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bit {
    Any,
    /// It is its whole group, and may have this value only.
    Only(bool),
    /// That depends on other bits of its group.
    Depends,
}

impl Allowed {
    /// Everything is allowed.
    pub fn new(groups: Rc<Groups>) -> Allowed {
        let codes = vec![None; groups.bits.len()];
        let bits = vec![Bit::Any; groups.of.len()];
        Allowed { groups, codes, bits }
    }

    /// Lets a group have these codes only, which ascend and are not none at all; or all again.
    pub fn allow(&mut self, group: usize, codes: Option<Rc<[u64]>>) {
        debug_assert!(
            codes.as_ref().is_none_or(|codes| !codes.is_empty() && codes.is_sorted_by(|a, b| a < b))
        );
        let bit = match (codes.as_deref(), &self.groups.bits[group][..]) {
            (None, _) => Bit::Any,
            (Some([0, 1]), [_]) => Bit::Any,
            (Some(codes), [_]) => Bit::Only(codes == [1]),
            (Some(_), _) => Bit::Depends,
        };
        for &place in &self.groups.bits[group] {
            self.bits[place] = bit;
        }
        self.codes[group] = codes;
    }

    /// Writes a code into an assignment.
    pub fn write(&self, group: usize, code: u64, assignment: &mut [bool]) {
        for (place, &bit) in self.groups.bits[group].iter().rev().enumerate() {
            assignment[bit] = code >> place & 1 == 1;
        }
    }
}

/// The codes of a group that agree with the bits that were decided.
#[derive(Clone, Copy)]
struct Range {
    group: u32,
    from: u32,
    to: u32,
    /// How many bits were decided.
    decided: u32,
}

/// Two nodes to look at.
#[derive(Clone, Copy)]
struct Look {
    set: u32,
    without: u32,
    /// The codes of the group that is half decided.
    range: Option<Range>,
}

/// Something to look at later, and the bit that leads there.
struct Later {
    look: Look,
    bit: u32,
    value: bool,
    /// How many bits had been decided before it.
    trail: u32,
}

/// What a search through a diagram needs; kept, so that it need not ask for memory.
#[derive(Default)]
pub(super) struct Scratch {
    later: Vec<Later>,
    trail: Vec<(u32, bool, Option<Range>)>,
    pub(super) marks: Marks,
    pairs: Pairs<()>,
    open: Vec<(u32, u32)>,
}

/// Nodes that were met.
#[derive(Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    /// Forgets all; there are so many nodes.
    pub(super) fn begin(&mut self, nodes: usize) {
        if self.stamps.len() < nodes {
            self.stamps.resize(nodes.next_power_of_two(), 0);
        }
        self.stamp = match self.stamp.checked_add(1) {
            Some(next) => next,
            None => {
                self.stamps.fill(0);
                1
            }
        };
    }

    /// Whether a node is met for the first time.
    pub(super) fn insert(&mut self, node: u32) -> bool {
        std::mem::replace(&mut self.stamps[node as usize], self.stamp) != self.stamp
    }
}

impl Table {
    /// Whether a set has an allowed element that another does not have, unless that depends on several bits of a group
    /// at a time: then nobody knows.
    ///
    /// Such a search mostly finds nothing, and goes through all that is allowed to learn so. Where every bit is on its own, what
    /// is below a pair of nodes does not depend on the way there, and there is nothing to remember of that.
    pub(super) fn has_outside_bit_by_bit(
        &self,
        scratch: &mut Scratch,
        (set, without): (u32, u32),
        allowed: &Allowed,
    ) -> Option<bool> {
        let Scratch { marks, pairs, open, .. } = scratch;
        open.clear();
        marks.begin(self.len() + 2);
        pairs.begin();
        let nothing = |set: u32, without: u32| set == NONE || without == ALL || set == without;
        if nothing(set, without) {
            return Some(false);
        }
        let (mut set, mut without) = (set, without);
        loop {
            if set == ALL && without == NONE {
                return Some(true);
            }
            let is_new = if without == NONE { marks.insert(set) } else { pairs.insert_new(set, without, ()) };
            let mut next = (NONE, NONE);
            if is_new {
                let (a, b) = (&self[set], &self[without]);
                let bit = a.variable.min(b.variable);
                let (low, high) = if a.variable == bit { (a.low, a.high) } else { (set, set) };
                let (without_low, without_high) =
                    if b.variable == bit { (b.low, b.high) } else { (without, without) };
                match allowed.bits[bit as usize] {
                    Bit::Any => {
                        if !nothing(high, without_high) {
                            open.push((high, without_high));
                        }
                        next = (low, without_low);
                    }
                    Bit::Only(false) => next = (low, without_low),
                    Bit::Only(true) => next = (high, without_high),
                    Bit::Depends => return None,
                }
            }
            if nothing(next.0, next.1) {
                self.watch.count();
                match open.pop() {
                    Some(other) => next = other,
                    None => return Some(false),
                }
            }
            (set, without) = next;
        }
    }

    /// Writes the least allowed element of a set that another does not have into an assignment, if one is given, as far as bits
    /// decide or belong to a group with one that does. Says whether there is one.
    ///
    /// # Why nothing is missed
    /// Where no group is half decided, what is below a pair of nodes does not depend on the way there: each is looked at
    /// once. Within a group, whose bits follow each other, all ways that its codes allow are followed, also for bits that no
    /// node tests. (`the_least_allowed_element_is_found_without_a_diagram` compares it with diagrams.)
    pub(super) fn write_least_outside(
        &self,
        scratch: &mut Scratch,
        (set, without): (u32, u32),
        allowed: &Allowed,
        assignment: Option<&mut [bool]>,
    ) -> bool {
        let Scratch { later, trail, marks, pairs, .. } = scratch;
        later.clear();
        trail.clear();
        marks.begin(self.len() + 2);
        pairs.begin();
        let mut look = Look { set, without, range: None };
        loop {
            let Look { set, without, range } = look;
            if set == ALL && without == NONE {
                if let Some(assignment) = assignment {
                    allowed.write_trail(trail, assignment);
                }
                return true;
            }
            // The ways that the next bit leads, false first.
            let mut ways = [None, None];
            let mut bit = 0;
            if set != NONE && without != ALL && set != without {
                let (a, b) = (self[set], self[without]);
                bit = a.variable.min(b.variable);
                let is_half_decided = range.is_some_and(|range| allowed.is_in(range, bit));
                let is_new = is_half_decided
                    || if without == NONE { marks.insert(set) } else { pairs.insert_new(set, without, ()) };
                if is_new {
                    let (low, high) = if a.variable == bit { (a.low, a.high) } else { (set, set) };
                    let (without_low, without_high) =
                        if b.variable == bit { (b.low, b.high) } else { (without, without) };
                    let low = Look { set: low, without: without_low, range: None };
                    let high = Look { set: high, without: without_high, range: None };
                    match allowed.bits[bit as usize] {
                        Bit::Any => ways = [Some(low), Some(high)],
                        Bit::Only(false) => ways = [Some(low), None],
                        Bit::Only(true) => ways = [None, Some(high)],
                        Bit::Depends => {
                            let range = range.filter(|_| is_half_decided);
                            (bit, ways) = allowed.ways(look, range, bit, [low, high]);
                        }
                    }
                }
            }
            match ways {
                [Some(low), high] => {
                    let before = trail.len() as u32;
                    if let Some(look) = high {
                        later.push(Later { look, bit, value: true, trail: before });
                    }
                    trail.push((bit, false, low.range));
                    look = low;
                }
                [None, Some(high)] => {
                    trail.push((bit, true, high.range));
                    look = high;
                }
                [None, None] => {
                    self.watch.count();
                    let Some(next) = later.pop() else { return false };
                    trail.truncate(next.trail as usize);
                    trail.push((next.bit, next.value, next.look.range));
                    look = next.look;
                }
            }
        }
    }
}

impl Allowed {
    /// Whether a bit is in the group of a range.
    fn is_in(&self, range: Range, bit: u32) -> bool {
        self.groups.of[bit as usize].is_some_and(|(group, _)| group == range.group)
    }

    /// The next bit of a group that is to be decided, and the ways that its codes allow. `below` is where the ways lead
    /// if it is the bit that somebody tests.
    fn ways(
        &self,
        at: Look,
        range: Option<Range>,
        tested: u32,
        below: [Look; 2],
    ) -> (u32, [Option<Look>; 2]) {
        let (group, place) = self.groups.of[tested as usize].expect("what depends on others has a group");
        let codes = self.codes[group as usize].as_deref().unwrap_or_default();
        let range = range.unwrap_or(Range { group, from: 0, to: codes.len() as u32, decided: 0 });
        let bits = &self.groups.bits[group as usize];
        let shift = bits.len() - 1 - range.decided as usize;
        let fitting = &codes[range.from as usize..range.to as usize];
        let middle = range.from + fitting.partition_point(|code| code >> shift & 1 == 0) as u32;
        let decided = range.decided + 1;
        let ranges = [Range { to: middle, decided, ..range }, Range { from: middle, decided, ..range }];
        // Where nobody tests the bit, all stays as it is.
        let below = if range.decided == place { below } else { [at, at] };
        let way = |value: usize| {
            let range = ranges[value];
            (range.from < range.to).then_some(Look { range: Some(range), ..below[value] })
        };
        (bits[range.decided as usize] as u32, [way(0), way(1)])
    }

    /// Writes what was decided, and the least codes that agree with it.
    fn write_trail(&self, trail: &[(u32, bool, Option<Range>)], assignment: &mut [bool]) {
        for &(bit, value, range) in trail {
            assignment[bit as usize] = value;
            // Bits of the group that are decided later are written later.
            if let Some(range) = range
                && let Some(codes) = &self.codes[range.group as usize]
            {
                self.write(range.group as usize, codes[range.from as usize], assignment);
            }
        }
    }
}
