//! Configurations of objects around a local invariant, up to the names of objects and variables.
//!
//! Whether a local invariant is true on a whole path depends on what it can read (slots of the object and of its
//! neighbours that such an invariant has ever been seen to read), on the values that the variables in there may
//! have, and on what other local invariants say of those. Trees are much the same everywhere: what was found out for one
//! object is true for every other with the same configuration.
//!
//! # Why this is sound
//! Two executions of a local invariant on equal configurations read the same slots in the same order, by induction: what
//! they have read so far is the same up to the names of objects. The invariant can do nothing with an object
//! that it does not read but compare it with others. So the names do not matter, as long as different objects have different ones.
//! The set of combinations that is looked at is equal, too: it is made of the values that variables may have, and of
//! the local invariants of other objects before the operation, which are functions of the class and of the values
//! that the variables around can have. All of these are part of the configuration. Objects that may be read though they are
//! not near, boxes and what the operation made, are written with what is in them.

use rapidhash::RapidHashSet as HashSet;
use std::borrow::Cow;
use std::rc::Rc;

use ir::{FunctionId, RefType};
use machine::{Reference, Word};

use crate::post::Post;
use crate::sets::Noted;
use crate::space::{Item, Owner};
use crate::terms::{KEY, NONE, Term, TermId, Terms};
use crate::tracked::{Condition, Place, Value, place};

/// A variable that may be more objects than that makes no configuration.
const MOST_NAMED: usize = 16;

/// How many numbers a configuration mostly has at most.
const USUAL_LENGTH: usize = 256;

/// A configuration, as numbers that are equal if and only if it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Configuration(Box<[u64]>);

/// A configuration, and what its names stand for here.
pub(crate) struct Named {
    pub(crate) configuration: Configuration,
    /// The variables by their names.
    variables: Vec<u32>,
}

/// A path through a local invariant in the terms of a configuration: what is noted in [`Noted`], with names for variables,
/// and places among the codes that they may have on the path of the operation for codes.
pub(crate) struct Abstract {
    restricted: Vec<(u32, Vec<u32>)>,
    conditions: Vec<AbstractCondition>,
}

/// A condition on several variables.
struct AbstractCondition {
    /// Its term and what that is made of, from below: variables are names, terms places in this list.
    terms: Vec<Term>,
    word: Word,
    truth: bool,
    codes: Vec<(u32, u32)>,
}

impl Named {
    /// A path in the terms of the configuration, if all that it says can be said in these.
    pub(crate) fn abstracted(&self, post: &Post<'_, '_, '_, '_>, noted: &Noted) -> Option<Abstract> {
        let name = |variable: u32| Some(self.variables.iter().position(|&named| named == variable)? as u32);
        let mut restricted = Vec::new();
        for (variable, codes) in &noted.restricted {
            let possible = possible(post, *variable as usize);
            let place = |code: &u32| Some(possible.iter().position(|other| other == code)? as u32);
            restricted.push((name(*variable)?, codes.iter().map(place).collect::<Option<Vec<u32>>>()?));
        }
        let mut conditions = Vec::new();
        for (condition, codes) in &noted.conditions {
            // What stands for an object in a term is no number.
            if is_named(post, condition.term) {
                return None;
            }
            let mut terms = Vec::new();
            abstract_term(&post.runner.machine.domain().terms, condition.term, &name, &mut terms)?;
            let mut places = Vec::new();
            for &(variable, code) in codes {
                let place = possible(post, variable as usize).iter().position(|&other| other == code)?;
                places.push((name(variable)?, place as u32));
            }
            conditions.push(AbstractCondition {
                terms,
                word: condition.word,
                truth: condition.truth,
                codes: places,
            });
        }
        Some(Abstract { restricted, conditions })
    }

    /// A path with the variables that are meant here.
    pub(crate) fn here(&self, post: &mut Post<'_, '_, '_, '_>, path: &Abstract) -> Noted {
        let code = |post: &Post<'_, '_, '_, '_>, name: u32, place: u32| {
            possible(post, self.variables[name as usize] as usize)[place as usize]
        };
        let restricted = path.restricted.iter().map(|(name, places)| {
            let variable = self.variables[*name as usize];
            let possible = possible(post, variable as usize);
            (variable, places.iter().map(|&place| possible[place as usize]).collect())
        });
        let restricted = restricted.collect();
        let conditions = path.conditions.iter().map(|condition| {
            let terms = &mut post.runner.machine.domain_mut().terms;
            let mut made: Vec<TermId> = Vec::new();
            for &term in &condition.terms {
                let below = |place: TermId| made[place as usize];
                let term = terms.make(match term {
                    Term::Constant(_) => term,
                    Term::Variable(name) => Term::Variable(self.variables[name as usize]),
                    Term::Unary(op, number, a) => Term::Unary(op, number, below(a)),
                    Term::Binary(op, number, a, b) => Term::Binary(op, number, below(a), below(b)),
                    Term::Compare(op, order, a, b) => Term::Compare(op, order, below(a), below(b)),
                    Term::ThreeWay(op, order, a, b) => Term::ThreeWay(op, order, below(a), below(b)),
                    Term::Convert(from, to, a) => Term::Convert(from, to, below(a)),
                });
                made.push(term);
            }
            let term = made[made.len() - 1];
            let codes = condition
                .codes
                .iter()
                .map(|&(name, place)| (self.variables[name as usize], code(post, name, place)));
            (Condition { term, word: condition.word, truth: condition.truth }, codes.collect())
        });
        Noted { conditions: conditions.collect(), restricted }
    }
}

