//! Which threads need to go on from a state at all: ample sets, found by what threads were seen to use later.
//!
//! # The idea
//! If nothing that the other threads will ever use from a state on has to do with what some threads are about to do there, it is
//! enough to let those go on: whatever the others do, they do as well afterwards. Such a set of threads is *ample* (a persistent set in P.
//! Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, chapter 4). Sleep sets leave out
//! transitions; ample sets leave out states.
//!
//! What a thread will ever use cannot be known before. So a search begins with one thread in the set of each state, believing that no other will use
//! the same, and notes for each state and thread what that thread was seen to use from there on: its *future*. Where a future grows so that it has
//! to do with what a member of the set is about to do, the thread joins the set and goes on from that state after all; if it cannot
//! go on there, or is about to do something whose effect is not known, all threads do. (C. Flanagan and P. Godefroid, *Dynamic partial-order reduction for model checking software*, POPL
//! 2005, find their sets so; with stored states, futures take the place of the transitions on the way: Y. Yang et al., *Efficient stateful dynamic
//! partial order reduction*, SPIN 2008.)
//!
//! # What is in a future
//! For each state and each thread of it: what the thread is about to do, and what the transitions use that it makes in states that were
//! reached from there ([`machine::Used`]). That is *everything* that it uses, also what no other thread knows at that moment: an object may be handed over.
//! A thread that was started belongs to the future of the one that started it. Futures name objects by their numbers in the canonical form of the state; a
//! transition says which number an object had before it, and what was not there before is not in the future before.
//!
//! # Why nothing is lost
//! Let all futures and sets be as they are when the search is done. Claim: if threads can make transitions `w` from a state that was visited, one after the other,
//! the search has made transitions `u` from that state such that `u` and `w v` are the same for some `v`, up to the order of independent
//! transitions. By induction on the length of `w`, and then on how long one may go on before one comes to a state from which all threads went on.
//! - If all threads went on from the state, the first of `w` was made, and the rest is shorter.
//! - Otherwise let `a` be the transition of the first thread of the set that goes on in `w`; if none does, any of the set. If all that comes
//!   before `a` in `w` (all of `w`, if `a` is not in it) is independent of `a`, then `a` was made, and without it `w` can be made
//!   afterwards; it is shorter, or the longest way to a state from which all went on is.
//! - If not, take the first transition of `w` that depends on `a`. Those before it are independent of `a`, so they can be made after `a`; and
//!   they are fewer than `w` has. By induction the search has made them, up to order, from the state behind `a`, and so has met the thread of the next one where
//!   it is about to do that. So that is in the thread's future, there and, going back, in the state itself; and then the thread would
//!   be in the set.
//!
//! So every end, every state in which nobody can go on, every violation and every assertion that is evaluated is found. Races are, too: if two threads are
//! about to touch a variable after `w`, no member of a set is about to do the one touch while the other one's thread is outside, by the same
//! argument; so the search comes to a state in which both are about to.
//!
//! No thread is put off for ever: where a transition of a set leads to an end, or to a question for something else than a thread, all threads go on; and when
//! nothing is left to do, all go on from one state of each cycle of states from which not all do ([`Futures::open_cycles`]), until there is
//! none. So going on from a state one comes to one from which all went on.
//!
//! # What depends on what
//! Two uses of a variable depend on each other unless both read. What is done with a monitor depends on what else is done with it, the end of the thread whose object
//! it is of included; entering it counts as a member's business only where nobody else has it. Parking depends on whatever lets the thread go
//! on or looks at it, its start and its end included; parking with a limit of time has to do with the clock, and is in no set. Starting a thread depends on starting others,
//! because threads are told apart by the order in which they were started. Beyond that, models leave alone all variables that are not the language's own
//! ([`machine::Interleaver::is_left_alone`]), and what they do is independent of the above. Leaving a monitor only lets others go on. Identity
//! hash codes that an object gets, and models that may look at anything, depend on everything. A thread that is about to do anything else is in no set.
//!
//! # Who comes first
//! A use counts in a future only if it may come before what the member is about to do. It does not if on all ways the thread uses something before (a *guard*, such as the
//! state of a lock) that has to do with a later transition of the member: then the member has gone on by then. In the argument above, no transition of the member is made
//! in `w` before; so on the way that the search has made, none comes before one of `w` that depends on it.
//!
//! Which thread a set begins with makes no difference to what is found. It is the one whose variable was seldom in the way so far.

