//! Which objects other threads may know: an escape analysis that goes along with an execution.
//!
//! At a point where threads change, [`Escape::survey`] finds out from the state which objects are shared; from there on, [`Escape::share`] follows
//! what the thread under way gives away. See [the module above](super) for what shared means and why that is enough.
//!
//! # Taking back
//! To know what a thread does next, the machine executes its next steps and takes them back. What these steps made known must be
//! taken back with them: objects of the next thread that is looked at get the same numbers, and would count as shared, so that operations of its own would
//! be taken for operations that others notice. So every change of what is known goes through [`Escape::set`], which keeps the
//! old value while somebody [looks ahead](Escape::begin_look_ahead), and [`Escape::end_look_ahead`] restores it.
//! `Machine::look_ahead` compares the whole before and after in builds that check assertions.

use ir::{ClassId, GlobalId, Id as _, Literal, LiteralId, RefType};

use super::Granularity;
use crate::domain::Definite;
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::machine::{Machine, Purpose};

/// Who knows an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum Known {
    #[default]
    Nobody,
    /// One thread.
    One(u32),
    Many,
}

/// What is known at a moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Snapshot {
    /// The last object that was there before the program began: everybody knows those.
    frozen: Reference,
    /// For each object behind that who knows it; those behind the end are new, and known to one thread only.
    known: Vec<Known>,
    /// Whether there is one thread only, and that is not stopped.
    alone: bool,
}

/// Which objects other threads may know.
#[derive(Debug)]
pub(super) struct Escape<'i, 'p> {
    image: &'i Image<'p>,
    granularity: Granularity,
    /// The class of texts, and that of the objects that stand for classes.
    text: Option<ClassId>,
    mirror: Option<ClassId>,
    now: Snapshot,
    /// Whether threads have changed since the last survey.
    stale: bool,
    /// What was known when somebody wanted that to be remembered.
    remembered: Snapshot,
    worklist: Vec<Reference>,
    /// What was there before changes while somebody looks ahead, the last one at the end: which object, and who knew it.
    journal: Option<Vec<(usize, Known)>>,
}

/// What is needed to end a look ahead.
#[derive(Debug)]
pub(super) struct LookAhead {
    objects: usize,
    alone: bool,
}

impl<'i, 'p> Escape<'i, 'p> {
    pub(super) fn new(image: &'i Image<'p>, granularity: Granularity) -> Self {
        let classes = image.program().literal_classes();
        Escape {
            image,
            granularity,
            text: classes.map(|(text, _)| text),
            mirror: classes.map(|(_, mirror)| mirror),
            now: Snapshot::default(),
            stale: false,
            remembered: Snapshot::default(),
            worklist: Vec::new(),
            journal: None,
        }
    }

    /// What changes from here on is taken back by [`end_look_ahead`](Self::end_look_ahead).
    pub(super) fn begin_look_ahead(&mut self) -> LookAhead {
        assert!(self.journal.is_none(), "nobody looks ahead while looking ahead");
        debug_assert!(!self.stale, "what others know should be known before somebody looks ahead");
        self.journal = Some(Vec::new());
        LookAhead { objects: self.now.known.len(), alone: self.now.alone }
    }

    /// Takes back what has changed since.
    pub(super) fn end_look_ahead(&mut self, look: LookAhead) {
        for (index, known) in self.journal.take().into_iter().flatten().rev() {
            self.now.known[index] = known;
        }
        self.now.known.truncate(look.objects);
        self.now.alone = look.alone;
    }

    /// The one place where it changes who knows an object.
    fn set(&mut self, index: usize, known: Known) {
        if self.now.known.len() <= index {
            self.now.known.resize(index + 1, Known::Nobody);
        }
        let old = std::mem::replace(&mut self.now.known[index], known);
        if let Some(journal) = &mut self.journal {
            journal.push((index, old));
        }
    }

    /// Whether the thread under way is alone and is not stopped.
    pub(super) fn is_alone(&self) -> bool {
        self.now.alone
    }

    /// The thread is alone no more, perhaps.
    pub(super) fn end_alone(&mut self) {
        self.now.alone = false;
    }

