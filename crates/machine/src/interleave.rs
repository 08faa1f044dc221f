//! Which operations of a thread others may notice, and executions that stop before each of them.
//!
//! Between two such operations a thread does what concerns nobody else, so it does not matter when the others go on:
//! whatever they do there they could have done before. So it is enough to change threads *before* an operation
//! that others may notice or that may notice what others do. Those are:
//! - entering a monitor, waiting, notifying, and everything else that threads do to each other,
//! - reading and writing static fields, and fields and elements of objects that others may know,
//! - beginning to initialise a class,
//! - native methods that look at such objects, at the clock, or at anything else that there is once.
//!
//! Leaving a monitor is not among them: nobody can notice it but by entering, which then waits until it is
//! left, and what others do before it is left they can do after it as well.
//!
//! # Who may know an object
//! At every point where threads change, an object is *shared* if it can be reached from a static field, from an
//! object that was there before the program began, or from two threads. That is a function of the state. From there
//! on, an object becomes shared when a shared one is made to refer to it, or when a thread is started with it; and with it
//! everything that it refers to. So nobody else has a reference to an object that is not shared, and nothing
//! that a thread does to such an object can be noticed.
//!
//! # What is final
//! A final field of an object is written before others get to know the object, unless a constructor gives it away. So
//! reading it is not noticed. When a final field of a shared object is written, that was wrong, and whoever relies on it is
//! told ([`Interleaver::was_wrong`]) and must begin anew with [`Granularity::Every`]. A final static field is written by its
//! class's initialiser, which others wait for.
//!
//! # Texts
//! A text never changes, so what lies in it is not noticed, nor is the hash code that it remembers. Every thread may come by the
//! object of a text that stands in the program, also if nobody refers to it now and it is no part of the state; but all that
//! one can do to it is to enter its monitor, which is always a point of change.
//!
//! # What the library does for threads
//! Some fields of `Thread` and `ThreadGroup` are only touched by the thread itself, or with the monitor of their
//! object; entering that is a point of change, so they need none. What a thread does when it leaves its group at its end is
//! one step, but for the monitors that it enters: only a program that looks into thread groups could notice, so that is an
//! assumption, and not made with [`Granularity::Every`].
//!
//! Initialisers of the library compute the same in whatever thread they run, as [`base`](crate::base) argues.

mod escape;
mod footprint;
mod pending;
mod races;
mod weak;

pub use footprint::MOST_TRIES;
pub use pending::{Pending, Place, Touch};
pub use races::Race;
pub(crate) use races::is_internal;
pub use weak::Weak;

use std::collections::HashMap;

use check::Property;
use escape::Escape;
use ir::{ClassId, FunctionId, GlobalId, RefType, Type};

use crate::domain::{Definite, Domain};
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::machine::Machine;
use crate::natives;
use crate::stop::{Bug, Stop};
use crate::threads::{Limit, Phase, Switch, Turn};
use crate::watch::{Access, Watch, Watched};
use crate::word::Word;

/// Where threads may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Granularity {
    /// Where others may notice.
    #[default]
    Shared,
    /// At every access, whoever knows the object, and at every class that is initialised.
    Every,
}

/// The flags of fields in a class file.
const FINAL: u32 = 0x10;
const VOLATILE: u32 = 0x40;

/// Says where threads may change.
#[derive(Debug)]
pub struct Interleaver<'i, 'p> {
    image: &'i Image<'p>,
    granularity: Granularity,
    /// Whether the next operation that others may notice happens now.
    pass: bool,
    /// Whether the thread under way only leaves its group.
    exiting: bool,
    /// Which objects others may know.
    escape: Escape<'i, 'p>,
    natives: HashMap<FunctionId, NativeKind>,
    slots: HashMap<ClassId, Box<[Use]>>,
    globals: HashMap<GlobalId, Use>,
    was_wrong: bool,
    copied: bool,
    /// What the thread is about to do that has just been stopped, if somebody wants to know.
    about: Option<Pending>,
    peeks: bool,
    /// Whether the class library touched variables in ways that are weaker than volatile ones, and are taken for those.
    plain: bool,
    /// Whether a thread has waited with a long limit of time.
    patient: bool,
    /// The native method that the thread is about to call and that does so, while somebody looks ahead.
    weaker: Option<FunctionId>,
    /// The first place where the program's own code does so.
    weak: Option<Weak>,
    /// Whether a thread that is alone is not stopped.
    lets_alone: bool,
    /// The properties whose violation ends an execution; all if nobody says which.
    ends: Option<Box<[Property]>>,
    /// The monitors that threads wanted to enter, if somebody wants to know: see the module `footprint`.
    tried: Option<Vec<(Reference, bool)>>,
}

