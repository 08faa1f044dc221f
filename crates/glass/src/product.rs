//! Sets as products of factors that depend on different variables.
//!
//! Where a local invariant relates a few fields of one object only, the set of all structures is a product with a factor
//! for every object. A decision of an execution concerns a few of them, but in a diagram of the whole set everything above
//! them is made anew. A [`Product`] keeps the factors of the set that the search begins with, once for all parts, and those
//! that are different in a part.
//!
//! A product stands for the intersection of its factors, and is never empty: factors are not, and have no variable in
//! common. Its least element is made of theirs. What depends on variables of several factors makes one of them.

use std::rc::Rc;

use logic::bdd::{Bdds, Set};

use crate::sets::Sets;

/// The factors of a set that many others are part of.
#[derive(Debug)]
struct Factors {
    sets: Vec<Set>,
    /// The bits of each.
    bits: Vec<Vec<usize>>,
    /// The factor of each bit; if there are none, there is one factor.
    of: Vec<u32>,
    /// How many nodes each has.
    sizes: Vec<usize>,
    least: Vec<bool>,
}

/// What is different from the set at the beginning.
#[derive(Clone, Debug)]
enum Change {
    /// The factor is another.
    Is(Set),
    /// It is part of another factor.
    In(u32),
}

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    begin: Rc<Factors>,
    /// By factors, ascending.
    changes: Vec<(u32, Change)>,
}

/// What has more nodes is not split off in one go: relations of several numbers go deep into a diagram, and the next one
/// finds results of this one again only among those of all operations. (Heaps of 16 elements take 1.6 times as long in one go,
/// red-black trees, whose decisions are on single variables and truth values, less.)
const FEW_NODES: usize = 24;

impl Product {
    /// A set as one factor; none if it is empty.
    pub(crate) fn whole(bdds: &Bdds, set: Set) -> Option<Product> {
        let least = bdds.least(&set)?;
        let sizes = vec![bdds.size(&set)];
        let begin = Factors { sets: vec![set], bits: Vec::new(), of: Vec::new(), sizes, least };
        Some(Product { begin: Rc::new(begin), changes: Vec::new() })
    }

