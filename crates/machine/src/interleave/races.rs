//! Data races: two threads that are about to touch the same variable, one of them writing.
//!
//! # Why it is enough to look at what threads are about to do
//! Two accesses of different threads to the same variable that is not volatile, one of them a write, are a *race* if neither
//! happens before the other (Java Language Specification, 17.4.5). A program has an execution with a race if and only if it has an execution in
//! which both accesses come one right after the other. If they do, nothing orders them: what orders two threads is a pair of
//! operations on a monitor, a volatile variable, a start or an end, and there is none between. The other way round, take the
//! execution in which the second access of a race comes earliest. Whatever comes after the first access and happens after it can be left out,
//! because the second access does not happen after it, and nothing else before the second one can tell: no other
//! race is there yet, so every read sees a write that happens before it, which is kept. Then the first access can be moved to
//! the second one.
//!
//! So a race is a property of a state, whatever way led there, and a search that visits every state finds every program that has one.
//! Clocks that come from the way are not needed, and could not be trusted where ways meet in a state.
//!
//! # Why the reduction hides none
//! Where both threads are about to touch a variable of an object, both know the object, so it is [shared](super), and each access
//! is a point of change, unless its field is final (then only writing is one, and writing makes
//! the search begin anew at all accesses), or protected by a monitor in the library. Between a point of change and the next a thread
//! does what nobody notices; so a state of all accesses in which both are about to touch it is, up to such operations of other threads, one of
//! those that are searched. A thread that has just begun executes what nobody notices before its first access; so does
//! [`Machine::look_ahead`].
//!
//! # What is not reported
//! Where both accesses are made by the class library itself, it is left out ([`Race::library`]): the library has races on purpose, such as the
//! hash code that a text remembers. Collections and builders of texts are not made for several threads, so what they touch counts as
//! if the program did it, apart from views that they make once and remember. Accesses through `Unsafe` count as
//! volatile, and so do those through handles of variables in any mode that is not plain ([`Interleaver::has_touched_plainly`]).

use check::{Location, Property, Violation};
use ir::RefType;

use super::{Interleaver, Pending, Place, Touch};
use crate::domain::Definite;
use crate::machine::Machine;
use crate::natives;

/// Two threads about to touch the same variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// What is reported.
    pub violation: Violation,
    /// Where the other access is.
    pub other: Location,
    /// The variable, by the name of its declaration.
    pub variable: String,
    /// Whether the class library makes both accesses by itself.
    pub library: bool,
    /// The threads, with what they are about to do in words that follow their names.
    pub about: [(usize, String); 2],
}

/// Classes of the library that are not made for several threads.
const UNSAFE: &[&str] =
    &["java.util.", "java.lang.AbstractStringBuilder.", "java.lang.StringBuilder.", "java.text."];

/// Those among them that are, or that hold nothing.
const SAFE: &[&str] =
    &["java.util.concurrent.", "java.util.Locale", "java.util.ResourceBundle", "java.util.Random."];

/// Fields that hold what is made once and may be made twice.
const VIEWS: &[&str] = &["keySet", "values", "entrySet", "navigableKeySet", "descendingMap"];

impl<'i, 'p, D: Definite> Machine<'i, 'p, D> {
    /// The races of a state, by what its threads are [about](Self::outlook) to do; `None` if the machine could not be put back to
    /// its mark, where it must be before.
    pub fn races(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        outlook: &[(usize, Pending)],
    ) -> Option<Vec<Race>> {
        let touches: Vec<(usize, &[Touch])> = outlook
            .iter()
            .filter_map(|(thread, pending)| match pending {
                Pending::Touches(touches) => Some((*thread, touches.as_slice())),
                Pending::Enter(_) | Pending::Object(_) | Pending::Other | Pending::Unknown => None,
            })
            .collect();
        let mut races = Vec::new();
        for (index, &(first, firsts)) in touches.iter().enumerate() {
            for &(second, seconds) in &touches[index + 1..] {
                let pairs = firsts.iter().flat_map(|one| seconds.iter().map(move |other| (*one, *other)));
                // A volatile variable is so for both, but handles may use a variable in either way.
                let is_race = |(one, other): &(Touch, Touch)| {
                    !(one.volatile && other.volatile) && one.conflicts(*other)
                };
                let mut pairs = pairs.filter(is_race);
                if let Some((one, other)) = pairs.next() {
                    races.push(self.race(interleaver, (first, one), (second, other))?);
                }
            }
        }
        Some(races)
    }

