//! Threads of the tool that execute ahead of the search, so that it uses several cores.
//!
//! The search stays one loop that takes one state after the other, in the same order as ever, and decides what is stored, who
//! sleeps and what is told. What costs time is executing: putting the machine into a state, looking at what its threads are about to do,
//! letting each go on, and encoding what that leads to. That depends on the state alone, so somebody else can do it
//! before the search comes to the state. States that wait are given to *scouts*, each with a machine of its own, which put down an
//! [`Expansion`] for each. The search takes it instead of executing. When a scout is still busy with the state that is next, the
//! search scouts later states meanwhile.
//!
//! # Why the result is the same
//! A transition is a function of the state and the answer, and the encoding of what it reaches one of that. So an expansion
//! says what the search would find out itself, and is used at the same moment. Only ordinary ends are
//! put down: whatever else happens (a violation, something that is not supported, a transition that takes long,
//! what makes the search begin again) is [`Leap::Unclear`], and the search executes it itself. Scouts leave out threads that slept
//! when the state was found; should one have to go on after all, the search executes that itself as well.
//! `scouts_change_nothing` in the tests of the command line compares reports with one and with several threads of the tool.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{
    Choice, Clock, Concrete, Event, Granularity, Image, Interleaver, Limits, Lowering, Machine, Notes,
    Pending, Race, Stop,
};
use space::{Encoder, StateId};

use super::{Question, ask, give, under_way};
use crate::assertions::Evaluated;
use crate::sleep::{Threads, only};

/// Scouts begin when there were that many transitions: before, it is not worth while.
pub(super) const BEGIN: u64 = 3_000;

/// How many machine operations a scout executes of one transition.
const MOST_STEPS: u64 = 200_000;

/// How many answers of a state a scout looks at.
const MOST_ANSWERS: u128 = 64;

/// How many bytes may lie around, of states and of what they lead to.
const MOST_BYTES: usize = 64 << 20;

/// Where an answer leads.
pub(super) enum Leap {
    /// To a state.
    State(Box<[u8]>),
    /// To the end of the program.
    Over,
    /// The search has to look itself.
    Unclear,
}

/// What executing an answer gives.
pub(super) struct Step {
    pub(super) leap: Leap,
    /// How many machine operations it took.
    pub(super) steps: u64,
    /// How many threads there are.
    pub(super) threads: u64,
    pub(super) has_hashes: bool,
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

/// What threads are about to do, and the races that this shows.
type Outlook = (Vec<(usize, Pending)>, Vec<Race>);

/// Everything that the search wants to know of a state.
pub(super) struct Expansion {
    pub(super) asked: Asked,
    /// The threads that can go on.
    pub(super) enabled: Vec<usize>,
    /// Not if a thread is in the middle of something.
    pub(super) outlook: Option<Outlook>,
    /// What was noted meanwhile.
    pub(super) notes: Notes,
    /// For each answer.
    pub(super) steps: Vec<Step>,
}

impl Expansion {
    fn size(&self) -> usize {
        let bytes = self.steps.iter().map(|step| match &step.leap {
            Leap::State(bytes) => bytes.len(),
            Leap::Over | Leap::Unclear => 0,
        });
        bytes.sum::<usize>() + size_of::<Step>() * self.steps.len() + size_of::<Expansion>()
    }
}

/// A state that waits.
struct Waiting {
    state: usize,
    bytes: Box<[u8]>,
    asleep: Threads,
}

#[derive(Default)]
struct Inside<'p> {
    /// States that nobody has begun with, in the order in which the search comes to them.
    waiting: VecDeque<Waiting>,
    /// Those that somebody is busy with.
    busy: BTreeSet<usize>,
    /// What was found out; nothing if a scout could not say.
    ready: HashMap<usize, Option<Expansion>>,
    /// How many bytes lie around.
    bytes: usize,
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

impl<'p> Shared<'p> {
    fn lock(&self) -> MutexGuard<'_, Inside<'p>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a state to the scouts that the search will come to after those before.
    pub(super) fn offer(&self, state: StateId, bytes: &[u8], asleep: Threads) {
        let mut inside = self.lock();
        if inside.bytes + bytes.len() > MOST_BYTES {
            return;
        }
        inside.bytes += bytes.len();
        inside.waiting.push_back(Waiting { state: state.index(), bytes: bytes.into(), asleep });
        if inside.waiting.len() <= 2 {
            self.changed.notify_one();
        }
    }

    /// What is known of the state that the search has come to. Whoever asks works as a scout until that is known.
    pub(super) fn take(&self, state: StateId, scout: &mut Scout<'_, 'p>) -> Option<Expansion> {
        let state = state.index();
        loop {
            let mut inside = self.lock();
            while inside.waiting.front().is_some_and(|waiting| waiting.state < state) {
                let passed = inside.waiting.pop_front();
                inside.bytes -= passed.map_or(0, |passed| passed.bytes.len());
            }
            if let Some(ready) = inside.ready.remove(&state) {
                inside.bytes -= ready.as_ref().map_or(0, Expansion::size);
                self.changed.notify_one();
                return ready;
            }
            let is_next = inside.waiting.front().is_some_and(|waiting| waiting.state == state);
            if !is_next && !inside.busy.contains(&state) {
                return None;
            }
            match inside.begin() {
                Some(waiting) => {
                    drop(inside);
                    self.scout(scout, &waiting);
                }
                // Somebody is busy with it, and there is nothing else to do.
                None => drop(self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner)),
            }
        }
    }

