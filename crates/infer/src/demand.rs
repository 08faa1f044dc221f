//! All heaps of a scope, as far as somebody reads them: the yardstick of the encoding.
//!
//! This is Korat's search (C. Boyapati, S. Khurshid and D. Marinov, *Korat: Automated Testing Based on Java Predicates*, ISSTA 2002), for a
//! call together with its formulas. The call is executed on the machine in a heap of which nothing is known. When the
//! machine, the model of a native method, a formula or an invariant is about to read a *place* of the heap before the call, the place gets its
//! first value, and the execution goes on with it. When the call has ended, the place that was read last gets its next value,
//! and the call is executed again; if it has none, it is as if it had not been read, and the one before gets its next value.
//!
//! # Why no heap is left out
//! An execution, with the evaluation of its formulas, is a function of the values that it reads: as long as the values are those of a
//! heap, the next place that is read is the one that is read in that heap. So every heap belongs to one of the executions, the one that reads its
//! values, and it ends as this one does. What an execution ends with belongs to a heap, too: the one that has what was read, and anything
//! where nobody read.
//!
//! Only values that are written may differ from those that were there before. A place that is written before it is read is not read
//! by that, and who reads it afterwards reads what was written; a formula about the heap before the call still can read it.
//!
//! # Objects of a pool
//! An object is *known* if a place that was read has it, or if one of its own places was read. Those that are not
//! known can be told apart by nothing: if they are renumbered, places that were read have the same values as before, and neither a method nor a formula
//! can see the difference. So a reference gets null, each of the objects that are known, and of those that are not one of each pool.
//!
//! # How many objects there are
//! The number of objects of a pool is a place that is read when a formula asks for all objects of a class. Its
//! values begin with the number of those that are known. As long as nobody has asked, it is not decided, and there is one thing that
//! depends on it even so: an execution is left out if it makes more objects than the scope has room for beside those that were there. With n
//! objects known and m made, an execution is left out if n + m is more than the scope. That is right because
//! the heap in which there are no others than those that are known belongs to the execution. In heaps that have more of them, which nobody
//! refers to, the call does the same or is left out, so if it breaks the property in one of these it breaks it in the first as well: it is enough to
//! look at that. It is looked at after the call and again after the formulas, because these can make objects known.
//!
//! # Specifications
//! Objects of classes that take part as specifications satisfy an invariant before the call. It is asked for those that are known
//! at the beginning. If there are others at the end, the same execution begins again, and now they are known at the beginning.
//! An object that is not known satisfies it in some heap, the one in which it does not exist.
//!
//! # Lengths
//! An array is an object of the machine that has its length, so its length is read when somebody gets hold of the array.

mod audit;

use std::cell::RefCell;
use std::collections::BTreeMap;

use ir::{FieldId, RefType, Type};
use machine::{Definite as _, Machine, Reference, Unread};

use crate::before::Before;
use crate::concrete::{Caller, FORCED_STEPS, Laid, Outcome};
use crate::enumerate::{Place, Tally};
use crate::prestate::{Plain, PreState};
use crate::refine::{Question, Setting};
use crate::universe::Atom;

pub use audit::{audited, covered};

/// A place that was read.
struct Choice {
    place: Place,
    /// What it can have.
    values: Vec<Plain>,
    /// Which of these it has.
    at: usize,
}

/// The places that were read, in that order, with their values.
struct Choices<'a> {
    question: &'a Question<'a>,
    setting: &'a Setting,
    read: Vec<Choice>,
    values: BTreeMap<Place, Plain>,
    /// For each object how many places make it known.
    known: Vec<usize>,
}

impl<'a> Choices<'a> {
    fn new(question: &'a Question<'a>, setting: &'a Setting) -> Self {
        let known = vec![0; setting.universe.len()];
        Choices { question, setting, read: Vec::new(), values: BTreeMap::new(), known }
    }

    /// The value of a place; if it was not read before, it is now.
    fn value(&mut self, place: Place) -> Plain {
        if let Some(&value) = self.values.get(&place) {
            return value;
        }
        let values = self.possible(place);
        let value = values[0];
        self.read.push(Choice { place, values, at: 0 });
        self.note(place, value);
        value
    }

