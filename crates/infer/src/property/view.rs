//! Two concrete heaps, as far as formulas ask about them.

use ir::{FieldId, GlobalId, RefType};

use super::core::State;

/// An object or an array, the same one in both states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Object(pub u32);

/// A value that stands in a tuple. There is none for null: what is null is not there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// An object or an array.
    Object(Object),
    /// A number of any width.
    Int(i64),
    /// A truth value. Where a declaration says `boolean`, values are of this kind, even if a program keeps them as numbers.
    Bool(bool),
}

/// The heap that a method found and the one that it left, with what it was given and what it returned.
///
/// Nothing is asked that does not matter for what a formula says, as far as [`evaluate`](super::evaluate()) knows: a view may note what it is
/// asked.
///
/// `None` means null wherever a reference is asked for. Numbers and truth values are always there: a parameter, a result, a global variable
/// and a field of an object that exists have one if their type is such.
pub trait View {
    /// The objects that exist in a state and belong to a type. Those of the pre-state exist in the post-state too.
    fn objects(&self, state: State, of: RefType) -> Vec<Object>;

    /// Whether an object is among [`objects`](Self::objects), which need not be asked for all of them.
    fn exists(&self, state: State, of: RefType, object: Object) -> bool;

    /// The value of a field of an object that exists in the state; also `None` if it has no such field.
    fn field(&self, state: State, object: Object, field: FieldId) -> Option<Value>;

    /// The value of a global variable.
    fn global(&self, state: State, global: GlobalId) -> Option<Value>;

    /// The length of an array that exists in the state; 0 if it is no array.
    fn length(&self, state: State, array: Object) -> usize;

    /// An element of an array that exists in the state, at an index below its length.
    fn element(&self, state: State, array: Object, index: usize) -> Option<Value>;

    /// The value of a parameter at entry; the receiver is the first one.
    fn parameter(&self, index: usize) -> Option<Value>;

    /// What the method returned.
    fn result(&self) -> Option<Value>;

    /// The numbers that `int` stands for.
    fn integers(&self) -> Vec<i64>;
}