/// Writes a term and what it is made of, and gives its place.
fn abstract_term(
    terms: &Terms,
    term: TermId,
    name: &impl Fn(u32) -> Option<u32>,
    written: &mut Vec<Term>,
) -> Option<TermId> {
    let mut below = |term: TermId| abstract_term(terms, term, name, written);
    let made = match terms.term(term) {
        _ if term <= KEY => return None,
        constant @ Term::Constant(_) => constant,
        Term::Variable(variable) => Term::Variable(name(variable)?),
        Term::Unary(op, number, a) => Term::Unary(op, number, below(a)?),
        Term::Binary(op, number, a, b) => Term::Binary(op, number, below(a)?, below(b)?),
        Term::Compare(op, order, a, b) => Term::Compare(op, order, below(a)?, below(b)?),
        Term::ThreeWay(op, order, a, b) => Term::ThreeWay(op, order, below(a)?, below(b)?),
        Term::Convert(from, to, a) => Term::Convert(from, to, below(a)?),
    };
    written.push(made);
    Some(written.len() as TermId - 1)
}

/// Whether a term has variables that are objects or keys.
fn is_named(post: &Post<'_, '_, '_, '_>, term: TermId) -> bool {
    let runner = &post.runner;
    let variables = runner.machine.domain().terms.all_variables(term);
    variables.iter().any(|&variable| {
        let variable = &runner.space.variables[variable as usize];
        variable.is_key || !matches!(variable.domain[variable.domain.len() - 1], Item::Word(_))
    })
}

/// The codes that a variable may have on the path.
fn possible<'c>(post: &'c Post<'_, '_, '_, '_>, variable: usize) -> Cow<'c, [u32]> {
    let domain = post.runner.machine.domain();
    match (domain.candidates(variable), post.sets.derived_codes(variable)) {
        (Some(codes), Some(possible)) => match codes.iter().all(|code| possible.contains(code)) {
            true => codes.into(),
            false => codes.iter().copied().filter(|code| possible.contains(code)).collect(),
        },
        (Some(codes), None) => codes.into(),
        (None, Some(possible)) => possible.into(),
        (None, None) => (0..post.runner.space.variables[variable].domain.len() as u32).collect(),
    }
}

/// Writes a configuration.
struct Writer<'a, 'b, 'i, 'p, 's> {
    post: &'a Post<'b, 'i, 'p, 's>,
    near: &'a [Reference],
    reads: &'a HashSet<Place>,
    text: Vec<u64>,
    /// What has a name; there are few, so that it is searched.
    objects: Vec<Reference>,
    variables: Vec<u32>,
    /// Variables whose values are not written yet.
    open: Vec<u32>,
}

impl Named {
    /// The configuration of an object; none if it has something that cannot be named.
    pub(crate) fn new(
        post: &Post<'_, '_, '_, '_>,
        function: FunctionId,
        object: Value,
        near: &[Reference],
        reads: &HashSet<Place>,
        speakers: &[(usize, Rc<[usize]>)],
    ) -> Option<Named> {
        let mut writer = Writer {
            post,
            near,
            reads,
            text: Vec::with_capacity(USUAL_LENGTH),
            objects: Vec::with_capacity(near.len() + 8),
            variables: Vec::with_capacity(32),
            open: Vec::with_capacity(32),
        };
        writer.text.push(ir::Id::index(function) as u64);
        // The object itself has the first name, whatever its number.
        writer.object(object.word as Reference)?;
        writer.slots(object.word as Reference)?;
        for &reference in near.iter().filter(|&&reference| Word::from(reference) != object.word) {
            writer.text.push(u64::MAX);
            writer.object(reference)?;
            writer.slots(reference)?;
        }
        for (object, said) in speakers {
            writer.text.push(u64::MAX - 1);
            writer.object(post.runner.references[*object])?;
            for &variable in said.iter() {
                writer.variable(variable as u32);
            }
        }
        while let Some(variable) = writer.open.pop() {
            writer.values(variable as usize)?;
        }
        Some(Named { configuration: Configuration(writer.text.into()), variables: writer.variables })
    }
}