    /// Goes to the next values; false if all were tried.
    fn advance(&mut self) -> bool {
        while let Some(mut choice) = self.read.pop() {
            self.forget(choice.place, choice.values[choice.at]);
            choice.at += 1;
            if let Some(&value) = choice.values.get(choice.at) {
                self.note(choice.place, value);
                self.read.push(choice);
                return true;
            }
        }
        false
    }

    fn note(&mut self, place: Place, value: Plain) {
        self.values.insert(place, value);
        for atom in self.objects(place, value) {
            self.known[atom as usize] += 1;
        }
    }

    fn forget(&mut self, place: Place, value: Plain) {
        self.values.remove(&place);
        for atom in self.objects(place, value) {
            self.known[atom as usize] -= 1;
        }
    }

    /// The objects that a place makes known: whose it is, and which one it has.
    fn objects(&self, place: Place, value: Plain) -> impl Iterator<Item = Atom> + use<> {
        let owner = match place {
            Place::Parameter(_) | Place::Count(_) => None,
            Place::Field(_, atom) | Place::Length(atom) | Place::Element(atom, _) => Some(atom),
        };
        let has = self.ty(place).filter(|ty| ty.is_ref() && value != 0).map(|_| (value - 1) as Atom);
        owner.into_iter().chain(has)
    }

    /// The type of a place, unless it has a number of objects or elements.
    fn ty(&self, place: Place) -> Option<Type> {
        let program = self.question.program;
        match place {
            Place::Parameter(index) => {
                let declared = self.question.declared.get(index).copied();
                let parameters = &program.functions[self.question.function].parameters;
                Some(declared.unwrap_or(parameters[index].ty))
            }
            Place::Field(field, _) => Some(program.fields[field].ty),
            Place::Element(atom, _) => match self.setting.universe.ty(atom) {
                RefType::Array(array) => Some(program.element_type(array)),
                RefType::Class(_) | RefType::Any => None,
            },
            Place::Count(_) | Place::Length(_) => None,
        }
    }

    /// How many objects of a pool there are, if that was read, or else how many are known.
    fn least(&self, pool: usize) -> usize {
        match self.values.get(&Place::Count(pool)) {
            Some(&count) => count as usize,
            None => self.setting.universe.atoms(pool).filter(|&atom| self.known[atom as usize] > 0).count(),
        }
    }

    /// The values that a place can have that is about to be read: at least one, but for a receiver of whose class there can be no object.
    fn possible(&self, place: Place) -> Vec<Plain> {
        let universe = &self.setting.universe;
        match place {
            Place::Count(pool) if universe.pools()[pool].shared => vec![0],
            Place::Count(pool) => {
                (self.least(pool) as Plain..=universe.pools()[pool].count as Plain).collect()
            }
            Place::Length(_) => (0..=universe.length as Plain).collect(),
            Place::Parameter(_) | Place::Field(..) | Place::Element(..) => {
                let ty = self.ty(place).expect("what has no type has a number of something");
                let mut values = self.of_type(place, ty);
                if self.question.receiver && place == Place::Parameter(0) {
                    values.retain(|&value| value != 0);
                }
                values
            }
        }
    }

    fn of_type(&self, place: Place, ty: Type) -> Vec<Plain> {
        let universe = &self.setting.universe;
        match ty {
            Type::Bool => vec![0, 1],
            Type::Int(_) => {
                let (low, high) = universe.within(ty);
                (low..=high).collect()
            }
            // Nobody calculates with it: the encoding says so where somebody does.
            Type::Float(_) => vec![0],
            Type::Ref(ty) => {
                let mut values = vec![0];
                let program = self.question.program;
                for (pool, of) in universe.pools().iter().enumerate() {
                    if !program.is_subtype(of.ty, ty) || !universe.can_have(ty, of.first) {
                        continue;
                    }
                    let most = self.values.get(&Place::Count(pool)).map_or(of.count, |&count| count as usize);
                    let mut is_new_tried = false;
                    for atom in universe.atoms(pool).take(most) {
                        let is_own = match place {
                            Place::Field(_, owner) | Place::Element(owner, _) => owner == atom,
                            Place::Parameter(_) | Place::Count(_) | Place::Length(_) => false,
                        };
                        if self.known[atom as usize] > 0 || is_own {
                            values.push(Plain::from(atom) + 1);
                        } else if !is_new_tried {
                            is_new_tried = true;
                            values.push(Plain::from(atom) + 1);
                        }
                    }
                }
                values
            }
        }
    }

