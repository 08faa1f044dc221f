//! Abstract matching: of the states with the same shape only the first that is found is explored
//! further (seed 001, 5.2; W. Visser, C. S. Pasareanu, R. Pelanek, *Test Input Generation for Java
//! Containers using State Matching*, ISSTA 2006).
//!
//! What a shape is says [`space::Shapes`]. States themselves stay exact, so every sequence is a real
//! one, and violations are as well; but what only the states that were dropped lead to is not seen, and
//! the evidence says so.
//!
//! Which state of a shape comes first depends on the order of calls. So that no fixed order decides what
//! is seen, the calls of every state are put into an order by chance, which is the same for the same seed.
//! One thread works: with several it would be chance, too, who is first.

use ir::ClassId;
use machine::{Concrete, Machine, Reference};
use space::{Encoder, Inserted, Shapes, Store};

/// How states are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matching {
    /// Up to isomorphism.
    Exact,
    /// By their shapes, with the calls of a state in an order by chance.
    Shape {
        /// Decides the order.
        seed: u64,
    },
}

/// The shapes that were found, and the orders of calls.
pub(super) struct Matcher {
    shapes: Shapes,
    found: Store,
    random: u64,
    /// The calls of the state at hand.
    order: Vec<u32>,
}

impl Matcher {
    /// A matcher for states that the encoder writes, with some calls on each.
    pub(super) fn new(
        encoder: Encoder,
        classes: &[ClassId],
        values: &[u64],
        calls: usize,
        seed: u64,
    ) -> Matcher {
        let objects = values.iter().map(|&value| value as Reference).collect();
        Matcher {
            shapes: Shapes::new(encoder, classes.to_vec(), objects),
            found: Store::new(),
            random: seed,
            order: (0..calls as u32).collect(),
        }
    }

    /// Whether the state has a shape that was not found before.
    pub(super) fn is_new(&mut self, machine: &Machine<'_, '_, Concrete>, root: Reference) -> bool {
        match self.found.insert(self.shapes.of(machine, &[root])) {
            Inserted::New(_) => true,
            Inserted::Known(_) => false,
        }
    }

    /// Puts the calls into another order.
    pub(super) fn shuffle(&mut self) {
        for last in (1..self.order.len()).rev() {
            let other = self.next() % (last as u64 + 1);
            self.order.swap(last, other as usize);
        }
    }

    /// The call that comes in that place.
    pub(super) fn call(&self, place: usize) -> usize {
        self.order[place] as usize
    }

    /// A number by chance: a step of splitmix64.
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(seed: u64) -> Vec<Vec<u32>> {
        let mut matcher = Matcher::new(Encoder::new(), &[], &[], 5, seed);
        let order = |matcher: &mut Matcher| {
            matcher.shuffle();
            matcher.order.clone()
        };
        (0..1200).map(|_| order(&mut matcher)).collect()
    }

    /// Of 1200 orders of five calls each of the 120 comes some ten times.
    #[test]
    fn all_orders_come_and_the_seed_decides() {
        let all = orders(1);
        assert_eq!(all, orders(1));
        assert_ne!(all, orders(2));
        let mut different = all.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 120);
        for order in &different {
            let count = all.iter().filter(|other| *other == order).count();
            assert!((1..=30).contains(&count), "{order:?} came {count} times");
        }
    }
}
