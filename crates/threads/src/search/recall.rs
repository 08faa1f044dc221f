//! Transitions that were executed before, from states that agree in everything that they depend on.
//!
//! In a program with many threads most transitions are repetitions: a thread does the same in all states that differ in what
//! the other threads are at. States are kept in [parts](space::Parts), a base and a stack for each thread; this module
//! remembers what a thread did with a stack on a base, as the numbers of the parts that came of it, and where that is known
//! nothing is decoded, executed or encoded.
//!
//! # What a transition depends on
//! The machine is deterministic, so what a thread does is determined by what it reads:
//! - its own stack, with the objects that only it can reach, and the monitors that it has entered;
//! - the base: globals, objects that can be reached from there or from the objects of threads, the clock, how many threads there
//!   are and which of them are daemons;
//! - which objects of the base are [shared](machine::Interleaver), because that says where it stops;
//! - whether another thread has a monitor that it tries to enter: these are recorded, with the answers;
//! - what other threads wait for, if it asks. Then the transition is not remembered ([`Machine::take_looked`](machine::Machine::take_looked)).
//!
//! So a transition is found again by the base with its shared objects, the thread's place and its stack, and is taken if
//! all monitors that it tried are as they were. Other stacks have no part in that as long as all stacks are
//! [closed](space::Stack::is_closed): none names objects of another one, initialises a class, or has texts or
//! identity hash codes that others could come by. Where one is not, or a thread is in the middle of something, the state is
//! executed as ever. So is everything that is no ordinary end of a transition. How much memory there is depends on all parts, so
//! nothing is taken from here where all together might not have room ([`Recall::has_room`]).
//!
//! # What becomes of the other stacks
//! If the objects of the base keep their numbers, and there are as many threads as before, other stacks stay as they are. Otherwise (a thread
//! ends, or makes an object known) they name the objects of the base by new numbers. What a stack becomes is a function of itself, of the old and new numbers, and, if
//! a thread has ended, of its object, because whoever waits for that is woken. So that is remembered for
//! each stack and each change of numbers.
//!
//! A stack may refer to objects that are no longer in the base: those become its own, as they are after the transition, unless another stack
//! refers to them, too. So what becomes of such a stack is remembered for each transition, and taken only if no
//! two threads of the state can reach one of these objects ([`Recall::is_divided`]).
//!
//! # Who shares what
//! An object is shared if it can be reached from a global or from two threads. What can be reached from a stack and from the
//! thread's object is remembered for each base, stack and thread; which objects of the base are shared in a state follows.
//!
//! Builds that check assertions execute what is remembered all the same, and compare
//! ([`Search::check_recalled`](super::Search)). `recalled_transitions_are_executed_ones` in the tests of the command line does so over all subjects.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use machine::{Granularity, Interleaver, MOST_TRIES, Machine, Pending, Reference};
use space::{Base, Enabled, Encoder, End, Inserted, Parts, StateId, UnderWay};

use super::outlook::is_doubtful;
use super::{Question, Search, Searched};
use crate::sleep::Threads;

/// When that many transitions were executed, it is looked whether remembering them was worth while.
const TRIAL: u64 = 20_000;

/// An execution is taken to need at least that much memory.
const LEAST_ROOM: usize = 16 << 20;

/// No more than that are remembered.
const MOST: usize = 1 << 20;

/// A hash of a few small numbers.
#[derive(Clone, Copy, Default)]
struct Mix(u64);

impl Mix {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(number));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// The monitors that a thread has tried to enter, with whether another one had them.
type Tries = Box<[(Reference, bool)]>;

/// What a thread is known to do with a stack on a base.
#[derive(Default)]
struct Known {
    /// What it is about to do.
    outlooks: Vec<(Tries, Pending)>,
    steps: Vec<Step>,
}

/// A transition.
struct Step {
    tries: Tries,
    /// The base that comes of it.
    base: u32,
    /// The stack of the thread, unless it has ended.
    own: Option<u32>,
    /// The stacks of threads that were started.
    more: Box<[u32]>,
    /// How the objects of the base are numbered anew, if they are.
    change: Option<u32>,
    /// Which transition this is.
    number: u32,
    /// How many machine operations it took.
    operations: u64,
}

