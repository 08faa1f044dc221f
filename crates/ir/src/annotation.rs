//! Annotations: what the author of a program wrote onto a class, a field, a global or a function. They do not
//! change what the program does; engines read from them what is meant.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ids::{ClassId, FieldId, FunctionId, GlobalId};
use crate::statement::Constant;

/// How deep annotations may be nested.
pub const MAX_NESTING: usize = 64;

/// One annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// What it is, by the name that the source language gives it, such as `glassbox.api.Ensures`.
    pub name: String,
    /// What it says, by names in the order of the source.
    pub values: Vec<(String, AnnotationValue)>,
}

impl Annotation {
    /// An annotation that says nothing but its name.
    pub fn new(name: impl Into<String>) -> Self {
        Annotation { name: name.into(), values: Vec::new() }
    }

    /// What it says under a name.
    pub fn value(&self, name: &str) -> Option<&AnnotationValue> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text that it says under a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            AnnotationValue::Text(text) => Some(text),
            AnnotationValue::Constant(_)
            | AnnotationValue::Name(_)
            | AnnotationValue::List(_)
            | AnnotationValue::Annotation(_) => None,
        }
    }

    /// How deep the values in it are nested.
    pub(crate) fn depth(&self) -> usize {
        1 + self.values.iter().map(|(_, value)| value.depth()).max().unwrap_or(0)
    }
}

/// What an annotation says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnnotationValue {
    /// A number or a truth value.
    Constant(Constant),
    /// A text.
    Text(String),
    /// Something that has a name: a type, or one of the values of an enumeration.
    Name(String),
    /// Several values.
    List(Vec<AnnotationValue>),
    /// Another annotation.
    Annotation(Annotation),
}

impl AnnotationValue {
    fn depth(&self) -> usize {
        match self {
            AnnotationValue::Constant(_) | AnnotationValue::Text(_) | AnnotationValue::Name(_) => 1,
            AnnotationValue::List(values) => 1 + values.iter().map(AnnotationValue::depth).max().unwrap_or(0),
            AnnotationValue::Annotation(annotation) => 1 + annotation.depth(),
        }
    }

    /// Calls `visit` with every constant in it.
    pub(crate) fn for_each_constant(&self, visit: &mut impl FnMut(Constant)) {
        match self {
            AnnotationValue::Constant(constant) => visit(*constant),
            AnnotationValue::Text(_) | AnnotationValue::Name(_) => {}
            AnnotationValue::List(values) => values.iter().for_each(|value| value.for_each_constant(visit)),
            AnnotationValue::Annotation(annotation) => {
                annotation.values.iter().for_each(|(_, value)| value.for_each_constant(visit));
            }
        }
    }
}

/// What an annotation is written onto.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Annotated {
    /// A class or an interface.
    Class(ClassId),
    /// An instance field.
    Field(FieldId),
    /// A global variable, such as a static field.
    Global(GlobalId),
    /// A function or method.
    Function(FunctionId),
}

/// The annotations of a program. Like the program, they grow through a shared reference.
///
/// ```
/// use ir::{Annotated, Annotation, ClassId, Id, Program};
///
/// let program = Program::new("example");
/// let node = Annotated::Class(ClassId::new(0));
/// program.annotations.add(node, Annotation::new("Pure"));
/// assert!(program.annotations.find(node, "Pure").is_some());
/// ```
#[derive(Debug, Default)]
pub struct Annotations {
    lists: Mutex<BTreeMap<Annotated, Arc<[Annotation]>>>,
}

impl Annotations {
    /// Writes an annotation behind those that are there.
    pub fn add(&self, on: Annotated, annotation: Annotation) {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let list = lists.entry(on).or_default();
        *list = list.iter().cloned().chain([annotation]).collect();
    }

    /// What is written onto something, in the order of the source.
    pub fn of(&self, on: Annotated) -> Arc<[Annotation]> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).get(&on).cloned().unwrap_or_default()
    }

    /// The first annotation of that name on something.
    pub fn find(&self, on: Annotated, name: &str) -> Option<Annotation> {
        self.of(on).iter().find(|annotation| annotation.name == name).cloned()
    }

    /// Everything that is annotated now, with its annotations.
    pub fn all(&self) -> Vec<(Annotated, Arc<[Annotation]>)> {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.iter().map(|(&on, list)| (on, Arc::clone(list))).collect()
    }
}

impl Clone for Annotations {
    fn clone(&self) -> Self {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Annotations { lists: Mutex::new(lists) }
    }
}