use machine::{Heap, Interleaver, Machine, Pending, Phase, Place, Reference, Status, Touch, Used};
use rapidhash::RapidHashMap as Table;
use space::StateId;

use super::{Question, Search, Searched};
use crate::sleep::{Threads, only};

/// A use of something: the number of an object, which part of it, and whether that is changed.
type Key = u64;

/// Parts of an object that are no fields.
const ELEMENTS: u64 = 1 << 20;
const WHOLE: u64 = (1 << 31) - 1;
const MONITOR: u64 = (1 << 31) - 2;
const PERMIT: u64 = (1 << 31) - 3;

/// What there is once is part of an object that does not exist.
const GLOBALS: u64 = u32::MAX as u64;
const ANYTHING: Key = 1;
const STARTS: Key = 1 << 1 | 1;

fn key(object: u64, part: u64, written: bool) -> Key {
    object << 32 | part << 1 | Key::from(written)
}

/// Whether the order of two uses may matter, of which the first is one that a member of a set is about to make.
fn depends(about: Key, later: Key) -> bool {
    let part = |key: Key| key >> 1 & WHOLE;
    match later {
        ANYTHING => true,
        _ => {
            about >> 32 == later >> 32
                && (about | later) & 1 == 1
                && match (part(about), part(later)) {
                    (one, other) if one == other => true,
                    (WHOLE, other) | (other, WHOLE) => {
                        !matches!(other, MONITOR | PERMIT) && about >> 32 != GLOBALS
                    }
                    (_, _) => false,
                }
        }
    }
}

/// How the threads of a state were called before the transition that led there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Same,
    /// The one that went on has ended.
    Ended,
    /// Those from this one on were started by it.
    Started(usize),
}

/// A transition that has led to a state.
#[derive(Debug)]
struct Edge {
    from: StateId,
    thread: usize,
    before: Before,
    /// What it has used, in order, as far as it was there before.
    uses: Box<[Key]>,
    /// The numbers that the objects had; 0 for those that were not there.
    numbers: Box<[u32]>,
}

/// What a thread uses later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Later {
    key: Key,
    /// Threads that have then made a transition from here on that must come before.
    behind: Threads,
    /// What the thread has used before that, always and last, by the number of the set.
    guards: u32,
}

/// So many guards are remembered of a use.
const MOST_GUARDS: usize = 8;

/// Sets of uses, each stored once; the first is empty.
#[derive(Debug)]
struct Guards {
    sets: Vec<Box<[Key]>>,
    numbers: Table<Box<[Key]>, u32>,
}

impl Default for Guards {
    fn default() -> Self {
        let mut guards = Guards { sets: Vec::new(), numbers: Table::default() };
        guards.number(&[]);
        guards
    }
}

impl Guards {
    fn number(&mut self, set: &[Key]) -> u32 {
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.into());
        self.numbers.insert(set.into(), number);
        number
    }

    /// What is in both sets.
    fn meet(&mut self, one: u32, other: u32) -> u32 {
        if one == other || one == 0 || other == 0 {
            return if one == other { one } else { 0 };
        }
        let other = &self.sets[other as usize];
        let both: Vec<Key> =
            self.sets[one as usize].iter().copied().filter(|key| other.contains(key)).collect();
        self.number(&both)
    }
}

/// What is known of a state.
#[derive(Debug, Default)]
struct Known {
    /// For each thread what it uses from here on, in order.
    futures: Vec<Vec<Later>>,
    edges: Vec<Edge>,
    set: Option<Box<Set>>,
}

/// The threads that go on from a state, while not all do.
#[derive(Debug)]
struct Set {
    members: Threads,
    /// For each thread that can go on what it is about to use, if that is known.
    about: Vec<(usize, Option<Vec<About>>)>,
}

/// What a thread is about to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct About {
    key: Key,
    /// The declaration of that: the class of the object, and which part of it.
    declared: u64,
}

