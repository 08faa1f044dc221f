//! Loops and recursion that go deeper than was looked at: whether that matters for the answer, and looking deeper where it does.
//!
//! An instance that is as deep inside itself as is looked at is *cut*: the question about the property first assumes that it is not executed. If that
//! assumption is needed for a contradiction, nothing is known yet of executions that go deeper. So the question is asked again without it: what
//! a cut instance leaves is any values then, as of every instance that is not opened. If there is still no solution, no execution breaks the property,
//! however deep it goes, and nothing was cut that matters. A solution is refined like any other, and if its heap comes to a cut instance with
//! everything opened that is executed before, those instances are looked into after all ([`Check::deepen`]), as deep as is wanted at most. Deeper
//! that, the answer is that something was cut.
//!
//! # Executions that never end
//! A loop over a list that is a circle goes deeper than any number, and breaks nothing. It is left out where it can be seen: code is
//! deterministic, so an iteration that finds the live locals and the memory that an earlier iteration of the same loop has found does what that one
//! did, and the execution goes round for ever. If any two iterations before a cut instance are the same, then the instance itself is the same as an earlier
//! one, because it is as many iterations behind the second as some iteration is behind the first; so only the cut instance is compared with those around it.
//! Comparing is sound before the calls inside are opened: the values of an execution are one solution, and only solutions are left out in which the
//! values are the same. What is not in cells or locals takes no part in any execution that is looked at: floating-point numbers and hidden
//! fields are not supported where they are read.
//!
//! A call of a function with the arguments and the memory of a call around it, of the same function, never returns either, but a JVM ends it with a
//! `StackOverflowError`. That is left out only where nobody asks or catches what is thrown, because then that method does not return.
//!
//! The tests `deep_methods_agree` and `cut_loops` compare with executions on the concrete machine.

use std::collections::BTreeSet;

use check::Location;
use ir::Trap;
use logic::circuit::Bit;
use logic::sat::{Answer, Clauses as _, Core, Literal};

use super::{Check, Confirm, Outcome, PreState, Stopped, Wanted};
use crate::instance::Kind;
use crate::memory::Unsupported;
use crate::reach::{Cell, trap_class};

/// What executions do that go deeper than was looked at.
pub(super) enum Deeper {
    /// None of them does what is asked for, however deep.
    Nothing,
    /// What one does was found on the concrete machine.
    Violated(PreState),
    /// One comes to instances that are cut, and these may do what is asked for.
    Reached(Reached),
}

/// An execution that goes deeper than was looked at.
pub(super) struct Reached {
    /// Where it begins.
    pub(super) before: PreState,
    /// The instances to which it comes, which are cut.
    instances: Vec<usize>,
}

