//! The table of nodes: each is there once, those that are not needed can be thrown away.

use std::cell::Cell;
use std::ops::Index;

use super::apply::{Frame, Operation};
use super::interrupt::Watch;

/// The node of the empty set.
pub(super) const NONE: u32 = 0;
/// The node of the set of all assignments.
pub(super) const ALL: u32 = 1;

/// A node: a test of a variable, and the nodes where it goes on.
///
/// The constants pretend to test the variable after the last.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) variable: u32,
    pub(super) low: u32,
    pub(super) high: u32,
    /// The next node in the same bucket; 0, which is in no bucket, ends the list.
    next: u32,
}

/// A remembered result of an operation on two nodes.
#[derive(Clone, Copy)]
struct Remembered {
    operation: Operation,
    a: u32,
    b: u32,
    result: u32,
}

/// No operation asks for this: its operands are constants.
const NOTHING: Remembered = Remembered { operation: Operation::And, a: NONE, b: NONE, result: NONE };

/// All nodes of a manager.
///
/// Nodes are only ever added at the end, so a node comes after those that it refers to. Everything that
/// has to go through a diagram from below or from above can go through numbers instead.
pub(super) struct Table {
    nodes: Vec<Node>,
    /// The first node of each bucket. Their number is a power of two.
    buckets: Vec<u32>,
    /// Results by a hash of the operands; a newer one takes the place of an older one. As many as buckets.
    results: Vec<Remembered>,
    created: u64,
    /// The new numbers of nodes in a collection; kept for the next.
    numbers: Vec<u32>,
    /// The frames of the operation at hand; kept, so that no operation has to ask for memory.
    pub(super) frames: Vec<Frame>,
    /// Says whether to give up.
    pub(super) watch: Watch,
}

impl Index<u32> for Table {
    type Output = Node;

    fn index(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }
}

impl Table {
    /// The smallest number of buckets.
    const BUCKETS: usize = 1 << 10;
    /// The largest number of buckets that is not made smaller.
    const KEPT_BUCKETS: usize = 1 << 16;

    /// A table with the two constants only.
    pub(super) fn new(variables: u32) -> Table {
        let constant = Node { variable: variables, low: NONE, high: NONE, next: 0 };
        Table {
            nodes: vec![constant; 2],
            buckets: vec![0; Self::BUCKETS],
            results: vec![NOTHING; Self::BUCKETS],
            created: 0,
            numbers: Vec::new(),
            frames: Vec::new(),
            watch: Watch::default(),
        }
    }

