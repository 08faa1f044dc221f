//! Whether there is anything that a *holds* is about: an execution within the scope that comes to its end.
//!
//! A solution in which calls are abstract says little, so the heap before is tried on the concrete machine. If the execution does not stay within the
//! scope there, the reason is learned like that of a spurious violation, and another one is looked for, for some time. An execution that breaks the
//! property is a violation, whatever led to *holds*: the formula of a called method that was believed and is wrong, say.
//!
//! If there is none, the method is encoded once more, with everything opened, and with a switch at each place that leaves executions out. A core over the
//! switches says which places there have to be for no execution to come to its end: with one of them less, one does (if the core is minimal), though
//! what it does behind that place means nothing. If none of them is needed, no heap satisfies the precondition, or executions stay in a loop for ever.

use std::collections::{BTreeMap, BTreeSet};

use check::{Location, Meter};
use ir::{FunctionId, Position, RefType};
use logic::circuit::Bit;
use logic::sat::{Answer, Limits, Literal, Model};

use super::cut::Deeper;
use super::{Answered, Check, Confirm, EASY, Ends, PreState, Question, Setting, Stopped, Unroll, Wanted};
use crate::concrete::Outcome;
use crate::encode::{Beyond, LeftOut};
use crate::reach::Language;
use crate::value::Value;

/// How many heaps are tried.
const MOST_TRIES: usize = 12;

/// Where executions go deeper than this, everything together is too much to look for reasons.
const DEEPEST: usize = 32;

/// How many conflicts there may be for each question about places that leave the scope.
const MOST_CONFLICTS: u32 = 20_000;

/// Something that every execution within the scope would need to come to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack {
    /// What is too small for it.
    pub what: Lacking,
    /// Where executions leave the scope.
    pub location: Location,
    /// Whether it is needed; otherwise, it is one of the places where executions may leave the scope.
    pub needed: bool,
}

/// What can be too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    /// How many bits numbers have.
    Bits,
    /// How long arrays are.
    Length,
    /// How many objects of a class, or arrays of a type, there are.
    Objects(RefType),
    /// How many elements a collection of the library has.
    Elements,
    /// What the program assumes is never so.
    Assumed,
    /// Nothing: no heap satisfies what is true before the call.
    Precondition,
    /// Nothing: there is a loop or recursion without a way out.
    Exit,
}

/// Why no execution within the scope comes to its end; nothing if that takes long.
pub(super) fn reasons<'a>(
    question: &Question<'a>,
    setting: &'a Setting,
    language: &'a Language<'a>,
    meter: Meter<'_>,
    depth: usize,
) -> Option<Vec<Lack>> {
    if depth > DEEPEST {
        return None;
    }
    let question = &Question { unroll: Unroll { first: depth, most: depth }, ..question.clone() };
    let mut check = Check::new(question, setting, language, meter);
    check.encoder.believed = None;
    check.encoder.switches = Some(BTreeMap::new());
    let (_, ends) = check.begin().ok()?;
    check.inline().ok()?;
    check.bar_repeated().ok()?;
    check.poll().ok()?;
    let switches: Vec<(LeftOut, Bit)> =
        check.encoder.switches.take().unwrap_or_default().into_iter().collect();
    let memory = &mut check.encoder.memory;
    let mut assumptions = Vec::new();
    for &(_, switch) in &switches {
        assumptions.push(memory.encoding.literal(&memory.circuit, switch, &mut memory.solver));
    }
    assumptions.push(memory.demand(ends.any).ok()?);
    let limits = Limits::conflicts(MOST_CONFLICTS);
    // If executions come to an end that go deeper than is looked at here, this is not the way to find out why others do not.
    let Answer::Unsatisfiable(core) = memory.solver.solve_within(&assumptions, limits) else { return None };
    let core = memory.solver.minimise(&core, limits);
    let is_needed = |literal: &Literal| core.literals().contains(literal);
    let places = switches.iter().zip(&assumptions).filter(|(_, literal)| is_needed(literal));
    let mut told: Vec<Lack> = places.map(|((place, _), _)| check.told(place, true)).collect();
    let program = question.program;
    let position = program.functions[question.function].position;
    let of_method = |what: Lacking| Lack {
        what,
        location: machine::replay::location(program, question.function, position),
        needed: true,
    };
    // Where something is not supported, executions may end there and not because of the precondition.
    if told.is_empty() && !check.encoder.skipped.is_empty() {
        return None;
    }
    if told.is_empty() {
        // Whether there is a heap at all is another question: executions that stay somewhere were left out of this one.
        let endless = check.endless();
        let precondition = of_method(Lacking::Precondition);
        let is_satisfiable = match endless[..] {
            [] => Some(false),
            [..] => is_satisfiable(question, setting, language, check.meter),
        };
        told = match is_satisfiable {
            Some(true) => endless,
            Some(false) => vec![precondition],
            None => {
                let all = endless.into_iter().chain([precondition]);
                all.map(|lack| Lack { needed: false, ..lack }).collect()
            }
        };
    }
    Some(told)
}

