//! The language of properties: relational logic over the heap before and after a method.
//!
//! A formula goes through three forms. [`parse()`] makes an [`Expression`] of its text, in which every part knows where it stands;
//! [`resolve()`] looks its names up in a program, checks that it can mean something, and makes a [`Property`] of it, whose formula is
//! written in the small [`core`]; [`evaluate()`] says whether that is true of two concrete heaps. [`print()`] writes an expression as
//! people would, and [`express()`] makes an expression of a formula of the core.
//!
//! The guide's page `docs/guide/infer.md` has the grammar and what everything means.

pub mod core;
mod evaluate;
mod express;
mod names;
mod parse;
mod print;
mod resolve;
pub mod syntax;
mod view;

pub use self::core::Property;
pub use evaluate::{Tuple, Tuples, evaluate, holds, tuples};
pub use express::{express, express_relation};
pub use names::{Condition, Context, Member, Parameter};
pub use parse::parse;
pub use print::print;
pub use resolve::{read, resolve, resolve_relation};
pub use syntax::Expression;
pub use view::{Object, Value, View};

/// A part of a formula's text, in characters from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Where it starts.
    pub start: usize,
    /// Where it has ended.
    pub end: usize,
}

impl Span {
    /// The part from one place to another.
    pub const fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// How many characters.
    pub const fn length(self) -> usize {
        self.end - self.start
    }

    /// The smallest part that has both in it.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// What is wrong with a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where in its text.
    pub span: Span,
    /// What, in lower case.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}