/// How a field is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Care {
    /// In any way.
    Plain,
    /// It is written before others know its object.
    Final,
    /// It is used with a monitor, or by one thread.
    Protected,
}

/// What there is to know about a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Use {
    care: Care,
    volatile: bool,
}

impl Use {
    const PLAIN: Use = Use { care: Care::Plain, volatile: false };

    fn of(program: &ir::Program, class: &str, field: &str) -> Use {
        let flags = flags(program, class, field);
        let care = if is_protected(class, field) {
            Care::Protected
        } else if flags & FINAL != 0 {
            Care::Final
        } else {
            Care::Plain
        };
        Use { care, volatile: flags & VOLATILE != 0 }
    }
}

/// What others may notice of a native method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NativeKind {
    /// Nothing.
    Hidden,
    /// Always something.
    Visible,
    /// What it does to the object that is this argument.
    Object(usize),
    /// What it does to the variable of a handle.
    Handle,
    /// As before, of a copy of elements that the JVM does one after the other.
    Copy,
}

/// Models that look at nothing that changes, or change nothing that is looked at. What they print is no part of a state.
const HIDDEN: &[&str] = &[
    "java.lang.Math.",
    "java.lang.StrictMath.",
    "java.lang.Float.",
    "java.lang.Double.",
    "java.lang.Class.",
    "java.lang.Object.getClass(",
    "java.lang.Throwable.fillInStackTrace(",
    "java.lang.StackTraceElement.",
    "java.lang.Thread.currentThread(",
    "java.lang.Thread.currentCarrierThread(",
    "java.lang.Thread.registerNatives(",
    "java.lang.Thread.ensureMaterializedForStackWalk(",
    "java.lang.Thread.holdsLock(",
    "java.lang.System.lineSeparator(",
    "java.lang.System.getProperty(",
    "java.lang.System.getSecurityManager(",
    "java.lang.Runtime.availableProcessors(",
    "java.lang.Runtime.maxMemory(",
    "java.lang.Runtime.totalMemory(",
    // These only note that somebody asks, and then the library's code runs.
    "java.lang.ref.Reference.get(",
    "java.lang.ref.SoftReference.get(",
    "java.util.Locale.getDefault(",
    "java.util.TimeZone.getDefault(",
    // A free generator has no state, and of others the library's code runs. What would be noticed is refused where there are several threads: giving a
    // free generator a seed, and clearing references. A model that asks must not be noticed, because a state at a choice goes on there.
    "java.util.concurrent.ThreadLocalRandom.",
    "java.util.Random.",
    "java.util.SplittableRandom.",
    "java.util.random.RandomGenerator.",
    "jdk.internal.util.random.RandomSupport.",
    "java.lang.Runtime.gc(",
    // The threads narrow down the same salt, and which of them does so first makes no difference to what is left for all.
    "java.util.ImmutableCollections$",
    // What was made by others is different in any order.
    "java.security.SecureRandom.",
    "java.lang.String.hashCode(",
    "java.lang.StringUTF16.isBigEndian(",
    "java.lang.invoke.MethodHandles",
    "java.io.PrintStream.",
    "java.security.AccessController.",
    "jdk.internal.misc.VM.",
    "jdk.internal.misc.CDS.",
    "jdk.internal.misc.PreviewFeatures.",
    "jdk.internal.vm.ContinuationSupport.",
    "jdk.internal.misc.Unsafe.registerNatives(",
    "jdk.internal.misc.Unsafe.arrayBaseOffset0(",
    "jdk.internal.misc.Unsafe.arrayIndexScale0(",
    "jdk.internal.misc.Unsafe.objectFieldOffset",
    "jdk.internal.misc.Unsafe.staticField",
    "jdk.internal.misc.Unsafe.fullFence(",
    "jdk.internal.misc.Unsafe.loadFence(",
    "jdk.internal.misc.Unsafe.storeFence(",
    "jdk.internal.misc.Unsafe.storeStoreFence(",
    "jdk.internal.misc.Unsafe.loadLoadFence(",
    "jdk.internal.misc.Unsafe.allocateInstance(",
    "sun.security.action.GetPropertyAction.",
    "glassbox.api.Verify.",
];