impl Check<'_, '_, '_> {
    /// The literal under which no cut instance is executed, unless executions are asked for that go deeper.
    pub(super) fn uncut(&self) -> Option<Literal> {
        self.cuts.filter(|_| !self.beyond)
    }

    /// Whether a contradiction needs that no cut instance is executed.
    pub(super) fn is_cut(&self, core: &Core) -> bool {
        self.uncut().is_some_and(|cuts| core.literals().contains(&cuts))
    }

    /// Whether an execution that goes deeper than was looked at does what is wanted, or may. No other does.
    pub(super) fn look_beyond(
        &mut self,
        wanted: Wanted,
        confirm: &mut Confirm<'_>,
    ) -> Result<Deeper, Stopped> {
        // Without the instances that are cut there is no such execution, so it comes to one of them. That is nothing new, but as good as a proof of it.
        let cut: Vec<Bit> = self.cut_instances().map(|id| self.encoder.instances[id].guard).collect();
        let circuit = &mut self.encoder.memory.circuit;
        let reached = circuit.any(cut);
        let deeper = circuit.and(wanted.bit, reached);
        let deeper = self.demand(deeper)?;
        self.beyond = true;
        let found = self.search_beyond(deeper, confirm);
        self.beyond = false;
        found
    }

    fn search_beyond(&mut self, wanted: Wanted, confirm: &mut Confirm<'_>) -> Result<Deeper, Stopped> {
        loop {
            self.bar_repeated()?;
            let model = match self.ask(wanted)? {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable(_) => return Ok(Deeper::Nothing),
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            };
            let mut inputs = self.inputs(&model);
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            if let Outcome::Bad(_) = confirm(&before) {
                return Ok(Deeper::Violated(before));
            }
            if !self.question.inline && self.refine(wanted, &mut inputs)? {
                continue;
            }
            // Instances may have been cut since anything was said of those that repeat themselves.
            if self.bar_repeated()? {
                continue;
            }
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            inputs.resize(self.encoder.memory.circuit.inputs(), false);
            let cut: Vec<usize> = self.cut_instances().collect();
            let guards: Vec<Bit> = cut.iter().map(|&id| self.encoder.instances[id].guard).collect();
            let executed = self.encoder.memory.circuit.evaluate(&inputs, &guards);
            let reached = cut.into_iter().zip(executed).filter(|&(_, executed)| executed);
            let instances: Vec<usize> = reached.map(|(id, _)| id).collect();
            assert!(!instances.is_empty(), "without cut instances there was no solution");
            return Ok(Deeper::Reached(Reached { before, instances }));
        }
    }

    fn cut_instances(&self) -> impl Iterator<Item = usize> {
        let instances = self.encoder.instances.iter().enumerate();
        instances.filter(|(_, instance)| instance.cut).map(|(id, _)| id)
    }

    /// Looks into the cut instances to which an execution comes. Gives whether that is wanted: if not, they stay cut.
    pub(super) fn deepen(&mut self, reached: &Reached) -> bool {
        let deepest = self.question.unroll.most;
        let depths = reached.instances.iter().map(|&id| self.encoder.instances[id].depth);
        // Those that are less deep were cut when less was looked at.
        if depths.min().is_none_or(|depth| depth >= deepest) {
            return false;
        }
        self.depth = (2 * self.depth).min(deepest);
        self.encoder.unroll = self.depth;
        for &id in &reached.instances {
            let instance = &mut self.encoder.instances[id];
            instance.cut = instance.depth >= deepest;
        }
        // What was said of these under the old assumption means nothing without it.
        self.cuts = None;
        let still: Vec<usize> = self.cut_instances().collect();
        for id in still {
            self.assume_uncut(id);
        }
        true
    }

    /// Cuts an instance.
    pub(super) fn cut(&mut self, id: usize) {
        self.assume_uncut(id);
        self.encoder.instances[id].cut = true;
        self.cut_off += 1;
    }

    fn assume_uncut(&mut self, id: usize) {
        let guard = self.encoder.instances[id].guard;
        let memory = &mut self.encoder.memory;
        let cuts = *self.cuts.get_or_insert_with(|| memory.solver.variable().positive());
        memory.encoding.require_any_if(&memory.circuit, cuts, &[!guard], &mut memory.solver);
    }

    /// Leaves out executions that come to a cut instance and do so for ever. Gives whether that was new for any.
    pub(super) fn bar_repeated(&mut self) -> Result<bool, Stopped> {
        let new: Vec<usize> = self.cut_instances().filter(|id| !self.barred.contains(id)).collect();
        for &id in &new {
            self.poll()?;
            let began = self.meter.elapsed();
            self.barred.insert(id);
            if self.is_endless(id) {
                let repeats = self.repeats(id);
                let guard = self.encoder.instances[id].guard;
                self.encoder.memory.require_of_code(&[!guard, !repeats]);
            }
            self.counts.translation += self.meter.elapsed() - began;
        }
        Ok(!new.is_empty())
    }

    /// Whether going on for ever is all that happens where an instance repeats one that it is inside.
    fn is_endless(&self, id: usize) -> bool {
        let instance = &self.encoder.instances[id];
        match instance.kind {
            Kind::Loop(_) => true,
            Kind::Call => {
                let program = self.question.program;
                let overflow = trap_class(program, Trap::StackOverflow);
                let is_asked = overflow.is_none_or(|overflow| {
                    self.question.never.iter().any(|&never| program.is_subclass(overflow, never))
                });
                !instance.caught && !is_asked
            }
        }
    }

    /// The condition that an instance begins with what one that it is inside began with.
    fn repeats(&mut self, id: usize) -> Bit {
        let (function, kind) = (self.encoder.instances[id].function, self.encoder.instances[id].kind);
        let mut depth = self.encoder.instances[id].depth;
        let mut around = self.encoder.instances[id].parent;
        let mut same = Vec::new();
        while let Some(other) = around.filter(|_| depth > 0) {
            let instance = &self.encoder.instances[other];
            around = instance.parent;
            if (instance.function, instance.kind) == (function, kind) {
                depth -= 1;
                // What is not known how to compare is not the same.
                same.push(self.same(id, other).unwrap_or(Bit::FALSE));
            }
        }
        self.encoder.memory.circuit.any(same)
    }

    /// The condition that two instances begin with the same locals and memory.
    fn same(&mut self, one: usize, other: usize) -> Result<Bit, Unsupported> {
        let one = self.encoder.instances[one].state.clone();
        let other = self.encoder.instances[other].state.clone();
        let memory = &mut self.encoder.memory;
        let mut same = Vec::new();
        for index in 0..one.locals.len().max(other.locals.len()) {
            let ours = one.locals.get(index).and_then(Option::as_ref);
            match (ours, other.locals.get(index).and_then(Option::as_ref)) {
                (Some(ours), Some(theirs)) => same.push(ours.value.equal(&theirs.value, &mut memory.circuit)),
                (None, None) => {}
                (Some(_), None) | (None, Some(_)) => return Ok(Bit::FALSE),
            }
        }
        let cells: BTreeSet<Cell> = one.heap.cells.keys().chain(other.heap.cells.keys()).copied().collect();
        for cell in cells {
            let (ours, theirs) = (memory.get(&one.heap, cell)?, memory.get(&other.heap, cell)?);
            if std::rc::Rc::ptr_eq(&ours, &theirs) {
                continue;
            }
            for (ours, theirs) in ours.iter().zip(theirs.iter()) {
                same.push(ours.equal(theirs, &mut memory.circuit));
            }
        }
        Ok(memory.circuit.all(same))
    }

    /// Where the first of the instances stands to which an execution comes.
    pub(super) fn place(&self, reached: &Reached) -> Location {
        let instance = &self.encoder.instances[reached.instances[0]];
        machine::replay::location(self.question.program, instance.function, instance.position)
    }
}
