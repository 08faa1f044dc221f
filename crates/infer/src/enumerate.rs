//! All heaps of a scope, one after the other, or some of them by chance.
//!
//! Every number of objects, every length of arrays, every value of every field, element and argument is tried, and every heap is called on
//! the concrete machine ([`one_by_one`]). Nothing is shared with the encoding but what there is to go through: the atoms and the fields.
//! There are far too many heaps for that but in the smallest scopes; there, it is the yardstick of [`crate::demand`], which is that of
//! the encoding.
//!
//! Of heaps that differ in the numbering of their objects only, one is called: neither a method nor a formula can tell objects of a class
//! apart, so all of them come out the same. A heap is a list of numbers, place by place; the one that is called is the least of all
//! its renumberings. The search gives up where the places that have values say already that a renumbering is less.

use ir::{FieldId, Program, RefType, Type};

use crate::concrete::{Caller, Calls, Outcome};
use crate::prestate::{Plain, PreState};
use crate::refine::{Question, Setting};
use crate::universe::{Atom, Universe};

/// What came out of all heaps, of which those with other numbers of the same objects are one, and those too that differ in what nobody reads
/// where they are told apart by that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Calls that were as they should be.
    pub good: u64,
    /// Calls that were not.
    pub bad: u64,
    /// Heaps for which the precondition is false, and calls that leave the scope.
    pub excluded: u64,
    /// Calls that did not come to their end.
    pub skipped: u64,
    /// How many operations the longest call took that came to its end, where that is known.
    pub longest: u64,
    /// Whether heaps were left out because there are too many.
    pub stopped: bool,
}

impl Tally {
    /// One more call.
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Good => self.good += 1,
            Outcome::Bad(_) => self.bad += 1,
            Outcome::Excluded => self.excluded += 1,
            Outcome::Skipped(_) => self.skipped += 1,
        }
    }

    /// How many heaps there were.
    pub fn heaps(&self) -> u64 {
        self.good + self.bad + self.excluded + self.skipped
    }
}

/// What has a value before the call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    Parameter(usize),
    /// How many objects of a pool there are.
    Count(usize),
    Field(FieldId, Atom),
    Length(Atom),
    Element(Atom, usize),
}

/// The value of an element behind the end of its array.
const NOTHING: Plain = Plain::MIN;

/// Calls the method of a question in every heap of its scope, or in the first so many.
pub fn one_by_one(question: &Question<'_>, setting: &Setting, caller: &Caller<'_, '_>, most: u64) -> Tally {
    let mut tally = Tally::default();
    let mut calls = Calls::new(caller);
    for counts in all_counts(&setting.universe) {
        let mut heaps = Heaps::new(question, setting, &counts);
        heaps.renumber();
        heaps.go_on(0, &mut |state| {
            tally.count(&calls.try_call(state));
            tally.stopped = tally.heaps() >= most;
            !tally.stopped
        });
        if tally.stopped {
            break;
        }
    }
    tally
}

/// All numbers of objects of the pools.
pub(crate) fn all_counts(universe: &Universe) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for pool in universe.pools() {
        let limit = if pool.shared { 0 } else { pool.count };
        all = all
            .iter()
            .flat_map(|before: &Vec<usize>| (0..=limit).map(move |count| [&before[..], &[count]].concat()))
            .collect();
    }
    all
}

/// How many heaps there are with so many objects, all numberings included; none if there are too many to be counted.
pub(crate) fn heaps_with(question: &Question<'_>, setting: &Setting, counts: &[usize]) -> Option<u128> {
    let heaps = Heaps::new(question, setting, counts);
    heaps.places.iter().enumerate().try_fold(1u128, |product, (place, kind)| {
        let ways = match kind {
            // Each length with all its elements, which come behind it.
            Place::Length(_) => {
                let elements = heaps.domains.get(place + 1).map_or(1, Vec::len);
                (0..=setting.universe.length as u32).map(|length| (elements as u128).pow(length)).sum()
            }
            Place::Element(..) => 1,
            Place::Parameter(_) | Place::Count(_) | Place::Field(..) => heaps.domains[place].len() as u128,
        };
        product.checked_mul(ways)
    })
}