/// The futures of all states.
#[derive(Debug, Default)]
pub(super) struct Futures {
    known: Vec<Known>,
    frozen: Reference,
    /// For each object of the machine at its mark that is not frozen its number in the state, or 0; none if they are the same.
    names: Option<Vec<u32>>,
    /// How many objects the machine has at its mark.
    objects: usize,
    /// The object of the thread that goes on.
    mover: Reference,
    /// Threads that must go on from states after all.
    more: Vec<(StateId, Threads)>,
    open: Vec<(StateId, usize, Later)>,
    guards: Guards,
    /// How often what is declared so was in the way of a smaller set.
    trouble: Table<u64, u32>,
    bytes: usize,
}

impl Futures {
    /// Bytes of memory that they take, about.
    pub(super) fn size(&self) -> usize {
        self.bytes
    }

    /// The number of an object of the machine in the state that it has its mark at.
    fn number(&self, object: Reference) -> Option<u32> {
        let Some(index) = object.checked_sub(self.frozen + 1) else { return Some(object) };
        match &self.names {
            None => (object as usize <= self.objects).then_some(object),
            Some(names) => names.get(index as usize).copied().filter(|&number| number != 0),
        }
    }

    fn touch(&self, touch: Touch) -> Option<Key> {
        let Touch { place, written, volatile: _ } = touch;
        Some(match place {
            Place::Global(global) => key(GLOBALS, ir::Id::index(global) as u64, written),
            Place::Slot(object, slot) => key(self.number(object)?.into(), slot.into(), written),
            Place::Elements { array, from, to } => {
                let part = if to == from + 1 { ELEMENTS + u64::from(from) } else { WHOLE };
                key(self.number(array)?.into(), part.min(WHOLE), written)
            }
        })
    }

    /// What something is that a thread with that object has used, if it was there at the mark.
    fn used(&self, used: Used, thread: Reference) -> Option<Key> {
        match used {
            // Nobody can wake a thread that has no object yet.
            Used::Permit(0) if thread == 0 => None,
            Used::Permit(0) => self.used(Used::Permit(thread), thread),
            Used::Permit(other) => Some(key(self.number(other)?.into(), PERMIT, true)),
            Used::Variable(touch) => self.touch(touch),
            Used::Object { object, slot } => {
                Some(key(self.number(object)?.into(), slot.map_or(WHOLE, u64::from), true))
            }
            Used::Monitor(object) => Some(key(self.number(object)?.into(), MONITOR, true)),
            // The thread that is started has nothing that others have to do with, unless they start one, too.
            Used::Start(_) => Some(STARTS),
            Used::Anything => Some(ANYTHING),
        }
    }

    /// What a thread is about to use, if the order of that is all that matters of it.
    fn about<D: Searched>(
        &self,
        machine: &Machine<'_, '_, D>,
        interleaver: &Interleaver<'_, '_>,
        thread: usize,
        pending: &Pending,
    ) -> Option<Vec<About>> {
        let heap: &Heap<D::Value> = machine.heap();
        let facts = machine.thread(thread);
        let is_left_alone = |place: Place| interleaver.is_left_alone::<D>(heap, place, facts.object);
        let declared = |object: Option<Reference>, key: Key| {
            let class = match object.map(|object| heap.ty(object)) {
                Some(ir::RefType::Class(class)) => ir::Id::index(class) as u64,
                Some(ir::RefType::Array(_) | ir::RefType::Any) => GLOBALS - 1,
                None => GLOBALS,
            };
            About { key, declared: class << 32 | key & (WHOLE << 1) }
        };
        let pending = match facts.status {
            Status::Ready => pending,
            // Nobody can do anything about that any more.
            Status::Woken { interrupted: false } => return Some(Vec::new()),
            Status::Entering(object) | Status::Notified { object, interrupted: false, .. } => {
                &Pending::Enter(object)
            }
            Status::Woken { interrupted: true }
            | Status::Notified { interrupted: true, .. }
            | Status::Initialising(_)
            | Status::Waiting { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. } => return None,
        };
        match pending {
            Pending::Touches(touches) if !touches.is_empty() => {
                let touches = touches.iter().map(|&touch| {
                    let key = self.touch(touch).filter(|_| is_left_alone(touch.place))?;
                    Some(declared(touch.place.object(), key))
                });
                touches.collect()
            }
            &Pending::Object { object, slot: Some(slot) } if is_left_alone(Place::Slot(object, slot)) => {
                let key = key(self.number(object)?.into(), slot.into(), true);
                Some(vec![declared(Some(object), key)])
            }
            &Pending::Enter(object) => {
                let lock = heap.held(object);
                let key = key(self.number(object)?.into(), MONITOR, true);
                let is_free = lock.count == 0 || lock.owner as usize == thread;
                is_free.then(|| vec![declared(Some(object), key)])
            }
            &Pending::Start(other) => {
                let permit = self.used(Used::Permit(other), other)?;
                Some(vec![declared(None, STARTS), declared(Some(other), permit)])
            }
            // Whoever has no object yet is nobody to wait for.
            Pending::Other if facts.phase == Phase::Ending && facts.object == 0 => Some(Vec::new()),
            Pending::Other if facts.phase == Phase::Ending => {
                let number = u64::from(self.number(facts.object)?);
                let keys = [key(number, MONITOR, true), key(number, PERMIT, true)];
                Some(keys.map(|key| declared(Some(facts.object), key)).to_vec())
            }
            &Pending::Permit(other) => {
                let key = self.used(Used::Permit(other), facts.object)?;
                Some(vec![declared(Some(if other == 0 { facts.object } else { other }), key)])
            }
            Pending::Touches(_) | Pending::Object { .. } | Pending::Other | Pending::Unknown => None,
        }
    }

