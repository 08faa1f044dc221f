//! Threads of the tool that execute ahead of the search, so that it uses several cores.
//!
//! The search stays one loop that takes one state after the other, in the same order as ever, and decides what is stored, who
//! sleeps and what is told. What costs time is executing: putting the machine into a state, looking at what its threads are about to do,
//! letting each go on, and encoding what that leads to. That depends on the state alone, so somebody else can do it
//! before the search comes to the state. States that wait are given to *scouts*, each with a machine of its own, which put down an
//! [`Expansion`] for each, some states at a time. The search takes it instead of executing. When a scout is still busy with the state that is next, the
//! search scouts later states meanwhile.
//!
//! # Why the result is the same
//! A transition is a function of the state and the answer, and the encoding of what it reaches one of that. So an expansion
//! says what the search would find out itself, and is used at the same moment. Only ordinary ends are
//! put down: whatever else happens (a violation, something that is not supported, a transition that takes long,
//! what makes the search begin again) is [`Leap::Unclear`], and the search executes it itself. Scouts leave out threads that slept
//! when the state was found; should one have to go on after all, the search executes that itself as well.
//! `scouts_change_nothing` in the tests of the command line compares reports with one and with several threads of the tool.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{
    Choice, Concrete, Consulted, Event, Granularity, Image, Interleaver, Lowering, Machine, Notes, Pending,
    Race, Stop,
};
use space::{Encoder, StateId};

use super::outlook::is_doubtful;
use super::{Options, Question, ask, give, under_way};
use crate::assertions::Evaluated;
use crate::sleep::{Threads, only};

/// Scouts begin when there were that many transitions: before, it is not worth while.
pub(super) const BEGIN: u64 = 3_000;

/// How many machine operations a scout executes of one transition.
const MOST_STEPS: u64 = 200_000;

/// How many answers of a state a scout looks at.
const MOST_ANSWERS: u128 = 64;

/// How many states one scout begins with at a time.
const BATCH: usize = 16;

/// How many bytes may lie around, of states and of what they lead to.
const MOST_BYTES: usize = 64 << 20;

/// Where an answer leads.
#[derive(Clone, Copy)]
pub(super) enum Leap {
    /// To a state: where its bytes begin and end among those of the batch.
    State(u32, u32),
    /// To the end of the program.
    Over,
    /// The search has to look itself.
    Unclear,
}

/// What executing an answer gives.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) leap: Leap,
    /// How many machine operations it took.
    pub(super) steps: u64,
    /// How many threads there are.
    pub(super) threads: u64,
    pub(super) consulted: Consulted,
    pub(super) notes: Notes,
}

/// What a state asks for, where nothing has several outcomes.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Pick(usize),
    Notify(usize),
    Choose(Choice),
}

impl Asked {
    pub(super) fn question<F>(self) -> Question<F> {
        match self {
            Asked::Pick(count) => Question::Pick(count),
            Asked::Notify(count) => Question::Notify(count),
            Asked::Choose(choice) => Question::Choose(choice),
        }
    }
}

/// Everything that the search wants to know of a state.
pub(super) struct Expansion {
    pub(super) asked: Asked,
    /// Where the threads that can go on, and the answers, begin among those of the batch.
    enabled: usize,
    steps: usize,
    /// Whether it is not known what one of several threads is about to do.
    pub(super) is_doubtful: bool,
    /// What the threads are about to do, if anybody may sleep and none of them is in the middle of something.
    pub(super) outlook: Vec<(usize, Pending)>,
    /// The races that this shows.
    pub(super) races: Vec<Race>,
    /// What was noted meanwhile.
    pub(super) notes: Notes,
}

/// States that follow each other, to be looked at by one scout: so that they need not talk about each of them. Their parts lie
/// behind each other, because what one thread allocates and another frees costs both.
#[derive(Default)]
struct Batch {
    first: usize,
    bytes: Vec<u8>,
    /// Where the bytes of each state end, and who sleeps in it.
    states: Vec<(usize, Threads)>,
}

impl Batch {
    fn has(&self, state: usize) -> bool {
        self.first <= state && state < self.first + self.states.len()
    }

    /// The bytes of a state by its place, and who sleeps in it.
    fn get(&self, place: usize) -> (&[u8], Threads) {
        let start = place.checked_sub(1).map_or(0, |before| self.states[before].0);
        let (end, asleep) = self.states[place];
        (&self.bytes[start..end], asleep)
    }
}