/// Models that look only at what lies in one object, with the argument that it is.
const OF_OBJECTS: &[(&str, usize)] = &[
    ("java.lang.Object.clone(", 0),
    ("jdk.internal.misc.Unsafe.get", 1),
    ("jdk.internal.misc.Unsafe.put", 1),
    ("jdk.internal.misc.Unsafe.compareAnd", 1),
    ("java.lang.ref.Reference.", 0),
    ("java.lang.ref.PhantomReference.", 0),
];

/// Fields that only their own thread touches, or that are only touched with the monitor of their object or class.
const PROTECTED: &[(&str, &[&str])] = &[
    (
        "java.lang.Thread",
        &["threadLocals", "inheritableThreadLocals", "target", "inheritedAccessControlContext"],
    ),
    ("java.lang.Thread", &["threadInitNumber", "threadSeqNumber"]),
    ("java.lang.ThreadGroup", &["nthreads", "threads", "ngroups", "groups", "nUnstartedThreads"]),
];

/// Models of what the JVM does in several steps.
const COPIES: &[&str] = &[
    "java.lang.System.arraycopy(",
    "jdk.internal.misc.Unsafe.copyMemory0(",
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(",
];

/// What executions did that a result rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    copied: bool,
    plain: bool,
    patient: bool,
}

impl<'i, 'p> Interleaver<'i, 'p> {
    /// An interleaver of executions of an image.
    pub fn new(image: &'i Image<'p>, granularity: Granularity) -> Self {
        Interleaver {
            image,
            granularity,
            pass: false,
            exiting: false,
            escape: Escape::new(image, granularity),
            natives: HashMap::new(),
            slots: HashMap::new(),
            globals: HashMap::new(),
            was_wrong: false,
            copied: false,
            about: None,
            peeks: false,
            plain: false,
            patient: false,
            weaker: None,
            weak: None,
            lets_alone: false,
            ends: None,
            tried: None,
        }
    }

    /// The same, but a thread that is alone is only stopped before native methods that others may notice: it may start another one there. Nothing is
    /// lost by that, since there is nobody else to go on; there are fewer points where a state can be kept.
    #[must_use]
    pub fn letting_alone(mut self) -> Self {
        self.lets_alone = true;
        self
    }

    /// The same, for executions that a violation of one of these properties ends, and of no other: a thread that has an exception that nobody asks
    /// about ends, and others go on.
    #[must_use]
    pub fn ending_at(mut self, properties: &[Property]) -> Self {
        self.ends = Some(properties.into());
        self
    }

    fn ends_at(&self, property: Property) -> bool {
        self.ends.as_ref().is_none_or(|ends| ends.contains(&property))
    }

    /// Whether a final field of an object was written that others may know.
    pub fn was_wrong(&self) -> bool {
        self.was_wrong
    }

    /// Whether the thread under way has yet to do what others notice.
    pub fn passes(&self) -> bool {
        self.pass
    }

    /// Whether elements of a shared array were copied in one step.
    pub fn has_copied(&self) -> bool {
        self.copied
    }

    /// Whether a thread has waited with a limit of time that is over only where nothing else goes on.
    pub fn has_waited_patiently(&self) -> bool {
        self.patient
    }

    /// What was noted so far, and forgets it.
    pub fn take_notes(&mut self) -> Notes {
        let notes = Notes { copied: self.copied, plain: self.plain, patient: self.patient };
        (self.copied, self.plain, self.patient) = (false, false, false);
        notes
    }

    /// Notes what another interleaver has noted.
    pub fn add_notes(&mut self, notes: Notes) {
        self.copied |= notes.copied;
        self.plain |= notes.plain;
        self.patient |= notes.patient;
    }

    /// Looks which objects are shared. The machine is at a point where threads change.
    fn survey<D: Definite>(&mut self, machine: &Machine<'_, '_, D>) {
        self.escape.survey(machine, self.lets_alone);
    }

    /// The same, unless that is known.
    fn refresh<D: Definite>(&mut self, machine: &Machine<'_, '_, D>) {
        if self.escape.is_stale() {
            self.survey(machine);
        }
    }

    /// Remembers which objects are shared. The machine has just been put into a state, or has come to one that asks for something
    /// else than a thread.
    pub fn remember(&mut self) {
        self.escape.remember();
    }

