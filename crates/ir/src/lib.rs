//! The typed intermediate form that every front end produces and every engine consumes.
//!
//! The central types are [`Program`] (classes, fields, globals, selectors, functions, sources),
//! [`Body`] (typed locals and basic blocks of three-address [`Statement`]s with explicit
//! exceptional edges) and [`Diagnostic`] (what is wrong with an input, where, and the remedy).
//!
//! What can be known of a program without running it (dominators, loops, liveness, call graph, what a
//! call may modify) is in [`flow`].
//!
//! With the feature `generate`, the module `generate` makes random programs for property tests and fuzzers.
//!
//! This crate must not know any source language, and nothing of execution or searching.

pub mod annotation;
pub mod builder;
pub mod classes;
pub mod diagnostic;
pub mod flow;
#[cfg(feature = "generate")]
pub mod generate;
pub mod growing;
pub mod ids;
mod names;
pub mod position;
pub mod program;
pub mod statement;
pub mod suggest;
pub mod supplier;
pub mod text;
pub mod types;
pub mod verify;

pub use annotation::{Annotated, Annotation, AnnotationValue, Annotations};
pub use builder::FunctionBuilder;
pub use classes::Classes;
pub use diagnostic::{Code, Diagnostic};
pub use growing::{Growing, Table};
pub use ids::{
    ArrayTypeId, BlockId, ClassId, FieldId, FunctionId, GlobalId, Id, IdVec, LiteralId, LocalId, SelectorId,
    SourceId,
};
pub use position::{Position, Source};
pub use program::{
    Block, Body, Class, ClassKind, Field, Function, Global, Initialiser, Literal, Local, Program, Selector,
    Trap, Unwind,
};
pub use statement::{
    BinaryOp, Callee, CompareOp, Constant, Operand, OrderOp, Place, Rvalue, Statement, StatementKind,
    Terminator, TerminatorKind, UnaryOp,
};
pub use supplier::{ClassFacts, Failing, Given, MemberFacts, Supplier};
pub use types::{FloatType, IntType, RefType, Type, Width};
