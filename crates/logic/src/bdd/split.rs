//! Splitting a set by another: what is outside of it and what is inside, in one go.
//!
//! Two operations would walk the same pairs of nodes twice. Most sets that are split are large, and what they are split by
//! is small and often true in all of them; then nothing new is made, and results of pairs that are remembered beside
//! each other, for this split only, are found faster than among the results of all operations.

use super::table::{ALL, NONE, Node, Table};

/// A pair of nodes with what was found out about it, in the work with that number.
#[derive(Clone, Copy, Default)]
struct Entry<V> {
    work: u32,
    first: u32,
    second: u32,
    value: V,
}

/// What was found out about pairs of nodes in the work at hand, by a hash of the pair, with open addressing.
pub(super) struct Pairs<V> {
    entries: Vec<Entry<V>>,
    /// The number of the work at hand.
    work: u32,
    used: usize,
}

enum Task {
    Look(u32, u32),
    Join(u32, u32),
}

impl<V: Copy + Default> Default for Pairs<V> {
    fn default() -> Self {
        Pairs { entries: vec![Entry::default(); 1 << 10], work: 0, used: 0 }
    }
}

impl<V: Copy + Default> Pairs<V> {
    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.used = 0;
        self.work = match self.work.checked_add(1) {
            Some(next) => next,
            None => {
                self.entries.fill(Entry::default());
                1
            }
        };
    }

    /// The place of a pair, or where it belongs.
    fn place(&self, first: u32, second: u32) -> usize {
        let mask = self.entries.len() - 1;
        let hash = (u64::from(first) << 32 | u64::from(second)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (hash >> 32) as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.work != self.work || entry.first == first && entry.second == second {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn get(&self, first: u32, second: u32) -> Option<V> {
        let entry = &self.entries[self.place(first, second)];
        (entry.work == self.work).then_some(entry.value)
    }

    /// Says something about a pair, unless something was said before; tells whether it was not.
    pub(super) fn insert_new(&mut self, first: u32, second: u32, value: V) -> bool {
        if 2 * self.used >= self.entries.len() {
            let larger = vec![Entry::default(); 2 * self.entries.len()];
            for entry in std::mem::replace(&mut self.entries, larger) {
                if entry.work == self.work {
                    let place = self.place(entry.first, entry.second);
                    self.entries[place] = entry;
                }
            }
        }
        let place = self.place(first, second);
        let is_new = self.entries[place].work != self.work;
        if is_new {
            self.used += 1;
            self.entries[place] = Entry { work: self.work, first, second, value };
        }
        is_new
    }
}

impl Table {
    /// The nodes of what is outside and of what is inside.
    pub(super) fn divide(&mut self, pairs: &mut Pairs<(u32, u32)>, set: u32, by: u32) -> (u32, u32) {
        pairs.begin();
        let mut tasks = vec![Task::Look(set, by)];
        let mut results: Vec<(u32, u32)> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Look(set, by) => {
                    let known = match (set, by) {
                        (NONE, _) => Some((NONE, NONE)),
                        (_, NONE) => Some((set, NONE)),
                        (_, ALL) => Some((NONE, set)),
                        _ if set == by => Some((NONE, set)),
                        _ => pairs.get(set, by),
                    };
                    if let Some(known) = known {
                        results.push(known);
                        continue;
                    }
                    self.watch.count();
                    let (a, b) = (self[set], self[by]);
                    let variable = a.variable.min(b.variable);
                    let below = |node: u32, at: &Node| {
                        if at.variable == variable { (at.low, at.high) } else { (node, node) }
                    };
                    let (set_below, by_below) = (below(set, &a), below(by, &b));
                    tasks.push(Task::Join(set, by));
                    tasks.push(Task::Look(set_below.1, by_below.1));
                    tasks.push(Task::Look(set_below.0, by_below.0));
                }
                Task::Join(set, by) => {
                    let high = results.pop().expect("the high branch was looked at");
                    let low = results.pop().expect("the low branch was looked at");
                    let variable = self[set].variable.min(self[by].variable);
                    let result = (
                        self.same_or_node(set, variable, low.0, high.0),
                        self.same_or_node(set, variable, low.1, high.1),
                    );
                    pairs.insert_new(set, by, result);
                    results.push(result);
                }
            }
        }
        results.pop().expect("the pair at the beginning was looked at")
    }

    /// A node; the given one if that is it.
    fn same_or_node(&mut self, same: u32, variable: u32, low: u32, high: u32) -> u32 {
        let Node { variable: tested, low: has_low, high: has_high, .. } = self[same];
        if (tested, has_low, has_high) == (variable, low, high) {
            same
        } else {
            self.node(variable, low, high)
        }
    }
}