    /// A state was found that has so many threads.
    fn found(&mut self, state: StateId, threads: usize) {
        assert_eq!(state.index(), self.known.len(), "states come in the order of their ids");
        self.known.push(Known { futures: vec![Vec::new(); threads], ..Known::default() });
        self.bytes += size_of::<Known>() + threads * size_of::<Vec<Key>>();
    }

    /// A thread is about to use that in a state, or may do so first.
    fn add(&mut self, state: StateId, thread: usize, key: Key) {
        self.open.push((state, thread, Later { key, behind: 0, guards: 0 }));
        self.spread();
    }

    /// Adds what is open, and goes back with it.
    fn spread(&mut self) {
        while let Some((state, thread, later)) = self.open.pop() {
            let known = &mut self.known[state.index()];
            // Whoever is not there was started on the way, and stands for whoever started it.
            let Some(future) = known.futures.get_mut(thread) else { continue };
            let later = match future.binary_search_by_key(&later.key, |later| later.key) {
                Err(at) => {
                    future.insert(at, later);
                    self.bytes += size_of::<Later>();
                    later
                }
                Ok(at) => {
                    // Only what holds of all ways counts.
                    let old = future[at];
                    let guards = self.guards.meet(old.guards, later.guards);
                    let both = Later { behind: old.behind & later.behind, guards, ..old };
                    if both == old {
                        continue;
                    }
                    future[at] = both;
                    both
                }
            };
            if known.set.as_ref().is_some_and(|set| set.members & only(thread) == 0) {
                self.compare(state, thread, Some(later));
            }
            let Futures { known, open, frozen, guards, .. } = self;
            for edge in &known[state.index()].edges {
                if let Some(before) = edge.back(thread, later, *frozen, guards) {
                    open.push((edge.from, edge.thread(thread), before));
                }
            }
        }
    }

    /// Lets a thread that is outside join the set of a state if its future, or the part of it that is new, has to do with what a member is about to do.
    fn compare(&mut self, state: StateId, thread: usize, new: Option<Later>) {
        let known = &mut self.known[state.index()];
        let Some(set) = &mut known.set else { return };
        let future = match &new {
            Some(later) => std::slice::from_ref(later),
            None => known.futures[thread].as_slice(),
        };
        let members = set.about.iter().filter(|(member, _)| set.members & only(*member) != 0);
        let about = members
            .flat_map(|(member, about)| about.iter().flatten().map(move |about| (only(*member), about)));
        let matters = |later: &Later, member: Threads, about: Key| {
            later.behind & member == 0 && depends(about, later.key)
        };
        let found = about
            .filter(|(member, about)| future.iter().any(|later| matters(later, *member, about.key)))
            .map(|(_, about)| about.declared)
            .next();
        let Some(declared) = found else { return };
        *self.trouble.entry(declared).or_default() += 1;
        match set.about.iter().find(|(other, about)| *other == thread && about.is_some()) {
            Some(_) if only(thread) != 0 => {
                set.members |= only(thread);
                self.more.push((state, only(thread)));
                // Others may have to do with what that one is about to do.
                for other in 0..self.known[state.index()].futures.len() {
                    let set = &self.known[state.index()].set;
                    if set.as_ref().is_some_and(|set| set.members & only(other) == 0) {
                        self.compare(state, other, None);
                    }
                }
            }
            Some(_) | None => self.open_up(state),
        }
    }