/// Calls the method of a question in so many heaps of its scope, each with values by chance; always the same ones. Of three references, two refer to
/// something: otherwise most heaps would be next to empty.
pub fn by_chance(question: &Question<'_>, setting: &Setting, caller: &Caller<'_, '_>, count: u64) -> Tally {
    let mut chance = Chance::default();
    let mut tally = Tally { stopped: true, ..Tally::default() };
    let mut calls = Calls::new(caller);
    for _ in 0..count {
        let pools = setting.universe.pools().iter();
        let counts: Vec<usize> =
            pools.map(|pool| if pool.shared { 0 } else { pool.count - chance.below(pool.count) }).collect();
        let state = heap_by_chance(question, setting, &counts, &mut chance, &|_| None);
        tally.count(&calls.try_call(&state));
    }
    tally
}

/// Numbers by chance, always the same ones.
pub(crate) struct Chance(u64);

impl Default for Chance {
    fn default() -> Self {
        Chance(0x9e37_79b9_7f4a_7c15)
    }
}

impl Chance {
    /// A number that is less than another one, or 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// A heap with so many objects, in which places have the values that are known, and others by chance.
pub(crate) fn heap_by_chance(
    question: &Question<'_>,
    setting: &Setting,
    counts: &[usize],
    chance: &mut Chance,
    known: &dyn Fn(Place) -> Option<Plain>,
) -> PreState {
    let mut heaps = Heaps::new(question, setting, counts);
    for place in 0..heaps.places.len() {
        let mut domain = heaps.domain(place);
        if heaps.refers[place] && domain.len() > 1 && chance.below(3) > 0 {
            domain.retain(|&value| value != 0);
        }
        let value = known(heaps.places[place]).unwrap_or_else(|| match domain.len() {
            0 => 0,
            several => domain[chance.below(several)],
        });
        heaps.values.push(value);
    }
    heaps.state()
}

/// The heaps with so many objects.
struct Heaps<'a> {
    parameters: usize,
    universe: &'a Universe,
    counts: &'a [usize],
    places: Vec<Place>,
    /// What each place can have, ascending.
    domains: Vec<Vec<Plain>>,
    /// Whether a place has references.
    refers: Vec<bool>,
    renumberings: Vec<Renumbering>,
    /// The values of the places so far.
    values: Vec<Plain>,
}

/// Objects of the same pools in another order.
struct Renumbering {
    /// What an object, by its atom, becomes.
    atoms: Vec<Atom>,
    /// The place whose value, with objects renumbered, comes to each place.
    from: Vec<usize>,
}

impl<'a> Heaps<'a> {
    fn new(question: &Question<'a>, setting: &'a Setting, counts: &'a [usize]) -> Self {
        let Setting { reach, universe } = setting;
        let program = question.program;
        let parameters = &program.functions[question.function].parameters;
        let there = PreState { counts: counts.to_vec(), ..PreState::default() }.objects(universe);
        let mut heaps = Heaps {
            parameters: parameters.len(),
            universe,
            counts,
            places: Vec::new(),
            domains: Vec::new(),
            refers: Vec::new(),
            renumberings: Vec::new(),
            values: Vec::new(),
        };
        for (index, parameter) in parameters.iter().enumerate() {
            let ty = question.declared.get(index).copied().unwrap_or(parameter.ty);
            let mut domain = heaps.values(program, &there, ty);
            if index == 0 && question.receiver {
                domain.retain(|&value| value != 0);
            }
            heaps.add(Place::Parameter(index), domain, ty);
        }
        for &field in &reach.fields {
            let declared = &program.fields[field];
            let owner = RefType::Class(declared.owner);
            for &atom in there.iter().filter(|&&atom| program.is_subtype(universe.ty(atom), owner)) {
                let domain = match reach.fixed.get(&field) {
                    Some(&value) => vec![value],
                    None => heaps.values(program, &there, declared.ty),
                };
                heaps.add(Place::Field(field, atom), domain, declared.ty);
            }
        }
        for &atom in &there {
            let RefType::Array(array) = universe.ty(atom) else { continue };
            let lengths = (0..=universe.length as Plain).collect();
            heaps.add(Place::Length(atom), lengths, Type::I32);
            for index in 0..universe.length {
                let ty = program.element_type(array);
                let domain = heaps.values(program, &there, ty);
                heaps.add(Place::Element(atom, index), domain, ty);
            }
        }
        heaps
    }

    fn add(&mut self, place: Place, domain: Vec<Plain>, ty: Type) {
        self.places.push(place);
        self.domains.push(domain);
        self.refers.push(ty.is_ref());
    }

