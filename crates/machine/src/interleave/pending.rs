//! What a thread is about to do.
//!
//! A thread that can go on is stopped before an operation that others may notice, or, when it has just begun or has let others go
//! first, before what leads there, which nobody notices. [`Machine::pending`] executes what leads there, and tells
//! which operation comes. The machine must be put back then.

use ir::{FunctionId, GlobalId, RefType};

use super::{Both, Interleaver};
use crate::domain::Definite;
use crate::heap::{Heap, Reference};
use crate::machine::Machine;
use crate::stop::Stop;
use crate::threads::{Phase, Status, Switch, Turn};
use crate::watch::{Access, Unwatched};

/// How many operations a thread may execute before the first one that others notice, for it to be known.
const LONGEST: u64 = 1_000_000;

/// Variables that threads may share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A static field.
    Global(GlobalId),
    /// A field of an object.
    Slot(Reference, u16),
    /// Elements of an array.
    Elements {
        /// The array.
        array: Reference,
        /// The first.
        from: u32,
        /// The one behind the last.
        to: u32,
    },
}

impl Place {
    /// Whether both have a variable in common.
    pub fn meets(self, other: Place) -> bool {
        match (self, other) {
            (Place::Elements { array, from, to }, Place::Elements { array: with, from: first, to: last }) => {
                array == with && from < last && first < to
            }
            (Place::Global(_) | Place::Slot(..) | Place::Elements { .. }, _) => self == other,
        }
    }
}

/// A use of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Touch {
    /// Which.
    pub place: Place,
    /// Whether it is written.
    pub written: bool,
    /// Whether it is volatile.
    pub volatile: bool,
}

impl Touch {
    /// Whether the order of both matters.
    pub fn conflicts(self, other: Touch) -> bool {
        (self.written || other.written) && self.place.meets(other.place)
    }
}

/// What a thread does next that others may notice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// It uses variables.
    Touches(Vec<Touch>),
    /// It enters the monitor of an object.
    Enter(Reference),
    /// Something else.
    Other,
    /// That takes too long to find out, or depends on what an operation comes to.
    Unknown,
}

