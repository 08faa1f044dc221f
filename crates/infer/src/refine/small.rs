//! Small heaps: what has to be known of calls is found out in them first, and violations are shown in them.
//!
//! What is learned of a function or loop names units of its body and no objects, so what was learned where there are few objects can be included where there
//! are many. There it costs a fraction, because formulas grow with the square or the cube of the scope. Nothing depends on whether it was wise: what is
//! included is part of the program, and what is missing is learned as ever. Two objects of each class come first; three are looked at only if a solution is
//! found where there are many, or the question there is hard, and the work there begins anew if that teaches something. Where there are many, the calls and loops of which something was learned
//! are opened when they are met, and what is known of their outputs takes the place of these ([`crate::compose`]).

use std::collections::{BTreeMap, BTreeSet};

use check::Meter;
use ir::FunctionId;
use logic::circuit::Bit;
use logic::sat::{Answer, Limits, Literal};

use super::{Check, Confirm, Counts, EASY, Outcome, PreState, Question, Setting, Stopped, Wanted};
use crate::compose::Known;
use crate::instance::{Key, Kind};
use crate::reach::{Cell, Language};
use crate::value::Value;

/// What is known of functions and loops, and how deep inside themselves that was.
pub(super) type Learned = BTreeMap<(FunctionId, Kind), (BTreeSet<Key>, usize)>;

/// What was learned where there are few objects.
pub(super) struct Foreseen {
    pub(super) learned: Learned,
    /// What that cost.
    pub(super) spent: Counts,
    /// Whether there may be more to learn where there are a few more objects.
    pub(super) farther: bool,
}

/// How many objects there are where it is looked first.
const FEW: usize = 2;

/// How many there are where it is looked if that was not enough: most of what is missing for any number is missing there.
const MORE: usize = 3;

/// How many there must be for that to be worth while.
const MANY: usize = 3;

/// What is learned where there are few objects; nothing if there are few anyway.
pub(super) fn foresee(
    question: &Question<'_>,
    setting: &Setting,
    language: &Language<'_>,
    meter: Meter<'_>,
) -> Option<Foreseen> {
    let worth = !question.inline && question.scope.objects >= MANY;
    worth.then(|| look(FEW, (question, setting), language, meter, None))
}