    fn is_shared(&self, object: Reference) -> bool {
        self.escape.is_shared(object)
    }

    fn enters_shared<V: Copy>(&self, heap: &Heap<V>, object: Reference) -> bool {
        self.is_shared(object) || self.escape.is_named(heap, object)
    }

    /// What there is to know about a slot of an object.
    fn use_of_slot<V: Copy>(&mut self, heap: &Heap<V>, object: Reference, slot: Option<u16>) -> Use {
        let (RefType::Class(class), Some(slot)) = (heap.ty(object), slot) else { return Use::PLAIN };
        let image = self.image;
        let uses = self.slots.entry(class).or_insert_with(|| {
            let (program, layout) = (image.program(), image.layout(class));
            let of = |(slot, field): (usize, &ir::FieldId)| {
                let field = &program.fields[*field];
                if layout.is_cache(slot) {
                    Use { care: Care::Protected, volatile: false }
                } else {
                    Use::of(program, program.class_name(field.owner), &field.name)
                }
            };
            layout.fields.iter().enumerate().map(of).collect()
        });
        uses.get(usize::from(slot)).copied().unwrap_or(Use::PLAIN)
    }

    fn care_of_slot<V: Copy>(&mut self, heap: &Heap<V>, object: Reference, slot: Option<u16>) -> Care {
        self.use_of_slot(heap, object, slot).care
    }

    /// What there is to know about a static field.
    fn use_of_global(&mut self, global: GlobalId) -> Use {
        let program = self.image.program();
        *self.globals.entry(global).or_insert_with(|| {
            let name = &program.globals[global].name;
            match name.rsplit_once('.') {
                Some((class, field)) => Use::of(program, class, field),
                None => Use::PLAIN,
            }
        })
    }

    fn native_kind(&mut self, function: FunctionId) -> NativeKind {
        let program = self.image.program();
        *self.natives.entry(function).or_insert_with(|| {
            let name = &program.functions[function].name;
            if name.starts_with("java.lang.Class.forName(") {
                // It may initialise a class.
                NativeKind::Visible
            } else if HIDDEN.iter().any(|prefix| name.starts_with(prefix)) {
                NativeKind::Hidden
            } else if COPIES.iter().any(|prefix| name.starts_with(prefix)) {
                NativeKind::Copy
            } else {
                let found = OF_OBJECTS.iter().find(|(prefix, _)| name.starts_with(prefix));
                match found {
                    Some(&(_, object)) => NativeKind::Object(object),
                    None if name.starts_with("java.lang.invoke.VarHandle.") => NativeKind::Handle,
                    None => NativeKind::Visible,
                }
            }
        })
    }