    /// The least heap that has the values that were read.
    fn state(&self) -> PreState {
        let parameters = self.question.program.functions[self.question.function].parameters.len();
        let pools = 0..self.setting.universe.pools().len();
        let mut state = PreState {
            parameters: vec![0; parameters],
            counts: pools.map(|pool| self.least(pool)).collect(),
            ..PreState::default()
        };
        for (&place, &value) in &self.values {
            match place {
                Place::Parameter(index) => state.parameters[index] = value,
                Place::Count(_) => {}
                Place::Field(field, atom) => {
                    state.fields.insert((field, atom), value);
                }
                Place::Length(atom) => {
                    state.lengths.insert(atom, value as usize);
                }
                Place::Element(atom, index) => {
                    state.elements.insert((atom, index), value);
                }
            }
        }
        state
    }
}

/// Where the machine has a place.
#[derive(Clone, Copy)]
struct Slot {
    place: Place,
    ty: Type,
    reference: Reference,
    slot: u32,
    is_element: bool,
}

/// A heap whose places have values when they are read.
struct Demanded<'a> {
    choices: RefCell<Choices<'a>>,
    /// What the machine stops at, by its variables.
    slots: Vec<Slot>,
    /// What objects are on the machine: of an array one for each length.
    references: Vec<Vec<Reference>>,
    /// The objects that references are, from the first one on.
    atoms: Vec<Atom>,
    first: Reference,
}

impl Demanded<'_> {
    fn value(&self, place: Place) -> Plain {
        self.choices.borrow_mut().value(place)
    }
}

impl Before for Demanded<'_> {
    type Domain = Unread;

    fn parameter(&self, index: usize) -> Plain {
        self.value(Place::Parameter(index))
    }

    fn count(&self, pool: usize) -> usize {
        self.value(Place::Count(pool)) as usize
    }

    fn least(&self, pool: usize) -> usize {
        self.choices.borrow().least(pool)
    }

    fn field(&self, field: FieldId, atom: Atom) -> Plain {
        let is_place = self.choices.borrow().setting.reach.fields.contains(&field);
        if is_place { self.value(Place::Field(field, atom)) } else { 0 }
    }

    fn length(&self, atom: Atom) -> usize {
        self.value(Place::Length(atom)) as usize
    }

    fn element(&self, atom: Atom, index: usize) -> Plain {
        self.value(Place::Element(atom, index))
    }

    fn reference(&self, atom: Atom) -> Reference {
        let references = &self.references[atom as usize];
        match references[..] {
            [] => 0,
            [reference] => reference,
            _ => references[self.length(atom)],
        }
    }

    fn atom(&self, reference: Reference) -> Option<Atom> {
        self.atoms.get(reference.wrapping_sub(self.first) as usize).copied()
    }

    fn is_unread(&self, domain: &Unread, reference: Reference, slot: u32) -> bool {
        domain.look(reference, slot).is_err()
    }

    fn settle(&self, machine: &mut Machine<'_, '_, Unread>, variable: u32) {
        let Slot { place, ty, reference, slot, is_element } = self.slots[variable as usize];
        let word = self.word(ty, self.value(place));
        match is_element {
            true => Unread::set_element(machine.heap_mut(), reference, ty, slot, word),
            false => machine.heap_mut().set(reference, slot, word),
        }
        machine.domain_mut().settle(variable as usize);
    }
}

/// Executes a call in one heap after the other.
struct Search<'c, 'q, 'a> {
    caller: &'a Caller<'c, 'q>,
    laid: Laid<'a, 'q, Demanded<'a>>,
}