/// Models that read or write variables as if they were not volatile, by names that begin so. Which variables is not looked at.
const PLAIN: &[&str] = &[
    "jdk.internal.misc.Unsafe.get",
    "jdk.internal.misc.Unsafe.put",
    "jdk.internal.misc.Unsafe.copyMemory0(",
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(",
];

impl Interleaver<'_, '_> {
    /// Whether variables were touched in plain ways that are taken for volatile ones: through `Unsafe`, as handles of variables
    /// do it.
    pub fn has_touched_plainly(&self) -> bool {
        self.plain
    }

    /// What an access means to others.
    pub(super) fn pending_of<D: Definite>(
        &mut self,
        heap: &Heap<D::Value>,
        access: &Access<'_, D::Value>,
    ) -> Pending {
        match *access {
            Access::Global { global, written } => {
                let volatile = self.use_of_global(global).volatile;
                let place = Place::Global(global);
                Pending::Touches(vec![Touch { place, written: written.is_some(), volatile }])
            }
            Access::Slot { object, slot, index, written } => {
                let object = D::reference(object);
                let (place, volatile) = match (slot, index.and_then(D::known)) {
                    (Some(slot), _) => {
                        (Place::Slot(object, slot), self.use_of_slot(heap, object, Some(slot)).volatile)
                    }
                    (None, Some(index)) => (elements(object, index as i64, 1), false),
                    (None, None) => (elements(object, 0, heap.length(object).into()), false),
                };
                Pending::Touches(vec![Touch { place, written: written.is_some(), volatile }])
            }
            Access::Enter(object) => Pending::Enter(object),
            Access::Initialise(_) => Pending::Other,
            Access::Native(function, arguments) => self.pending_of_native::<D>(heap, function, arguments),
        }
    }

    fn pending_of_native<D: Definite>(
        &mut self,
        heap: &Heap<D::Value>,
        function: FunctionId,
        arguments: &[D::Value],
    ) -> Pending {
        let name = &self.image.program().functions[function].name;
        let touch = |place: Place, written: bool| Touch { place, written, volatile: false };
        if name.starts_with("java.lang.System.arraycopy(")
            && let &[from, start, to, at, length] = arguments
            && D::reference(from) != 0
            && D::reference(to) != 0
        {
            // Where it is not known which elements they are, they may be all.
            let part = |array: D::Value, at: D::Value| match (D::known(at), D::known(length)) {
                (Some(at), Some(length)) => elements(D::reference(array), at as i64, length as i64),
                (Some(_) | None, _) => elements(D::reference(array), 0, i64::MAX),
            };
            return Pending::Touches(vec![touch(part(from, start), false), touch(part(to, at), true)]);
        }
        if name.starts_with("java.lang.Object.clone(")
            && let &[object] = arguments
            && D::reference(object) != 0
        {
            let object = D::reference(object);
            let length = heap.length(object);
            return Pending::Touches(match heap.ty(object) {
                RefType::Class(_) => {
                    let slots = 0..u16::try_from(length).unwrap_or(u16::MAX);
                    slots
                        .map(|slot| Touch {
                            volatile: self.use_of_slot(heap, object, Some(slot)).volatile,
                            ..touch(Place::Slot(object, slot), false)
                        })
                        .collect()
                }
                RefType::Array(_) | RefType::Any => vec![touch(elements(object, 0, length.into()), false)],
            });
        }
        let ordered = ["Volatile(", "Acquire(", "Release(", "Opaque("];
        let method = name.split_inclusive('(').next().unwrap_or(name);
        if PLAIN.iter().any(|prefix| name.starts_with(prefix))
            && !ordered.iter().any(|ending| method.ends_with(ending))
        {
            self.plain = true;
        }
        Pending::Other
    }
}

fn elements(array: Reference, from: i64, count: i64) -> Place {
    let bound = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    Place::Elements { array, from: bound(from), to: bound(from.saturating_add(count)) }
}

impl<'i, 'p, D: Definite> Machine<'i, 'p, D> {
    /// Whether a thread is [about](Self::pending) to do something that it has not begun.
    pub fn is_ready(&self, thread: usize) -> bool {
        match self.thread(thread).status {
            Status::Ready => self.thread(thread).phase != Phase::Ending,
            Status::Entering(_)
            | Status::Initialising(_)
            | Status::Waiting { .. }
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => false,
        }
    }

    /// What a [ready](Self::is_ready) thread does next. The machine has executed what leads there, and is to be put back.
    pub fn pending(&mut self, interleaver: &mut Interleaver<'i, 'p>, thread: usize) -> Pending {
        self.switch_to(thread);
        interleaver.exiting = self.thread(thread).phase == Phase::Exiting;
        interleaver.pass = false;
        interleaver.peeks = true;
        interleaver.about = None;
        let mut fuel = LONGEST;
        let turn = loop {
            let watch = &mut Unwatched;
            let turn = self.run_threads(&mut fuel, &mut Both { interleaver: &mut *interleaver, watch });
            match turn {
                Turn::Switch(Switch::Exiting) => interleaver.exiting = true,
                Turn::Switch(Switch::Blocked | Switch::Visible | Switch::Yielded | Switch::Ended)
                | Turn::Notify(_)
                | Turn::Stop(_) => break turn,
            }
        };
        interleaver.peeks = false;
        let about = interleaver.about.take();
        match turn {
            Turn::Switch(Switch::Visible | Switch::Blocked) => about.unwrap_or(Pending::Other),
            Turn::Stop(Stop::Paused | Stop::Fork(_)) => Pending::Unknown,
            // It ends, lets others go first, or asks for a choice, before it does anything that others notice.
            Turn::Switch(Switch::Yielded | Switch::Exiting | Switch::Ended)
            | Turn::Notify(_)
            | Turn::Stop(_) => Pending::Other,
        }
    }
}
