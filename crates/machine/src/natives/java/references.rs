//! References that do not keep their object: what a collection of garbage that the program asks for does to them.
//!
//! A virtual machine may clear such a reference at any moment at which its object cannot be reached otherwise, and need not. Here
//! it does so at `System.gc()` or not at all, as a choice: nothing is cleared; those that are weak or phantom are;
//! soft ones are as well. Each is all or none of them: the documentation allows others, which the report says. What is cleared is in its
//! queue at once. An object can be reached as [`collect`](crate::collect) says: from locals that are still read, which is less than an
//! interpreter keeps and as much as compiled code does.
//!
//! Where several threads were started, a collection is not supported if a program has such references.

use ir::{Id as _, RefType, Type};

use super::world::Asked;
use crate::collect::Weakness;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Answer, Native, Problem, Settled};
use crate::stop::Choice;
use crate::word::Word;

natives! {
    find {
        "java.lang.Runtime.gc()V" => |call| {
            if call.machine.fixes_draws() {
                return call.nothing();
            }
            if call.machine.thread_count() > 1 {
                // Others would notice, before or after whatever they do.
                call.machine.note(Asked::References);
                return if call.machine.has_references() { Err(Problem::Unsupported) } else { call.nothing() };
            }
            let kinds = kinds(call.machine)?;
            if kinds.is_empty() {
                return call.nothing();
            }
            call.machine.note(Asked::References);
            Ok(Answer::Ask(Choice { ty: Type::I32, low: 0, high: kinds.len() as i128, sample: None }))
        },
        "java.lang.ref.Reference.get()Ljava/lang/Object;"
        | "java.lang.ref.SoftReference.get()Ljava/lang/Object;" => |call| {
            if !super::handles::is_from_library(call) {
                call.machine.note(Asked::References);
            }
            Ok(Answer::Decline)
        },
    }
}

/// Which references an answer clears, from the first answer on; none of them is empty, and each has more than the one before.
fn kinds<D: Domain>(machine: &mut Machine<'_, '_, D>) -> Result<Vec<Vec<Reference>>, Problem<D::Fork>> {
    let Some(class) = machine.image.program().class_named("java.lang.ref.Reference") else {
        return Ok(Vec::new());
    };
    let slot = machine.field_slot(class, "referent")?;
    let mut kinds: Vec<Vec<Reference>> = Vec::new();
    for weakness in [Weakness::Weak, Weakness::Soft] {
        let found = machine.clearable(weakness, class, slot);
        if kinds.last().map_or(0, Vec::len) < found.len() {
            kinds.push(found);
        }
    }
    Ok(kinds)
}

/// What an answer does.
pub(super) fn settle<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    answer: Word,
) -> Result<Settled, Problem<D::Fork>> {
    if answer > 0 {
        let mut kinds = kinds(machine)?;
        for reference in kinds.swap_remove(answer as usize - 1) {
            machine.clear_reference(reference)?;
        }
    }
    Ok(Settled::Done)
}

impl<D: Domain> Machine<'_, '_, D> {
    fn reference_word(&mut self, object: Reference, field: &str) -> Result<Word, Problem<D::Fork>> {
        let RefType::Class(class) = self.heap.ty(object) else { return Err(Problem::Unsupported) };
        let slot = self.field_slot(class, field)?;
        let value = self.heap.get(object, slot);
        self.domain.word(value).map_err(Problem::Fork)
    }

    fn set_reference_word(
        &mut self,
        object: Reference,
        field: &str,
        word: Word,
    ) -> Result<(), Problem<D::Fork>> {
        let RefType::Class(class) = self.heap.ty(object) else { return Err(Problem::Unsupported) };
        super::objects::set_field(self, object, class, field, word)
    }

    /// The queue that a reference is put into when it is cleared, if there is one.
    fn queue(&mut self, reference: Reference) -> Result<Option<Reference>, Problem<D::Fork>> {
        let queue = self.reference_word(reference, "queue")? as Reference;
        let RefType::Class(class) = self.heap.ty(queue) else { return Ok(None) };
        // That of references without one is of a class of its own.
        let none = self.image.program().class_name(class) == "java.lang.ref.ReferenceQueue$Null";
        let ended = self.ended()?;
        Ok((!none && queue != ended).then_some(queue))
    }

    /// The queue of a reference that is in one.
    fn ended(&mut self) -> Result<Reference, Problem<D::Fork>> {
        let ended = self.image.program().global_named("java.lang.ref.ReferenceQueue.ENQUEUED");
        let ended = ended.and_then(|ended| self.heap.global(ended.index())).ok_or(Problem::Unsupported)?;
        Ok(self.domain.word(ended).map_err(Problem::Fork)? as Reference)
    }

    /// Clears a reference and puts it into its queue.
    fn clear_reference(&mut self, reference: Reference) -> Result<(), Problem<D::Fork>> {
        self.set_reference_word(reference, "referent", 0)?;
        let Some(queue) = self.queue(reference)? else { return Ok(()) };
        let head = self.reference_word(queue, "head")?;
        let length = self.reference_word(queue, "queueLength")?;
        let next = if head == 0 { reference.into() } else { head };
        let ended = self.ended()?;
        self.set_reference_word(reference, "next", next)?;
        self.set_reference_word(reference, "queue", ended.into())?;
        self.set_reference_word(queue, "head", reference.into())?;
        self.set_reference_word(queue, "queueLength", length + 1)
    }
}