    /// All threads go on from a state.
    fn open_up(&mut self, state: StateId) {
        if self.known[state.index()].set.take().is_some() {
            self.more.push((state, Threads::MAX));
        }
    }

    /// Begins with a state: says which threads need not go on.
    fn begin(&mut self, state: StateId, about: Vec<(usize, Option<Vec<About>>)>, last: usize) -> Threads {
        // What was seldom in the way will seldom be; if nothing else matters, the thread goes on that did before.
        let trouble = |about: &About| self.trouble.get(&about.declared).copied().unwrap_or(0);
        let first = about
            .iter()
            .filter(|(thread, _)| only(*thread) != 0)
            .filter_map(|(thread, about)| {
                let most = about.as_ref()?.iter().map(trouble).max()?;
                Some((most, *thread != last, *thread))
            })
            .min()
            .map(|(.., thread)| thread);
        let Some(first) = first.filter(|_| about.len() > 1) else { return 0 };
        let enabled = about.iter().fold(0, |set, (thread, _)| set | only(*thread));
        self.known[state.index()].set = Some(Box::new(Set { members: only(first), about }));
        for other in 0..self.known[state.index()].futures.len() {
            let set = &self.known[state.index()].set;
            if set.as_ref().is_some_and(|set| set.members & only(other) == 0) {
                self.compare(state, other, None);
            }
        }
        self.more.retain(|(opened, _)| *opened != state);
        match &self.known[state.index()].set {
            Some(set) => enabled & !set.members,
            None => 0,
        }
    }

    /// A transition of a thread has led from a state to another one.
    fn edge(&mut self, edge: Edge, to: StateId) {
        // What the transition itself uses, each after what comes before it.
        let mut before: Vec<Key> = Vec::new();
        for &key in &edge.uses {
            if before.contains(&key) {
                continue;
            }
            let guards = self.guards.number(&before[before.len().saturating_sub(MOST_GUARDS)..]);
            self.open.push((edge.from, edge.thread, Later { key, behind: 0, guards }));
            before.push(key);
        }
        let Futures { known, open, frozen, guards, .. } = self;
        for (thread, future) in known[to.index()].futures.iter().enumerate() {
            let future = future.iter().filter_map(|&later| edge.back(thread, later, *frozen, guards));
            open.extend(future.map(|later| (edge.from, edge.thread(thread), later)));
        }
        self.bytes += size_of::<Edge>() + size_of_val(&*edge.numbers) + size_of_val(&*edge.uses);
        self.known[to.index()].edges.push(edge);
        self.spread();
    }

    /// Lets all threads go on from a state of each cycle of states from which not all do. Says whether there was one.
    fn open_cycles(&mut self) -> bool {
        let is_reduced = |known: &Known| known.set.is_some();
        // For each such state how many transitions lead on to another one.
        let mut leading = vec![0u32; self.known.len()];
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.known.len()];
        for (to, known) in self.known.iter().enumerate().filter(|(_, known)| is_reduced(known)) {
            for edge in known.edges.iter().filter(|edge| is_reduced(&self.known[edge.from.index()])) {
                leading[edge.from.index()] += 1;
                next[edge.from.index()].push(to as u32);
            }
        }
        let mut left: Vec<bool> = self.known.iter().map(is_reduced).collect();
        let mut ends: Vec<usize> =
            (0..left.len()).filter(|&state| left[state] && leading[state] == 0).collect();
        let mut found = false;
        let mut begin = 0;
        loop {
            // Whoever leads to no other one is on no cycle.
            while let Some(state) = ends.pop() {
                left[state] = false;
                for edge in &self.known[state].edges {
                    let from = edge.from.index();
                    if left[from] {
                        leading[from] -= 1;
                        if leading[from] == 0 {
                            ends.push(from);
                        }
                    }
                }
            }
            while begin < left.len() && !left[begin] {
                begin += 1;
            }
            if begin == left.len() {
                return found;
            }
            // All that are left lead to another one that is, so going on one comes to a cycle.
            let mut seen = vec![false; left.len()];
            let mut state = begin;
            while !std::mem::replace(&mut seen[state], true) {
                let on = next[state].iter().map(|&on| on as usize).find(|&on| left[on]);
                state = on.expect("a state that is left leads to another one");
            }
            self.open_up(StateId::new(state));
            found = true;
            ends.push(state);
        }
    }
}

