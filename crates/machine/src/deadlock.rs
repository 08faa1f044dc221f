//! What threads wait for, in words for people.

use check::{Location, Property, Violation};
use ir::RefType;

use crate::domain::Definite;
use crate::heap::Reference;
use crate::machine::{Machine, position};
use crate::replay::{is_library, location};
use crate::threads::Status;

impl<D: Definite> Machine<'_, '_, D> {
    /// The name of a thread, as the program gave it.
    pub fn thread_name(&self, thread: usize) -> String {
        let facts = self.thread(thread);
        let unnamed = || if facts.main { "main".to_string() } else { format!("thread {thread}") };
        if facts.object == 0 {
            return unnamed();
        }
        self.name_of_thread(facts.object).unwrap_or_else(unnamed)
    }

    fn name_of_thread(&self, object: Reference) -> Option<String> {
        let RefType::Class(class) = self.heap.ty(object) else { return None };
        let slot = self.field_slot(class, "name").ok()?;
        self.text(D::reference(self.heap.get(object, slot)))
    }

    /// Where a thread is in the user's own code, or in whatever it executes.
    pub fn thread_location(&self, thread: usize) -> Location {
        let program = self.image.program();
        let own = self
            .calls_of(thread)
            .rev()
            .find(|(function, _)| !is_library(&program.functions[*function].name))
            .or_else(|| self.calls_of(thread).next_back());
        own.map_or_else(Location::default, |(function, origin)| {
            location(program, function, position(self.image, function, origin))
        })
    }

    /// An object by its class, without anything that differs from one execution to another.
    pub(crate) fn kind(&self, object: Reference) -> String {
        let program = self.image.program();
        match self.heap.ty(object) {
            RefType::Class(class) => {
                let name = program.class_name(class);
                match self.name_of_thread(object).filter(|_| self.is_thread(object)) {
                    Some(thread) => format!("the thread \"{thread}\""),
                    None if name == "java.lang.Class" => "a class".to_string(),
                    None => format!("an object of {name}"),
                }
            }
            RefType::Array(_) | RefType::Any => "an array".to_string(),
        }
    }

    fn is_thread(&self, object: Reference) -> bool {
        self.image
            .program()
            .class_named("java.lang.Thread")
            .is_some_and(|class| self.image.is_object_of(self.heap.ty(object), class))
    }

    /// What a thread waits for, in words that follow its name.
    pub fn waits_for(&self, thread: usize) -> String {
        let holder = |object: Reference| {
            let lock = self.heap.held(object);
            if lock.count == 0 {
                String::new()
            } else {
                format!(", which \"{}\" has", self.thread_name(lock.owner as usize))
            }
        };
        match self.thread(thread).status {
            Status::Ready | Status::Woken { .. } => "can go on".to_string(),
            Status::Entering(object) => {
                format!("wants the monitor of {}{}", self.kind(object), holder(object))
            }
            Status::Notified { object, .. } => {
                format!("was notified and wants the monitor of {} again{}", self.kind(object), holder(object))
            }
            Status::Initialising(function) => {
                let name = &self.image.program().functions[function].name;
                let class = name.trim_end_matches(".<initialise>");
                format!("waits until another thread has initialised {class}")
            }
            Status::Waiting { object, .. } if self.is_thread(object) && self.thread_of(object).is_some() => {
                format!("waits for the end of {}", self.kind(object))
            }
            Status::Waiting { object, .. } => {
                format!("waits for a notification by {}, which nobody sends any more", self.kind(object))
            }
            Status::Sleeping { .. } => "sleeps".to_string(),
            Status::Parked { .. } => "is parked, and nobody lets it go on any more".to_string(),
        }
    }

    /// A line for each thread: its name, what it waits for, and where.
    pub fn waiting_threads(&self) -> Vec<String> {
        (0..self.thread_count())
            .map(|thread| {
                let place = self.thread_location(thread);
                let (name, what) = (self.thread_name(thread), self.waits_for(thread));
                format!("\"{name}\" {what}, in {} at {place}", place.function)
            })
            .collect()
    }

    /// No thread can go on though the program has not ended.
    pub fn deadlock(&self) -> Violation {
        // The first one that is not a daemon: those are what the program waits for.
        let first = (0..self.thread_count()).find(|&thread| !self.thread(thread).daemon).unwrap_or(0);
        Violation {
            property: Property::Deadlock,
            message: format!("deadlock: {}", self.waiting_threads().join("; ")),
            location: self.thread_location(first),
        }
    }
}