/// What is known of the state at hand.
#[derive(Default)]
struct At {
    state: Option<StateId>,
    /// Its parts.
    parts: Vec<u32>,
    /// Whether what was executed elsewhere can be used.
    is_usable: bool,
    /// The threads that can go on.
    enabled: Vec<usize>,
    /// The base with its shared objects, if that is known.
    shared: Option<u32>,
}

/// See the module's documentation.
pub(super) struct Recall {
    /// The parts of all states.
    pub(super) parts: Parts,
    is_on: bool,
    granularity: Granularity,
    /// The most memory that an execution may use, and that one has used.
    limit: usize,
    most: usize,
    at: At,
    /// The object of the thread that goes on.
    mover: Reference,
    /// The state that was taken apart last, and as it is stored.
    reached: Vec<u32>,
    bytes: Vec<u8>,
    /// For each base what can be reached from globals, and for each with a stack and a thread what can be reached from those: where
    /// the bits begin.
    roots: Table<u32, usize>,
    reaches: Table<(u32, u32, u32), usize>,
    bits: Vec<u64>,
    /// Numbers for bases with their shared objects.
    shared: Table<Box<[u64]>, u32>,
    known: Table<(u32, u32, u32), Known>,
    /// Numbers for changes of numbers, and what becomes of stacks.
    changes: Table<Box<[u32]>, u32>,
    /// For each change the objects that are no longer in the base, where the bits begin.
    dropped: Vec<usize>,
    moved: Table<(u32, u32), u32>,
    /// What becomes of stacks that refer to objects that are no longer in the base, for each transition.
    taken_over: Table<(u32, u32), u32>,
    steps: u32,
    found: u64,
    executed: u64,
    /// Scratch.
    sets: [Vec<u64>; 3],
    places: Vec<u32>,
}

impl Recall {
    pub(super) fn new(granularity: Granularity, limit: usize) -> Self {
        Recall {
            parts: Parts::new(),
            is_on: true,
            granularity,
            limit,
            most: 0,
            at: At::default(),
            mover: 0,
            reached: Vec::new(),
            bytes: Vec::new(),
            roots: Table::default(),
            reaches: Table::default(),
            bits: Vec::new(),
            shared: Table::default(),
            known: Table::default(),
            changes: Table::default(),
            dropped: Vec::new(),
            moved: Table::default(),
            taken_over: Table::default(),
            steps: 0,
            found: 0,
            executed: 0,
            sets: Default::default(),
            places: Vec::new(),
        }
    }

    /// Whether transitions are remembered. Then the machine must be put into a state from its parts, so that objects have their
    /// numbers.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Looks at a state that is stored so.
    fn look(&mut self, state: StateId, bytes: &[u8]) {
        if self.at.state == Some(state) {
            return;
        }
        self.at.state = Some(state);
        Parts::read(bytes, &mut self.at.parts);
        self.at.shared = None;
        self.at.enabled.clear();
        self.at.is_usable = self.is_usable();
        if !self.at.is_usable {
            return;
        }
        for thread in 0..self.at.parts.len() - 1 {
            match self.can_go_on(&self.at.parts, thread) {
                Some(true) => self.at.enabled.push(thread),
                Some(false) => {}
                None => {
                    self.at.is_usable = false;
                    return;
                }
            }
        }
        self.at.shared = self.find_shared();
    }

    /// Whether nothing in the state at hand depends on several parts.
    fn is_usable(&self) -> bool {
        let (base, stacks) = (self.at.parts[0], &self.at.parts[1..]);
        self.parts.base(base).is_plain
            && self.has_room(stacks.len())
            && stacks.iter().all(|&stack| self.parts.stack(stack).is_closed)
    }

    /// Whether a base, so many stacks and what a transition makes have room together: none has needed more than the whole of a state that
    /// was executed.
    fn has_room(&self, threads: usize) -> bool {
        self.most.saturating_mul(threads + 2) <= self.limit
    }

