//! Sets as products of factors that depend on different variables.
//!
//! Where a local invariant relates a few fields of one object only, the set of all structures is a product with a factor
//! for every object. A decision of an execution concerns a few of them, but in a diagram of the whole set everything above
//! them is made anew. A [`Product`] keeps the factors of the set that the search begins with, once for all parts, and those
//! that are different in a part.
//!
//! A product stands for the intersection of its factors, and is never empty: factors are not, and have no variable in
//! common. Its least element is made of theirs. What depends on variables of several factors makes one of them.
//!
//! Most decisions narrow one variable. They are not made part of a factor: the product says beside them which codes
//! variables may have, and stands for the elements with such codes. Whether that leaves any is found out by a search through
//! the factor ([`Bdds::write_least_outside`]), for which nothing has to be made. A variable that has only one code left is
//! not part of a factor any more once that is made anew for another reason.

use std::rc::Rc;

use logic::bdd::{Allowed, Bdds, Set};

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
    /// The codes that variables may have, by the variables, ascending.
    narrowed: Vec<(u32, Rc<[u64]>)>,
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
        Some(Product { begin: Rc::new(begin), changes: Vec::new(), narrowed: Vec::new() })
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
        Some(Product { begin: Rc::new(begin), changes: Vec::new(), narrowed: Vec::new() })
    }

    /// Lets variables have the codes that they may have here, and no others.
    pub(crate) fn allow(&self, allowed: &mut Allowed) {
        for (variable, codes) in &self.narrowed {
            allowed.allow(*variable as usize, Some(Rc::clone(codes)));
        }
    }

    /// Lets them have all codes again.
    pub(crate) fn allow_all(&self, allowed: &mut Allowed) {
        for (variable, _) in &self.narrowed {
            allowed.allow(*variable as usize, None);
        }
    }

    /// The least element. Nothing but its codes is allowed.
    pub(crate) fn least(&self, sets: &Sets, allowed: &Allowed) -> Vec<bool> {
        let mut least = self.begin.least.clone();
        let mut others: Vec<u32> = self.changes.iter().map(|(factor, _)| *factor).collect();
        others.extend(self.narrowed.iter().filter_map(|(variable, _)| self.factor_of(sets, *variable)));
        others.sort_unstable();
        others.dedup();
        for &factor in &others {
            match self.begin.bits.get(factor as usize) {
                Some(bits) => bits.iter().for_each(|&bit| least[bit] = false),
                None => least.fill(false),
            }
        }
        for (variable, codes) in &self.narrowed {
            allowed.write(*variable as usize, codes[0], &mut least);
        }
        let none = sets.bdds.none();
        for &factor in &others {
            if let Some(set) = self.factor(factor) {
                let is_there = sets.bdds.write_least_outside(set, &none, allowed, &mut least);
                assert!(is_there, "a product should not be empty");
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
    pub(crate) fn set(&self, sets: &Sets) -> Set {
        // Later factors have later variables, so that each is put on top of those behind it.
        let bdds = &sets.bdds;
        let mut whole = bdds.all();
        for factor in (0..self.begin.sets.len() as u32).rev() {
            if let Some(set) = self.factor(factor) {
                whole = bdds.and(set, &whole);
            }
        }
        let mut narrowed: Vec<_> =
            self.narrowed.iter().map(|(variable, codes)| (&sets.bits[*variable as usize], codes)).collect();
        narrowed.sort_unstable_by_key(|(bits, _)| std::cmp::Reverse(bits.first().copied()));
        let mut codes = bdds.all();
        for (bits, own) in narrowed {
            codes = bdds.codes_and(bits, own, &codes);
        }
        bdds.and(&whole, &codes)
    }

    /// Whether an assignment is an element, as far as codes and factors say that are not as in the beginning.
    pub(crate) fn admits(&self, sets: &Sets, assignment: &[bool]) -> bool {
        let factors = self.changes.iter().all(|(_, change)| match change {
            Change::Is(set) => sets.bdds.contains(set, assignment),
            Change::In(_) => true,
        });
        let has_code = |variable: u32, codes: &[u64]| {
            let bits = &sets.bits[variable as usize];
            let code = bits.iter().fold(0, |code, &bit| 2 * code + u64::from(assignment[bit]));
            codes.binary_search(&code).is_ok()
        };
        factors && self.narrowed.iter().all(|(variable, codes)| has_code(*variable, codes))
    }

    /// What it has where a variable has none of these codes, which ascend, and where it has one. Nothing is outside if there
    /// is no such product; then all is inside. Nothing but the codes of this product is allowed, and then of the second.
    pub(crate) fn narrow(
        mut self,
        sets: &Sets,
        allowed: &mut Allowed,
        variable: u32,
        codes: &[u64],
    ) -> (Option<Product>, Product) {
        let place = self.narrowed.binary_search_by_key(&variable, |(other, _)| *other);
        let is_inside = |code: &u64| codes.binary_search(code).is_ok();
        let (inside, outside): (Vec<u64>, Vec<u64>) = match place {
            Ok(place) => self.narrowed[place].1.iter().copied().partition(is_inside),
            Err(_) => (0..1 << sets.bits[variable as usize].len()).partition(is_inside),
        };
        let Some(factor) = self.factor_of(sets, variable).filter(|_| !outside.is_empty()) else {
            return (None, self);
        };
        let outside: Rc<[u64]> = outside.into();
        let inside: Rc<[u64]> = inside.into();
        let place = place.unwrap_or_else(|place| {
            self.narrowed.insert(place, (variable, Rc::clone(&inside)));
            place
        });
        allowed.allow(variable as usize, Some(Rc::clone(&outside)));
        let set = self.factor(factor).expect("a factor that another is part of is one itself");
        let is_there = sets.bdds.has_outside(set, &sets.bdds.none(), allowed);
        let outside = is_there.then(|| {
            let mut product = self.clone();
            product.narrowed[place].1 = outside;
            product
        });
        allowed.allow(variable as usize, Some(Rc::clone(&inside)));
        self.narrowed[place].1 = inside;
        (outside, self)
    }

    /// What it has outside and inside of a set. Nothing is outside if there is no such product; then all is
    /// inside. Nothing but the codes of this product is allowed.
    pub(crate) fn split(self, sets: &Sets, allowed: &Allowed, by: &Set) -> (Option<Product>, Product) {
        let bdds = &sets.bdds;
        if bdds.is_all(by) {
            return (None, self);
        }
        let outline = bdds.outline(by);
        let mut factors: Vec<u32> = match self.begin.of.is_empty() {
            true => vec![0],
            false => outline.support.iter().map(|&bit| self.whose(self.begin.of[bit])).collect(),
        };
        factors.sort_unstable();
        factors.dedup();
        let joined = factors.split_off(1);
        let into = factors[0];
        let mut together = self.factor(into).cloned().unwrap_or_else(|| bdds.all());
        for &other in &joined {
            if let Some(set) = self.factor(other) {
                together = bdds.and(&together, set);
            }
        }
        let mut fixed = Vec::new();
        for (variable, codes) in &self.narrowed {
            if let [code] = codes[..]
                && let Some(factor) = self.factor_of(sets, *variable)
                && (factor == into || joined.contains(&factor))
            {
                let bits = sets.bits[*variable as usize].iter().rev().enumerate();
                fixed.extend(bits.map(|(place, &bit)| (bit, code >> place & 1 == 1)));
            }
        }
        let is_small = outline.size <= FEW_NODES;
        // Most of what is asked for follows from the rest: nothing has to be made to find that out.
        let may_be_outside = match is_small {
            true => bdds.has_outside(&together, by, allowed),
            false => bdds.has_outside_bit_by_bit(&together, by, allowed).unwrap_or(true),
        };
        if !may_be_outside {
            return (None, self);
        }
        let (together, by) = (bdds.with(&together, &fixed), bdds.with(by, &fixed));
        let (outside, inside) = if is_small {
            bdds.split(&together, &by)
        } else {
            let outside = bdds.minus(&together, &by);
            let inside = if bdds.is_none(&outside) { together } else { bdds.and(&together, &by) };
            (outside, inside)
        };
        let rest =
            bdds.has_outside(&outside, &bdds.none(), allowed).then(|| self.with(into, &joined, outside));
        (rest, self.with(into, &joined, inside))
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

    /// The factor of a variable, unless that has no bits.
    fn factor_of(&self, sets: &Sets, variable: u32) -> Option<u32> {
        let bit = *sets.bits[variable as usize].first()?;
        Some(if self.begin.of.is_empty() { 0 } else { self.whose(self.begin.of[bit]) })
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