    /// Threads may change: what is known is to be found out anew.
    pub(super) fn invalidate(&mut self) {
        self.stale = true;
    }

    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Forgets which objects are shared.
    fn begin_survey<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, lets_alone: bool) {
        assert!(self.journal.is_none(), "what is known is not found out anew while somebody looks ahead");
        self.stale = false;
        self.now.alone = lets_alone && machine.thread_count() == 1;
        self.now.frozen = machine.heap().frozen_objects();
        self.now.known.clear();
    }

    /// Looks which objects are shared. The machine is at a point where threads change.
    pub(super) fn survey<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, lets_alone: bool) {
        let heap = machine.heap();
        self.begin_survey(machine, lets_alone);
        if self.granularity == Granularity::Every {
            return;
        }
        self.now.known.resize(heap.len() - self.now.frozen as usize, Known::Nobody);
        self.meet_roots(machine);
        self.follow::<D>(heap);
        for thread in 0..machine.thread_count() {
            self.meet_thread(machine, thread, Known::One(thread as u32));
            self.follow::<D>(heap);
        }
    }

    /// Makes these objects the shared ones, by bits.
    pub(super) fn know<D: Definite>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        lets_alone: bool,
        shared: &[u64],
    ) {
        let heap = machine.heap();
        self.begin_survey(machine, lets_alone);
        if self.granularity == Granularity::Every {
            return;
        }
        self.now.known.resize(heap.len() - self.now.frozen as usize, Known::Nobody);
        for (index, known) in self.now.known.iter_mut().enumerate().take(shared.len() * 64) {
            if shared[index / 64] >> (index % 64) & 1 == 1 {
                *known = Known::Many;
            }
        }
    }

    /// Remembers what is known now.
    pub(super) fn remember(&mut self) {
        debug_assert!(!self.stale, "somebody should have looked which objects are shared");
        self.remembered.clone_from(&self.now);
    }

    /// Goes back to what was remembered.
    pub(super) fn resume_remembered(&mut self) {
        assert!(self.journal.is_none(), "a look ahead ends before anything else is resumed");
        self.now.clone_from(&self.remembered);
        self.stale = false;
    }

    /// Meets what everybody can come by.
    fn meet_roots<D: Definite>(&mut self, machine: &Machine<'_, '_, D>) {
        let heap = machine.heap();
        // What is frozen refers to what is frozen, unless it was changed since.
        for (_, word, _) in heap.changed_slots().filter(|(.., reference)| *reference) {
            self.meet(D::reference(word), Known::Many);
        }
        let program = self.image.program();
        for (global, word, _) in heap.touched_globals() {
            if program.globals[GlobalId::new(global)].ty.is_ref() {
                self.meet(D::reference(word), Known::Many);
            }
        }
        for (literal, &object) in heap.literals().iter().enumerate() {
            if object != 0 && matches!(program.literals()[LiteralId::new(literal)], Literal::Class(_)) {
                self.meet(object, Known::Many);
            }
        }
    }

    /// Meets what a thread refers to.
    fn meet_thread<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, thread: usize, known: Known) {
        let facts = machine.thread(thread);
        self.meet(facts.object, known);
        self.meet(facts.status.object().unwrap_or(0), known);
        for frame in machine.live_frames_of(thread) {
            if let Purpose::Construct(exception) = frame.point.purpose {
                self.meet(exception, known);
            }
            for live in frame.live.iter().filter(|live| live.reference) {
                self.meet(D::reference(frame.registers[usize::from(live.register)]), known);
            }
        }
    }

    /// Notes that somebody knows an object.
    fn meet(&mut self, object: Reference, by: Known) {
        // Everybody knows what is frozen, and `null` is nothing.
        if object <= self.now.frozen {
            return;
        }
        let index = (object - self.now.frozen - 1) as usize;
        let known = match (self.now.known.get(index).copied().unwrap_or_default(), by) {
            (Known::Nobody, by) => by,
            (one, by) if one == by => return,
            (Known::Many, _) => return,
            (Known::One(_), _) => Known::Many,
        };
        self.set(index, known);
        self.worklist.push(object);
    }

    /// Whoever knows an object knows what it refers to.
    fn follow<D: Definite>(&mut self, heap: &Heap<D::Value>) {
        while let Some(object) = self.worklist.pop() {
            let known = self.now.known[(object - self.now.frozen - 1) as usize];
            match heap.ty(object) {
                _ if heap.length(object) == 0 => {}
                RefType::Class(class) if Some(class) == self.text => {}
                RefType::Class(class) => {
                    let image = self.image;
                    let slots = image.layout(class).references.iter().zip(heap.contents(object));
                    for (_, &word) in slots.filter(|(reference, _)| **reference) {
                        self.meet(D::reference(word), known);
                    }
                }
                RefType::Array(array) if self.image.program().element_type(array).is_ref() => {
                    for &word in heap.contents(object) {
                        self.meet(D::reference(word), known);
                    }
                }
                RefType::Array(_) | RefType::Any => {}
            }
        }
    }

    /// From now on others may know an object, and everything that it refers to.
    pub(super) fn share<D: Definite>(&mut self, heap: &Heap<D::Value>, object: Reference) {
        self.meet(object, Known::Many);
        self.follow::<D>(heap);
    }

    pub(super) fn is_shared(&self, object: Reference) -> bool {
        self.granularity == Granularity::Every
            || match object.checked_sub(self.now.frozen + 1) {
                Some(index) => self.now.known.get(index as usize) == Some(&Known::Many),
                None => object != 0,
            }
    }

    /// Whether every thread can come by an object without a reference to it: a text of the program, or the object of a class.
    pub(super) fn is_named<V: Copy>(&self, heap: &Heap<V>, object: Reference) -> bool {
        match heap.ty(object) {
            RefType::Class(class) => Some(class) == self.text || Some(class) == self.mirror,
            RefType::Array(_) | RefType::Any => false,
        }
    }

    /// The objects that a thread can come by, or everybody can if no thread is named, among the first that are not frozen, as
    /// bits. What lies in a text does not count, as for who shares what.
    pub(super) fn reach<D: Definite>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        thread: Option<usize>,
        objects: usize,
    ) -> Vec<u64> {
        assert!(self.journal.is_none(), "nobody looks ahead");
        let frozen = machine.heap().frozen_objects();
        let known = vec![Known::Nobody; machine.heap().len() - frozen as usize];
        let now = std::mem::replace(&mut self.now, Snapshot { frozen, known, alone: false });
        match thread {
            Some(thread) => self.meet_thread(machine, thread, Known::Many),
            None => self.meet_roots(machine),
        }
        self.follow::<D>(machine.heap());
        let bits = self.shared_bits(objects);
        self.now = now;
        bits
    }

    /// The first objects that are not frozen and that others may know, as bits.
    pub(super) fn shared_bits(&self, objects: usize) -> Vec<u64> {
        let mut bits = vec![0; objects.div_ceil(64)];
        let known = self.now.known.iter().take(objects).enumerate();
        for (index, _) in known.filter(|(_, known)| **known == Known::Many) {
            bits[index / 64] |= 1 << (index % 64);
        }
        bits
    }

    /// A number for all that is known, to compare moments.
    #[cfg(debug_assertions)]
    pub(super) fn fingerprint(&self, hasher: &mut impl std::hash::Hasher) {
        use std::hash::Hash as _;
        self.now.hash(hasher);
    }
}
