//! Everything that a thread uses on its way, whether others know it at that moment or not.
//!
//! What a thread is [about to do](super::Pending) says what others may notice now. Whoever wants to know whether a thread will
//! *ever* use a variable needs more: an object that two threads know may be known to one of them only when that one comes to
//! use it, and then nobody notices. So all accesses count here that would be noticed if everybody knew the objects.
//!
//! Native methods are either known to use no variables but those of `java.lang` ([`QUIET`]), or to use certain ones, or may use anything.

use ir::FunctionId;

use super::{Care, Granularity, Interleaver, NativeKind, Pending, Place, Touch};
use crate::domain::Definite;
use crate::heap::{Heap, Reference};
use crate::watch::Access;

/// Something that a thread has used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Used {
    /// A variable.
    Variable(Touch),
    /// Variables of an object, or one of them.
    Object {
        /// The object.
        object: Reference,
        /// Which, if it is known.
        slot: Option<u16>,
    },
    /// The monitor of an object, which is entered or left, or with which threads wait and are notified.
    Monitor(Reference),
    /// What a thread with that object waits for, or the thread itself if there is none: parking, and letting it go on or looking at it.
    Permit(Reference),
    /// The list of threads, which gets another one, with that object.
    Start(Reference),
    /// Perhaps anything.
    Anything,
}

/// Models that use no variables but those of objects and classes of `java.lang`: they do something to a thread, or look at the clock.
const QUIET: &[&str] = &[
    "java.lang.Thread.",
    "java.lang.Thread$ThreadIdentifiers.",
    "java.lang.System.nanoTime(",
    "java.lang.System.currentTimeMillis(",
];

/// Those that park a thread, or let one go on.
const PARKING: &[&str] = &["jdk.internal.misc.Unsafe.park(", "jdk.internal.misc.Unsafe.unpark("];

/// Those that wake the thread that is their receiver, or look at what it waits for.
const WAKING: &[&str] = &[
    "java.lang.Thread.interrupt0(",
    "java.lang.Thread.isAlive(",
    "java.lang.Thread.getState(",
    "java.lang.Thread.threadState(",
];

/// Models that do something to the monitor of an object and nothing else.
const MONITORS: &[&str] = &["java.lang.Object.wait", "java.lang.Object.notify"];

/// Models that ask for an identity hash code.
const HASHES: &[&str] = &["java.lang.Object.hashCode(", "java.lang.System.identityHashCode("];

impl Interleaver<'_, '_> {
    /// Notes from now on what threads use, and forgets what was noted.
    pub fn begin_uses(&mut self) {
        self.uses.get_or_insert_default().clear();
    }

    /// What was used since then.
    pub fn uses(&self) -> &[Used] {
        self.uses.as_deref().unwrap_or_default()
    }

    /// Notes an access that happens now.
    pub(super) fn note_use<D: Definite>(&mut self, heap: &Heap<D::Value>, access: &Access<'_, D::Value>) {
        // What a thread does when it leaves its group is assumed to be noticed by nobody.
        if self.exiting && self.granularity == Granularity::Shared && !matches!(access, Access::Enter(_)) {
            return;
        }
        let used = match *access {
            Access::Global { global, .. } => match self.use_of_global(global).care {
                Care::Plain if !self.image.program().globals[global].name.contains(".<") => {
                    self.pending_of::<D>(heap, access)
                }
                Care::Plain | Care::Final | Care::Protected => return,
            },
            Access::Slot { object, slot, written, .. } => {
                match self.care_of_slot(heap, D::reference(object), slot) {
                    Care::Plain => {}
                    Care::Final if written.is_some() => {}
                    Care::Final | Care::Protected => return,
                }
                self.pending_of::<D>(heap, access)
            }
            Access::Enter(object) => Pending::Enter(object),
            Access::Initialise(_) => return,
            Access::Native(function, arguments) => {
                match self.native_kind(function) {
                    NativeKind::Hidden => return,
                    NativeKind::Visible => return self.note_visible::<D>(heap, function, arguments),
                    NativeKind::Object(_) | NativeKind::Handle | NativeKind::Copy => {}
                }
                // Only what others notice is noted as plain.
                let plain = self.plain;
                let pending = self.pending_of::<D>(heap, access);
                self.plain = plain;
                pending
            }
        };
        let uses = self.uses.get_or_insert_default();
        match used {
            Pending::Touches(touches) => uses.extend(touches.into_iter().map(Used::Variable)),
            Pending::Enter(object) => uses.push(Used::Monitor(object)),
            Pending::Object { object, slot } => uses.push(Used::Object { object, slot }),
            Pending::Permit(thread) => uses.push(Used::Permit(thread)),
            Pending::Start(thread) => uses.push(Used::Start(thread)),
            Pending::Other | Pending::Unknown => uses.push(Used::Anything),
        }
    }

    /// Notes a call of a model that always counts as noticed.
    fn note_visible<D: Definite>(
        &mut self,
        heap: &Heap<D::Value>,
        function: FunctionId,
        arguments: &[D::Value],
    ) {
        let name = &self.image.program().functions[function].name;
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let argument = |index: usize| arguments.get(index).map_or(0, |&value| D::reference(value));
        let used = if starts(PARKING) {
            Used::Permit(if name.contains("Unsafe.unpark(") { argument(1) } else { 0 })
        } else if name.starts_with("java.lang.Thread.start0(") {
            Used::Start(argument(0))
        } else if starts(WAKING) {
            Used::Permit(argument(0))
        } else if starts(QUIET) {
            return;
        } else if starts(MONITORS) {
            Used::Monitor(argument(0))
        } else if starts(HASHES) {
            // A hash code that an object has it keeps; which one it gets depends on what else there is.
            let object = argument(0);
            if object == 0 || heap.hash_number(object).is_some() {
                return;
            }
            Used::Anything
        } else {
            Used::Anything
        };
        self.uses.get_or_insert_default().push(used);
    }

    /// Whether models that are not [looked at](Used::Anything) more closely leave a variable alone when others than the thread with
    /// that object call them: not if it belongs to the language itself, but for whether the thread was interrupted.
    pub fn is_left_alone<D: Definite>(&self, heap: &Heap<D::Value>, place: Place, thread: Reference) -> bool {
        let program = self.image.program();
        match place {
            Place::Global(global) => !program.globals[global].name.starts_with("java.lang."),
            Place::Slot(object, slot) => match heap.ty(object) {
                ir::RefType::Class(class) => {
                    let field = self.image.layout(class).fields.get(usize::from(slot));
                    field.is_some_and(|field| {
                        let field = &program.fields[*field];
                        let owner = program.class_name(field.owner);
                        !owner.starts_with("java.lang.")
                            || object == thread && owner == "java.lang.Thread" && field.name == "interrupted"
                    })
                }
                ir::RefType::Array(_) | ir::RefType::Any => false,
            },
            Place::Elements { .. } => true,
        }
    }
}
