//! States of programs with threads in parts that many states have in common.
//!
//! Most transitions change what one thread has, and little of what all have. So a state is taken apart into a *base*, which
//! is the globals and everything that can be reached from them or from the objects that stand for the threads, and for each
//! thread a *stack*: what it waits for, its frames with their live locals, the objects that are reached first from there, and the
//! monitors that it has entered. Each part is stored once, and a state is a short list of numbers: that of the base and that of
//! each stack.
//!
//! # Names of objects
//! Objects are numbered as in the form in one piece, but those of the base come first, then those of each stack. A
//! stack names an object of the base (or a frozen one, or `null`) by twice its number, an object of its own by twice its place
//! among its own plus one, the first place being 1, and an object of another stack by a 1, the place of the thread and the
//! place of the object. So a stack that refers to no other one ([closed](Stack::is_closed)) means the same whatever the other stacks are.
//!
//! # Why equal lists mean equal states, and only those
//! Writing reads nothing but what belongs to the state up to renaming of objects, in an order that depends on nothing else; so
//! equal states give the same parts, and parts with the same bytes get the same number because their store is exact. And from the parts
//! [`Encoder::decode_parts`] makes a state that differs from the one that was written in the names of objects alone.
//! The search compares, in builds that check assertions, what it decodes with what was encoded.

use ir::{Id as _, Literal, LiteralId};
use machine::{Limit, Machine, Reference, Status, ThreadFacts, Word};

use super::threads::read_facts;
use super::{Encoder, Stored, UnderWay, read_frames, read_objects, read_rest};
use crate::form::{self, Reader};
use crate::store::{Inserted, StateId, Store};

/// When a thread can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enabled {
    /// In any case.
    Always,
    /// When somebody else has done something.
    Never,
    /// When no other thread has the monitor of that object, which is one of the base or frozen.
    Free(Reference),
    /// That depends on the frames of others.
    Unclear,
}

/// What there is to know of a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// How many threads there are.
    pub threads: usize,
    /// How many objects it has.
    pub objects: usize,
    /// Whether it says nothing of a thread in the middle of something, or of identity hash codes.
    pub is_plain: bool,
}

/// What there is to know of a stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Whether nothing in it depends on other stacks, nor other stacks on it, apart from the monitors of objects of the base: it names no
    /// object of another stack, initialises no class, waits for no initialiser, and has neither texts that literals stand for nor
    /// identity hash codes.
    pub is_closed: bool,
    /// When the thread can go on.
    pub enabled: Enabled,
    /// The monitors that it has entered of objects that are not its own.
    pub held: Box<[Reference]>,
    /// How many objects it has.
    pub objects: usize,
}

/// The parts of states, each stored once.
#[derive(Debug, Default)]
pub struct Parts {
    bases: Store,
    stacks: Store,
    base_facts: Vec<Base>,
    stack_facts: Vec<Stack>,
}

impl Parts {
    /// No parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// What there is to know of a base.
    ///
    /// # Panics
    /// If there is no such base.
    #[inline]
    pub fn base(&self, id: u32) -> &Base {
        &self.base_facts[id as usize]
    }

    /// What there is to know of a stack.
    ///
    /// # Panics
    /// If there is no such stack.
    #[inline]
    pub fn stack(&self, id: u32) -> &Stack {
        &self.stack_facts[id as usize]
    }

    /// Bytes of memory that the parts take, about.
    pub fn size(&self) -> usize {
        let facts =
            self.base_facts.capacity() * size_of::<Base>() + self.stack_facts.capacity() * size_of::<Stack>();
        self.bases.size() + self.stacks.size() + facts
    }

    /// A state in few bytes: the numbers of its parts.
    #[inline]
    pub fn write(state: &[u32], bytes: &mut Vec<u8>) {
        bytes.clear();
        for &part in state {
            form::write_number(bytes, part.into());
        }
    }

    /// The parts of a state that was written.
    #[inline]
    pub fn read(bytes: &[u8], state: &mut Vec<u32>) {
        state.clear();
        let mut reader = Reader::new(bytes);
        while !reader.is_done() {
            state.push(reader.number() as u32);
        }
    }

