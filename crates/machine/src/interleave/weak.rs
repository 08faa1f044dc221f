//! Accesses that order less than volatile ones do: opaque, acquire, release and plain modes of handles of variables and of the atomic
//! classes, and compare-and-sets that may fail without a cause.
//!
//! The machine executes them as volatile ones. That is less than a JVM may do, so what they were used for is noted: where the program's own code
//! does it, with the place; where the library does it inside itself, that it does. Whether it is the library's own business is not seen from
//! the native method, which the atomic classes call for everybody: it is whoever calls those.

use check::Location;
use ir::FunctionId;

use super::Interleaver;
use crate::domain::Definite;
use crate::machine::Machine;
use crate::natives;

/// An access in a weaker mode in the program's own code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weak {
    /// The method that was called, as `Class.method`.
    pub operation: String,
    /// Where.
    pub location: Location,
}

/// Classes whose methods do what their callers ask for, in a mode that the method names.
const GO_BETWEENS: &[&str] =
    &["java.util.concurrent.atomic.", "java.lang.invoke.", "jdk.internal.misc.Unsafe.", "sun.misc.Unsafe."];

/// Native methods that read or write variables, by names that begin so.
const ACCESSES: &[&str] = &[
    "jdk.internal.misc.Unsafe.get",
    "jdk.internal.misc.Unsafe.put",
    "jdk.internal.misc.Unsafe.compareAnd",
    "jdk.internal.misc.Unsafe.weakCompareAndSet",
    "jdk.internal.misc.Unsafe.copyMemory0(",
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(",
    "java.lang.invoke.VarHandle.",
];

/// Whether a method of a go-between orders less than its volatile counterpart, by its name.
fn is_weaker(method: &str) -> bool {
    let ends = ["Opaque", "Acquire", "Release", "Plain"].iter().any(|mode| method.ends_with(mode));
    // Fences order more than a volatile access does, or nothing is known of them.
    ends && !method.ends_with("Fence") || method.starts_with("weakCompareAndSet") || method == "lazySet"
}

/// Whether a native method of `Unsafe` is one whose plain form races are looked for with elsewhere.
fn is_plain(name: &str) -> bool {
    let method = name.split('(').next().unwrap_or(name);
    !["Volatile", "Acquire", "Release", "Opaque"].iter().any(|mode| method.ends_with(mode))
        && ["jdk.internal.misc.Unsafe.get", "jdk.internal.misc.Unsafe.put"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
        || name.starts_with("jdk.internal.misc.Unsafe.copyMemory0(")
        || name.starts_with("jdk.internal.util.ArraysSupport.vectorizedMismatch(")
}

/// The name of a method without its class and its parameters.
fn method_of(name: &str) -> &str {
    let name = name.split('(').next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}

impl Interleaver<'_, '_> {
    /// Whether the library touched variables in weaker modes, which are taken for volatile ones.
    pub fn has_touched_plainly(&self) -> bool {
        self.plain
    }

    /// The first place where the program's own code did.
    pub fn weak(&self) -> Option<&Weak> {
        self.weak.as_ref()
    }

    /// Whether a native method may be called for an access in a weaker mode.
    pub(super) fn is_weaker(&self, function: FunctionId) -> bool {
        let name = &self.image.program().functions[function].name;
        ACCESSES.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Notes who wants a native method to be called that a thread is about to call.
    pub(super) fn note_weaker<D: Definite>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        thread: usize,
        native: FunctionId,
    ) {
        let program = self.image.program();
        let name_of = |function: FunctionId| program.functions[function].name.as_str();
        let native = name_of(native);
        let mut operation = is_weaker(method_of(native)).then_some(native);
        let mut weaker = operation.is_some() || is_plain(native);
        for (function, _) in machine.calls_of(thread).rev() {
            let name = name_of(function);
            if GO_BETWEENS.iter().any(|prefix| name.starts_with(prefix)) {
                // The outermost says what the caller asked for.
                operation = is_weaker(method_of(name)).then_some(name);
                weaker |= operation.is_some();
                continue;
            }
            if natives::java::is_library(name) {
                self.plain |= weaker;
            } else if let Some(operation) = operation
                && self.weak.is_none()
            {
                let operation = operation.split(['(', '#']).next().unwrap_or(operation).to_string();
                self.weak = Some(Weak { operation, location: machine.thread_location(thread) });
            } else {
                // The library's own way to do what was asked for.
                self.plain |= weaker && operation.is_none();
            }
            return;
        }
    }
}