/// What was found out about a batch; nothing about a state where a scout could not say.
#[derive(Default)]
pub(super) struct Found {
    first: usize,
    expansions: Vec<Option<Expansion>>,
    /// The bytes of the states that answers lead to, the answers, and the threads that can go on.
    bytes: Vec<u8>,
    steps: Vec<Step>,
    enabled: Vec<usize>,
}

impl Found {
    pub(super) fn has(&self, state: usize) -> bool {
        self.first <= state && state < self.first + self.expansions.len()
    }

    /// What is known of one of its states.
    pub(super) fn get(&self, state: StateId) -> Option<&Expansion> {
        self.expansions.get(state.index().checked_sub(self.first)?)?.as_ref()
    }

    /// What an answer of a state gives.
    pub(super) fn step(&self, expansion: &Expansion, answer: u128) -> Step {
        self.steps[expansion.steps + answer as usize]
    }

    /// The thread that goes on with an answer of a state.
    pub(super) fn thread(&self, expansion: &Expansion, answer: u128) -> usize {
        self.enabled[expansion.enabled + answer as usize]
    }

    /// The bytes of a state that an answer leads to.
    pub(super) fn text(&self, start: u32, end: u32) -> &[u8] {
        &self.bytes[start as usize..end as usize]
    }

    fn size(&self) -> usize {
        let parts = size_of::<Step>() * self.steps.len() + size_of::<Expansion>() * self.expansions.len();
        self.bytes.len() + parts
    }
}

#[derive(Default)]
struct Inside<'p> {
    /// Batches that nobody has begun with, in the order in which the search comes to them.
    waiting: VecDeque<Batch>,
    /// The first state of those that somebody is busy with, and the one behind the last.
    busy: Vec<(usize, usize)>,
    ready: Vec<Found>,
    /// How many bytes lie around.
    bytes: usize,
    /// How many have nothing to do.
    idle: usize,
    /// The assertions that scouts have evaluated.
    evaluated: Vec<Evaluated<'p>>,
    over: bool,
}

/// What the search and its scouts share.
#[derive(Default)]
pub(super) struct Shared<'p> {
    inside: Mutex<Inside<'p>>,
    changed: Condvar,
}

/// What the search has of it.
#[derive(Default)]
pub(super) struct Own {
    /// States that scouts do not know of yet.
    batch: Batch,
}

impl<'p> Shared<'p> {
    fn lock(&self) -> MutexGuard<'_, Inside<'p>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a state to the scouts that the search will come to after those before.
    pub(super) fn offer(&self, own: &mut Own, state: StateId, bytes: &[u8], asleep: Threads) {
        let follows = own.batch.first + own.batch.states.len() == state.index();
        if !follows || own.batch.states.len() == BATCH {
            self.hand_over(own);
            own.batch.first = state.index();
        }
        own.batch.bytes.extend_from_slice(bytes);
        own.batch.states.push((own.batch.bytes.len(), asleep));
    }

    /// Lets scouts know of the states that they do not know of.
    fn hand_over(&self, own: &mut Own) {
        let batch = std::mem::take(&mut own.batch);
        own.batch.first = batch.first + batch.states.len();
        if batch.states.is_empty() {
            return;
        }
        let mut inside = self.lock();
        // There is enough: the search looks at these itself.
        if inside.bytes + batch.bytes.len() <= MOST_BYTES {
            inside.bytes += batch.bytes.len();
            inside.waiting.push_back(batch);
            if inside.idle > 0 {
                self.changed.notify_one();
            }
        }
    }

    /// What is known of the state that the search has come to, and of some behind it. Whoever asks works as a scout until
    /// that is known.
    pub(super) fn take(&self, own: &mut Own, state: StateId, scout: &mut Scout<'_, 'p>) -> Option<Found> {
        let state = state.index();
        loop {
            if own.batch.has(state) {
                // Nobody else knows of these, and they are few.
                let batch = std::mem::take(&mut own.batch);
                own.batch.first = batch.first + batch.states.len();
                return Some(scout.expand_all(&batch));
            }
            let mut inside = self.lock();
            while inside.waiting.front().is_some_and(|batch| batch.first + batch.states.len() <= state) {
                let passed = inside.waiting.pop_front();
                inside.bytes -= passed.map_or(0, |passed| passed.bytes.len());
            }
            if let Some(place) = inside.ready.iter().position(|found| found.has(state)) {
                let found = inside.ready.swap_remove(place);
                inside.bytes -= found.size();
                if inside.idle > 0 {
                    self.changed.notify_one();
                }
                return Some(found);
            }
            let is_next = inside.waiting.front().is_some_and(|batch| batch.has(state));
            if !is_next && !inside.busy.iter().any(|&(first, end)| first <= state && state < end) {
                return None;
            }
            match inside.begin() {
                Some(batch) => {
                    drop(inside);
                    self.scout(scout, &batch);
                }
                None if !own.batch.states.is_empty() => {
                    drop(inside);
                    self.hand_over(own);
                }
                // Somebody is busy with it, and there is nothing else to do.
                None => self.wait(inside),
            }
        }
    }