    fn insert_base(&mut self, bytes: &[u8], facts: Base) -> u32 {
        match self.bases.insert(bytes) {
            Inserted::New(id) => {
                self.base_facts.push(facts);
                id.index() as u32
            }
            Inserted::Known(id) => id.index() as u32,
        }
    }

    fn insert_stack(&mut self, bytes: &[u8], facts: impl FnOnce() -> Stack) -> u32 {
        match self.stacks.insert(bytes) {
            Inserted::New(id) => {
                self.stack_facts.push(facts());
                id.index() as u32
            }
            Inserted::Known(id) => id.index() as u32,
        }
    }
}

impl Encoder {
    /// Takes the state of a machine with threads apart: the number of the base, and those of the stacks.
    pub fn encode_parts<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        under_way: Option<UnderWay>,
        parts: &mut Parts,
        state: &mut Vec<u32>,
    ) {
        let threads = machine.thread_count();
        self.begin(machine);
        self.number(threads as Word);
        self.number(form::under_way(under_way));
        for thread in 0..threads {
            let facts = machine.thread(thread);
            self.number(Word::from(facts.daemon) << 1 | Word::from(facts.main));
            self.reference(facts.object);
        }
        self.finish(machine, &[]);
        let is_plain = under_way.is_none() && !machine.heap().has_new_hashes();
        let base = Base { threads, objects: self.numbering.met().len(), is_plain };
        state.clear();
        state.push(parts.insert_base(&self.bytes, base));

        let texts = new_texts(machine);
        let mut stacks = std::mem::take(&mut self.stacks);
        if stacks.len() < threads {
            stacks.resize_with(threads, Vec::new);
        }
        let mut open = 0u64;
        for (thread, bytes) in stacks.iter_mut().enumerate().take(threads) {
            std::mem::swap(&mut self.bytes, bytes);
            // Who is behind that is never closed.
            let bit = 1u64.checked_shl(thread as u32).unwrap_or(0);
            open |= if self.write_stack(machine, thread, &texts) { bit } else { 0 };
            std::mem::swap(&mut self.bytes, bytes);
        }
        for (thread, bytes) in stacks.iter_mut().enumerate().take(threads) {
            let is_open = 1u64.checked_shl(thread as u32).is_none_or(|bit| open & bit != 0);
            state.push(self.finish_stack(machine, thread, thread, bytes, is_open, parts));
        }
        self.stacks = stacks;
    }

    /// Takes the state of a machine apart that was made from the parts of a state, and in which one thread has gone on since. Owes: the
    /// machine was marked then, and since nothing but monitors has [changed](machine::Heap::has_only_locks_changed) of
    /// what was there, no thread has come or gone or got its object, and other threads wait for what they did; all stacks were
    /// closed. So the base and the other stacks are as they were, and so are the numbers of the objects of the base.
    pub fn encode_stack<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        parts: &mut Parts,
        from: &[u32],
        thread: usize,
        state: &mut Vec<u32>,
    ) {
        self.begin(machine);
        self.numbering.meet_first(parts.base(from[0]).objects);
        let texts = new_texts(machine);
        let mut stacks = std::mem::take(&mut self.stacks);
        if stacks.is_empty() {
            stacks.push(Vec::new());
        }
        let bytes = &mut stacks[0];
        std::mem::swap(&mut self.bytes, bytes);
        let is_open = self.write_stack(machine, thread, &texts) || thread >= 64;
        std::mem::swap(&mut self.bytes, bytes);
        state.clear();
        state.extend_from_slice(from);
        state[thread + 1] = self.finish_stack(machine, thread, 0, bytes, is_open, parts);
        self.stacks = stacks;
    }

    /// Writes the next part: the stack of a thread, but for its monitors. Says whether it depends on others.
    fn write_stack<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        thread: usize,
        texts: &[(usize, Reference)],
    ) -> bool {
        self.bytes.clear();
        let part = self.numbering.begin_part();
        self.numbering.take_strays();
        self.facts(&ThreadFacts { object: 0, daemon: false, main: false, ..*machine.thread(thread) });
        self.number(machine.depth_of(thread) as Word);
        self.frames::<D>(machine.live_frames_of(thread));
        let first = self.numbering.part(part).start;
        self.objects(machine, first);
        let is_marked = self.marks(machine, part, texts);
        self.numbering.take_strays() || is_marked
    }

    /// Writes the monitors of a thread behind its stack, which is that part, and stores it.
    fn finish_stack<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        thread: usize,
        part: usize,
        bytes: &mut Vec<u8>,
        is_open: bool,
        parts: &mut Parts,
    ) -> u32 {
        let own = machine.heap().locks().iter().filter(|lock| lock.owner as usize == thread);
        // A monitor of an object that cannot be reached can never be entered or left again.
        let held = own.filter_map(|lock| Some((self.numbering.number_of(lock.object)?, lock.count)));
        let mut held: Vec<(u32, u32)> = held.collect();
        held.sort_unstable();
        for &(number, count) in &held {
            self.numbering.write_in_part(bytes, number, part);
            form::write_number(bytes, count.into());
        }
        let is_open = self.numbering.take_strays() || is_open;
        parts.insert_stack(bytes, || {
            let numbering = &self.numbering;
            let last = numbering.frozen() + numbering.part(0).start as u32;
            let free = |object: Reference| match numbering.number_of(object) {
                Some(number) if number <= last => Enabled::Free(number),
                Some(_) | None => Enabled::Unclear,
            };
            let status = machine.thread(thread).status;
            let enabled = match status {
                Status::Ready | Status::Woken { .. } => Enabled::Always,
                Status::Entering(object) | Status::Notified { object, .. } => free(object),
                Status::Waiting { object, interrupted: true, .. } => free(object),
                // Whether a long limit of time is over depends on what others do.
                Status::Waiting { until: Some(Limit::After(_)), .. }
                | Status::Sleeping { until: Limit::After(_) }
                | Status::Parked { until: Some(Limit::After(_)) } => Enabled::Unclear,
                Status::Waiting { object, until: Some(_), .. } if machine.is_time_free() => free(object),
                Status::Sleeping { .. } | Status::Parked { until: Some(_) } if machine.is_time_free() => {
                    Enabled::Always
                }
                Status::Waiting { until: None, .. } | Status::Parked { until: None } => Enabled::Never,
                Status::Waiting { until: Some(_), .. }
                | Status::Sleeping { .. }
                | Status::Parked { until: Some(_) }
                | Status::Initialising(_) => Enabled::Unclear,
            };
            let waits = matches!(status, Status::Initialising(_));
            let held = held.iter().map(|(number, _)| *number).filter(|&number| number <= last);
            Stack {
                is_closed: !is_open && !waits && !machine.initialises(thread),
                enabled,
                held: held.collect(),
                objects: numbering.part(part).len(),
            }
        })
    }

    /// Whether the first objects that were met when a state was last taken apart are the first of the machine, in order.
    pub fn kept_places(&self, objects: usize) -> bool {
        let met = self.numbering.met();
        met.len() >= objects
            && met[..objects].iter().zip(self.numbering.frozen() + 1..).all(|(&met, at)| met == at)
    }

    /// The numbers in the base, when a state was last taken apart, of the first objects of the machine; 0 for those that are not in it.
    pub fn new_places(&self, objects: usize, base: &Base, places: &mut Vec<u32>) {
        let frozen = self.numbering.frozen();
        let last = frozen + base.objects as u32;
        let number = |object| self.numbering.number_of(object).filter(|&number| number <= last).unwrap_or(0);
        places.clear();
        places.extend((frozen + 1..=frozen + objects as u32).map(number));
    }

    /// Identity hash codes and texts of the objects of a part. Says whether there are any.
    fn marks<D: Stored>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        part: usize,
        texts: &[(usize, Reference)],
    ) -> bool {
        let heap = machine.heap();
        let own = self.numbering.part(part);
        let mut hashes: Vec<(usize, u32)> = Vec::new();
        if heap.has_hashes() {
            let met = self.numbering.met()[own.clone()].iter().enumerate();
            hashes.extend(met.filter_map(|(place, &object)| Some((place, heap.hash_number(object)?))));
        }
        self.number(hashes.len() as Word);
        for &(place, hash) in &hashes {
            self.number(place as Word);
            self.number(hash.into());
        }
        let frozen = self.numbering.frozen();
        let place = |object: Reference| {
            let number = self.numbering.number_of(object).filter(|&number| number > frozen)?;
            let place = (number - frozen - 1) as usize;
            own.contains(&place).then(|| place - own.start)
        };
        let texts: Vec<(usize, usize)> =
            texts.iter().filter_map(|&(literal, object)| Some((place(object)?, literal))).collect();
        self.number(texts.len() as Word);
        for &(place, literal) in &texts {
            self.number(place as Word);
            self.number(literal as Word);
        }
        !hashes.is_empty() || !texts.is_empty()
    }

    /// Puts a machine into a state that was [taken apart](Self::encode_parts) for the same program. Objects of the base get
    /// their numbers in it. The machine is marked where it has the base alone; marks come [above](Machine::mark_above) that.
    ///
    /// # Panics
    /// If the parts were not made for the same program.
    pub fn decode_parts<D: Stored>(
        &mut self,
        machine: &mut Machine<'_, '_, D>,
        parts: &Parts,
        state: &[u32],
    ) -> Option<UnderWay> {
        let (&base, stacks) = state.split_first().expect("a state has a base");
        let mut reader = Reader::new(parts.bases.get(StateId::new(base as usize)));
        let threads = reader.number();
        let under_way = form::read_under_way(reader.number());
        let known: Vec<(Word, Reference)> =
            (0..threads).map(|_| (reader.number(), reader.reference())).collect();
        // Mostly the machine is in a state with the same base.
        let is_there = self.based.is_some_and(|(known, mark)| known == base && machine.clear_to(&mark));
        if !is_there {
            machine.clear();
            read_rest(machine, &mut reader, &mut self.treatments);
            self.based = Some((base, machine.heap_mut().mark()));
        }
        let mut starts: Vec<Reference> = Vec::with_capacity(stacks.len());
        let mut ends = Vec::with_capacity(stacks.len());
        for (&stack, (flags, object)) in stacks.iter().zip(known) {
            let first = machine.heap().len() as Reference;
            starts.push(first);
            let mut reader = Reader::of_part(parts.stacks.get(StateId::new(stack as usize)), 0, &starts);
            let facts = read_facts(&mut reader);
            machine.restore_thread(ThreadFacts {
                object,
                daemon: flags & 2 != 0,
                main: flags & 1 != 0,
                ..facts
            });
            read_frames(machine, &mut reader);
            read_objects(machine, &mut reader, &mut self.treatments, first);
            for _ in 0..reader.number() {
                let object = first + 1 + reader.number() as Reference;
                machine.heap_mut().set_hash_number(object, reader.number() as u32);
            }
            for _ in 0..reader.number() {
                let object = first + 1 + reader.number() as Reference;
                machine.heap_mut().set_literal(reader.number() as usize, object);
            }
            ends.push(reader.at());
        }
        machine.restore_current(under_way.map_or(0, |under_way| under_way.thread));
        for (thread, (&stack, at)) in stacks.iter().zip(ends).enumerate() {
            let bytes = parts.stacks.get(StateId::new(stack as usize));
            let mut reader = Reader::of_part(bytes, at, &starts).owned_by(thread);
            while !reader.is_done() {
                let object = reader.reference();
                let count = reader.number() as u32;
                machine.heap_mut().set_lock(object, thread as u32, count);
            }
        }
        under_way
    }
}

/// The texts that literals stand for and that are not frozen.
fn new_texts<D: Stored>(machine: &Machine<'_, '_, D>) -> Vec<(usize, Reference)> {
    let program = machine.image().program();
    let is_text = |literal: usize| match program.literals()[LiteralId::new(literal)] {
        Literal::Text(_) => true,
        Literal::Class(_) => false,
    };
    machine.heap().new_literals().filter(|(literal, _)| is_text(*literal)).collect()
}
