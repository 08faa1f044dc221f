//! Which objects an execution can still reach, and giving the room of the others back.
//!
//! # When
//! An allocation that would take the heap beyond its threshold leaves the interpreter's loop *before* it
//! happens; the machine collects, sets a new threshold and does the operation again. Only when what is
//! left after that is too large does the program run out of memory. A model that finds no room is
//! asked again as well: it makes what it needs before it changes anything that was there.
//!
//! # Why a program cannot notice
//! References do not change: an object keeps its number, only its contents move. What is kept is
//! everything that the execution can come by: live locals of all frames (of the innermost one those
//! before the operation, which is done again; of the others those across their calls), globals, objects
//! that literals stand for, objects whose monitor is held, the exception that a frame constructs, and
//! what those refer to. A local that is not live is written before it is read, so what it holds does not
//! matter. A number that became free is given out again, but nobody can hold the old meaning any more.
//! Nothing of Java's runs at a collection: weak and soft references keep what they refer to, and
//! nothing is finalised, which a JVM is free to do as well.
//!
//! With a mark set, everything from before the mark stays: undoing brings back who refers to it. What
//! is [frozen](crate::frozen) stays as well.
//!
//! # Identity hash codes
//! An object that is asked for its identity hash code gets the least number that no object has, and
//! keeps it. At every choice the numbers of objects that can no longer be reached are free again. So a
//! number is a function of the state at the last choice and of what was executed since, and not of how
//! the state was reached or of when somebody collected; canonical states carry the numbers of their
//! objects. That makes searching, undoing and replaying agree on them.

use ir::{ClassId, GlobalId, Id as _, RefType};

use crate::code::Element;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Limits, Machine, Purpose};

/// Which references do not keep the object that they refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weakness {
    /// Weak and phantom ones.
    Weak,
    /// Soft ones as well.
    Soft,
}

/// Classes of the library whose references a program makes itself. What the library does with others is its own affair, and shows nowhere.
const REFERENCES: &[&str] = &[
    "java.lang.ref.WeakReference",
    "java.lang.ref.SoftReference",
    "java.lang.ref.PhantomReference",
    "java.util.WeakHashMap$Entry",
];

/// A set of objects.
#[derive(Debug)]
pub(crate) struct Marks {
    bits: Vec<u64>,
}

impl Marks {
    /// Whether an object is in the set.
    pub(crate) fn contains(&self, object: Reference) -> bool {
        self.bits[object as usize / 64] >> (object % 64) & 1 == 1
    }
}

/// What there is for an operation that makes something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    /// Enough.
    Made,
    /// Not enough in the heap of the program.
    None,
    /// Not enough in what we may use ourselves.
    Spent,
}

/// Marking under way: the objects that were met, and those whose contents were not looked at yet.
struct Marking {
    marks: Marks,
    open: Vec<Reference>,
}

impl Marking {
    fn meet(&mut self, object: Reference) {
        let word = &mut self.marks.bits[object as usize / 64];
        let old = *word;
        *word |= 1 << (object % 64);
        if object != 0 && *word != old {
            self.open.push(object);
        }
    }

    fn meet_value<D: Domain>(&mut self, domain: &D, value: D::Value) {
        domain.words(value, |word| self.meet(word as Reference));
    }
}

/// Collecting is not worth it for less than that.
pub(crate) const SMALL: usize = 16 << 20;

impl<D: Domain> Machine<'_, '_, D> {
    /// Makes room for so many bytes more, if there may be: then the operation can be done again.
    /// `all` says whether the operation may use all the room there is before it must ask again.
    pub(crate) fn make_room(&mut self, bytes: usize, all: bool) -> Room {
        let raising = self.frames.last().is_some_and(|frame| frame.raising);
        let Limits { heap: limit, room, .. } = self.limits.within(raising);
        // What has no room in an empty heap needs no collection.
        if bytes > limit {
            return Room::None;
        }
        if bytes > room {
            return Room::Spent;
        }
        self.collect();
        let needed = self.heap.size() + bytes;
        let roomy = match (all, self.eager) {
            (true, _) => limit,
            (false, true) => needed,
            (false, false) => needed.saturating_mul(2).max(SMALL),
        };
        let most = limit.min(room);
        self.heap.set_threshold(roomy.min(most).max(needed.min(most)));
        if needed > limit {
            Room::None
        } else if needed > room {
            Room::Spent
        } else {
            Room::Made
        }
    }

    /// Gives the room of unreachable objects back. The machine is at an operation that allocates.
    pub(crate) fn collect(&mut self) {
        let marks = self.reachable(true, |_| None);
        let image = self.image;
        self.heap.sweep(&marks, |ty| match ty {
            RefType::Array(array) if D::PACKED => image.element(array),
            RefType::Array(_) | RefType::Class(_) | RefType::Any => Element::Slot,
        });
    }