    fn wait(&self, mut inside: MutexGuard<'_, Inside<'p>>) {
        inside.idle += 1;
        let mut inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        inside.idle -= 1;
    }

    /// Looks at states, and puts down what it found.
    fn scout(&self, scout: &mut Scout<'_, 'p>, batch: &Batch) {
        // Nobody waits for ever if this does not come to its end.
        let _done = Done { shared: self, first: batch.first };
        let found = scout.expand_all(batch);
        let mut inside = self.lock();
        inside.bytes = inside.bytes + found.size() - batch.bytes.len();
        inside.ready.push(found);
    }

    /// Lets scouts go home.
    fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }

    /// The assertions that scouts have evaluated.
    pub(super) fn evaluated(&self) -> Vec<Evaluated<'p>> {
        std::mem::take(&mut self.lock().evaluated)
    }

    /// Puts down what a scout has evaluated.
    pub(super) fn leave(&self, scout: Scout<'_, 'p>) {
        self.lock().evaluated.push(scout.evaluated);
    }

    /// Works until all is over.
    pub(super) fn work(&self, mut scout: Scout<'_, 'p>) {
        loop {
            let mut inside = self.lock();
            if inside.over {
                break;
            }
            // What lies around must not grow without end.
            let batch = if inside.bytes < MOST_BYTES { inside.begin() } else { None };
            match batch {
                Some(batch) => {
                    drop(inside);
                    self.scout(&mut scout, &batch);
                }
                None => self.wait(inside),
            }
        }
        self.leave(scout);
    }
}

impl Inside<'_> {
    /// Somebody begins with the next batch.
    fn begin(&mut self) -> Option<Batch> {
        let batch = self.waiting.pop_front()?;
        self.busy.push((batch.first, batch.first + batch.states.len()));
        Some(batch)
    }
}

/// Says that nobody is busy with a batch any more.
struct Done<'s, 'p> {
    shared: &'s Shared<'p>,
    first: usize,
}

impl Drop for Done<'_, '_> {
    fn drop(&mut self) {
        let mut inside = self.shared.lock();
        inside.busy.retain(|&(first, _)| first != self.first);
        if inside.idle > 0 {
            self.shared.changed.notify_all();
        }
    }
}

/// Ends the work of scouts, also if the search does not come to its end.
pub(super) struct Ending<'s, 'p>(pub(super) &'s Shared<'p>);

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What makes a scout.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g, 'p> {
    pub(super) program: &'p Program,
    pub(super) entry: FunctionId,
    pub(super) base: &'g Base,
    pub(super) granularity: Granularity,
    pub(super) options: &'g Options,
}

impl<'p> Ground<'_, 'p> {
    /// The image of a scout.
    pub(super) fn image(&self) -> Image<'p> {
        Image::new(self.program, Lowering::Fused)
    }
}

/// Somebody who executes ahead.
pub(super) struct Scout<'i, 'p> {
    image: &'i Image<'p>,
    machine: Machine<'i, 'p, Concrete>,
    interleaver: Interleaver<'i, 'p>,
    encoder: Encoder,
    evaluated: Evaluated<'p>,
    sleeps: bool,
}

impl<'i, 'p> Scout<'i, 'p> {
    /// A scout; none if the program cannot begin.
    pub(super) fn new(image: &'i Image<'p>, ground: &Ground<'_, 'p>) -> Option<Self> {
        let mut machine = Machine::new(image, Concrete, ground.options.limits);
        machine.allow_threads(ground.options.clock());
        machine.start_from(ground.base, ground.entry, &[]).ok()?;
        let interleaver = Interleaver::new(image, ground.granularity).ending_at(&ground.options.properties);
        let evaluated = Evaluated::new(ground.program);
        let (encoder, sleeps) = (Encoder::new(), ground.options.sleep);
        Some(Scout { image, machine, interleaver, encoder, evaluated, sleeps })
    }

    /// Whether something was seen that makes the search begin again, or that it has to tell the place of: it has to see that itself.
    fn is_lost(&self) -> bool {
        self.image.is_disturbed() || self.interleaver.was_wrong() || self.interleaver.weak().is_some()
    }