    /// Whether a thread of a state other than that has the monitor of an object.
    fn is_taken(&self, state: &[u32], thread: usize, object: Reference) -> bool {
        let others = state[1..].iter().enumerate().filter(|(other, _)| *other != thread);
        others.map(|(_, &stack)| self.parts.stack(stack)).any(|stack| stack.held.contains(&object))
    }

    /// Whether monitors are as they were.
    fn agrees(&self, thread: usize, tries: &[(Reference, bool)]) -> bool {
        tries.iter().all(|&(object, taken)| self.is_taken(&self.at.parts, thread, object) == taken)
    }

    /// Which objects of the base are shared, if that is known.
    fn find_shared(&mut self) -> Option<u32> {
        let base = self.at.parts[0];
        let words = self.words(base);
        let [many, once, key] = &mut self.sets;
        key.clear();
        key.push(base.into());
        if words > 0 {
            let roots = *self.roots.get(&base)?;
            many.clear();
            many.extend_from_slice(&self.bits[roots..roots + words]);
            once.clear();
            once.resize(words, 0);
            for (thread, &stack) in self.at.parts[1..].iter().enumerate() {
                let start = *self.reaches.get(&(base, stack, thread as u32))?;
                for (word, &bits) in self.bits[start..start + words].iter().enumerate() {
                    many[word] |= once[word] & bits;
                    once[word] |= bits;
                }
            }
            key.extend_from_slice(many);
        }
        if let Some(&known) = self.shared.get(key.as_slice()) {
            return Some(known);
        }
        let new = self.shared.len() as u32;
        self.shared.insert(key.as_slice().into(), new);
        Some(new)
    }

    /// How many words the set of the shared objects of a base has.
    fn words(&self, base: u32) -> usize {
        match self.granularity {
            Granularity::Shared => self.parts.base(base).objects.div_ceil(64),
            // Everything counts as shared.
            Granularity::Every => 0,
        }
    }