    /// The values that a place of a type can have, ascending.
    fn values(&self, program: &Program, there: &[Atom], ty: Type) -> Vec<Plain> {
        match ty {
            Type::Bool => vec![0, 1],
            Type::Int(_) => {
                let (low, high) = self.universe.within(ty);
                (low..=high).collect()
            }
            // Nobody calculates with it: the encoding says so where somebody does.
            Type::Float(_) => vec![0],
            Type::Ref(ty) => {
                let fits = there.iter().filter(|&&atom| {
                    program.is_subtype(self.universe.ty(atom), ty) && self.universe.can_have(ty, atom)
                });
                std::iter::once(0).chain(fits.map(|&atom| Plain::from(atom) + 1)).collect()
            }
        }
    }

    /// Finds all renumberings of the objects that are there.
    fn renumber(&mut self) {
        let mut all: Vec<Vec<Atom>> = vec![(0..self.universe.len() as Atom).collect()];
        for (pool, &count) in self.counts.iter().enumerate() {
            let first = self.universe.pools()[pool].first as usize;
            let orders = orders(count);
            all = all
                .iter()
                .flat_map(|atoms| {
                    orders.iter().map(move |order| {
                        let mut atoms = atoms.clone();
                        for (number, &to) in order.iter().enumerate() {
                            atoms[first + number] = (first + to) as Atom;
                        }
                        atoms
                    })
                })
                .collect();
        }
        let renumbering = |atoms: Vec<Atom>| {
            let before = |atom: Atom| {
                let place = atoms.iter().position(|&to| to == atom);
                place.expect("a renumbering leaves nothing out") as Atom
            };
            let from = self.places.iter().map(|&place| {
                let from = match place {
                    Place::Parameter(_) | Place::Count(_) => place,
                    Place::Field(field, atom) => Place::Field(field, before(atom)),
                    Place::Length(atom) => Place::Length(before(atom)),
                    Place::Element(atom, index) => Place::Element(before(atom), index),
                };
                let known = self.places.iter().position(|&other| other == from);
                known.expect("objects of a pool have the same places")
            });
            let from = from.collect();
            Renumbering { atoms, from }
        };
        // The first is the one that changes nothing.
        self.renumberings = all.into_iter().skip(1).map(renumbering).collect();
    }

    /// Whether no renumbering is less, as far as places have values.
    fn may_be_least(&self) -> bool {
        self.renumberings.iter().all(|renumbering| {
            for (place, &value) in self.values.iter().enumerate() {
                let Some(&other) = self.values.get(renumbering.from[place]) else { return true };
                let renumbered = match other {
                    0 | NOTHING => other,
                    _ if self.refers[place] => Plain::from(renumbering.atoms[(other - 1) as usize]) + 1,
                    _ => other,
                };
                if renumbered != value {
                    return renumbered > value;
                }
            }
            true
        })
    }

    /// What a place can have, when all before it have values.
    fn domain(&self, place: usize) -> Vec<Plain> {
        let is_there = match self.places[place] {
            // The length comes before the elements.
            Place::Element(_, index) => index < self.values[place - 1 - index] as usize,
            Place::Parameter(_) | Place::Count(_) | Place::Field(..) | Place::Length(_) => true,
        };
        if is_there { self.domains[place].clone() } else { vec![NOTHING] }
    }

    /// Gives values to the places from `next` on in every way. Ends when `visit` says so.
    fn go_on(&mut self, next: usize, visit: &mut dyn FnMut(&PreState) -> bool) -> bool {
        if next == self.places.len() {
            return visit(&self.state());
        }
        for value in self.domain(next) {
            self.values.push(value);
            let goes_on = !self.may_be_least() || self.go_on(next + 1, visit);
            self.values.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The heap with the values of the places.
    fn state(&self) -> PreState {
        let mut state = PreState {
            parameters: vec![0; self.parameters],
            counts: self.counts.to_vec(),
            ..PreState::default()
        };
        for (&place, &value) in self.places.iter().zip(&self.values) {
            match place {
                Place::Parameter(index) => state.parameters[index] = value,
                Place::Field(field, atom) => {
                    state.fields.insert((field, atom), value);
                }
                Place::Length(atom) => {
                    state.lengths.insert(atom, value as usize);
                }
                Place::Element(_, _) if value == NOTHING => {}
                // It was decided before.
                Place::Count(_) => {}
                Place::Element(atom, index) => {
                    state.elements.insert((atom, index), value);
                }
            }
        }
        state
    }
}

/// All orders of so many things, the one that changes nothing first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for shorter in orders(last) {
        for place in (0..count).rev() {
            let mut order = shorter.clone();
            order.insert(place, last);
            all.push(order);
        }
    }
    all
}