impl Edge {
    /// A use in the state that it leads to, by the numbers of the state that it comes from.
    fn key(&self, key: Key, frozen: Reference) -> Option<Key> {
        let object = key >> 32;
        match object.checked_sub(u64::from(frozen) + 1) {
            Some(_) if object == GLOBALS => Some(key),
            Some(index) => match self.numbers.get(index as usize) {
                Some(&number) if number != 0 => Some(u64::from(number) << 32 | key & u64::from(u32::MAX)),
                Some(_) | None => None,
            },
            None => Some(key),
        }
    }

    /// What a thread uses later in the state that it leads to is in the state that it comes from.
    fn back(&self, thread: usize, later: Later, frozen: Reference, guards: &mut Guards) -> Option<Later> {
        let key = self.key(later.key, frozen)?;
        let mut behind = match self.before {
            Before::Same => later.behind,
            Before::Ended => {
                let low = only(self.thread).wrapping_sub(1);
                if only(self.thread) == 0 { 0 } else { later.behind & low | (later.behind & !low) << 1 }
            }
            Before::Started(first) => later.behind & only(first).wrapping_sub(1),
        };
        let mut set = [0; MOST_GUARDS];
        let mut count = 0;
        for &guard in &guards.sets[later.guards as usize] {
            if let Some(guard) = self.key(guard, frozen) {
                set[count] = guard;
                count += 1;
            }
        }
        if self.thread(thread) == self.thread {
            for &used in self.uses.iter().rev() {
                if count < MOST_GUARDS && used != key && !set[..count].contains(&used) {
                    set[count] = used;
                    count += 1;
                }
            }
        } else {
            // The thread comes behind this transition if it uses something before that has to do with it.
            let matters = |guard: &Key| self.uses.iter().any(|&used| depends(*guard, used));
            if set[..count].iter().any(matters) {
                behind |= only(self.thread);
            }
        }
        Some(Later { key, behind, guards: guards.number(&set[..count]) })
    }

