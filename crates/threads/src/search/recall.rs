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
//! - what other threads wait for, if it asks. Then the transition is not remembered ([`Machine::take_looked`]).
//!
//! So a transition is found again by the base with its shared objects, the thread's place and its stack, and is taken if
//! all monitors that it tried are as they were. Other stacks have no part in that as long as all stacks are
//! [closed](space::Stack::is_closed): none names objects of another one, initialises a class, or has texts or
//! identity hash codes that others could come by. Where one is not, or a thread is in the middle of something, the state is
//! executed as ever. So is everything that is no ordinary end of a transition. How much memory there is depends on all parts, so
//! nothing is taken from here where all together might not have room ([`Recall::has_room`]).
//!
//! # What becomes of the other stacks
//! If the objects of the base keep their numbers, and there are as many threads as before, other stacks stay as they are.
//! Otherwise (a thread ends, or makes an object known) they name the objects of the base by new numbers. What a stack becomes is a
//! function of itself, of the old and new numbers, and, if a thread has ended, of its object, because whoever waits for
//! that is woken. So that is remembered for each stack and each change of numbers.
//!
//! When a thread ends, a stack may refer to objects that are no longer in the base: those become its own, as they are after the
//! transition, unless another stack refers to them, too. So what becomes of such a stack is remembered for each
//! transition, and taken only if no two threads of the state can reach one of these objects ([`Recall::is_divided`]). A thread that ends
//! writes no references, so who can reach what is the same before and after. Where a thread that goes on drops
//! objects from the base to which others refer, nothing is remembered of those.
//!
//! # Who shares what
//! An object is shared if it can be reached from a global or from two threads. What can be reached from a stack and from the
//! thread's object is remembered for each base, stack and thread; which objects of the base are shared in a state follows.
//!
//! # How that is checked
//! Builds that check assertions execute what is recalled all the same, and compare (the module `going`).
//! `recalled_transitions_are_executed_ones` in the tests of the command line does so over all subjects and generated programs, and compares all
//! counts and findings with those of a search that recalls nothing.

mod going;

use machine::{Granularity, Interleaver, MOST_TRIES, Machine, Pending, Reference};
use rapidhash::RapidHashMap as Table;
use space::{Base, Enabled, Encoder, Parts, StateId, UnderWay};

use super::{Question, Searched, under_way};

/// When that many transitions were executed, it is looked whether remembering them was worth while.
const TRIAL: u64 = 20_000;

/// An execution is taken to need at least that much memory.
const LEAST_ROOM: usize = 16 << 20;

/// No more than that are remembered.
const MOST: usize = 1 << 20;

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
    /// These objects.
    many: Vec<u64>,
    /// For each thread where it stands what it is known to do, if that was looked up.
    known: Vec<Option<u32>>,
}

/// See the module's documentation.
pub(super) struct Recall {
    /// The parts of all states.
    pub(super) parts: Parts,
    is_on: bool,
    /// Whether others could execute ahead instead.
    has_helpers: bool,
    granularity: Granularity,
    /// The most memory that an execution may use, and that one has used.
    limit: usize,
    most: usize,
    at: At,
    /// Whether only the stack of the thread was written that has gone on.
    is_local: bool,
    /// The object of the thread that goes on, and whether it has nothing left to do but to end: then it writes no references.
    mover: Reference,
    is_ending: bool,
    /// How many globals there were then.
    globals: usize,
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
    places_of: Table<(u32, u32, u32), u32>,
    known: Vec<Known>,
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
    sets: [Vec<u64>; 2],
    places: Vec<u32>,
}

