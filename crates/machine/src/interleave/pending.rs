//! What a thread is about to do.
//!
//! A thread that can go on is stopped before an operation that others may notice, or, when it has just begun or has let others go
//! first, before what leads there, which nobody notices. [`Machine::look_ahead`] executes what leads there, tells which operation
//! comes, and takes everything back: the machine by its mark, what others may know by the journal of
//! [`Escape`](super::escape::Escape). Builds that check assertions compare all of both with how it was. What is told names no object that was made on the
//! way.

use ir::{FunctionId, GlobalId, Id as _, RefType};

use super::{Both, Interleaver, NativeKind};
use crate::code::Op;
use crate::domain::Definite;
use crate::heap::{Heap, Reference};
use crate::machine::Machine;
use crate::natives::java::handles::{Effect, effect, slot_at};
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
    /// The object, if it is not static.
    pub fn object(self) -> Option<Reference> {
        match self {
            Place::Global(_) => None,
            Place::Slot(object, _) | Place::Elements { array: object, .. } => Some(object),
        }
    }

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
    /// It uses fields or elements of an object, and nothing else.
    Object(Reference),
    /// Something else.
    Other,
    /// That takes too long to find out, or depends on what an operation comes to.
    Unknown,
}

impl Pending {
    /// Whether it may matter which of both comes first.
    pub fn depends(&self, other: &Pending) -> bool {
        match (self, other) {
            (Pending::Other | Pending::Unknown, _) | (_, Pending::Other | Pending::Unknown) => true,
            (Pending::Touches(one), Pending::Touches(other)) => {
                one.iter().any(|one| other.iter().any(|other| one.conflicts(*other)))
            }
            (Pending::Enter(one), Pending::Enter(other)) | (Pending::Object(one), Pending::Object(other)) => {
                one == other
            }
            (Pending::Object(object), Pending::Touches(touches))
            | (Pending::Touches(touches), Pending::Object(object)) => {
                touches.iter().any(|touch| touch.place.object() == Some(*object))
            }
            (Pending::Enter(_), Pending::Touches(_) | Pending::Object(_))
            | (Pending::Touches(_) | Pending::Object(_), Pending::Enter(_)) => false,
        }
    }
}

