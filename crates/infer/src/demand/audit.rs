//! Whether going through the heaps as far as they are read leaves nothing out, and nothing that is not read matters.

use ir::Type;

use crate::concrete::{Caller, Calls, Outcome};
use crate::enumerate::{Chance, Place, Tally, all_counts, heap_by_chance, heaps_with};
use crate::prestate::Plain;

use super::{Choices, visit};

/// The same as [`by_force`](super::by_force), and executes every call again on the concrete machine: in the least heap that has what was read, and in one that has besides
/// what chance gives. Both must end in the same way, or else this says how they do not.
pub fn audited(caller: &Caller<'_, '_>, most: u64) -> Result<Tally, String> {
    let (question, setting) = caller.asked();
    let mut calls = Calls::new(caller);
    let mut chance = Chance::default();
    let mut problem = None;
    let tally = visit(caller, most, &mut |choices, outcome| {
        let pools = setting.universe.pools().iter().enumerate();
        let least: Vec<usize> = pools.clone().map(|(pool, _)| choices.least(pool)).collect();
        let counts: Vec<usize> = pools
            .map(|(pool, known)| match choices.values.contains_key(&Place::Count(pool)) || known.shared {
                true => least[pool],
                false => least[pool] + chance.below(known.count + 1 - least[pool]),
            })
            .collect();
        let known = |place| choices.values.get(&place).copied();
        let filled = heap_by_chance(question, setting, &counts, &mut chance, &known);
        for (state, may_be_beyond) in [(choices.state(), false), (filled, counts != least)] {
            let again = calls.try_call(&state);
            let is_same = std::mem::discriminant(&again) == std::mem::discriminant(outcome)
                || may_be_beyond && again == Outcome::Excluded;
            if !is_same && problem.is_none() {
                problem = Some(format!("{outcome:?}, and then {again:?} in {state:?}"));
            }
        }
    });
    problem.map_or(Ok(tally), Err)
}

/// How many heaps all executions stand for, and how many there are in the scope; heaps that differ in the numbering of their objects are several
/// here. None if a number is too large.
///
/// An execution stands for all heaps that have what it read, and for those that become such a heap when objects are renumbered of which the
/// search has tried only one. If both numbers are the same, then no heap is left out and none is there twice.
pub fn covered(caller: &Caller<'_, '_>) -> Option<(u128, u128)> {
    let (question, setting) = caller.asked();
    let counts = all_counts(&setting.universe);
    let totals: Vec<u128> =
        counts.iter().map(|counts| heaps_with(question, setting, counts)).collect::<Option<_>>()?;
    let all = totals.iter().try_fold(0u128, |sum, &total| sum.checked_add(total))?;
    let mut covered = Some(0u128);
    visit(caller, u64::MAX, &mut |choices, _| {
        let stands = counts.iter().zip(&totals).filter(|(counts, _)| choices.fit(counts));
        covered =
            stands.fold(covered, |sum, (counts, &total)| sum?.checked_add(choices.among(counts, total)?));
    });
    Some((covered?, all))
}

impl Choices<'_> {
    /// Whether the places that were read allow so many objects of each pool.
    fn fit(&self, counts: &[usize]) -> bool {
        counts.iter().enumerate().all(|(pool, &count)| match self.values.get(&Place::Count(pool)) {
            Some(&read) => count == read as usize,
            None => count >= self.least(pool),
        })
    }

    /// For how many heaps what was read stands among all that have so many objects.
    fn among(&self, counts: &[usize], total: u128) -> Option<u128> {
        let universe = &self.setting.universe;
        let mut stands = total;
        let mut known = vec![false; universe.len()];
        for choice in &self.read {
            let value = choice.values[choice.at];
            let (ways, of) = self.ways(choice.place, counts, value);
            assert!(stands.is_multiple_of(of), "a place has as many values whatever others have");
            stands = (stands / of).checked_mul(ways)?;
            match choice.place {
                Place::Parameter(_) | Place::Count(_) => {}
                Place::Field(_, atom) | Place::Length(atom) | Place::Element(atom, _) => {
                    known[atom as usize] = true;
                }
            }
            if self.ty(choice.place).is_some_and(|ty| ty.is_ref()) && value != 0 {
                let atom = (value - 1) as usize;
                if !known[atom] {
                    let pool = universe.pool(atom as u32);
                    let others = universe.atoms(pool).filter(|&other| known[other as usize]).count();
                    stands = stands.checked_mul((counts[pool] - others) as u128)?;
                    known[atom] = true;
                }
            }
        }
        Some(stands)
    }

    /// In how many ways of how many a place has a value, and what depends on it besides: elements depend on the length of their array.
    fn ways(&self, place: Place, counts: &[usize], value: Plain) -> (u128, u128) {
        let universe = &self.setting.universe;
        match place {
            Place::Count(_) => (1, 1),
            Place::Length(atom) => {
                let elements = self.size(Place::Element(atom, 0), counts);
                let with = |length: usize| elements.pow(length as u32);
                (with(value as usize), (0..=universe.length).map(with).sum())
            }
            Place::Parameter(_) | Place::Field(..) | Place::Element(..) => (1, self.size(place, counts)),
        }
    }

    /// How many values a place has that has a type.
    fn size(&self, place: Place, counts: &[usize]) -> u128 {
        let universe = &self.setting.universe;
        let is_receiver = self.question.receiver && place == Place::Parameter(0);
        match self.ty(place).expect("it has a type") {
            Type::Bool => 2,
            ty @ Type::Int(_) => {
                let (low, high) = universe.within(ty);
                (high - low + 1) as u128
            }
            Type::Float(_) => 1,
            Type::Ref(ty) => {
                let fits = universe.pools().iter().zip(counts).filter(|(pool, _)| {
                    self.question.program.is_subtype(pool.ty, ty) && universe.can_have(ty, pool.first)
                });
                let objects: usize = fits.map(|(_, &count)| count).sum();
                objects as u128 + u128::from(!is_receiver)
            }
        }
    }
}