impl<'c, 'q, 'a> Search<'c, 'q, 'a> {
    /// Makes all objects of the scope on a machine; those that are not known are not there as far as anybody sees.
    fn new(caller: &'a Caller<'c, 'q>, choices: Choices<'a>) -> Result<Self, String> {
        let (question, setting) = caller.asked();
        let (program, universe) = (question.program, &setting.universe);
        let mut machine = caller.quick(Unread::default())?;
        let image = machine.image();
        let first = machine.heap().len() as Reference + 1;
        let no_room = |_| "a heap for whose objects there is no room".to_string();
        let (mut slots, mut watched) = (Vec::new(), Vec::new());
        let (mut references, mut atoms) = (Vec::new(), Vec::new());
        for atom in 0..universe.len() as Atom {
            let mut own = Vec::new();
            match universe.ty(atom) {
                RefType::Class(class) if !universe.is_shared(atom) => {
                    let fields = &image.layout(class).fields;
                    let reference = machine.heap_mut().new_object(class, fields.len(), 0).map_err(no_room)?;
                    let mut variables = Vec::new();
                    for (slot, &field) in fields.iter().enumerate() {
                        let is_place = setting.reach.fields.contains(&field);
                        variables.push(is_place.then_some(slots.len()));
                        if is_place {
                            let (place, ty) = (Place::Field(field, atom), program.fields[field].ty);
                            slots.push(Slot { place, ty, reference, slot: slot as u32, is_element: false });
                        }
                    }
                    watched.push(variables);
                    own.push(reference);
                }
                RefType::Array(array) => {
                    let ty = program.element_type(array);
                    for length in 0..=universe.length {
                        let made = Unread::new_array(machine.heap_mut(), array, ty, length as u32);
                        let reference = made.map_err(no_room)?;
                        let mut variables = Vec::new();
                        for index in 0..length {
                            variables.push(Some(slots.len()));
                            let place = Place::Element(atom, index);
                            slots.push(Slot { place, ty, reference, slot: index as u32, is_element: true });
                        }
                        watched.push(variables);
                        own.push(reference);
                    }
                }
                RefType::Class(_) | RefType::Any => {}
            }
            atoms.extend(own.iter().map(|_| atom));
            references.push(own);
        }
        *machine.domain_mut() = Unread::new(first, &watched, slots.len());
        machine.mark();
        let before = Demanded { choices: RefCell::new(choices), slots, references, atoms, first };
        Ok(Search { caller, laid: Laid::new(machine, before) })
    }

    /// Executes the call with the values at hand, and those that it reads besides.
    fn run(&mut self) -> Result<Outcome, String> {
        loop {
            let specified = self.specified();
            let outcome = self.caller.run(&mut self.laid, FORCED_STEPS);
            self.laid.machine.domain_mut().forget();
            if !self.laid.machine.undo() {
                let (question, setting) = self.caller.asked();
                let choices = self.laid.before.choices.replace(Choices::new(question, setting));
                *self = Search::new(self.caller, choices)?;
            }
            if outcome == Outcome::Excluded || self.specified() == specified {
                return Ok(outcome);
            }
        }
    }

    /// How many objects there are that have to satisfy a specification.
    fn specified(&self) -> usize {
        let (_, setting) = self.caller.asked();
        let pools = setting.universe.pools().iter().enumerate();
        let specified = pools.filter(|(_, pool)| match pool.ty {
            RefType::Class(class) => setting.reach.specified.contains_key(&class),
            RefType::Array(_) | RefType::Any => false,
        });
        specified.map(|(pool, _)| self.laid.before.least(pool)).sum()
    }
}

/// Calls the method of a question in every heap of its scope, as far as somebody reads it, or ends after so many executions.
pub fn by_force(caller: &Caller<'_, '_>, most: u64) -> Tally {
    visit(caller, most, &mut |_, _| {})
}

/// Executes the call for all values that can be read, and calls `see` with what was read and how it ended.
fn visit(caller: &Caller<'_, '_>, most: u64, see: &mut dyn FnMut(&Choices<'_>, &Outcome)) -> Tally {
    let (question, setting) = caller.asked();
    let mut tally = Tally::default();
    let choices = Choices::new(question, setting);
    if question.receiver && choices.possible(Place::Parameter(0)).is_empty() {
        // The scope has nothing that the method could be called on.
        return tally;
    }
    let mut search = match Search::new(caller, choices) {
        Ok(search) => search,
        Err(_) => return Tally { stopped: true, skipped: 1, ..tally },
    };
    loop {
        let Ok(outcome) = search.run() else {
            return Tally { stopped: true, ..tally };
        };
        tally.count(&outcome);
        if matches!(outcome, Outcome::Good | Outcome::Bad(_)) {
            tally.longest = tally.longest.max(search.laid.steps);
        }
        let mut choices = search.laid.before.choices.borrow_mut();
        see(&choices, &outcome);
        if !choices.advance() {
            return tally;
        }
        if tally.heaps() >= most {
            return Tally { stopped: true, ..tally };
        }
    }
}