    /// The objects among the arguments of a call.
    fn objects<'a, D: Definite>(
        &self,
        function: FunctionId,
        arguments: &'a [D::Value],
    ) -> impl Iterator<Item = Reference> + use<'a, 'p, 'i, D> {
        let parameters = &self.image.program().functions[function].parameters;
        let given = parameters.iter().zip(arguments);
        given
            .filter(|(parameter, _)| parameter.ty.is_ref())
            .map(|(_, &value)| D::reference(value))
            .filter(|&object| object != 0)
    }

    /// Whether others may notice an access.
    fn notices<D: Definite>(&mut self, heap: &Heap<D::Value>, access: &Access<'_, D::Value>) -> bool {
        let every = self.granularity == Granularity::Every;
        if self.exiting && !every {
            return match *access {
                Access::Enter(object) => self.enters_shared(heap, object),
                Access::Global { .. }
                | Access::Slot { .. }
                | Access::Initialise(_)
                | Access::Native(..)
                | Access::End => false,
            };
        }
        match *access {
            Access::Global { global, .. } => {
                let made_up = self.image.program().globals[global].name.contains(".<");
                !made_up && (every || self.use_of_global(global).care == Care::Plain)
            }
            Access::Slot { object, slot, written, .. } => {
                let object = D::reference(object);
                every
                    || self.is_shared(object)
                        && match self.care_of_slot(heap, object, slot) {
                            Care::Plain => true,
                            Care::Final => written.is_some(),
                            Care::Protected => false,
                        }
            }
            Access::Enter(object) => self.enters_shared(heap, object),
            Access::Initialise(class) => {
                let program = self.image.program();
                every || !natives::java::is_library(program.class_name(class))
            }
            // Nobody goes on when the execution has ended, so what others do before is not what they do behind.
            Access::End => true,
            Access::Native(function, arguments) => match self.native_kind(function) {
                NativeKind::Hidden => false,
                NativeKind::Visible => true,
                kind @ (NativeKind::Object(_) | NativeKind::Handle | NativeKind::Copy) => {
                    self.touches_shared::<D>(heap, kind, function, arguments)
                }
            },
        }
    }

    /// Whether a call looks at or changes what others may know.
    fn touches_shared<D: Definite>(
        &self,
        heap: &Heap<D::Value>,
        kind: NativeKind,
        function: FunctionId,
        arguments: &[D::Value],
    ) -> bool {
        // Without an object it is about something that there is once.
        let shared = |index: usize| {
            let object = arguments.get(index).map_or(0, |&value| D::reference(value));
            object == 0 || self.is_shared(object)
        };
        match kind {
            NativeKind::Hidden => false,
            NativeKind::Visible => true,
            NativeKind::Object(index) => shared(index),
            NativeKind::Handle => {
                let handle = arguments.first().map_or(0, |&value| D::reference(value));
                !self.is_handle_of_objects::<D>(heap, handle) || shared(1)
            }
            NativeKind::Copy => self.objects::<D>(function, arguments).any(|object| self.is_shared(object)),
        }
    }

    /// Whether a handle is of variables that lie in the object that it is used with.
    fn is_handle_of_objects<D: Definite>(&self, heap: &Heap<D::Value>, handle: Reference) -> bool {
        handle != 0
            && match heap.ty(handle) {
                RefType::Class(class) => {
                    let name = self.image.program().class_name(class);
                    ["$FieldInstanceReadWrite", "$FieldInstanceReadOnly", "$Array"]
                        .iter()
                        .any(|kind| name.ends_with(kind))
                }
                RefType::Any | RefType::Array(_) => false,
            }
    }

    /// What an access that happens now makes known to others.
    fn spread<D: Definite>(&mut self, heap: &Heap<D::Value>, access: &Access<'_, D::Value>) {
        if self.granularity == Granularity::Every {
            // Everything counts as shared.
            if let Access::Native(function, _) = *access {
                self.copied |= self.native_kind(function) == NativeKind::Copy;
            }
            return;
        }
        match *access {
            Access::Global { global, written: Some(word) } => {
                if let Type::Ref(_) = self.image.program().globals[global].ty {
                    self.escape.share::<D>(heap, D::reference(word));
                }
            }
            Access::Slot { object, slot, written: Some(word), .. } => {
                let object = D::reference(object);
                if !self.is_shared(object) {
                    return;
                }
                self.was_wrong |= self.care_of_slot(heap, object, slot) == Care::Final;
                if is_reference(self.image, heap, object, slot) {
                    self.escape.share::<D>(heap, D::reference(word));
                }
            }
            Access::Native(function, arguments) => {
                let kind = self.native_kind(function);
                if self.touches_shared::<D>(heap, kind, function, arguments) {
                    // What a thread does when it leaves its group is one step anyway, and nobody sees what one alone does.
                    self.copied |= kind == NativeKind::Copy && !self.exiting && !self.escape.is_alone();
                    for object in self.objects::<D>(function, arguments) {
                        self.escape.share::<D>(heap, object);
                    }
                }
            }
            Access::Global { written: None, .. }
            | Access::Slot { written: None, .. }
            | Access::Enter(_)
            | Access::Initialise(_)
            | Access::End => {}
        }
    }

    fn is_visible<D: Definite>(&mut self, heap: &Heap<D::Value>, access: &Access<'_, D::Value>) -> bool {
        let notices = self.notices::<D>(heap, access) && !self.is_let_alone(access);
        if notices && !std::mem::take(&mut self.pass) {
            if self.peeks {
                self.about = Some(self.pending_of::<D>(heap, access));
            }
            return true;
        }
        // Perhaps it starts a thread.
        if notices {
            self.escape.end_alone();
        }
        self.spread::<D>(heap, access);
        false
    }

    /// Whether nobody is there who could notice an access.
    fn is_let_alone<V: Copy>(&mut self, access: &Access<'_, V>) -> bool {
        self.escape.is_alone()
            && match *access {
                Access::Native(function, _) => self.native_kind(function) != NativeKind::Visible,
                Access::Global { .. }
                | Access::Slot { .. }
                | Access::Enter(_)
                | Access::Initialise(_)
                | Access::End => true,
            }
    }
}