    /// How many nodes there are, without the constants.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 2
    }

    /// How many nodes were ever made.
    pub(super) fn created(&self) -> u64 {
        self.created
    }

    /// The node that tests a variable and goes on at `low` if it is false and at `high` if it is true.
    pub(super) fn node(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        debug_assert!(variable < self[low].variable && variable < self[high].variable);
        if low == high {
            return low;
        }
        let bucket = self.bucket(variable, low, high);
        let mut node = self.buckets[bucket];
        while node != 0 {
            let known = &self[node];
            if known.variable == variable && known.low == low && known.high == high {
                return node;
            }
            node = known.next;
        }
        let new = u32::try_from(self.nodes.len()).expect("there should be room for nodes in 32 bits");
        self.nodes.push(Node { variable, low, high, next: self.buckets[bucket] });
        self.buckets[bucket] = new;
        self.created += 1;
        if self.nodes.len() > self.buckets.len() {
            self.resize(2 * self.buckets.len());
        }
        new
    }

    /// The conjunction of literals that ascend; the empty set if they contradict each other.
    pub(super) fn cube(&mut self, literals: &[(u32, bool)]) -> u32 {
        if literals.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return NONE;
        }
        literals.iter().rev().fold(ALL, |rest, &(variable, value)| {
            if value { self.node(variable, NONE, rest) } else { self.node(variable, rest, NONE) }
        })
    }

    /// The node that reads codes in the remaining bits and then goes on at `then`, which tests later variables only. The
    /// codes agree in all bits before them.
    pub(super) fn codes(&mut self, bits: &[u32], codes: &[u64], then: u32) -> u32 {
        if codes.is_empty() {
            return NONE;
        }
        let Some((&bit, rest)) = bits.split_first() else { return then };
        if bits.len() < 64 && codes.len() as u64 == 1 << bits.len() {
            return then;
        }
        let mask = 1u64 << rest.len();
        let (clear, set) = codes.split_at(codes.partition_point(|code| code & mask == 0));
        let (low, high) = (self.codes(rest, clear, then), self.codes(rest, set, then));
        self.node(bit, low, high)
    }

    /// The result of an operation if it is remembered.
    pub(super) fn remembered(&self, operation: Operation, a: u32, b: u32) -> Option<u32> {
        let known = &self.results[self.bucket(operation as u32, a, b)];
        (known.a == a && known.b == b && known.operation == operation).then_some(known.result)
    }

    /// Remembers the result of an operation on operands that are not both constants.
    pub(super) fn remember(&mut self, operation: Operation, a: u32, b: u32, result: u32) {
        let place = self.bucket(operation as u32, a, b);
        self.results[place] = Remembered { operation, a, b, result };
    }

    /// Throws away the nodes that these ones do not need, and gives them their new numbers.
    pub(super) fn collect<'a>(&mut self, roots: impl Iterator<Item = &'a Cell<u32>> + Clone) {
        // First a mark, then the new number. A node comes after those that it refers to, so one pass down
        // finds all that are needed and one pass up numbers them.
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        numbers.resize(self.nodes.len(), 0);
        for root in roots.clone() {
            numbers[root.get() as usize] = 1;
        }
        for (place, node) in self.nodes.iter().enumerate().skip(2).rev() {
            if numbers[place] != 0 {
                numbers[node.low as usize] = 1;
                numbers[node.high as usize] = 1;
            }
        }
        (numbers[0], numbers[1]) = (NONE, ALL);
        let mut kept = 2;
        for place in 2..self.nodes.len() {
            if numbers[place] != 0 {
                let Node { variable, low, high, .. } = self.nodes[place];
                let (low, high) = (numbers[low as usize], numbers[high as usize]);
                self.nodes[kept as usize] = Node { variable, low, high, next: 0 };
                numbers[place] = kept;
                kept += 1;
            }
        }
        self.nodes.truncate(kept as usize);
        for root in roots {
            root.set(numbers[root.get() as usize]);
        }
        self.numbers = numbers;
        // As many nodes again will come before the next collection.
        let wanted = Self::KEPT_BUCKETS.max((2 * self.nodes.len()).next_power_of_two());
        let buckets = self.buckets.len().min(wanted);
        self.rehash(buckets);
        self.results.clear();
        self.results.resize(buckets, NOTHING);
    }

    /// Gives the table this many buckets and places for results.
    fn resize(&mut self, buckets: usize) {
        self.rehash(buckets);
        let results = std::mem::replace(&mut self.results, vec![NOTHING; buckets]);
        for known in results.into_iter().filter(|known| known.a > ALL || known.b > ALL) {
            self.remember(known.operation, known.a, known.b, known.result);
        }
    }

    /// Gives the table this many buckets, and fills them anew.
    fn rehash(&mut self, buckets: usize) {
        self.buckets.clear();
        self.buckets.resize(buckets, 0);
        for place in 2..self.nodes.len() {
            let Node { variable, low, high, .. } = self.nodes[place];
            let bucket = self.bucket(variable, low, high);
            self.nodes[place].next = self.buckets[bucket];
            self.buckets[bucket] = place as u32;
        }
    }

    /// The bucket of three numbers.
    fn bucket(&self, first: u32, second: u32, third: u32) -> usize {
        let both = u64::from(second) | u64::from(third) << 32;
        let mixed =
            (both ^ u64::from(first).wrapping_mul(0xff51_afd7_ed55_8ccd)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The uppermost bits depend on all others.
        (mixed >> (u64::BITS - self.buckets.len().trailing_zeros())) as usize
    }
}
