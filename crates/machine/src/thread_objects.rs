//! What Java's objects for threads say of them: fields that the library reads, and who handles exceptions.

use ir::{FunctionId, Id as _, RefType};

use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::Problem;
use crate::threads::{Limit, Status};
use crate::word::Word;

/// The state of a thread in the numbers of the JVM's tool interface.
mod tool_state {
    pub(super) const NEW: i32 = 0;
    pub(super) const ALIVE: i32 = 0x1;
    pub(super) const TERMINATED: i32 = 0x2;
    pub(super) const RUNNABLE: i32 = 0x4;
    pub(super) const WAITING_INDEFINITELY: i32 = 0x10;
    pub(super) const WAITING_WITH_TIMEOUT: i32 = 0x20;
    pub(super) const BLOCKED: i32 = 0x400;
}

impl<D: Domain> Machine<'_, '_, D> {
    /// Whether nobody but the library would be told of an exception that the thread under way does not catch.
    pub fn has_no_handler(&mut self) -> bool {
        let object = self.current_facts().map_or(0, |facts| facts.object);
        let own = object != 0
            && self.thread_field_word(object, "uncaughtExceptionHandler").is_ok_and(|handler| handler != 0);
        let program = self.image.program();
        let default = program.global_named("java.lang.Thread.defaultUncaughtExceptionHandler");
        let default = default.and_then(|global| self.heap.global(global.index()));
        let default = default.is_some_and(|value| self.domain.word(value).is_ok_and(|word| word != 0));
        !own && !default && !self.has_own_group(object)
    }

    /// Whether the group of a thread is of a class of the program's, which may handle exceptions.
    fn has_own_group(&mut self, thread: Reference) -> bool {
        let group = if thread == 0 { Ok(0) } else { self.thread_field_word(thread, "group") };
        let mut next = group.unwrap_or(0) as Reference;
        while next != 0 {
            let RefType::Class(class) = self.heap.ty(next) else { return true };
            if self.image.program().class_name(class) != "java.lang.ThreadGroup" {
                return true;
            }
            let Ok(slot) = self.field_slot(class, "parent") else { return true };
            let parent = self.heap.get(next, slot);
            let Ok(parent) = self.domain.word(parent) else { return true };
            next = parent as Reference;
        }
        false
    }

    /// Writes a field of a thread's object, or of the object that holds some of its fields from Java 19 on.
    pub(crate) fn set_thread_field(
        &mut self,
        object: Reference,
        name: &str,
        word: Word,
    ) -> Result<(), Problem<D::Fork>> {
        let (object, slot) = self.thread_field(object, name)?;
        let value = self.domain.constant(word);
        self.heap.set(object, slot, value);
        Ok(())
    }

    /// The word of a field of a thread's object, or of the object that holds some of its fields.
    pub(crate) fn thread_field_word(
        &mut self,
        object: Reference,
        name: &str,
    ) -> Result<Word, Problem<D::Fork>> {
        let (object, slot) = self.thread_field(object, name)?;
        let value = self.heap.get(object, slot);
        self.domain.word(value).map_err(Problem::Fork)
    }

    fn thread_field(&mut self, object: Reference, name: &str) -> Result<(Reference, u32), Problem<D::Fork>> {
        let class = self.library_class("java.lang.Thread")?;
        if let Ok(slot) = self.field_slot(class, name) {
            return Ok((object, slot));
        }
        let holder = self.field_slot(class, "holder")?;
        let holder = self.heap.get(object, holder);
        let holder = self.domain.word(holder).map_err(Problem::Fork)? as Reference;
        let class = self.library_class("java.lang.Thread$FieldHolder")?;
        let slot = self.field_slot(class, name)?;
        if holder == 0 { Err(Problem::Unsupported) } else { Ok((holder, slot)) }
    }

    pub(crate) fn set_interrupted(
        &mut self,
        object: Reference,
        interrupted: bool,
    ) -> Result<(), Problem<D::Fork>> {
        self.set_thread_field(object, "interrupted", interrupted.into())
    }

    /// Whether the thread under way was interrupted; it is not any more.
    pub(crate) fn take_interrupt(&mut self) -> Result<bool, Problem<D::Fork>> {
        let object = self.current_facts().map_or(0, |facts| facts.object);
        if object == 0 || self.thread_field_word(object, "interrupted")? == 0 {
            return Ok(false);
        }
        self.set_interrupted(object, false)?;
        Ok(true)
    }

    /// Writes whether a thread is alive where its object says so.
    pub(crate) fn set_alive(&mut self, object: Reference, alive: bool) -> Result<(), Problem<D::Fork>> {
        let state = if alive { tool_state::ALIVE | tool_state::RUNNABLE } else { tool_state::TERMINATED };
        self.set_thread_field(object, "threadStatus", state as Word)?;
        self.set_thread_field(object, "eetop", alive.into())
    }

    /// The state of a thread in the numbers of the JVM's tool interface.
    pub(crate) fn tool_state(&mut self, object: Reference) -> Result<i32, Problem<D::Fork>> {
        use tool_state::{ALIVE, BLOCKED, NEW, RUNNABLE, WAITING_INDEFINITELY, WAITING_WITH_TIMEOUT};
        let Some(thread) = self.thread_of(object) else {
            let state = self.thread_field_word(object, "threadStatus")? as i32;
            return Ok(if state == NEW { NEW } else { state });
        };
        let waiting = |until: Option<Limit>| match until {
            Some(_) => WAITING_WITH_TIMEOUT,
            None => WAITING_INDEFINITELY,
        };
        Ok(ALIVE
            | match self.thread(thread).status {
                Status::Ready | Status::Woken { .. } | Status::Initialising(_) => RUNNABLE,
                Status::Entering(_) | Status::Notified { .. } => BLOCKED,
                Status::Waiting { until, .. } | Status::Parked { until } => waiting(until),
                Status::Sleeping { until } => waiting(Some(until)),
            })
    }

    /// The frames of a function without parameters that a type's name leads to: the method of an object.
    pub(crate) fn method_of(&self, object: Reference, selector: &str) -> Option<FunctionId> {
        let program = self.image.program();
        let selector = program.selector_named(selector)?;
        let class = match self.heap.ty(object) {
            RefType::Class(class) => class,
            RefType::Any | RefType::Array(_) => return None,
        };
        program.method(class, selector)
    }
}
