//! The search where transitions are recalled, and where it learns what there is to recall.

use machine::{Event, Granularity, Pending, Phase, Stop};
use space::{End, Inserted, Parts, StateId};

use super::super::outlook::is_doubtful;
use super::super::{Order, Question, SLICE, Search, Searched, asked};
use super::{LEAST_ROOM, Recall};
use crate::sleep::Threads;

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Whether the search goes on from a state that the machine has just come to, without putting it there from its parts. Then
    /// objects do not have their numbers, and nothing is learnt from it. In depth-first order that would be so everywhere.
    pub(in crate::search) fn goes_on_from(&mut self, state: StateId) -> bool {
        match self.recall.as_mut().filter(|recall| recall.is_on) {
            None => true,
            Some(recall) if self.options.order == Order::BreadthFirst => {
                recall.pass_by(state);
                true
            }
            Some(_) => false,
        }
    }

    /// Whether the search should begin again and recall nothing.
    pub(in crate::search) fn is_fruitless(&self) -> bool {
        self.recall.as_ref().is_some_and(Recall::is_fruitless)
    }

    /// Goes on with an answer of a state as is known from others; says whether it did. `again` says whether the state is looked at
    /// once more.
    pub(in crate::search) fn recall(&mut self, state: StateId, done: u128, again: bool) -> Result<bool, End> {
        let Some(recall) = self.recall.as_mut().filter(|recall| recall.is_on) else { return Ok(false) };
        recall.look(state, self.visits.bytes(state));
        if !recall.at.is_usable || recall.at.shared.is_none() {
            return Ok(false);
        }
        let Some(&thread) = recall.at.enabled.get(usize::try_from(done).unwrap_or(usize::MAX)) else {
            self.over(state, again);
            return Ok(true);
        };
        if !self.open_recalled(state) {
            return Ok(false);
        }
        let Some(recall) = &mut self.recall else { return Ok(false) };
        let sleeps = self.sleep.leaves_out(state, thread);
        let operations = if sleeps { Some(0) } else { recall.step(thread) };
        let Some(operations) = operations else { return Ok(false) };
        recall.found += 1;
        // Whoever sleeps is looked at elsewhere.
        let asleep = self.sleep.goes_on(state, thread);
        match (asleep, again) {
            (None, false) => self.visits.frontier.advance(),
            (Some(_), false) => {
                if !self.visits.advance() {
                    return Ok(true);
                }
            }
            (None | Some(_), true) => self.sleep.advance(),
        }
        let Some(asleep) = asleep else { return Ok(true) };
        if let (Some(recall), true) = (&self.recall, self.circles.is_on()) {
            self.circles.enabled(state, recall.at.enabled.iter().copied());
        }
        if cfg!(debug_assertions) {
            self.check_recalled(state, done);
        }
        self.mover = thread;
        self.visits.transitions += 1;
        self.visits.executed(operations)?;
        self.arrive(state, done as i128, asleep);
        Ok(true)
    }

    /// Looks at what the threads of the state at hand are about to do, the first time. Says whether that is known, and nobody has to look closer.
    fn open_recalled(&mut self, state: StateId) -> bool {
        let new = self.sleep.is_new(state);
        if self.sleep.knows(state) || !new && !self.sleeps {
            return true;
        }
        let Some(recall) = &mut self.recall else { return false };
        let touches = |pending: &Pending| match pending {
            Pending::Touches(touches) => !touches.is_empty(),
            Pending::Enter(_) | Pending::Object(_) | Pending::Other | Pending::Unknown => false,
        };
        let (mut outlook, mut touching) = (Vec::new(), 0);
        for &thread in &recall.at.enabled {
            let Some(pending) = recall.outlook(thread) else { return false };
            touching += u32::from(touches(pending));
            if self.sleeps || cfg!(debug_assertions) {
                outlook.push((thread, pending.clone()));
            }
        }
        // There may be a race: somebody has to look closer.
        if touching > 1 {
            let all: Vec<&Pending> = recall
                .at
                .enabled
                .iter()
                .filter_map(|&thread| recall.outlook(thread))
                .filter(|one| touches(one))
                .collect();
            let races = |place: usize| all[..place].iter().any(|other| all[place].depends(other));
            if (1..all.len()).any(races) {
                return false;
            }
        }
        if is_doubtful(&outlook) {
            return false;
        }
        if cfg!(debug_assertions) {
            self.restore(state);
            let found = self.machine.outlook(&mut self.interleaver);
            assert!(
                found.is_none_or(|found| found == outlook),
                "recalled outlooks should be those of the state"
            );
            self.resume(false);
        }
        self.opened(state);
        if self.sleeps {
            self.sleep.learn(state, &outlook);
        }
        true
    }

    /// Stores the state that was reached from another one.
    fn arrive(&mut self, from: StateId, value: i128, asleep: Threads) {
        let Some(recall) = &mut self.recall else { return };
        Parts::write(&recall.reached, &mut recall.bytes);
        let asleep = if self.sleeps { asleep } else { 0 };
        let inserted = self.visits.visit(&recall.bytes, Some(from), value, 0);
        let (Inserted::New(to) | Inserted::Known(to)) = inserted;
        if let Inserted::New(_) = inserted {
            self.circles.state(recall.reached.len() - 1, self.mover);
        }
        self.circles.edge(from, self.mover, to);
        match inserted {
            Inserted::New(new) => self.sleep.found(new, asleep),
            Inserted::Known(known) => self.sleep.again(known, asleep),
        }
    }

    /// Executes the transition that was recalled, and compares.
    fn check_recalled(&mut self, state: StateId, done: u128) {
        let Some(recalled) = self.recall.as_ref().map(|recall| recall.reached.clone()) else { return };
        let question = self.restore(state);
        let value = question.answer(done);
        let mut event = self.answer(question, value);
        loop {
            event = match event {
                // A violation was told when the transition was executed first.
                Some(Event::Stop(Stop::Violation(bug))) if self.machine.outlives(bug) => {
                    self.machine.outlive(&mut self.interleaver, bug)
                }
                None | Some(Event::Stop(Stop::Paused)) => {
                    let mut fuel = SLICE;
                    let evaluated = &mut self.evaluated;
                    Some(self.machine.run_interleaved(&mut self.interleaver, &mut fuel, evaluated))
                }
                Some(_) => break,
            };
        }
        let Some(Event::Pick(count)) = event else {
            panic!("a recalled transition should come to where a thread is picked, not to {event:?}");
        };
        assert!(count > 0, "a recalled transition should not come to a deadlock");
        if let Some(recall) = &mut self.recall {
            recall.encode(&mut self.encoder, &self.machine, Question::<D::Fork>::Pick(count));
            assert_eq!(recall.reached, recalled, "a recalled transition should be an executed one");
        }
    }

    /// Puts the machine into a state from its parts, and gives its question.
    pub(in crate::search) fn assemble(&mut self, state: StateId) -> Option<Question<D::Fork>> {
        let recall = self.recall.as_mut()?;
        let bytes = self.visits.bytes(state);
        let under_way = recall.decode(&mut self.encoder, &mut self.machine, bytes);
        if recall.is_on {
            recall.look(state, bytes);
            recall.learn_shared(&self.machine, &mut self.interleaver);
        }
        if !recall.is_on || recall.at.shared.is_none() {
            return Some(asked(&mut self.machine, &mut self.interleaver, under_way));
        }
        if cfg!(debug_assertions) && recall.granularity == Granularity::Shared {
            self.machine.resume_interleaved(&mut self.interleaver, false);
            let objects = recall.parts.base(recall.at.parts[0]).objects;
            assert_eq!(
                self.interleaver.shared_bits(objects),
                recall.at.many,
                "who shares what follows from the parts"
            );
        }
        self.machine.resume_knowing(&mut self.interleaver, &recall.at.many);
        Some(Question::Pick(self.machine.each_enabled().count()))
    }

    /// A thread goes on from the state that the machine is in.
    pub(in crate::search) fn begin_step(&mut self, thread: usize) {
        if let Some(recall) = self.recall.as_mut().filter(|recall| recall.is_on) {
            let facts = self.machine.thread(thread);
            recall.mover = facts.object;
            recall.is_ending = facts.phase == Phase::Ending;
            recall.globals = self.machine.heap().global_count();
            self.interleaver.forget_tries();
            self.machine.take_looked();
        }
    }

    /// Takes the state apart that the machine has come to from another, and remembers how.
    pub(in crate::search) fn take_apart(&mut self, from: Option<StateId>, question: Question<D::Fork>) {
        let Some(recall) = &mut self.recall else { return };
        let looked = self.machine.take_looked();
        let is_known = recall.is_on && recall.at.state == from && recall.at.is_usable && !looked;
        if is_known {
            recall.encode_after(&mut self.encoder, &self.machine, question, self.mover);
        } else {
            recall.encode(&mut self.encoder, &self.machine, question);
        }
        if !recall.is_on {
            return;
        }
        recall.most = recall.most.max(self.machine.heap().size()).max(LEAST_ROOM);
        // Where the program has grown, operations were executed that are not when it is there.
        let has_grown = recall.globals != self.machine.heap().global_count();
        if is_known && !has_grown && matches!(question, Question::Pick(_)) {
            let tries = self.interleaver.tries();
            recall.learn_step(self.mover, &self.machine, &self.encoder, tries, self.operations);
        }
        recall.executed += 1;
        recall.judge();
        self.visits.beside = recall.size();
        if !recall.is_on {
            self.interleaver.record_tries(false);
        }
    }

    /// Notes what a thread of the state at hand is about to do.
    pub(in crate::search) fn outlook(&mut self, state: Option<StateId>) -> Option<Vec<(usize, Pending)>> {
        let frozen = self.machine.heap().frozen_objects();
        let recall = self.recall.as_mut().filter(|recall| recall.is_on && recall.at.state == state);
        let Some(recall) = recall else { return self.machine.outlook(&mut self.interleaver) };
        self.machine.outlook_with(&mut self.interleaver, |thread, pending, tries| {
            recall.learn_outlook(thread, pending, tries, frozen);
        })
    }
}