    /// Looks at the states of a batch.
    fn expand_all(&mut self, batch: &Batch) -> Found {
        let mut found = Found { first: batch.first, ..Found::default() };
        for place in 0..batch.states.len() {
            let (bytes, asleep) = batch.get(place);
            let expansion = self.expand(bytes, asleep, &mut found);
            found.expansions.push(expansion);
        }
        found
    }

    /// Looks at a state.
    fn expand(&mut self, bytes: &[u8], asleep: Threads, found: &mut Found) -> Option<Expansion> {
        if self.is_lost() {
            return None;
        }
        let question = ask(&mut self.machine, &mut self.interleaver, &mut self.encoder, bytes);
        let asked = match question {
            Question::Pick(count) => Asked::Pick(count),
            Question::Notify(count) => Asked::Notify(count),
            Question::Choose(choice) => Asked::Choose(choice),
            Question::Outcome(never, ..) => match never {},
        };
        if question.width() >= MOST_ANSWERS {
            return None;
        }
        self.machine.mark();
        self.interleaver.remember();
        self.interleaver.take_notes();
        let enabled = found.enabled.len();
        found.enabled.extend(self.machine.enabled());
        let (mut outlook, mut races) = (Vec::new(), Vec::new());
        if let Asked::Pick(_) = asked {
            outlook = self.machine.outlook(&mut self.interleaver)?;
            if outlook.len() > 1 {
                races = self.machine.races(&mut self.interleaver, &outlook)?;
            }
            self.machine.resume_remembered(&mut self.interleaver, false);
            if self.is_lost() {
                return None;
            }
        }
        let is_doubtful = is_doubtful(&outlook);
        if !self.sleeps {
            outlook = Vec::new();
        }
        let notes = self.interleaver.take_notes();
        let steps = found.steps.len();
        let mut is_there = true;
        for answer in 0..=question.width() {
            let sleeps = match asked {
                Asked::Pick(_) => asleep & only(found.enabled[enabled + answer as usize]) != 0,
                Asked::Notify(_) | Asked::Choose(_) => false,
            };
            if sleeps || self.is_lost() {
                found.steps.push(Step::unclear());
                continue;
            }
            if !is_there {
                if self.machine.undo() {
                    self.machine.resume_remembered(&mut self.interleaver, false);
                } else {
                    ask(&mut self.machine, &mut self.interleaver, &mut self.encoder, bytes);
                    self.machine.mark();
                    self.interleaver.remember();
                }
            }
            is_there = false;
            let step = self.step(question, question.answer(answer), &mut found.bytes);
            found.steps.push(step);
        }
        Some(Expansion { asked, enabled, steps, is_doubtful, outlook, races, notes })
    }

    /// Executes an answer. The machine is in the state.
    fn step(
        &mut self,
        question: Question<<Concrete as machine::Domain>::Fork>,
        value: i128,
        bytes: &mut Vec<u8>,
    ) -> Step {
        let mut fuel = MOST_STEPS;
        let event = match give(&mut self.machine, &mut self.interleaver, question, value) {
            Some(event) => event,
            None => self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut self.evaluated),
        };
        let reached = match event {
            Event::Pick(0) => return Step::unclear(),
            Event::Pick(count) => Some(Question::Pick(count)),
            Event::Notify(count) => Some(Question::Notify(count)),
            Event::Stop(Stop::Choice(choice)) => Some(Question::Choose(choice)),
            Event::Stop(Stop::Returned(_) | Stop::Exited(_)) => None,
            Event::Stop(
                Stop::Dropped
                | Stop::Violation(_)
                | Stop::Unsupported(_)
                | Stop::Exhausted(_)
                | Stop::Paused
                | Stop::Fork(_),
            ) => return Step::unclear(),
        };
        if self.is_lost() {
            return Step::unclear();
        }
        let leap = match reached {
            Some(question) => {
                let under_way = under_way(&self.machine, question);
                let start = bytes.len();
                bytes.extend_from_slice(self.encoder.encode_threads(&self.machine, under_way, &[]));
                match (u32::try_from(start), u32::try_from(bytes.len())) {
                    (Ok(start), Ok(end)) => Leap::State(start, end),
                    (Ok(_) | Err(_), Err(_)) | (Err(_), Ok(_)) => return Step::unclear(),
                }
            }
            None => Leap::Over,
        };
        Step {
            leap,
            steps: MOST_STEPS - fuel,
            threads: self.machine.thread_count() as u64,
            consulted: Consulted::by(&self.machine),
            notes: self.interleaver.take_notes(),
        }
    }
}

impl Step {
    fn unclear() -> Step {
        Step {
            leap: Leap::Unclear,
            steps: 0,
            threads: 0,
            consulted: Consulted::default(),
            notes: Notes::default(),
        }
    }
}