/// What is learned where there are so many objects, and all that was learned before is known.
fn look(
    few: usize,
    (question, setting): (&Question<'_>, &Setting),
    language: &Language<'_>,
    meter: Meter<'_>,
    foreseen: Option<Foreseen>,
) -> Foreseen {
    let mut small = question.clone();
    let Question { scope, unroll, .. } = &mut small;
    scope.objects = few;
    scope.length = scope.length.min(few);
    scope.classes.values_mut().for_each(|count| *count = (*count).min(few));
    // Lists that end have no more objects than that.
    unroll.first = unroll.first.min(few + 1);
    let setting = Setting::within(&small, &setting.reach);
    let mut check = Check::new(&small, &setting, language, meter);
    check.is_small = true;
    check.know(foreseen.as_ref());
    let known = foreseen.as_ref().map_or_else(Learned::new, |foreseen| foreseen.learned.clone());
    // Whoever was stopped has learned something all the same.
    let found = check.begin().and_then(|(violation, _)| {
        foreseen.map_or(Ok(()), |foreseen| check.recall(foreseen))?;
        check.look_ahead(violation)
    });
    let spent = check.spent();
    let farther = few < MORE && MORE < question.scope.objects && matches!(found, Ok(false));
    if !check.encoder.skipped.is_empty() {
        // Executions that come to what is not supported were left out, so nothing was heard of them. Where solutions are tried on the concrete machine, one may be real.
        return Foreseen { learned: known, spent, farther: false };
    }
    Foreseen { learned: check.learned, spent, farther }
}

impl Check<'_, '_, '_> {
    /// What was learned elsewhere is known of what will be met.
    pub(super) fn know(&mut self, foreseen: Option<&Foreseen>) {
        let Some(Foreseen { learned, .. }) = foreseen else { return };
        let keys = learned.iter().map(|(&of, (keys, _))| (of, keys.clone()));
        self.encoder.known = Known::Learned(keys.collect());
    }

    /// Counts so far, with those of the solver.
    fn spent(&self) -> Counts {
        let conflicts = self.encoder.memory.solver.statistics().conflicts;
        Counts { conflicts: self.counts.conflicts + conflicts, ..self.counts }
    }

    /// Looks at a few objects more, unless that was done: what was learned where there are few was not enough, or the question is hard, and it costs a fraction
    /// to see there whether it was. If something new is learned, the work is broken off.
    pub(super) fn look_farther(&mut self) -> Result<(), Stopped> {
        if !std::mem::take(&mut self.farther) {
            return Ok(());
        }
        let known = Foreseen { learned: self.learned.clone(), spent: self.spent(), farther: false };
        let before = known.spent;
        let more =
            look(MORE, (self.question, self.setting), self.encoder.language, self.meter.clone(), Some(known));
        let keys = |learned: &Learned| learned.values().map(|(keys, _)| keys.len()).sum::<usize>();
        // What was learned is never forgotten, so there is more of it if anything is new.
        if keys(&more.learned) > keys(&self.learned) {
            return Err(Stopped::Outgrown(Box::new(more)));
        }
        self.counts.conflicts += more.spent.conflicts - before.conflicts;
        self.counts.translation = more.spent.translation;
        self.counts.solving = more.spent.solving;
        Ok(())
    }

    /// Learns until there is no violation, or one that is real. Gives whether there is.
    fn look_ahead(&mut self, violation: Wanted) -> Result<bool, Stopped> {
        loop {
            self.open_specified();
            let Answer::Satisfiable(model) = self.ask(violation)? else { return Ok(false) };
            let mut inputs = self.inputs(&model);
            if !self.refine(violation, &mut inputs)? {
                return Ok(true);
            }
        }
    }

    /// Includes what was learned elsewhere.
    pub(super) fn recall(&mut self, foreseen: Foreseen) -> Result<(), Stopped> {
        let Foreseen { learned, spent, farther } = foreseen;
        let Counts { refinements, conflicts, translation, solving, .. } = spent;
        self.farther = farther;
        self.counts.refinements += refinements;
        self.counts.conflicts += conflicts;
        self.counts.translation += translation;
        self.counts.solving += solving;
        self.learned = learned;
        // Small heaps were looked at.
        self.size = self.size.filter(|&size| size > MORE);
        self.learn_more()
    }

    /// Literals that leave small heaps only, as long as these are looked at.
    pub(super) fn small(&mut self) -> Vec<Literal> {
        let Some(size) = self.size else { return Vec::new() };
        let memory = &mut self.encoder.memory;
        let beyond = memory.known().filter_map(|(cell, values)| match cell {
            Cell::Alive(_) => values.get(size).and_then(Value::truth),
            Cell::Field(_) | Cell::Global(_) | Cell::Elements(_) | Cell::Lengths(_) | Cell::Made(_) => None,
        });
        let beyond: Vec<Bit> = beyond.collect();
        let literal = |bit: Bit| memory.encoding.literal(&memory.circuit, !bit, &mut memory.solver);
        beyond.into_iter().map(literal).collect()
    }

    /// A violation with fewer objects than one that was found, if there is one that is found quickly: it is easier to read.
    pub(super) fn smaller(
        &mut self,
        violation: Wanted,
        found: PreState,
        confirm: &mut Confirm<'_>,
    ) -> PreState {
        let most = found.counts.iter().copied().max().unwrap_or(0);
        for size in 1..most {
            self.size = Some(size);
            let mut assumptions = self.assuming(violation);
            assumptions.extend(self.small());
            match self.encoder.memory.solver.solve_within(&assumptions, Limits::conflicts(EASY)) {
                Answer::Satisfiable(model) => {
                    let inputs = self.inputs(&model);
                    let smaller = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
                    if let Outcome::Bad(_) = confirm(&smaller) {
                        return smaller;
                    }
                }
                Answer::Unsatisfiable(_) => {}
                Answer::Unknown => break,
            }
        }
        found
    }
}