/// Whether reading and writing a field is never noticed.
fn is_protected(class: &str, field: &str) -> bool {
    PROTECTED.iter().any(|(owner, fields)| *owner == class && fields.contains(&field))
}

/// The flags of a field, by what the class file says.
fn flags(program: &ir::Program, class: &str, field: &str) -> u32 {
    let facts = program.facts(class);
    let found = facts.and_then(|facts| facts.fields.into_iter().find(|other| other.name == field));
    found.map_or(0, |field| field.flags)
}

/// Whether a slot or an element holds a reference.
fn is_reference<V: Copy>(image: &Image<'_>, heap: &Heap<V>, object: Reference, slot: Option<u16>) -> bool {
    match (heap.ty(object), slot) {
        (RefType::Class(class), Some(slot)) => image.layout(class).references[usize::from(slot)],
        (RefType::Array(array), _) => image.program().element_type(array).is_ref(),
        (RefType::Class(_) | RefType::Any, _) => true,
    }
}

/// Somebody who watches, while threads are interleaved.
struct Both<'a, 'i, 'p, W> {
    interleaver: &'a mut Interleaver<'i, 'p>,
    watch: &'a mut W,
}

impl<D: Definite, W: Watch<D>> Watch<D> for Both<'_, '_, '_, W> {
    const ACTIVE: bool = W::ACTIVE;
    const INTERLEAVES: bool = true;

    fn before(&mut self, step: Watched<'_, D>) {
        self.watch.before(step);
    }

    fn is_visible(&mut self, heap: &Heap<D::Value>, access: Access<'_, D::Value>) -> bool {
        self.interleaver.is_visible::<D>(heap, &access)
    }

    #[inline]
    fn tries(&mut self, object: Reference, taken: bool) {
        if let Some(tried) = &mut self.interleaver.tried
            && tried.len() < MOST_TRIES
        {
            tried.push((object, taken));
        }
    }
}

/// Where an execution with threads needs an answer or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<V = Word, F = std::convert::Infallible> {
    /// One of so many threads goes on; with none the program is stuck.
    Pick(usize),
    /// One of so many waiting threads is notified.
    Notify(usize),
    /// As for a machine with one thread.
    Stop(Stop<V, F>),
}

/// An event of a machine in a domain.
pub type EventOf<D> = Event<<D as Domain>::Value, <D as Domain>::Fork>;

impl<'i, 'p, D: Definite> Machine<'i, 'p, D> {
    /// Executes to the next point where threads may change, to a choice, or to an end. What the program's own
    /// handlers do about exceptions is part of it.
    pub fn run_interleaved<W: Watch<D>>(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        fuel: &mut u64,
        watch: &mut W,
    ) -> EventOf<D> {
        debug_assert!(!interleaver.escape.is_stale(), "somebody should have looked which objects are shared");
        loop {
            let turn =
                self.run_threads(fuel, &mut Both { interleaver: &mut *interleaver, watch: &mut *watch });
            if let Some(event) = self.event(interleaver, turn) {
                return event;
            }
        }
    }

    /// What a turn means to whoever interleaves; `None` if the thread just goes on.
    fn event(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        turn: Turn<D::Value, D::Fork>,
    ) -> Option<EventOf<D>> {
        Some(match turn {
            Turn::Switch(Switch::Exiting) => {
                interleaver.exiting = true;
                return None;
            }
            Turn::Switch(Switch::Blocked | Switch::Visible | Switch::Yielded | Switch::Ended) => {
                self.settle_hashes();
                let waits = self.current_thread().map(|thread| self.thread(thread).status);
                interleaver.patient |=
                    waits.is_some_and(|status| matches!(status.limit(), Some(Limit::After(_))));
                // Whoever searches mostly goes on from another state.
                interleaver.escape.invalidate();
                Event::Pick(self.each_enabled().count())
            }
            Turn::Notify(waiting) => {
                self.settle_hashes();
                interleaver.survey(self);
                Event::Notify(waiting)
            }
            Turn::Stop(Stop::Choice(choice)) => {
                // What others notice is a point of change of its own then, so that a state tells what threads do next.
                interleaver.pass = false;
                interleaver.survey(self);
                Event::Stop(Stop::Choice(choice))
            }
            Turn::Stop(Stop::Fork(fork)) => {
                // As at a choice, the state stops at the statement, so that it can go on there.
                self.back_to_statement();
                self.settle_hashes();
                interleaver.survey(self);
                Event::Stop(Stop::Fork(fork))
            }
            Turn::Stop(Stop::Violation(Bug::Exception(exception)))
                if self.thread_count() > 0 && !self.has_no_handler() =>
            {
                match self.dispatch(exception) {
                    Ok(()) => return None,
                    Err(what) => Event::Stop(Stop::Unsupported(what)),
                }
            }
            Turn::Stop(Stop::Violation(bug))
                if !interleaver.ends_at(self.property_of(bug)) && self.outlives(bug) =>
            {
                return self.outlive(interleaver, bug);
            }
            Turn::Stop(stop) => Event::Stop(stop),
        })
    }