impl Interleaver<'_, '_> {
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
            Access::Initialise(_) | Access::End => Pending::Other,
            Access::Native(function, arguments) => {
                self.weaker = self.is_weaker(function).then_some(function);
                self.pending_of_native::<D>(heap, function, arguments)
            }
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
        if let Some(touch) = self.touch_by_handle::<D>(heap, name, arguments) {
            return Pending::Touches(vec![touch]);
        }
        // What belongs to a class can be used as a static field, too.
        let is_class = |object: Reference| match heap.ty(object) {
            RefType::Class(class) => self.image.program().class_name(class) == "java.lang.Class",
            RefType::Array(_) | RefType::Any => false,
        };
        let argument = |index: usize| arguments.get(index).map_or(0, |&value| D::reference(value));
        let object = match self.native_kind(function) {
            NativeKind::Object(index) => argument(index),
            NativeKind::Handle if self.is_handle_of_objects::<D>(heap, argument(0)) => argument(1),
            NativeKind::Handle | NativeKind::Hidden | NativeKind::Visible | NativeKind::Copy => 0,
        };
        if object == 0 || is_class(object) { Pending::Other } else { Pending::Object(object) }
    }

    /// What a thread is about to do, without objects that a look ahead has made: nobody else can know those, and another thread's new
    /// objects get the same numbers. Only what everybody can come by is no thread's own; which object that will be is not known.
    fn without_new<V: Copy>(&self, heap: &Heap<V>, objects: usize, pending: Pending) -> Pending {
        let is_new = |object: Reference| object as usize > objects;
        match pending {
            Pending::Touches(mut touches) => {
                let new = |touch: &Touch| touch.place.object().filter(|&object| is_new(object));
                if touches.iter().filter_map(new).any(|object| self.escape.is_named(heap, object)) {
                    return Pending::Other;
                }
                touches.retain(|touch| new(touch).is_none());
                Pending::Touches(touches)
            }
            Pending::Enter(object) | Pending::Object(object) if is_new(object) => {
                if self.escape.is_named(heap, object) { Pending::Other } else { Pending::Touches(Vec::new()) }
            }
            Pending::Enter(_) | Pending::Object(_) | Pending::Other | Pending::Unknown => pending,
        }
    }

    /// The variable that a handle uses, if it is one of a field or an element and means one.
    fn touch_by_handle<D: Definite>(
        &mut self,
        heap: &Heap<D::Value>,
        name: &str,
        arguments: &[D::Value],
    ) -> Option<Touch> {
        let call = name.strip_prefix("java.lang.invoke.VarHandle.")?.strip_suffix("#call")?;
        let (method, descriptor) = call.split_at(call.find('(')?);
        let (effect, volatile) = effect(method)?;
        let argument = |index: usize| arguments.get(index).map_or(0, |&value| D::reference(value));
        let handle = argument(0);
        let RefType::Class(class) = (if handle == 0 { RefType::Any } else { heap.ty(handle) }) else {
            return None;
        };
        let program = self.image.program();
        let (_, kind) =
            program.class_name(class).strip_prefix("java.lang.invoke.VarHandle")?.split_once('$')?;
        let offset = || {
            let slot = self.image.slot(field_named(program, class, "fieldOffset")?);
            D::known(heap.get(handle, slot.into()))
        };
        let place = match kind {
            "FieldStaticReadWrite" | "FieldStaticReadOnly" => {
                let global = GlobalId::new(usize::try_from(offset()?).ok()?);
                Place::Global(global)
            }
            "FieldInstanceReadWrite" | "FieldInstanceReadOnly" if argument(1) != 0 => {
                let (object, slot) = (argument(1), slot_at(offset()? as i64));
                let RefType::Class(class) = heap.ty(object) else { return None };
                // An object that is no such object is found out by the access.
                self.image.layout(class).fields.get(slot as usize)?;
                Place::Slot(object, u16::try_from(slot).ok()?)
            }
            "Array" if argument(1) != 0 => {
                let array = argument(1);
                let RefType::Array(_) = heap.ty(array) else { return None };
                // An index in an object is not looked for.
                let is_number = descriptor
                    .split_once(';')
                    .is_some_and(|(_, rest)| rest.starts_with(['I', 'S', 'B']))
                    || ["([I", "([J", "([Z", "([B", "([S", "([C", "([F", "([D"].iter().any(|array| {
                        descriptor.strip_prefix(array).is_some_and(|rest| rest.starts_with(['I', 'S', 'B']))
                    });
                let index = arguments.get(2).copied().and_then(D::known).filter(|_| is_number);
                match index {
                    Some(index) => elements(array, index as i64, 1),
                    None => elements(array, 0, heap.length(array).into()),
                }
            }
            _ => return None,
        };
        Some(Touch { place, written: effect == Effect::Writes, volatile })
    }
}

/// A field of a class or its superclasses by its name.
fn field_named(program: &ir::Program, class: ir::ClassId, name: &str) -> Option<ir::FieldId> {
    let mut current = Some(class);
    while let Some(class) = current {
        if let Some(field) = program.field_named(class, name) {
            return Some(field);
        }
        current = program.classes[class].superclass;
    }
    None
}

fn elements(array: Reference, from: i64, count: i64) -> Place {
    let bound = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    Place::Elements { array, from: bound(from), to: bound(from.saturating_add(count)) }
}

impl<'i, 'p, D: Definite> Machine<'i, 'p, D> {
    /// What the threads that can go on are about to do. The machine is at its [mark](Self::mark), and is there again if
    /// the answer is something; the interleaver is to be [resumed](Self::resume_interleaved) before threads go on.
    pub fn outlook(&mut self, interleaver: &mut Interleaver<'i, 'p>) -> Option<Vec<(usize, Pending)>> {
        self.outlook_with(interleaver, |_, _, _| {})
    }

    /// The same, and tells for each thread what it is about to do, and which monitors finding that out has tried to enter, if they are
    /// [recorded](Interleaver::record_tries); nothing of the latter if that has also looked at what other threads wait for.
    pub fn outlook_with(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        mut tell: impl FnMut(usize, &Pending, Option<&[(Reference, bool)]>),
    ) -> Option<Vec<(usize, Pending)>> {
        let mut all = Vec::new();
        for thread in self.enabled() {
            let facts = *self.thread(thread);
            interleaver.forget_tries();
            self.take_looked();
            let pending = match facts.status {
                _ if facts.phase == Phase::Ending => Pending::Other,
                Status::Entering(object)
                | Status::Notified { object, .. }
                | Status::Waiting { object, .. } => Pending::Enter(object),
                Status::Initialising(_) => Pending::Other,
                // What nobody notices comes next.
                Status::Sleeping { .. } | Status::Parked { .. } | Status::Woken { .. } => {
                    Pending::Touches(Vec::new())
                }
                Status::Ready => self.look_ahead(interleaver, thread, |_, pending| pending.clone())?,
            };
            tell(thread, &pending, Some(interleaver.tries()).filter(|_| !self.take_looked()));
            all.push((thread, pending));
        }
        Some(all)
    }