    /// What a thread was called.
    fn thread(&self, thread: usize) -> usize {
        match self.before {
            Before::Same => thread,
            Before::Ended if thread >= self.thread => thread + 1,
            Before::Ended => thread,
            Before::Started(first) if thread >= first => self.thread,
            Before::Started(_) => thread,
        }
    }
}

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// The machine has got its mark at a state that was decoded, or at one that it has just come to.
    pub(super) fn name_objects(&mut self, is_decoded: bool) {
        let Some(futures) = &mut self.futures else { return };
        let heap = self.machine.heap();
        futures.frozen = heap.frozen_objects();
        futures.objects = heap.len();
        futures.names = (!is_decoded).then(|| {
            let mut names = vec![0; heap.len() - futures.frozen as usize];
            for (&object, number) in self.encoder.met().iter().zip(futures.frozen + 1..) {
                names[(object - futures.frozen - 1) as usize] = number;
            }
            names
        });
    }

    /// Decides which threads go on from a state, which the machine is in at its mark, by what they are about to do.
    pub(super) fn choose_threads(&mut self, state: StateId, outlook: &[(usize, Pending)]) {
        let Some(futures) = &mut self.futures else { return };
        let (machine, interleaver) = (&self.machine, &self.interleaver);
        let mut about = Vec::new();
        if outlook.is_empty() {
            // It is not known what they are about to do.
            for thread in 0..machine.thread_count() {
                futures.add(state, thread, ANYTHING);
            }
        }
        for (thread, pending) in outlook {
            match pending {
                Pending::Touches(touches) => {
                    for &touch in touches {
                        if let Some(key) = futures.touch(touch) {
                            futures.add(state, *thread, key);
                        }
                    }
                }
                &Pending::Object { object, slot } => {
                    if let Some(key) = futures.used(Used::Object { object, slot }, 0) {
                        futures.add(state, *thread, key);
                    }
                }
                &Pending::Enter(object) => {
                    if let Some(key) = futures.used(Used::Monitor(object), 0) {
                        futures.add(state, *thread, key);
                    }
                }
                &Pending::Start(other) => {
                    futures.add(state, *thread, STARTS);
                    if let Some(key) = futures.used(Used::Permit(other), other) {
                        futures.add(state, *thread, key);
                    }
                }
                &Pending::Permit(other) => {
                    let own = machine.thread(*thread).object;
                    if let Some(key) = futures.used(Used::Permit(other), own) {
                        futures.add(state, *thread, key);
                    }
                }
                // It is found when it is executed, as it always is.
                Pending::Other => {}
                Pending::Unknown => futures.add(state, *thread, ANYTHING),
            }
            about.push((*thread, futures.about(machine, interleaver, *thread, pending)));
        }
        for thread in 0..machine.thread_count() {
            let facts = machine.thread(thread);
            if facts.phase == Phase::Ending && facts.object != 0 {
                for used in [Used::Monitor(facts.object), Used::Permit(facts.object)] {
                    if let Some(key) = futures.used(used, facts.object) {
                        futures.add(state, thread, key);
                    }
                }
            }
            let used = match facts.status {
                Status::Entering(object)
                | Status::Waiting { object, .. }
                | Status::Notified { object, .. } => Used::Monitor(object),
                Status::Parked { .. } | Status::Sleeping { .. } | Status::Woken { .. } => Used::Permit(0),
                Status::Ready | Status::Initialising(_) => continue,
            };
            if let Some(key) = futures.used(used, facts.object) {
                futures.add(state, thread, key);
            }
            // Whoever waits can be interrupted.
            if let (Status::Waiting { .. }, Some(key)) =
                (facts.status, futures.used(Used::Permit(0), facts.object))
            {
                futures.add(state, thread, key);
            }
        }
        let left_out = futures.begin(state, about, self.mover);
        self.sleep.leave_out(state, left_out);
        self.let_more_go_on();
    }

    /// Notes from now on what a thread uses that goes on.
    pub(super) fn begin_uses(&mut self, thread: usize) {
        if let Some(futures) = &mut self.futures {
            futures.mover = self.machine.thread(thread).object;
            self.interleaver.begin_uses();
        }
    }

    /// What the transition from a state has used that the machine has just made.
    fn keys_used(&self) -> Box<[Key]> {
        let Some(futures) = &self.futures else { return Box::default() };
        let uses = self.interleaver.uses().iter();
        uses.filter_map(|&used| futures.used(used, futures.mover)).collect()
    }

    /// Notes that the transition has led to a state, which the encoder has written last.
    pub(super) fn note_edge(
        &mut self,
        from: Option<(StateId, usize)>,
        to: StateId,
        is_new: bool,
        question: Question<D::Fork>,
    ) {
        let uses = self.keys_used();
        let Some(futures) = &mut self.futures else { return };
        let threads = self.machine.thread_count();
        if is_new {
            futures.found(to, threads);
        }
        let Some((from, thread)) = from else { return };
        let count = futures.known[from.index()].futures.len();
        let before = match threads {
            _ if threads == count => Before::Same,
            _ if threads + 1 == count => Before::Ended,
            _ => Before::Started(count),
        };
        let numbers = self.encoder.met().iter().map(|&object| futures.number(object).unwrap_or(0)).collect();
        futures.edge(Edge { from, thread, before, uses, numbers }, to);
        self.visits.beside = futures.size();
        match question {
            Question::Pick(_) => {}
            Question::Notify(_) | Question::Choose(_) | Question::Outcome(..) => futures.open_up(from),
        }
    }

    /// Lets threads go on from states where that turned out to be necessary.
    pub(super) fn let_more_go_on(&mut self) {
        let Some(futures) = &mut self.futures else { return };
        for (state, threads) in std::mem::take(&mut futures.more) {
            let stored = self.sleep.stored(state);
            self.sleep.again(state, stored & !threads);
        }
    }

    /// A transition from a state has led to an end, so that nobody has gone on behind it.
    pub(super) fn note_no_edge(&mut self, from: Option<StateId>) {
        let uses = self.keys_used();
        if let (Some(futures), Some(from)) = (&mut self.futures, from) {
            for &key in &uses {
                futures.add(from, self.mover, key);
            }
            futures.open_up(from);
        }
    }

    /// Nothing is left to do: says whether there is, because threads were put off for ever.
    pub(super) fn is_anybody_put_off(&mut self) -> bool {
        let found = self.futures.as_mut().is_some_and(Futures::open_cycles);
        self.let_more_go_on();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, thread: usize, uses: &[Key]) -> Edge {
        let numbers = Box::new([1, 2, 3]);
        Edge { from: StateId::new(from), thread, before: Before::Same, uses: uses.into(), numbers }
    }

    fn about(keys: &[Key]) -> Option<Vec<About>> {
        Some(keys.iter().map(|&key| About { key, declared: key }).collect())
    }

    #[test]
    fn uses_depend_on_each_other_where_their_order_matters() {
        let (read, write) = (key(1, 4, false), key(1, 4, true));
        assert!(!depends(read, read));
        assert!(depends(read, write) && depends(write, read) && depends(write, write));
        assert!(!depends(write, key(1, 5, true)) && !depends(write, key(2, 4, true)));
        let (whole, monitor, permit) = (key(1, WHOLE, true), key(1, MONITOR, true), key(1, PERMIT, true));
        assert!(depends(write, whole) && depends(whole, read));
        for other in [write, whole, permit] {
            assert!(!depends(monitor, other) && !depends(other, monitor));
        }
        assert!(depends(monitor, monitor) && depends(permit, permit));
        assert!(!depends(key(GLOBALS, 4, true), write) && depends(STARTS, STARTS));
        assert!(depends(read, ANYTHING) && depends(monitor, ANYTHING));
    }

    #[test]
    fn a_thread_that_uses_the_same_later_joins_a_set() {
        let mut futures = Futures::default();
        let [first, second, third] = [0, 1, 2].map(StateId::new);
        for state in [first, second, third] {
            futures.found(state, 2);
        }
        let (write, other) = (key(1, 0, true), key(2, 0, true));
        assert_eq!(futures.begin(first, vec![(0, about(&[write])), (1, about(&[other]))], 0), 0b10);
        futures.edge(edge(0, 0, &[write]), second);
        futures.edge(edge(1, 1, &[other]), third);
        assert!(futures.more.is_empty(), "nobody else has used it");
        // In the last state the other thread is about to use it, which comes back to the first.
        futures.add(third, 1, key(1, 0, false));
        assert_eq!(futures.more, [(first, 0b10)]);
    }

    #[test]
    fn what_comes_behind_a_member_does_not_count() {
        let mut futures = Futures::default();
        let states = [0, 1, 2, 3].map(StateId::new);
        for state in states {
            futures.found(state, 2);
        }
        let (data, lock, other) = (key(1, 0, true), key(2, 0, true), key(3, 0, true));
        futures.begin(states[0], vec![(0, about(&[data])), (1, about(&[other]))], 0);
        // The member uses the data and gives the lock back; the other one takes the lock and uses the data.
        futures.edge(edge(2, 1, &[lock, data]), states[3]);
        futures.edge(edge(1, 0, &[lock]), states[2]);
        futures.edge(edge(0, 0, &[data]), states[1]);
        assert!(futures.more.is_empty(), "the other one has waited for the lock");
        // If it can use the data without the lock as well, it is not behind any more.
        futures.add(states[2], 1, data);
        assert_eq!(futures.more, [(states[0], 0b10)]);
    }

    #[test]
    fn somebody_goes_on_from_every_cycle() {
        let mut futures = Futures::default();
        for state in 0..3 {
            futures.found(StateId::new(state), 2);
            futures.begin(StateId::new(state), vec![(0, about(&[key(1, 0, false)])), (1, None)], 0);
        }
        futures.edge(edge(0, 0, &[]), StateId::new(1));
        futures.edge(edge(1, 0, &[]), StateId::new(2));
        assert!(!futures.open_cycles());
        futures.edge(edge(2, 0, &[]), StateId::new(1));
        assert!(futures.open_cycles());
        assert_eq!(futures.more.len(), 1);
        assert!(!futures.open_cycles(), "one state of the cycle is enough");
    }
}
