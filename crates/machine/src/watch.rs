//! Watching an execution: every operation, or those that other threads may notice.

use ir::{ClassId, FunctionId, GlobalId};

use crate::code::Origin;
use crate::domain::Domain;
use crate::heap::{Heap, Reference};

/// Somebody who watches every operation. Watching costs nothing if nobody does.
pub trait Watch<D: Domain> {
    /// Whether [`before`](Self::before) is called at all.
    const ACTIVE: bool;

    /// Is told what is about to happen.
    fn before(&mut self, step: Watched<'_, D>);

    /// Whether [`is_visible`](Self::is_visible) is asked at all.
    const INTERLEAVES: bool = false;

    /// Whether another thread may go on before an access, because others may notice it or may have done
    /// something that it notices. It is asked again when the thread goes on.
    fn is_visible(&mut self, heap: &Heap<D::Value>, access: Access<'_, D::Value>) -> bool {
        let _ = (heap, access);
        false
    }

    /// Is told that the thread wants to enter the monitor of an object, and whether another one has it.
    #[inline]
    fn tries(&mut self, object: Reference, taken: bool) {
        let _ = (object, taken);
    }
}

/// What a thread is about to do with what others may know.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a, V> {
    /// It reads or writes a global.
    Global {
        /// Which.
        global: GlobalId,
        /// What it writes.
        written: Option<V>,
    },
    /// It reads or writes a slot or an element.
    Slot {
        /// The object or array.
        object: V,
        /// The slot of an object.
        slot: Option<u16>,
        /// The index of an element.
        index: Option<V>,
        /// What it writes.
        written: Option<V>,
    },
    /// It enters the monitor of an object.
    Enter(Reference),
    /// It begins to initialise a class.
    Initialise(ClassId),
    /// It calls a function without code.
    Native(FunctionId, &'a [V]),
    /// It ends its thread or the execution: an exception that nothing catches, a failing assertion, an assumption that is
    /// false.
    End,
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<D: Domain> Watch<D> for Unwatched {
    const ACTIVE: bool = false;
    fn before(&mut self, _: Watched<'_, D>) {}
}

/// What is about to happen.
#[derive(Debug)]
pub struct Watched<'a, D: Domain> {
    /// The function.
    pub function: FunctionId,
    /// The statement.
    pub origin: Origin,
    /// How many frames are below this one.
    pub depth: usize,
    /// The registers of the frame; the locals come first.
    pub registers: &'a [D::Value],
    /// The heap.
    pub heap: &'a Heap<D::Value>,
}