    /// Executes what a thread that is ready does up to its next operation that others may notice, lets `look` see which that is and
    /// where the machine is then, and takes everything back; `None` if the machine could not be put back. The machine must be at its
    /// mark.
    pub(crate) fn look_ahead<R>(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        thread: usize,
        look: impl FnOnce(&Self, &Pending) -> R,
    ) -> Option<R> {
        interleaver.refresh(self);
        #[cfg(debug_assertions)]
        let before = self.fingerprint(interleaver);
        let objects = self.heap.len();
        let place = self.frames_of(thread).last().copied();
        let (passes, exiting) = (interleaver.pass, interleaver.exiting);
        let taken_back = interleaver.escape.begin_look_ahead();
        let attempt = self.attempt(thread);
        let (pending, executed) = self.pending(interleaver, thread);
        let pending = interleaver.without_new(&self.heap, objects, pending);
        if let Some(function) = interleaver.weaker.take() {
            interleaver.note_weaker(self, thread, function);
        }
        let seen = look(self, &pending);
        interleaver.escape.end_look_ahead(taken_back);
        (interleaver.pass, interleaver.exiting) = (passes, exiting);
        // Mostly the thread was at its operation, and has done nothing but try it. That it is there again is not enough: it may have
        // gone round a loop.
        let stands = executed <= attempt
            && self.thread(thread).status == Status::Ready
            && self.current_thread() == Some(thread)
            && self.frames_of(thread).last().copied() == place
            && self.heap.is_as_marked()
            && self.heap.len() == objects;
        if !stands && !self.undo() {
            return None;
        }
        #[cfg(debug_assertions)]
        assert_eq!(before, self.fingerprint(interleaver), "a look ahead should be taken back whole");
        Some(seen)
    }

    /// A number for everything that a look ahead may change, to compare moments. Which thread is under way does not count: at a point of change
    /// that is nothing but where the frames lie.
    #[cfg(debug_assertions)]
    fn fingerprint(&self, interleaver: &Interleaver<'_, '_>) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.heap.fingerprint(&mut hasher, |value, hasher| {
            (D::known(value), D::reference(value)).hash(hasher);
        });
        for thread in 0..self.thread_count() {
            format!("{:?} {:?}", self.thread(thread), self.frames_of(thread)).hash(&mut hasher);
            for frame in self.live_frames_of(thread) {
                for live in frame.live {
                    let value = frame.registers[usize::from(live.register)];
                    (D::known(value), live.reference.then(|| D::reference(value))).hash(&mut hasher);
                }
            }
        }
        interleaver.escape.fingerprint(&mut hasher);
        (interleaver.pass, interleaver.exiting).hash(&mut hasher);
        hasher.finish()
    }

    /// How many operations it takes at most to try the one that a thread is at: constants without a register are loaded before it.
    fn attempt(&self, thread: usize) -> u64 {
        let Some(frame) = self.frames_of(thread).last() else { return 0 };
        let ops = &self.image.frame_code(frame.function).ops[frame.pc as usize..];
        1 + ops.iter().take_while(|op| matches!(op, Op::Constant { .. })).count() as u64
    }

    /// What a thread does next that is ready, and how many operations lead there, which the machine executes.
    fn pending(&mut self, interleaver: &mut Interleaver<'i, 'p>, thread: usize) -> (Pending, u64) {
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
        let pending = match turn {
            Turn::Switch(Switch::Visible | Switch::Blocked) => about.unwrap_or(Pending::Other),
            Turn::Stop(Stop::Paused | Stop::Fork(_)) => Pending::Unknown,
            // It ends, lets others go first, or asks for a choice, before it does anything that others notice.
            Turn::Switch(Switch::Yielded | Switch::Exiting | Switch::Ended)
            | Turn::Notify(_)
            | Turn::Stop(_) => Pending::Other,
        };
        (pending, LONGEST - fuel)
    }
}