impl Recall {
    pub(super) fn new(granularity: Granularity, limit: usize, has_helpers: bool) -> Self {
        Recall {
            parts: Parts::new(),
            is_on: true,
            has_helpers,
            granularity,
            limit,
            most: 0,
            at: At::default(),
            is_local: false,
            mover: 0,
            is_ending: false,
            globals: 0,
            reached: Vec::new(),
            bytes: Vec::new(),
            roots: Table::default(),
            reaches: Table::default(),
            bits: Vec::new(),
            shared: Table::default(),
            places_of: Table::default(),
            known: Vec::new(),
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
        self.find_known();
    }

    /// Nothing is to be said of the state at hand.
    fn pass_by(&mut self, state: StateId) {
        (self.at.state, self.at.is_usable, self.at.shared) = (Some(state), false, None);
    }

    /// Looks up what the threads of the state at hand are known to do.
    fn find_known(&mut self) {
        self.at.known.clear();
        let Some(shared) = self.at.shared else { return };
        for (thread, &stack) in self.at.parts[1..].iter().enumerate() {
            self.at.known.push(self.places_of.get(&(shared, stack, thread as u32)).copied());
        }
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
        let [once, key] = &mut self.sets;
        let many = &mut self.at.many;
        many.clear();
        key.clear();
        key.push(base.into());
        if words > 0 {
            let roots = *self.roots.get(&base)?;
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
        self.find_known();
    }

    fn key(&self, thread: usize) -> Option<(u32, u32, u32)> {
        Some((self.at.shared?, self.at.parts[thread + 1], thread as u32))
    }

    /// What a thread of the state at hand is known to do.
    fn known_of(&self, thread: usize) -> Option<&Known> {
        let place = (*self.at.known.get(thread)?)?;
        Some(&self.known[place as usize])
    }

    /// The place for what a thread of the state at hand does.
    fn entry(&mut self, thread: usize, key: (u32, u32, u32)) -> &mut Known {
        let next = self.known.len();
        let place = *self.places_of.entry(key).or_insert(next as u32);
        self.at.known[thread] = Some(place);
        if place as usize == next {
            self.known.push(Known::default());
        }
        &mut self.known[place as usize]
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
        let outlooks = &mut self.entry(thread, key).outlooks;
        if !outlooks.iter().any(|(known, _)| *known == tries) {
            outlooks.push((tries, pending.clone()));
        }
    }

    /// What a thread of the state at hand is about to do, if that is known.
    fn outlook(&self, thread: usize) -> Option<&Pending> {
        let known = self.known_of(thread)?;
        known.outlooks.iter().find(|(tries, _)| self.agrees(thread, tries)).map(|(_, pending)| pending)
    }

    /// The state that a thread of the state at hand reaches, if that is known, and how many operations that takes. It
    /// becomes the one that was reached.
    fn step(&mut self, thread: usize) -> Option<u64> {
        let mut reached = std::mem::take(&mut self.reached);
        let operations = self.step_to(thread, &mut reached);
        self.reached = reached;
        operations
    }

    fn step_to(&self, thread: usize, reached: &mut Vec<u32>) -> Option<u64> {
        let known = self.known_of(thread)?;
        let step = known.steps.iter().find(|step| self.agrees(thread, &step.tries))?;
        let mut takes_over = false;
        reached.clear();
        reached.push(step.base);
        for (other, &stack) in self.at.parts[1..].iter().enumerate() {
            if other == thread {
                reached.extend(step.own);
                continue;
            }
            let moved = match step.change {
                None => Some(stack),
                Some(change) => self.moved.get(&(change, stack)).copied(),
            };
            reached.push(match moved {
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
        reached.extend_from_slice(&step.more);
        // Where nobody can go on somebody has to say what each waits for.
        (0..reached.len() - 1)
            .any(|thread| self.can_go_on(reached, thread) == Some(true))
            .then_some(step.operations)
    }

    /// Whether each object that is no longer in the base can be reached by one thread of the state at hand at most.
    fn is_divided(&self, mover: usize, has_ended: bool, change: u32) -> bool {
        let base = self.at.parts[0];
        let words = self.words(base);
        let dropped = self.dropped[change as usize];
        let dropped = &self.bits[dropped..dropped + words];
        let mut taken = vec![0; words];
        // Where everything counts as shared nobody has looked who can reach what.
        words > 0
            && has_ended
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
        let under_way = under_way(machine, question);
        encoder.encode_parts(machine, under_way, &mut self.parts, &mut self.reached);
        self.is_local = false;
        Parts::write(&self.reached, &mut self.bytes);
    }

    /// The same for a machine that has come from the state at hand by a transition of a thread which has not looked what others
    /// wait for: then mostly one part has changed.
    fn encode_after<D: Searched>(
        &mut self,
        encoder: &mut Encoder,
        machine: &Machine<'_, '_, D>,
        question: Question<D::Fork>,
        thread: usize,
    ) {
        let is_local = self.at.is_usable
            && matches!(question, Question::Pick(_))
            && machine.heap().has_only_locks_changed()
            && machine.current_thread() == Some(thread)
            && machine.thread_count() == self.at.parts.len() - 1
            && machine.thread(thread).object == self.mover
            && !machine.heap().has_new_hashes();
        if !is_local {
            return self.encode(encoder, machine, question);
        }
        if cfg!(debug_assertions) {
            self.encode(encoder, machine, question);
            let full = self.reached.clone();
            encoder.encode_stack(machine, &mut self.parts, &self.at.parts, thread, &mut self.reached);
            assert_eq!(self.reached, full, "one part should have changed");
        } else {
            encoder.encode_stack(machine, &mut self.parts, &self.at.parts, thread, &mut self.reached);
        }
        self.is_local = true;
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
        let known = self.known_of(thread);
        let known = known.and_then(|known| known.steps.iter().find(|step| step.tries == tries));
        let number = known.map_or(self.steps, |step| step.number);
        let is_new = known.is_none();
        let objects = self.parts.base(from[0]).objects;
        // The other stacks, before and after.
        let others = from.iter().enumerate().skip(1).filter(|(place, _)| *place != thread + 1);
        let others =
            others.map(|(place, &stack)| (stack, to[place - usize::from(has_ended && place > thread + 1)]));
        let mut change = None;
        let keeps = || from.len() == to.len() && after.objects >= objects && encoder.kept_places(objects);
        if self.is_local || keeps() {
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
                } else if moved.is_closed && self.is_ending {
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
        self.entry(thread, key).steps.push(step);
    }

    /// Bytes of memory, about.
    fn size(&self) -> usize {
        // What is not in the entry itself, and what a table keeps free, is some more.
        let known = self.known.len() * 4 * size_of::<Known>();
        let small = self.places_of.len() + self.reaches.len() + self.moved.len() + self.taken_over.len();
        self.parts.size() + known + small * 32 + self.bits.capacity() * size_of::<u64>()
    }

    /// Forgets everything if it is not worth while.
    fn judge(&mut self) {
        if self.executed.is_multiple_of(TRIAL) && self.found < self.executed {
            self.is_on = false;
            (self.roots, self.reaches, self.bits) = Default::default();
            (self.shared, self.places_of, self.known) = Default::default();
            (self.changes, self.dropped) = Default::default();
            (self.moved, self.taken_over) = Default::default();
        }
    }

    /// Whether others had better execute ahead: they do not know the parts of states, so that is possible from the beginning only,
    /// and worth while as long as little was done.
    fn is_fruitless(&self) -> bool {
        self.has_helpers && !self.is_on && self.executed == TRIAL
    }
}
