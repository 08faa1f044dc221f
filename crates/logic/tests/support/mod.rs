//! What the tests and the measurements need from a manager of sets, so that they can be run on several.

mod biodivine;
mod oxidd;

use std::fmt::Debug;

use logic::BigUint;
use logic::bdd;

pub(crate) use biodivine::Biodivine;
pub(crate) use oxidd::Oxidd;

/// A manager of sets of assignments; the operations are those of [`bdd::Bdds`].
pub(crate) trait Diagrams {
    /// A set.
    type Set: Clone + PartialEq + Debug;

    fn new(variables: usize) -> Self;
    fn none(&self) -> Self::Set;
    fn all(&self) -> Self::Set;
    fn cube(&self, literals: &[(usize, bool)]) -> Self::Set;
    fn codes(&self, bits: &[usize], codes: &[u64]) -> Self::Set;
    fn and(&self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    fn or(&self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    fn minus(&self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    fn not(&self, set: &Self::Set) -> Self::Set;
    fn exists(&self, set: &Self::Set, variables: &[usize]) -> Self::Set;
    fn with(&self, set: &Self::Set, literals: &[(usize, bool)]) -> Self::Set;
    fn least(&self, set: &Self::Set) -> Option<Vec<bool>>;
    fn contains(&self, set: &Self::Set, assignment: &[bool]) -> bool;
    fn count(&self, set: &Self::Set) -> BigUint;
    fn support(&self, set: &Self::Set) -> Vec<usize>;
    fn size(&self, set: &Self::Set) -> usize;
    fn created(&self) -> u64;
    fn is_none(&self, set: &Self::Set) -> bool;
    fn is_all(&self, set: &Self::Set) -> bool;
}

impl Diagrams for bdd::Bdds {
    type Set = bdd::Set;

    fn new(variables: usize) -> Self {
        Self::new(variables)
    }
    fn none(&self) -> Self::Set {
        self.none()
    }
    fn all(&self) -> Self::Set {
        self.all()
    }
    fn cube(&self, literals: &[(usize, bool)]) -> Self::Set {
        self.cube(literals)
    }
    fn codes(&self, bits: &[usize], codes: &[u64]) -> Self::Set {
        self.codes(bits, codes)
    }
    fn and(&self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.and(a, b)
    }
    fn or(&self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.or(a, b)
    }
    fn minus(&self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.minus(a, b)
    }
    fn not(&self, set: &Self::Set) -> Self::Set {
        self.not(set)
    }
    fn exists(&self, set: &Self::Set, variables: &[usize]) -> Self::Set {
        self.exists(set, variables)
    }
    fn with(&self, set: &Self::Set, literals: &[(usize, bool)]) -> Self::Set {
        self.with(set, literals)
    }
    fn least(&self, set: &Self::Set) -> Option<Vec<bool>> {
        self.least(set)
    }
    fn contains(&self, set: &Self::Set, assignment: &[bool]) -> bool {
        self.contains(set, assignment)
    }
    fn count(&self, set: &Self::Set) -> BigUint {
        self.count(set)
    }
    fn support(&self, set: &Self::Set) -> Vec<usize> {
        self.support(set)
    }
    fn size(&self, set: &Self::Set) -> usize {
        self.size(set)
    }
    fn created(&self) -> u64 {
        self.created()
    }
    fn is_none(&self, set: &Self::Set) -> bool {
        self.is_none(set)
    }
    fn is_all(&self, set: &Self::Set) -> bool {
        self.is_all(set)
    }
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next number (the generator is SplitMix64).
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