    /// Whether an execution goes on after a bug if nobody asks for it: a thread ends with its exception and a failing assertion is passed
    /// over, but what comes after a trap without an exception is not defined.
    pub fn outlives(&self, bug: Bug) -> bool {
        match bug {
            Bug::Exception(_) | Bug::Failure(_) => self.thread_count() > 0,
            Bug::Assertion => true,
            Bug::Trap(_) => false,
        }
    }

    /// Goes on after a bug that the machine has just stopped with, as a program does that nobody watches. Says what happens if that needs an
    /// answer at once.
    ///
    /// # Panics
    /// If the execution does not [go on](Self::outlives) after such a bug.
    pub fn outlive(&mut self, interleaver: &mut Interleaver<'i, 'p>, bug: Bug) -> Option<EventOf<D>> {
        assert!(self.outlives(bug), "an execution does not go on after {bug:?}");
        match bug {
            Bug::Exception(_) => match self.abandon() {
                Ok(()) => None,
                Err(turn) => self.event(interleaver, turn),
            },
            Bug::Failure(exception) => match self.outlive_failure(exception) {
                Ok(()) => None,
                Err(turn) => self.event(interleaver, turn),
            },
            Bug::Assertion | Bug::Trap(_) => {
                self.pass_statement();
                None
            }
        }
    }

    /// Answers an [`Event::Pick`]: the thread with that number among those that can goes on, or behind those one that [loses its
    /// patience](Self::impatient). Says what happens if that needs another answer at once.
    ///
    /// # Panics
    /// If there is no such thread.
    pub fn pick(&mut self, interleaver: &mut Interleaver<'i, 'p>, number: usize) -> Option<EventOf<D>> {
        interleaver.refresh(self);
        let thread = self.picked(number).expect("the thread should be able to go on");
        // What a call under way waited for is the operation that others notice.
        interleaver.pass = !self.thread(thread).status.is_under_way();
        interleaver.exiting = self.thread(thread).phase == Phase::Exiting;
        match self.go_on(thread) {
            Ok(()) => None,
            Err(turn) => self.event(interleaver, turn),
        }
    }

    /// Makes an interleaver ready for a machine that was put into a state. `passes` says whether the thread under way has yet
    /// to do what others notice.
    pub fn resume_interleaved(&self, interleaver: &mut Interleaver<'i, 'p>, passes: bool) {
        interleaver.survey(self);
        self.resume_thread(interleaver, passes);
    }

    /// The same for a machine that was put into a state of which it is known which of its first objects that are not frozen are shared,
    /// as bits (all others are not), and in which no thread is in the middle of something.
    pub fn resume_knowing(&self, interleaver: &mut Interleaver<'i, 'p>, shared: &[u64]) {
        interleaver.escape.know(self, interleaver.lets_alone, shared);
        self.resume_thread(interleaver, false);
    }

    /// The same for a machine that was put back into the state in which the interleaver was made to
    /// [remember](Interleaver::remember) which objects are shared, with the objects where they were.
    pub fn resume_remembered(&self, interleaver: &mut Interleaver<'i, 'p>, passes: bool) {
        interleaver.escape.resume_remembered();
        self.resume_thread(interleaver, passes);
    }

    fn resume_thread(&self, interleaver: &mut Interleaver<'i, 'p>, passes: bool) {
        interleaver.pass = passes;
        let current = self.current_thread().map(|thread| self.thread(thread).phase);
        interleaver.exiting = current == Some(Phase::Exiting);
    }
}