/// Whether a heap satisfies what is true before the call; nothing if that takes long.
fn is_satisfiable<'a>(
    question: &Question<'a>,
    setting: &'a Setting,
    language: &'a Language<'a>,
    meter: Meter<'_>,
) -> Option<bool> {
    let mut check = Check::new(question, setting, language, meter);
    check.encoder.believed = None;
    check.begin().ok()?;
    // Of what is called, only invariants say something about the heap before.
    let checked = check.roots[0];
    check.inline_those(|root| root != checked).ok()?;
    check.poll().ok()?;
    let assumptions: Vec<Literal> = check.cuts.into_iter().collect();
    let memory = &mut check.encoder.memory;
    match memory.solver.solve_within(&assumptions, Limits::conflicts(MOST_CONFLICTS)) {
        Answer::Satisfiable(_) => Some(true),
        Answer::Unsatisfiable(_) => Some(false),
        Answer::Unknown => None,
    }
}

impl Check<'_, '_, '_> {
    /// Whether there is an execution that comes to its end, and to which. One that returns is looked for first: exceptions take long on the concrete machine.
    /// Where something is not supported, executions that throw before they come to it are those of which something is known. That an execution ends is
    /// nothing that the question about the property should carry along, so it becomes clauses only here.
    fn any_end(&mut self, ends: Ends) -> Result<(Answer, Wanted), Stopped> {
        self.poll()?;
        if self.encoder.skipped.is_empty() {
            let returns = self.demand(ends.returns)?;
            let began = self.meter.elapsed();
            let answer = self.emptiest(returns);
            self.counts.solving += self.meter.elapsed() - began;
            self.returns = answer.is_some();
            if let Some(model) = answer {
                return Ok((Answer::Satisfiable(model), returns));
            }
        }
        let any = self.demand(ends.any)?;
        Ok((self.ask(any)?, any))
    }

    /// An execution in which something wanted is so, in a heap in which next to everything is null that can be: calls of which little is known do there what
    /// they seem to do more often than elsewhere. None if that takes long.
    fn emptiest(&mut self, wanted: Wanted) -> Option<Model> {
        let mut assumptions = self.assuming(wanted);
        assumptions.extend(self.small());
        let memory = &mut self.encoder.memory;
        let values = memory.known().flat_map(|(_, values)| values.iter()).chain(&self.parameters);
        let bits = values.flat_map(Value::atoms).map(|&(_, bit)| bit).filter(|bit| bit.known().is_none());
        let bits: Vec<Bit> = bits.collect();
        let literal = |bit: Bit| memory.encoding.literal(&memory.circuit, !bit, &mut memory.solver);
        let mut empty: Vec<Literal> = bits.into_iter().map(literal).collect();
        loop {
            let all: Vec<Literal> = assumptions.iter().chain(&empty).copied().collect();
            match self.encoder.memory.solver.solve_within(&all, Limits::conflicts(EASY)) {
                Answer::Satisfiable(model) => return Some(model),
                Answer::Unsatisfiable(core) => {
                    let before = empty.len();
                    empty.retain(|literal| !core.literals().contains(literal));
                    if empty.len() == before {
                        return None;
                    }
                }
                Answer::Unknown => return None,
            }
        }
    }

    /// What is to be answered instead of *holds*, if it is about nothing or wrong.
    pub(super) fn objection(
        &mut self,
        ends: Ends,
        confirm: &mut Confirm<'_>,
    ) -> Result<Option<Answered>, Stopped> {
        // An execution is found most easily where there is room.
        self.size = self.question.small();
        for _ in 0..MOST_TRIES {
            let (answer, wanted) = self.any_end(ends)?;
            let model = match answer {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable(core) if self.is_cut(&core) => {
                    let any = self.demand(ends.any)?;
                    match self.look_beyond(any, confirm)? {
                        Deeper::Nothing => return Ok(Some(Answered::Impossible(self.left_out()))),
                        Deeper::Violated(before) => return Ok(Some(Answered::Violated(before))),
                        Deeper::Reached(reached) if self.deepen(&reached) => {
                            if self.question.inline {
                                self.inline()?;
                            }
                            continue;
                        }
                        Deeper::Reached(reached) => return Ok(Some(self.cut_at(reached))),
                    }
                }
                Answer::Unsatisfiable(_) => return Ok(Some(Answered::Impossible(self.left_out()))),
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            };
            let mut inputs = self.inputs(&model);
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            match confirm(&before) {
                Outcome::Good => return Ok(None),
                Outcome::Bad(_) => return Ok(Some(Answered::Violated(before))),
                Outcome::Excluded | Outcome::Skipped(_) => {}
            }
            if self.question.inline || !self.refine(wanted, &mut inputs)? {
                return Ok(None);
            }
            self.returns = false;
        }
        Ok(None)
    }

    /// Whether there may be an execution that returns; if that takes long to find out, there may.
    pub(super) fn may_return(&mut self, ends: Ends) -> Result<bool, Stopped> {
        if self.returns {
            return Ok(true);
        }
        let returns = self.demand(ends.returns)?;
        let assumptions = self.assuming(returns);
        let limits = Limits::conflicts(MOST_CONFLICTS);
        let answer = self.encoder.memory.solver.solve_within(&assumptions, limits);
        Ok(!matches!(answer, Answer::Unsatisfiable(core) if !self.is_cut(&core)))
    }

    /// The loops that were met and have no way out, and those of which executions were left out because they go round for ever.
    fn endless(&self) -> Vec<Lack> {
        let barred = self.barred.iter().map(|&id| {
            let instance = &self.encoder.instances[id];
            (instance.function, instance.position)
        });
        let places: BTreeSet<(FunctionId, Position)> =
            self.encoder.endless.iter().copied().chain(barred).collect();
        let lack = |&(function, position): &(FunctionId, Position)| Lack {
            what: Lacking::Exit,
            location: machine::replay::location(self.question.program, function, position),
            needed: places.len() == 1,
        };
        places.iter().map(lack).collect()
    }

    /// Where executions may leave the scope.
    fn left_out(&self) -> Vec<Lack> {
        self.encoder.left_out.iter().map(|place| self.told(place, false)).collect()
    }

    /// A place that leaves the scope.
    fn told(&self, &(function, position, how): &LeftOut, needed: bool) -> Lack {
        let what = match how {
            Beyond::Number => Lacking::Bits,
            Beyond::Length => Lacking::Length,
            Beyond::Objects(ty) => Lacking::Objects(ty),
            Beyond::Assumed if (self.encoder.language.specified.has)(function) => Lacking::Elements,
            Beyond::Assumed => Lacking::Assumed,
        };
        let program = self.question.program;
        // Nobody wants to know where in the specification that is.
        let (function, position) = match what {
            Lacking::Elements => (self.question.function, program.functions[self.question.function].position),
            Lacking::Bits
            | Lacking::Length
            | Lacking::Objects(_)
            | Lacking::Assumed
            | Lacking::Precondition
            | Lacking::Exit => (function, position),
        };
        Lack { what, location: machine::replay::location(program, function, position), needed }
    }
}