    /// Learns which objects of the base are shared. The machine is in the state at hand, made from its parts.
    fn learn_shared<D: Searched>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        interleaver: &mut Interleaver<'_, '_>,
    ) {
        if !self.at.is_usable || self.at.shared.is_some() {
            return;
        }
        let base = self.at.parts[0];
        let objects = self.parts.base(base).objects;
        let bits = &mut self.bits;
        let mut keep = |reached: Vec<u64>| {
            let start = bits.len();
            bits.extend(reached);
            start
        };
        self.roots.entry(base).or_insert_with(|| keep(interleaver.reach(machine, None, objects)));
        for (thread, &stack) in self.at.parts[1..].iter().enumerate() {
            self.reaches
                .entry((base, stack, thread as u32))
                .or_insert_with(|| keep(interleaver.reach(machine, Some(thread), objects)));
        }
        self.at.shared = self.find_shared();
    }

    fn key(&self, thread: usize) -> Option<(u32, u32, u32)> {
        Some((self.at.shared?, self.at.parts[thread + 1], thread as u32))
    }

    /// The monitors of objects of the base that were tried; nothing if that cannot be told.
    fn tries(&self, tries: &[(Reference, bool)], frozen: Reference) -> Option<Tries> {
        if tries.len() >= MOST_TRIES {
            return None;
        }
        let last = frozen as usize + self.parts.base(self.at.parts[0]).objects;
        let (of_base, own): (Vec<_>, Vec<_>) = tries.iter().partition(|(object, _)| *object as usize <= last);
        // Nobody else can have the monitor of an object that only this thread can reach.
        own.iter().all(|(_, taken)| !taken).then(|| of_base.into())
    }

    /// Remembers what a thread of the state at hand is about to do.
    fn learn_outlook(
        &mut self,
        thread: usize,
        pending: &Pending,
        tries: Option<&[(Reference, bool)]>,
        frozen: Reference,
    ) {
        if !self.at.is_usable || self.known.len() >= MOST {
            return;
        }
        let last = frozen as usize + self.parts.base(self.at.parts[0]).objects;
        let is_known = |object: Option<Reference>| object.is_none_or(|object| object as usize <= last);
        let names_base = match pending {
            Pending::Touches(touches) => touches.iter().all(|touch| is_known(touch.place.object())),
            Pending::Enter(object) | Pending::Object(object) => is_known(Some(*object)),
            Pending::Other => true,
            Pending::Unknown => false,
        };
        let tries = tries.and_then(|tries| self.tries(tries, frozen));
        let (Some(key), Some(tries), true) = (self.key(thread), tries, names_base) else { return };
        let outlooks = &mut self.known.entry(key).or_default().outlooks;
        if !outlooks.iter().any(|(known, _)| *known == tries) {
            outlooks.push((tries, pending.clone()));
        }
    }

    /// What a thread of the state at hand is about to do, if that is known.
    fn outlook(&self, thread: usize) -> Option<&Pending> {
        let known = self.known.get(&self.key(thread)?)?;
        known.outlooks.iter().find(|(tries, _)| self.agrees(thread, tries)).map(|(_, pending)| pending)
    }

    /// The state that a thread of the state at hand reaches, if that is known, and how many operations that takes. It
    /// becomes the one that was reached.
    fn step(&mut self, thread: usize) -> Option<u64> {
        let known = self.known.get(&self.key(thread)?)?;
        let step = known.steps.iter().find(|step| self.agrees(thread, &step.tries))?;
        let mut takes_over = false;
        self.reached.clear();
        self.reached.push(step.base);
        for (other, &stack) in self.at.parts[1..].iter().enumerate() {
            if other == thread {
                self.reached.extend(step.own);
                continue;
            }
            let moved = match step.change {
                None => Some(stack),
                Some(change) => self.moved.get(&(change, stack)).copied(),
            };
            self.reached.push(match moved {
                Some(moved) => moved,
                None => {
                    takes_over = true;
                    *self.taken_over.get(&(step.number, stack))?
                }
            });
        }
        if let (true, Some(change)) = (takes_over, step.change)
            && !self.is_divided(thread, step.own.is_none(), change)
        {
            return None;
        }
        self.reached.extend_from_slice(&step.more);
        let operations = step.operations;
        // Where nobody can go on somebody has to say what each waits for.
        (0..self.reached.len() - 1)
            .any(|thread| self.can_go_on(&self.reached, thread) == Some(true))
            .then_some(operations)
    }

    /// Whether each object that is no longer in the base can be reached by one thread of the state at hand at most.
    fn is_divided(&self, mover: usize, has_ended: bool, change: u32) -> bool {
        let base = self.at.parts[0];
        let words = self.words(base);
        let dropped = self.dropped[change as usize];
        let dropped = &self.bits[dropped..dropped + words];
        // Where everything counts as shared nobody has looked.
        let mut taken = vec![0; words];
        if !has_ended {
            taken.copy_from_slice(dropped);
        }
        words > 0
            && self.at.parts[1..].iter().enumerate().filter(|(thread, _)| *thread != mover).all(
                |(thread, &stack)| {
                    let Some(&start) = self.reaches.get(&(base, stack, thread as u32)) else { return false };
                    let reached = &self.bits[start..start + words];
                    taken.iter_mut().zip(dropped).zip(reached).all(|((taken, dropped), reached)| {
                        let is_free = *taken & dropped & reached == 0;
                        *taken |= dropped & reached;
                        is_free
                    })
                },
            )
    }

    /// Whether a thread of a state can go on; nothing if that depends on more than is known.
    fn can_go_on(&self, state: &[u32], thread: usize) -> Option<bool> {
        match self.parts.stack(state[thread + 1]).enabled {
            Enabled::Always => Some(true),
            Enabled::Never => Some(false),
            Enabled::Free(object) => Some(!self.is_taken(state, thread, object)),
            Enabled::Unclear => None,
        }
    }

    /// Takes the state of a machine apart, and gives it as it is stored.
    pub(super) fn encode<D: Searched>(
        &mut self,
        encoder: &mut Encoder,
        machine: &Machine<'_, '_, D>,
        question: Question<D::Fork>,
    ) {
        let under_way = super::under_way(machine, question);
        encoder.encode_parts(machine, under_way, &mut self.parts, &mut self.reached);
        Parts::write(&self.reached, &mut self.bytes);
    }

    /// The state that was taken apart last, as it is stored.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts a machine into a state that is stored so.
    pub(super) fn decode<D: Searched>(
        &self,
        encoder: &mut Encoder,
        machine: &mut Machine<'_, '_, D>,
        bytes: &[u8],
    ) -> Option<UnderWay> {
        let mut state = Vec::new();
        Parts::read(bytes, &mut state);
        encoder.decode_parts(machine, &self.parts, &state)
    }

    /// Remembers the transition of a thread from the state at hand, which the machine has just executed, and whose end was taken
    /// apart.
    fn learn_step<D: Searched>(
        &mut self,
        thread: usize,
        machine: &Machine<'_, '_, D>,
        encoder: &Encoder,
        tries: &[(Reference, bool)],
        operations: u64,
    ) {
        let frozen = machine.heap().frozen_objects();
        let (Some(key), Some(tries)) = (self.key(thread), self.tries(tries, frozen)) else { return };
        let (from, to) = (&self.at.parts, &self.reached);
        let has_ended = machine.current_thread().is_none();
        let kept = from.len() - usize::from(has_ended);
        if to.len() < kept || has_ended && to.len() > kept {
            return;
        }
        let (own, more) = if has_ended { (None, &[][..]) } else { (Some(to[thread + 1]), &to[kept..]) };
        let is_closed = |stack: u32| self.parts.stack(stack).is_closed;
        let after: &Base = self.parts.base(to[0]);
        if !after.is_plain || !own.is_none_or(is_closed) || !more.iter().all(|&stack| is_closed(stack)) {
            return;
        }
        // It may be known already, but not what becomes of all stacks.
        let known =
            self.known.get(&key).and_then(|known| known.steps.iter().find(|step| step.tries == tries));
        let number = known.map_or(self.steps, |step| step.number);
        let is_new = known.is_none();
        let objects = self.parts.base(from[0]).objects;
        // The other stacks, before and after.
        let others = from.iter().enumerate().skip(1).filter(|(place, _)| *place != thread + 1);
        let others =
            others.map(|(place, &stack)| (stack, to[place - usize::from(has_ended && place > thread + 1)]));
        let mut change = None;
        if from.len() == to.len() && after.objects >= objects && encoder.kept_places(objects) {
            if others.clone().any(|(before, after)| before != after) {
                return;
            }
        } else {
            encoder.new_places(objects, after, &mut self.places);
            // Whoever waits for a thread that has ended is woken.
            self.places.push(if has_ended { self.mover } else { 0 });
            let next = self.changes.len() as u32;
            let changed = *self.changes.entry(self.places.as_slice().into()).or_insert(next);
            if changed == next {
                self.dropped.push(self.bits.len());
                let dropped = |places: &[u32]| {
                    places.iter().enumerate().fold(0, |bits, (at, &place)| bits | u64::from(place == 0) << at)
                };
                self.bits.extend(self.places[..objects].chunks(64).map(dropped));
            }
            for (before, after) in others {
                let (stack, moved) = (self.parts.stack(before), self.parts.stack(after));
                if moved.is_closed && moved.objects == stack.objects {
                    let known = *self.moved.entry((changed, before)).or_insert(after);
                    debug_assert_eq!(known, after, "a change of numbers makes one stack of another");
                } else if moved.is_closed {
                    self.taken_over.insert((number, before), after);
                }
            }
            change = Some(changed);
        }
        if self.known.len() >= MOST || !is_new {
            return;
        }
        self.steps += 1;
        let step = Step { tries, base: to[0], own, more: more.into(), change, number, operations };
        self.known.entry(key).or_default().steps.push(step);
    }

    /// Forgets everything if it is not worth while.
    fn judge(&mut self) {
        if self.executed.is_multiple_of(TRIAL) && self.found < self.executed {
            self.is_on = false;
            (self.roots, self.reaches, self.bits) = Default::default();
            (self.shared, self.known) = Default::default();
            (self.changes, self.dropped) = Default::default();
            (self.moved, self.taken_over) = Default::default();
        }
    }
}

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Whether transitions are remembered.
    pub(super) fn recalls(&self) -> bool {
        self.recall.as_ref().is_some_and(Recall::is_on)
    }

    /// Goes on with an answer of a state as is known from others; says whether it did. `again` says whether the state is looked at
    /// once more.
    pub(super) fn recall(&mut self, state: StateId, done: u128, again: bool) -> Result<bool, End> {
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
        let mut outlook = Vec::new();
        for &thread in &recall.at.enabled {
            let Some(pending) = recall.outlook(thread) else { return false };
            outlook.push((thread, pending));
        }
        let touches = |pending: &Pending| match pending {
            Pending::Touches(touches) => !touches.is_empty(),
            Pending::Enter(_) | Pending::Object(_) | Pending::Other | Pending::Unknown => false,
        };
        // There may be a race.
        if outlook.iter().filter(|(_, pending)| touches(pending)).count() > 1 {
            let may_race = outlook.iter().enumerate().any(|(place, (_, one))| {
                touches(one) && outlook[..place].iter().any(|(_, other)| touches(other) && one.depends(other))
            });
            if may_race {
                return false;
            }
        }
        if self.circles.is_on() {
            self.circles.enabled(state, recall.at.enabled.iter().copied());
        }
        let wanted = self.sleeps || cfg!(debug_assertions);
        let outlook: Vec<(usize, Pending)> = outlook
            .into_iter()
            .filter(|_| wanted)
            .map(|(thread, pending)| (thread, pending.clone()))
            .collect();
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
        while event.is_none_or(|event| matches!(event, machine::Event::Stop(machine::Stop::Paused))) {
            let mut fuel = super::SLICE;
            event = Some(self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut self.evaluated));
        }
        let Some(machine::Event::Pick(count)) = event else {
            panic!("a recalled transition should come to where a thread is picked, not to {event:?}");
        };
        assert!(count > 0, "a recalled transition should not come to a deadlock");
        if let Some(recall) = &mut self.recall {
            recall.encode(&mut self.encoder, &self.machine, Question::<D::Fork>::Pick(count));
            assert_eq!(recall.reached, recalled, "a recalled transition should be an executed one");
        }
    }

    /// The machine was put into a state from its parts.
    pub(super) fn learn_shared(&mut self, state: StateId) {
        if let Some(recall) = self.recall.as_mut().filter(|recall| recall.is_on) {
            recall.look(state, self.visits.bytes(state));
            recall.learn_shared(&self.machine, &mut self.interleaver);
        }
    }

    /// A thread goes on from the state that the machine is in.
    pub(super) fn begin_step(&mut self, thread: usize) {
        if let Some(recall) = self.recall.as_mut().filter(|recall| recall.is_on) {
            recall.mover = self.machine.thread(thread).object;
            self.interleaver.forget_tries();
            self.machine.take_looked();
        }
    }

    /// The machine has come from a state to another, which was taken apart.
    pub(super) fn learn_step(&mut self, from: Option<StateId>, question: Question<D::Fork>) {
        let Some(recall) = self.recall.as_mut().filter(|recall| recall.is_on) else { return };
        recall.most = recall.most.max(self.machine.heap().size()).max(LEAST_ROOM);
        let looked = self.machine.take_looked();
        if recall.at.state == from && recall.at.is_usable && !looked && matches!(question, Question::Pick(_))
        {
            let tries = self.interleaver.tries();
            recall.learn_step(self.mover, &self.machine, &self.encoder, tries, self.operations);
        }
        recall.executed += 1;
        recall.judge();
        if !recall.is_on {
            self.interleaver.record_tries(false);
        }
    }

    /// Notes what a thread of the state at hand is about to do.
    pub(super) fn outlook(&mut self, state: Option<StateId>) -> Option<Vec<(usize, Pending)>> {
        let frozen = self.machine.heap().frozen_objects();
        let recall = self.recall.as_mut().filter(|recall| recall.is_on && recall.at.state == state);
        let Some(recall) = recall else { return self.machine.outlook(&mut self.interleaver) };
        self.machine.outlook_with(&mut self.interleaver, |thread, pending, tries| {
            recall.learn_outlook(thread, pending, tries, frozen);
        })
    }
}
