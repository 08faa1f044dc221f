//! All heaps of a scope, one after the other: the yardstick of the encoding.
//!
//! Every number of objects, every value of every field, element and argument is tried, and every heap is called on the concrete machine. Nothing is
//! left out and nothing is clever, so it is for the smallest scopes only; the tests compare with it.

use ir::{Program, RefType, Type};

use crate::concrete::{Caller, Outcome};
use crate::prestate::{Plain, PreState};
use crate::refine::{Question, Setting};
use crate::universe::Universe;

/// What came out of all heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Calls that were as they should be.
    pub good: u64,
    /// Calls that were not.
    pub bad: u64,
    /// Heaps for which the precondition is false.
    pub excluded: u64,
    /// Calls that did not come to their end.
    pub skipped: u64,
}

/// The values that a place of a type can have.
fn values(program: &Program, universe: &Universe, state: &PreState, ty: Type, truth: bool) -> Vec<Plain> {
    match ty {
        Type::Bool => vec![0, 1],
        Type::Int(_) if truth => vec![0, 1],
        Type::Int(_) => (universe.numbers.0..=universe.numbers.1).collect(),
        Type::Float(_) => Vec::new(),
        Type::Ref(ty) => {
            let there = state.objects(universe);
            let fits = there.into_iter().filter(|&atom| program.is_subtype(universe.ty(atom), ty));
            std::iter::once(0).chain(fits.map(|atom| Plain::from(atom) + 1)).collect()
        }
    }
}

/// Calls the method of a question in every heap of its scope.
///
/// # Panics
/// If there are arrays: nobody goes through them here.
pub fn by_force(question: &Question<'_>, setting: &Setting, caller: &Caller<'_, '_>) -> Tally {
    let universe = &setting.universe;
    let mut tally = Tally::default();
    let pools = universe.pools().len();
    let arrays = universe.pools().iter().any(|pool| matches!(pool.ty, RefType::Array(_)));
    assert!(!arrays, "heaps with arrays are not enumerated");
    let most: Vec<usize> =
        universe.pools().iter().map(|pool| if pool.shared { 0 } else { pool.count }).collect();
    let mut counts = vec![0; pools];
    loop {
        heaps(question, setting, caller, &counts, &mut tally);
        let Some(pool) = (0..pools).find(|&pool| counts[pool] < most[pool]) else { return tally };
        counts[..pool].fill(0);
        counts[pool] += 1;
    }
}

/// Goes through all heaps with so many objects.
fn heaps(
    question: &Question<'_>,
    setting: &Setting,
    caller: &Caller<'_, '_>,
    counts: &[usize],
    tally: &mut Tally,
) {
    let Setting { reach, universe } = setting;
    let program = question.program;
    let parameters = &program.functions[question.function].parameters;
    let mut state =
        PreState { parameters: vec![0; parameters.len()], counts: counts.to_vec(), ..PreState::default() };
    let there = state.objects(universe);
    let mut domains: Vec<Vec<Plain>> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let truth = question.truths.get(index) == Some(&true);
        let mut domain = values(program, universe, &state, parameter.ty, truth);
        if index == 0 && question.receiver {
            domain.retain(|&value| value != 0);
        }
        domains.push(domain);
    }
    let mut places = Vec::new();
    for &field in &reach.fields {
        let declared = &program.fields[field];
        let owner = RefType::Class(declared.owner);
        for &atom in there.iter().filter(|&&atom| program.is_subtype(universe.ty(atom), owner)) {
            places.push((field, atom));
            domains.push(values(program, universe, &state, declared.ty, false));
        }
    }
    if domains.iter().any(Vec::is_empty) {
        return;
    }
    let mut choice = vec![0; domains.len()];
    loop {
        for (index, parameter) in state.parameters.iter_mut().enumerate() {
            *parameter = domains[index][choice[index]];
        }
        for (index, &place) in places.iter().enumerate() {
            let index = index + parameters.len();
            state.fields.insert(place, domains[index][choice[index]]);
        }
        match caller.try_call(&state) {
            Outcome::Good => tally.good += 1,
            Outcome::Bad(_) => tally.bad += 1,
            Outcome::Excluded => tally.excluded += 1,
            Outcome::Skipped(_) => tally.skipped += 1,
        }
        let next = (0..domains.len()).find(|&index| choice[index] + 1 < domains[index].len());
        let Some(index) = next else { return };
        choice[..index].fill(0);
        choice[index] += 1;
    }
}