    /// A set as many factors, each of which has all bits of its variables; none if it is empty.
    pub(crate) fn divided(sets: &Sets, set: &Set) -> Option<Product> {
        let bdds = &sets.bdds;
        let least = bdds.least(set)?;
        let mut factors = bdds.factors(set);
        let mut of: Vec<Option<u32>> = vec![None; bdds.variables()];
        for (number, factor) in factors.iter().enumerate() {
            for bit in bdds.support(factor) {
                of[bit] = Some(number as u32);
            }
        }
        // The bits of a variable are together, in the first of their factors.
        let mut into: Vec<u32> = (0..factors.len() as u32).collect();
        let last = |into: &[u32], mut factor: u32| {
            while into[factor as usize] != factor {
                factor = into[factor as usize];
            }
            factor
        };
        for bits in &sets.bits {
            let mut own: Vec<u32> =
                bits.iter().filter_map(|&bit| of[bit]).map(|factor| last(&into, factor)).collect();
            own.sort_unstable();
            for &other in own.iter().skip(1) {
                into[other as usize] = own[0];
            }
            let whose = own.first().copied().unwrap_or_else(|| {
                factors.push(bdds.all());
                into.push(into.len() as u32);
                into.len() as u32 - 1
            });
            for &bit in bits {
                of[bit] = Some(whose);
            }
        }
        // Numbers without gaps.
        let mut numbers = vec![0; factors.len()];
        let (mut joined, mut joined_bits): (Vec<Set>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        for (factor, set) in factors.iter().enumerate() {
            let whose = last(&into, factor as u32) as usize;
            if whose == factor {
                numbers[factor] = joined.len() as u32;
                joined.push(set.clone());
                joined_bits.push(Vec::new());
            } else {
                let whole = &mut joined[numbers[whose] as usize];
                *whole = bdds.and(whole, set);
            }
        }
        let of: Vec<u32> = of
            .into_iter()
            .enumerate()
            .map(|(bit, factor)| {
                // A bit that belongs to no variable is tested nowhere.
                let number = factor.map_or(0, |factor| numbers[last(&into, factor) as usize]);
                if let Some(bits) = joined_bits.get_mut(number as usize) {
                    bits.push(bit);
                }
                number
            })
            .collect();
        let sizes = joined.iter().map(|set| bdds.size(set)).collect();
        let begin = Factors { sets: joined, bits: joined_bits, of, sizes, least };
        Some(Product { begin: Rc::new(begin), changes: Vec::new() })
    }

    /// The least element.
    pub(crate) fn least(&self, bdds: &Bdds) -> Vec<bool> {
        let mut least = self.begin.least.clone();
        for (factor, change) in &self.changes {
            if let Some(bits) = self.begin.bits.get(*factor as usize) {
                for &bit in bits {
                    least[bit] = false;
                }
            } else {
                least.fill(false);
            }
            // What is part of a later one is written there.
            debug_assert!(!matches!(change, Change::In(other) if other >= factor));
        }
        for (_, change) in &self.changes {
            match change {
                Change::Is(set) => bdds.write_least(set, &mut least),
                Change::In(_) => {}
            }
        }
        least
    }

    /// How many nodes the factors have.
    pub(crate) fn size(&self, bdds: &Bdds) -> usize {
        let mut size: usize = self.begin.sizes.iter().sum();
        for (factor, change) in &self.changes {
            size -= self.begin.sizes[*factor as usize];
            size += match change {
                Change::Is(set) => bdds.size(set),
                Change::In(_) => 0,
            };
        }
        size
    }

    /// The set itself.
    pub(crate) fn set(&self, bdds: &Bdds) -> Set {
        // Later factors have later variables, so that each is put on top of those behind it.
        let mut whole = bdds.all();
        for factor in (0..self.begin.sets.len() as u32).rev() {
            if let Some(set) = self.factor(factor) {
                whole = bdds.and(set, &whole);
            }
        }
        whole
    }

    /// Whether an assignment is an element, as far as factors say that are not as in the beginning.
    pub(crate) fn admits(&self, bdds: &Bdds, assignment: &[bool]) -> bool {
        self.changes.iter().all(|(_, change)| match change {
            Change::Is(set) => bdds.contains(set, assignment),
            Change::In(_) => true,
        })
    }

    /// What it has outside and inside of a set that depends on these bits at most. Nothing is outside if there is no such
    /// product; then all is inside.
    pub(crate) fn split(&self, bdds: &Bdds, by: &Set, bits: &[usize]) -> (Option<Product>, Product) {
        if bdds.is_all(by) {
            return (None, self.clone());
        }
        let (into, joined) = match bits {
            _ if self.begin.of.is_empty() => (0, Vec::new()),
            [] => unreachable!("a set that depends on nothing has all assignments or none"),
            bits => {
                let mut factors: Vec<u32> = bits.iter().map(|&bit| self.whose(self.begin.of[bit])).collect();
                factors.sort_unstable();
                factors.dedup();
                let joined = factors.split_off(1);
                (factors[0], joined)
            }
        };
        let mut together = self.factor(into).cloned().unwrap_or_else(|| bdds.all());
        for &other in &joined {
            if let Some(set) = self.factor(other) {
                together = bdds.and(&together, set);
            }
        }
        let (outside, inside) = if bdds.size(by) <= FEW_NODES {
            bdds.split(&together, by)
        } else {
            let outside = bdds.minus(&together, by);
            let inside = if bdds.is_none(&outside) { together } else { bdds.and(&together, by) };
            (outside, inside)
        };
        if bdds.is_none(&outside) {
            return (None, self.clone());
        }
        (Some(self.with(into, &joined, outside)), self.with(into, &joined, inside))
    }

    /// The same with another factor in the place of several.
    fn with(&self, into: u32, joined: &[u32], set: Set) -> Product {
        let mut product = self.clone();
        let mut change = |factor: u32, change: Change| match product
            .changes
            .binary_search_by_key(&factor, |(other, _)| *other)
        {
            Ok(place) => product.changes[place].1 = change,
            Err(place) => product.changes.insert(place, (factor, change)),
        };
        change(into, Change::Is(set));
        for &other in joined {
            change(other, Change::In(into));
        }
        product
    }

    fn change(&self, factor: u32) -> Option<&Change> {
        let place = self.changes.binary_search_by_key(&factor, |(other, _)| *other).ok()?;
        Some(&self.changes[place].1)
    }

    /// The factor that a factor is part of.
    fn whose(&self, mut factor: u32) -> u32 {
        while let Some(Change::In(other)) = self.change(factor) {
            factor = *other;
        }
        factor
    }

    /// What a factor is; none if it is part of another.
    fn factor(&self, factor: u32) -> Option<&Set> {
        match self.change(factor) {
            Some(Change::Is(set)) => Some(set),
            Some(Change::In(_)) => None,
            None => Some(&self.begin.sets[factor as usize]),
        }
    }
}