    /// Looks at a state, and puts down what it found.
    fn scout(&self, scout: &mut Scout<'_, 'p>, waiting: &Waiting) {
        // Nobody waits for ever if this does not come to its end.
        let _done = Done { shared: self, state: waiting.state };
        let expansion = scout.expand(&waiting.bytes, waiting.asleep);
        let mut inside = self.lock();
        inside.bytes += expansion.as_ref().map_or(0, Expansion::size);
        inside.bytes -= waiting.bytes.len();
        inside.ready.insert(waiting.state, expansion);
    }

    /// Lets scouts go home.
    pub(super) fn end(&self) {
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
            let waiting = if inside.bytes < MOST_BYTES { inside.begin() } else { None };
            match waiting {
                Some(waiting) => {
                    drop(inside);
                    self.scout(&mut scout, &waiting);
                }
                None => drop(self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner)),
            }
        }
        self.leave(scout);
    }
}

impl Inside<'_> {
    /// Somebody begins with the next state.
    fn begin(&mut self) -> Option<Waiting> {
        let waiting = self.waiting.pop_front()?;
        self.busy.insert(waiting.state);
        Some(waiting)
    }
}

/// Says that nobody is busy with a state any more.
struct Done<'s, 'p> {
    shared: &'s Shared<'p>,
    state: usize,
}

impl Drop for Done<'_, '_> {
    fn drop(&mut self) {
        self.shared.lock().busy.remove(&self.state);
        self.shared.changed.notify_all();
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
    pub(super) limits: Limits,
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
}

impl<'i, 'p> Scout<'i, 'p> {
    /// A scout; none if the program cannot begin.
    pub(super) fn new(image: &'i Image<'p>, ground: &Ground<'_, 'p>) -> Option<Self> {
        let mut machine = Machine::new(image, Concrete, ground.limits);
        machine.allow_threads(Clock::Free);
        machine.start_from(ground.base, ground.entry, &[]).ok()?;
        let interleaver = Interleaver::new(image, ground.granularity);
        let evaluated = Evaluated::new(ground.program);
        Some(Scout { image, machine, interleaver, encoder: Encoder::new(), evaluated })
    }

    /// Whether something was seen that makes the search begin again: it has to see that itself.
    fn is_lost(&self) -> bool {
        self.image.is_disturbed() || self.interleaver.was_wrong()
    }

    /// Looks at a state.
    fn expand(&mut self, bytes: &[u8], asleep: Threads) -> Option<Expansion> {
        if self.is_lost() {
            return None;
        }
        let question = ask(&mut self.machine, &mut self.interleaver, bytes);
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
        self.interleaver.take_notes();
        let enabled = self.machine.enabled().to_vec();
        let outlook = match asked {
            Asked::Pick(_) => {
                let outlook = self.machine.outlook(&mut self.interleaver)?;
                let races = match outlook.len() {
                    0 | 1 => Vec::new(),
                    _ => self.machine.races(&mut self.interleaver, &outlook)?,
                };
                self.machine.resume_interleaved(&mut self.interleaver, false);
                Some((outlook, races))
            }
            Asked::Notify(_) | Asked::Choose(_) => None,
        };
        let notes = self.interleaver.take_notes();
        let mut steps = Vec::with_capacity(question.width() as usize + 1);
        let mut is_there = true;
        for answer in 0..=question.width() {
            let sleeps = match asked {
                Asked::Pick(_) => asleep & only(enabled[answer as usize]) != 0,
                Asked::Notify(_) | Asked::Choose(_) => false,
            };
            if sleeps || self.is_lost() {
                steps.push(Step::unclear());
                continue;
            }
            if !is_there {
                if self.machine.undo() {
                    self.machine.resume_interleaved(&mut self.interleaver, false);
                } else {
                    ask(&mut self.machine, &mut self.interleaver, bytes);
                    self.machine.mark();
                }
            }
            is_there = false;
            steps.push(self.step(question, question.answer(answer)));
        }
        Some(Expansion { asked, enabled, outlook, notes, steps })
    }

    /// Executes an answer. The machine is in the state.
    fn step(&mut self, question: Question<<Concrete as machine::Domain>::Fork>, value: i128) -> Step {
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
                Leap::State(self.encoder.encode_threads(&self.machine, under_way, &[]).into())
            }
            None => Leap::Over,
        };
        Step {
            leap,
            steps: MOST_STEPS - fuel,
            threads: self.machine.thread_count() as u64,
            has_hashes: self.machine.heap().has_hashes(),
            notes: self.interleaver.take_notes(),
        }
    }
}

impl Step {
    fn unclear() -> Step {
        Step { leap: Leap::Unclear, steps: 0, threads: 0, has_hashes: false, notes: Notes::default() }
    }
}