impl Writer<'_, '_, '_, '_, '_> {
    /// Writes the name of an object, and what it is when it is first named.
    fn object(&mut self, reference: Reference) -> Option<()> {
        if reference == 0 {
            self.text.push(0);
            return Some(());
        }
        let known = self.objects.iter().position(|&named| named == reference);
        self.text.push(known.unwrap_or(self.objects.len()) as u64 + 1);
        if known.is_none() {
            self.objects.push(reference);
            let heap = self.post.runner.machine.heap();
            let kind = match heap.ty(reference) {
                RefType::Class(class) => ir::Id::index(class) as u64,
                RefType::Array(array) => 1 << 32 | ir::Id::index(array) as u64,
                RefType::Any => 1 << 33,
            };
            let of_space = self.post.runner.object(reference);
            self.text.extend([kind, u64::from(heap.length(reference)), u64::from(of_space.is_some())]);
            let may_be_read = of_space.is_none_or(|object| self.post.runner.space.is_constant(object));
            if may_be_read && self.near.binary_search(&reference).is_err() {
                self.slots(reference)?;
            }
        }
        Some(())
    }

    /// Writes the name of a variable.
    fn variable(&mut self, variable: u32) {
        let known = self.variables.iter().position(|&named| named == variable);
        self.text.push(known.unwrap_or(self.variables.len()) as u64);
        if known.is_none() {
            self.variables.push(variable);
            self.open.push(variable);
        }
    }

    /// Writes what the slots of an object have that somebody reads.
    fn slots(&mut self, reference: Reference) -> Option<()> {
        let runner = &self.post.runner;
        let heap = runner.machine.heap();
        let ty = heap.ty(reference);
        let image = runner.machine.image();
        for (slot, &value) in heap.contents(reference).iter().enumerate() {
            if !self.reads.contains(&place(ty, slot as u32)) {
                continue;
            }
            let is_ref = match ty {
                RefType::Class(class) => image.layout(class).references[slot],
                RefType::Array(array) => image.program().element_type(array).is_ref(),
                RefType::Any => false,
            };
            self.text.push(slot as u64);
            match value.term {
                NONE if is_ref => {
                    self.text.push(1);
                    self.object(value.word as Reference)?;
                }
                NONE => self.text.extend([2, value.word]),
                // Only the order of keys counts, and nobody knows here with which others it is compared.
                KEY => return None,
                term => {
                    self.text.push(3);
                    self.term(term)?;
                }
            }
        }
        Some(())
    }

    fn term(&mut self, term: TermId) -> Option<()> {
        let post = self.post;
        match post.runner.machine.domain().terms.term(term) {
            Term::Constant(word) => self.text.extend([10, word]),
            Term::Variable(variable) => {
                self.text.push(11);
                self.variable(variable);
            }
            Term::Unary(op, number, a) => {
                self.text.extend([12, op as u64, number.code()]);
                self.term(a)?;
            }
            Term::Convert(from, to, a) => {
                self.text.extend([13, from.code(), to.code()]);
                self.term(a)?;
            }
            Term::Binary(op, number, a, b) => {
                self.text.extend([14, op as u64, number.code()]);
                self.term(a)?;
                self.term(b)?;
            }
            // Constants that are compared with objects or keys are no numbers.
            Term::Compare(_, _, a, b) | Term::ThreeWay(_, _, a, b)
                if is_named(post, a) || is_named(post, b) =>
            {
                return None;
            }
            Term::Compare(op, order, a, b) => {
                self.text.extend([15, op as u64, order.0 as u64]);
                self.term(a)?;
                self.term(b)?;
            }
            Term::ThreeWay(op, order, a, b) => {
                self.text.extend([16, op as u64, order.0 as u64]);
                self.term(a)?;
                self.term(b)?;
            }
        }
        Some(())
    }

    /// Writes what a variable may have on the path.
    fn values(&mut self, variable: usize) -> Option<()> {
        let post = self.post;
        let described = &post.runner.space.variables[variable];
        self.text.push(u64::MAX - 2);
        match described.owner {
            Owner::Slot(object, slot) => {
                self.object(post.runner.references[object])?;
                self.text.push(u64::from(slot));
            }
            Owner::Parameter(..) | Owner::Element(_) => self.text.push(u64::MAX - 3),
        }
        let codes = possible(post, variable);
        self.text.push(codes.len() as u64);
        // Many objects are too much to name; without their names nobody knows which of them are at hand.
        let names_objects =
            codes.iter().any(|&code| matches!(described.domain[code as usize], Item::Object(_)));
        if codes.len() > MOST_NAMED && names_objects {
            return None;
        }
        for &code in codes.iter() {
            match described.domain[code as usize] {
                Item::Null => self.text.push(0),
                Item::Object(object) => {
                    self.text.push(1);
                    self.object(post.runner.references[object])?;
                }
                Item::Word(word) => self.text.extend([2, word]),
            }
        }
        Some(())
    }
}