    /// Frees the numbers for identity hash codes of objects that cannot be reached. The machine has
    /// stopped at a choice.
    pub(crate) fn settle_hashes(&mut self) {
        if self.heap.has_hashes() {
            let marks = self.reachable(false, |_| None);
            self.heap.settle_hashes(&marks);
        }
    }

    /// The references of a program that can be reached while their object cannot be reached but through such references. `class` is that of
    /// all references, and `slot` is where they have their object.
    pub(crate) fn clearable(&self, weakness: Weakness, class: ClassId, slot: u32) -> Vec<Reference> {
        let program = self.image.program();
        let soft = program.class_named("java.lang.ref.SoftReference");
        let weak = |sub: ClassId| {
            let own = self.is_of_program(sub);
            let is_soft = soft.is_some_and(|soft| self.image.is_subclass(sub, soft));
            let applies =
                own && self.image.is_subclass(sub, class) && (weakness == Weakness::Soft || !is_soft);
            applies.then_some(slot as usize)
        };
        let all = self.reachable(false, |_| None);
        let strong = self.reachable(false, weak);
        let held = |object: Reference| self.heap.locks().iter().any(|lock| lock.object == object);
        let clearable = |&object: &Reference| {
            let RefType::Class(class) = self.heap.ty(object) else { return false };
            let mut gone = false;
            if self.heap.length(object) > 0 && weak(class).is_some() {
                let referent = self.heap.get(object, slot);
                self.domain.words(referent, |referent| {
                    let referent = referent as Reference;
                    gone = referent != 0 && !strong.contains(referent) && !held(referent);
                });
            }
            gone
        };
        (1..=self.heap.len() as Reference).filter(|&object| all.contains(object)).filter(clearable).collect()
    }

    /// Whether references of a class are those that a program makes.
    fn is_of_program(&self, class: ClassId) -> bool {
        let name = self.image.program().class_name(class);
        !crate::natives::java::is_library(name) || REFERENCES.contains(&name)
    }

    /// Whether there are references of the program that do not keep their object.
    pub(crate) fn has_references(&self) -> bool {
        let Some(reference) = self.image.program().class_named("java.lang.ref.Reference") else {
            return false;
        };
        let all = self.reachable(false, |_| None);
        (1..=self.heap.len() as Reference).filter(|&object| all.contains(object)).any(|object| {
            self.heap.length(object) > 0
                && matches!(self.heap.ty(object), RefType::Class(class)
                    if self.is_of_program(class) && self.image.is_subclass(class, reference))
        })
    }

    /// The objects that the execution can come by, from an operation that allocates or a choice. `all`
    /// adds those that matter to nobody but the heap itself; `weak` gives the slot of objects of a class through which others
    /// are not reached.
    fn reachable(&self, all: bool, weak: impl Fn(ClassId) -> Option<usize>) -> Marks {
        let Machine { image, domain, heap, .. } = self;
        let program = image.program();
        let marks = Marks { bits: vec![0; (heap.len() + 1).div_ceil(64)] };
        let mut marking = Marking { marks, open: Vec::new() };
        let kept = if all { heap.kept() } else { heap.frozen_objects() + 1 };
        for object in 1..kept {
            marking.meet(object);
        }
        if all {
            // What the list of monitors names.
            for lock in heap.locks() {
                marking.meet(lock.object);
            }
        }
        for facts in self.all_facts() {
            marking.meet(facts.object);
            marking.meet(facts.status.object().unwrap_or(0));
        }
        let threads = self.thread_count().max(1);
        for frame in (0..threads).flat_map(|thread| self.live_frames_of(thread)) {
            if let Purpose::Construct(exception) = frame.point.purpose {
                marking.meet(exception);
            }
            for live in frame.live.iter().filter(|live| live.reference) {
                marking.meet_value(domain, frame.registers[usize::from(live.register)]);
            }
        }
        for (global, value, _) in heap.touched_globals() {
            if program.globals[GlobalId::new(global)].ty.is_ref() {
                marking.meet_value(domain, value);
            }
        }
        for &literal in heap.literals() {
            marking.meet(literal);
        }
        while let Some(object) = marking.open.pop() {
            match heap.ty(object) {
                // Nothing is in there, and what was collected before has no type any more.
                _ if heap.length(object) == 0 => {}
                RefType::Class(class) => {
                    let passed = weak(class);
                    let slots = image.layout(class).references.iter().zip(heap.contents(object)).enumerate();
                    for (slot, (&reference, &value)) in slots {
                        if reference && passed != Some(slot) {
                            marking.meet_value(domain, value);
                        }
                    }
                }
                RefType::Array(array) if program.element_type(array).is_ref() => {
                    for &value in heap.contents(object) {
                        marking.meet_value(domain, value);
                    }
                }
                RefType::Array(_) | RefType::Any => {}
            }
        }
        marking.marks
    }
}
