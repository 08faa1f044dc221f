//! Sets of ids as bit vectors: what the dataflow analyses compute with.

use std::fmt;
use std::marker::PhantomData;

use crate::ids::Id;

const WORD_BITS: usize = u64::BITS as usize;

/// A set of ids below a fixed bound, one bit for each.
///
/// ```
/// use ir::flow::BitSet;
/// use ir::{Id as _, LocalId};
///
/// let mut live = BitSet::new(100);
/// assert!(live.insert(LocalId::new(70)));
/// assert!(!live.insert(LocalId::new(70)));
/// assert_eq!(live.iter().collect::<Vec<_>>(), [LocalId::new(70)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitSet<I> {
    words: Box<[u64]>,
    id: PhantomData<I>,
}

impl<I: Id> BitSet<I> {
    /// The empty set with room for the first `bound` ids.
    pub fn new(bound: usize) -> Self {
        BitSet { words: vec![0; bound.div_ceil(WORD_BITS)].into(), id: PhantomData }
    }

    /// Whether the id is in the set; ids past the bound are not.
    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.index() / WORD_BITS).is_some_and(|word| word & mask(id) != 0)
    }

    /// Adds the id, and says whether it is new.
    ///
    /// # Panics
    /// If the id is past the bound.
    pub fn insert(&mut self, id: I) -> bool {
        let word = &mut self.words[id.index() / WORD_BITS];
        let new = *word & mask(id) == 0;
        *word |= mask(id);
        new
    }

    /// Takes the id out, and says whether it was there.
    pub fn remove(&mut self, id: I) -> bool {
        let Some(word) = self.words.get_mut(id.index() / WORD_BITS) else {
            return false;
        };
        let there = *word & mask(id) != 0;
        *word &= !mask(id);
        there
    }

    /// Takes every id out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds every id of `other`, and says whether one was new. Both sets have the same bound.
    pub fn union_with(&mut self, other: &BitSet<I>) -> bool {
        self.combine(other, |word, other| word | other)
    }

    /// Takes every id of `other` out, and says whether one was there. Both sets have the same bound.
    pub fn subtract(&mut self, other: &BitSet<I>) -> bool {
        self.combine(other, |word, other| word & !other)
    }

    fn combine(&mut self, other: &BitSet<I>, operation: impl Fn(u64, u64) -> u64) -> bool {
        assert_eq!(self.words.len(), other.words.len(), "sets that are combined have the same bound");
        let mut changed = 0;
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            let new = operation(*word, other);
            changed |= new ^ *word;
            *word = new;
        }
        changed != 0
    }

    /// Whether every id of this set is in `other`.
    pub fn is_subset(&self, other: &BitSet<I>) -> bool {
        self.words
            .iter()
            .enumerate()
            .all(|(index, word)| word & !other.words.get(index).copied().unwrap_or(0) == 0)
    }

    /// How many ids are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no id is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The ids in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            // Each step clears the lowest bit that is left.
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| I::new(index * WORD_BITS + rest.trailing_zeros() as usize))
        })
    }
}

fn mask(id: impl Id) -> u64 {
    1 << (id.index() % WORD_BITS)
}

impl<I: Id> fmt::Debug for BitSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::flow::testing::Random;
    use crate::ids::LocalId;

    #[test]
    fn behaves_like_an_ordered_set() {
        let mut random = Random::new(1);
        for bound in [0, 1, 63, 64, 65, 130] {
            let mut sets = [BitSet::<LocalId>::new(bound), BitSet::new(bound)];
            let mut models = [BTreeSet::new(), BTreeSet::new()];
            for _ in 0..400 {
                let which = random.below(2);
                let (operation, id) = (random.below(8), LocalId::new(random.below(bound.max(1))));
                let (other, other_model) = (sets[1 - which].clone(), models[1 - which].clone());
                let (set, model) = (&mut sets[which], &mut models[which]);
                match operation {
                    0..4 if bound > 0 => assert_eq!(set.insert(id), model.insert(id)),
                    4 | 5 => assert_eq!(set.remove(id), model.remove(&id)),
                    6 => {
                        assert_eq!(set.union_with(&other), !other_model.is_subset(model));
                        model.extend(&other_model);
                    }
                    7 => {
                        assert_eq!(set.subtract(&other), !other_model.is_disjoint(model));
                        model.retain(|id| !other_model.contains(id));
                    }
                    _ => {}
                }
                assert_eq!(set.is_subset(&other), model.is_subset(&other_model));
                assert_eq!(set.iter().collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
                assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
                assert_eq!(set.contains(id), model.contains(&id));
            }
        }
    }

    #[test]
    fn ids_past_the_bound_are_absent_and_clearing_leaves_nothing() {
        let mut set = BitSet::<LocalId>::new(3);
        assert!(!set.contains(LocalId::new(1000)));
        assert!(!set.remove(LocalId::new(1000)));
        set.insert(LocalId::new(2));
        set.clear();
        assert!(set.is_empty());
    }
}
