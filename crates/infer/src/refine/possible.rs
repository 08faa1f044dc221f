//! Whether there is anything that a *holds* is about: an execution within the scope that comes to its end.
//!
//! A solution in which calls are abstract says little, so the heap before is tried on the concrete machine. If the execution does not stay within the
//! scope there, the reason is learned like that of a spurious violation, and another one is looked for, for some time. An execution that breaks the
//! property is a violation, whatever led to *holds*: the formula of a called method that was believed and is wrong, say.
//!
//! If there is none, the method is encoded once more, with everything opened, and with a switch at each place that leaves executions out. A core over the
//! switches says which places there have to be for no execution to come to its end: with one of them less, one does (if the core is minimal), though
//! what it does behind that place means nothing.

use std::collections::BTreeMap;

use check::{Meter, Skipped};
use logic::circuit::Bit;
use logic::sat::{Answer, Limits, Literal};

use super::{Answered, Check, Confirm, EASY, Ends, PreState, Question, Setting, Stopped};
use crate::concrete::Outcome;
use crate::encode::{Beyond, LeftOut};
use crate::reach::Language;

/// How many heaps are tried.
const MOST_TRIES: usize = 12;

/// How many conflicts there may be for each question about places that leave the scope.
const MOST_CONFLICTS: u32 = 20_000;

/// Why no execution within the scope comes to its end; nothing if that takes long.
pub(super) fn reasons<'a>(
    question: &Question<'a>,
    setting: &'a Setting,
    language: &'a Language<'a>,
    meter: Meter<'_>,
) -> Option<Vec<Skipped>> {
    let mut check = Check::new(question, setting, language, meter);
    check.encoder.believed = None;
    check.encoder.switches = Some(BTreeMap::new());
    let (_, ends) = check.begin();
    check.inline().ok()?;
    let switches: Vec<(LeftOut, Bit)> =
        check.encoder.switches.take().unwrap_or_default().into_iter().collect();
    let memory = &mut check.encoder.memory;
    let mut assumptions = Vec::new();
    for &(_, switch) in &switches {
        assumptions.push(memory.encoding.literal(&memory.circuit, switch, &mut memory.solver));
    }
    assumptions.push(ends.any);
    let limits = Limits::conflicts(MOST_CONFLICTS);
    // Places say more than that loops are cut.
    let core = match (memory.solver.solve_within(&assumptions, limits), check.cuts) {
        (Answer::Unsatisfiable(core), _) => core,
        (Answer::Satisfiable(_), Some(cuts)) => {
            assumptions.push(cuts);
            match memory.solver.solve_within(&assumptions, limits) {
                Answer::Unsatisfiable(core) => core,
                Answer::Satisfiable(_) | Answer::Unknown => return None,
            }
        }
        (Answer::Satisfiable(_) | Answer::Unknown, _) => return None,
    };
    let core = memory.solver.minimise(&core, limits);
    let is_needed = |literal: &Literal| core.literals().contains(literal);
    let places = switches.iter().zip(&assumptions).filter(|(_, literal)| is_needed(literal));
    let mut told: Vec<Skipped> = places.map(|((place, _), _)| check.told(place)).collect();
    let program = question.program;
    let of_method = |construct: String| Skipped {
        construct,
        location: machine::replay::location(
            program,
            question.function,
            program.functions[question.function].position,
        ),
    };
    if check.cuts.is_some_and(|cuts| is_needed(&cuts)) {
        told.push(of_method(format!("more than {} iterations or nested calls", question.unroll)));
    }
    if told.is_empty() {
        told.push(of_method("a precondition that no heap within the scope satisfies".to_string()));
    }
    Some(told)
}

impl Check<'_, '_, '_> {
    /// Whether there is an execution that comes to its end, and to which. One that returns is looked for first: exceptions take long on the concrete machine.
    /// Where something is not supported, executions that throw before they come to it are those of which something is known.
    fn any_end(&mut self, ends: Ends) -> Result<(Answer, Literal), Stopped> {
        if self.encoder.skipped.is_empty() {
            let memory = &mut self.encoder.memory;
            let returns = memory.encoding.demand(&memory.circuit, ends.returns, &mut memory.solver);
            let mut assumptions = self.assuming(returns);
            assumptions.extend(self.small());
            let began = self.meter.elapsed();
            let answer = self.encoder.memory.solver.solve_within(&assumptions, Limits::conflicts(EASY));
            self.counts.solving += self.meter.elapsed() - began;
            if let Answer::Satisfiable(_) = answer {
                return Ok((answer, returns));
            }
        }
        Ok((self.ask(ends.any)?, ends.any))
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
        }
        Ok(None)
    }

    /// Where executions may leave the scope.
    fn left_out(&self) -> Vec<Skipped> {
        let perhaps = |place: &LeftOut| {
            let Skipped { construct, location } = self.told(place);
            Skipped { construct: format!("perhaps {construct}"), location }
        };
        self.encoder.left_out.iter().map(perhaps).collect()
    }

    /// A place that leaves the scope, in words.
    fn told(&self, &(function, position, how): &LeftOut) -> Skipped {
        let program = self.question.program;
        let construct = match how {
            Beyond::Number => "a number that has more bits than the scope allows".to_string(),
            Beyond::Length => "an array that is longer than those of the scope".to_string(),
            Beyond::Objects(ty) => {
                let name = crate::universe::type_name(program, ty);
                format!("one more object of class {name} than the scope has")
            }
        };
        Skipped { construct, location: machine::replay::location(program, function, position) }
    }
}