    /// Tells a race; `None` if the machine cannot be put back.
    fn race(
        &mut self,
        interleaver: &mut Interleaver<'i, 'p>,
        one: (usize, Touch),
        other: (usize, Touch),
    ) -> Option<Race> {
        let variable = self.declared(one.1.place);
        let shown = self.variable(one.1.place, other.1.place);
        let mut told = Vec::new();
        for (thread, touch) in [one, other] {
            let seen = self.look_ahead(interleaver, thread, |machine, _| {
                let innermost = machine.calls_of(thread).next_back();
                let functions = &machine.image.program().functions;
                let function = innermost.map_or("", |(function, _)| functions[function].name.as_str());
                let library = is_internal(function, &variable);
                let location = machine.thread_location(thread);
                let verb = if touch.written { "writes" } else { "reads" };
                let held = machine.monitors_of(thread);
                let held = if held.is_empty() { "no monitor".to_string() } else { held.join(" and ") };
                let text = format!(
                    "\"{}\" {verb} it in {} at {location}, holding {held}",
                    machine.thread_name(thread),
                    location.function,
                );
                (text, location, library)
            })?;
            told.push(seen);
        }
        let [(first, location, inside), (second, at, within)] = <[_; 2]>::try_from(told).ok()?;
        let message = format!("data race on {shown}: {first}; {second}");
        let violation = Violation { property: Property::Race, message, location };
        let about = [one, other].map(|(thread, touch)| {
            let verb = if touch.written { "write" } else { "read" };
            (thread, format!("is about to {verb} {shown}"))
        });
        Some(Race { violation, other: at, variable, library: inside && within, about })
    }

    /// A variable by its declaration.
    fn declared(&self, place: Place) -> String {
        let program = self.image.program();
        match place {
            Place::Global(global) => program.globals[global].name.clone(),
            Place::Slot(object, slot) => match self.heap.ty(object) {
                RefType::Class(class) => {
                    let field = &program.fields[self.image.layout(class).fields[usize::from(slot)]];
                    format!("{}.{}", program.class_name(field.owner), field.name)
                }
                RefType::Array(_) | RefType::Any => "an array".to_string(),
            },
            Place::Elements { .. } => "an array".to_string(),
        }
    }

    /// A variable that both have in common, for people.
    pub(crate) fn variable(&self, place: Place, other: Place) -> String {
        match (place, other) {
            (Place::Elements { array, from, .. }, Place::Elements { from: first, .. }) => {
                format!("element {} of {}", from.max(first), self.array_kind(array))
            }
            (Place::Global(_) | Place::Slot(..) | Place::Elements { .. }, _) => self.declared(place),
        }
    }

    fn array_kind(&self, array: u32) -> String {
        let program = self.image.program();
        match self.heap.ty(array) {
            RefType::Array(ty) => match program.element_type(ty) {
                ir::Type::Ref(RefType::Class(class)) => format!("an array of {}", program.class_name(class)),
                ty @ (ir::Type::Bool | ir::Type::Int(_) | ir::Type::Float(_) | ir::Type::Ref(_)) => {
                    format!("an array of {}", program.printer().ty(ty))
                }
            },
            RefType::Class(_) | RefType::Any => "an array".to_string(),
        }
    }
}

/// Whether an access of a function of the library is its own business.
pub(crate) fn is_internal(function: &str, variable: &str) -> bool {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| function.starts_with(prefix));
    if !natives::java::is_library(function) {
        return false;
    }
    if !starts(UNSAFE) || starts(SAFE) {
        return true;
    }
    let field = variable.rsplit('.').next().unwrap_or_default();
    natives::java::is_library(variable) && VIEWS.contains(&field)
}
