//! What is checked: a class with its invariant and operations, and the classes that its objects are made of.

use ir::{ArrayTypeId, ClassId, FunctionId, RefType};
use machine::{Heap, Reference, Word};

/// A class to check, and everything that its structure can be made of.
#[derive(Clone, Debug)]
pub struct Model {
    /// The classes that objects of the structure can have. The first is the one to check.
    pub classes: Vec<ClassModel>,
    /// Says of the first object whether the whole is well-formed.
    pub invariant: Option<FunctionId>,
    /// What can be called on the first object.
    pub operations: Vec<Operation>,
    /// Makes a new object of the first class; has no parameters.
    pub factory: FunctionId,
    /// How a person writes the making of an object.
    pub making: String,
    /// A program that makes an object and calls operations: says what to initialise beforehand.
    pub driver: FunctionId,
}

/// A class whose objects the structure can have.
#[derive(Clone, Debug)]
pub struct ClassModel {
    /// The class.
    pub class: ClassId,
    /// Its name, as short as it is unique.
    pub name: String,
    /// Its fields in the order of their slots.
    pub fields: Vec<FieldModel>,
    /// Says of an object whether it and its tree children fit together.
    pub local: Option<FunctionId>,
    /// Whether its objects stand for the number in their only field.
    pub is_box: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct FieldModel {
    /// The name.
    pub name: String,
    /// What the invariant says of it.
    pub role: Role,
    /// What it can have.
    pub content: Content,
}

/// What the invariant says of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing beyond what the methods of the invariant say.
    Plain,
    /// A part of the backbone.
    Tree,
    /// Only invariants read it, and its value follows from them.
    Ghost,
    /// Its values ascend along the tree: integers, or boxes of them.
    Sorted,
    /// It has the value that it has in a new object.
    Initial,
}

/// What a field, an element or a parameter can have.
#[derive(Clone, Debug)]
pub enum Content {
    /// `false` or `true`.
    Truth,
    /// Integers of that range.
    Integer {
        /// The least one that the type has.
        least: i64,
        /// The greatest one that the type has.
        greatest: i64,
    },
    /// These words, as a person writes them.
    Words(Vec<(Word, String)>),
    /// `null` or objects of these classes, by their places in the model.
    Objects(Vec<usize>),
    /// `null` or an array.
    Array {
        /// The type of the array.
        ty: ArrayTypeId,
        /// What the elements can have.
        element: Box<Content>,
    },
    /// What nobody knows values for, by its name.
    Unknown(String),
}

/// A method that can be called.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name.
    pub name: String,
    /// The function; the object is its first parameter.
    pub function: FunctionId,
    /// The other parameters.
    pub parameters: Vec<Parameter>,
    /// Exceptions of these classes end the call normally.
    pub allowed: Vec<ClassId>,
    /// A function of the same parameters: where it does not give true, the operation is not called.
    pub guard: Option<FunctionId>,
    /// What must be true when it has returned.
    pub ensures: Option<Ensures>,
}

/// A postcondition.
#[derive(Clone, Debug)]
pub struct Ensures {
    /// The name of the function.
    pub name: String,
    /// The name of the operation.
    pub of: String,
    /// The function, which gives a truth value; the object is its first parameter.
    pub function: FunctionId,
    /// What its other parameters get.
    pub given: Vec<Given>,
}

/// What a postcondition is given.
#[derive(Clone, Debug)]
pub enum Given {
    /// A parameter of the operation, by its place.
    Parameter(usize),
    /// What the operation has returned.
    Result,
    /// What a function of the object and of these parameters gave before the operation.
    Old(FunctionId, Vec<usize>),
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// What it can have.
    pub content: Content,
    /// Whether it is a box of a key, of which only the order counts. An integer is one anyway.
    pub is_key: bool,
}

/// How long the arrays of a field or a parameter are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayLengths {
    /// The class or the operation.
    pub owner: String,
    /// The field or the parameter.
    pub name: String,
    /// The lengths of its array; behind them those of the arrays in there, and so on.
    pub lengths: Vec<Vec<usize>>,
}

/// How large the structures are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// At most so many objects of one class on a path of the backbone.
    pub height: usize,
    /// The lengths of arrays, if nothing else is said.
    pub lengths: Vec<usize>,
    /// The lengths of the arrays of a field, by its class and name, or of a parameter, by its operation and name.
    pub arrays: Vec<ArrayLengths>,
    /// How many objects there are of classes that are not on the backbone, if nothing else is said.
    pub objects: usize,
    /// How many objects there are of a class that is not on the backbone.
    pub pools: Vec<(usize, usize)>,
    /// The greatest integer, if nothing else is said; the least is 0.
    pub greatest: i64,
    /// The integers of a field, by its class and name, or of a parameter, by its operation and name.
    pub domains: Vec<(String, String, Vec<i64>)>,
}

impl Model {
    /// What is in a box that a key is; none for `null`. Fails, with words that follow "not supported:", if it is another object.
    pub(crate) fn box_of<V: Copy>(
        &self,
        boxes: &[usize],
        reference: Reference,
        heap: &Heap<V>,
    ) -> Option<Result<V, String>> {
        if reference == 0 {
            return None;
        }
        let is_box =
            boxes.iter().any(|&class| heap.ty(reference) == RefType::Class(self.classes[class].class));
        Some(if is_box {
            Ok(heap.get(reference, 0))
        } else {
            Err("a key that is no box of a number".to_string())
        })
    }
}

impl Bounds {
    /// The integers that were said for a field or a parameter.
    pub(crate) fn domain(&self, owner: &str, name: &str) -> Option<&[i64]> {
        let said = self.domains.iter().rev().find(|(whose, which, _)| whose == owner && which == name);
        said.map(|(_, _, values)| &values[..])
    }

    /// The lengths of arrays that are so many arrays deep in a field or a parameter, as far as they were said.
    pub(crate) fn lengths_of(&self, owner: &str, name: &str, depth: usize) -> Option<&[usize]> {
        let said = self.arrays.iter().rev().find(|said| said.owner == owner && said.name == name);
        said.and_then(|said| said.lengths.get(depth)).map(|lengths| &lengths[..])
    }

    pub(crate) fn pool(&self, class: usize) -> usize {
        self.pools.iter().rev().find(|(which, _)| *which == class).map_or(self.objects, |(_, count)| *count)
    }
}
