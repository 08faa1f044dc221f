//! Values in the words of the source, for people.
//!
//! A term accompanies a value while a body is encoded. It says how the value came about from what the caller gave, and means nothing to the
//! solver. Printing stops at a depth where nobody reads on.

use std::fmt;
use std::rc::Rc;

/// A term. See the module's documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A name or a constant.
    Name(Rc<str>),
    /// A field of an object, or what an array has at an index: as it was at the beginning, or after something was written.
    Part {
        /// The object or array.
        of: Rc<Term>,
        /// The field's name, or the index.
        part: Part,
        /// Whether that part of memory was written before.
        later: bool,
    },
    /// An operation on two terms.
    Binary(&'static str, Rc<Term>, Rc<Term>),
    /// The negation of a condition.
    Not(Rc<Term>),
    /// All of these conditions.
    All(Rc<[Term]>),
    /// One of these conditions.
    Any(Rc<[Term]>),
    /// The first, if the condition is true, otherwise the second.
    Choice(Rc<Term>, Rc<Term>, Rc<Term>),
    /// What a call, a loop or something else gives of which nothing is known.
    Unknown(Rc<str>),
}

/// What of an object or array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A field.
    Field(Rc<str>),
    /// An element.
    Index(Rc<Term>),
}

/// How deep terms are printed.
const DEPTH: usize = 7;

impl Term {
    /// A name or a constant.
    pub fn name(text: impl Into<Rc<str>>) -> Term {
        Term::Name(text.into())
    }

    /// True.
    pub fn truth(value: bool) -> Term {
        Term::name(if value { "true" } else { "false" })
    }

    fn is(&self, value: bool) -> bool {
        matches!(self, Term::Name(name) if **name == *(if value { "true" } else { "false" }))
    }

    /// The opposite of a condition.
    pub fn negated(&self) -> Term {
        match self {
            Term::Not(condition) => (**condition).clone(),
            Term::Name(_) if self.is(true) || self.is(false) => Term::truth(self.is(false)),
            Term::Binary("==", a, b) => Term::Binary("!=", Rc::clone(a), Rc::clone(b)),
            Term::Binary("!=", a, b) => Term::Binary("==", Rc::clone(a), Rc::clone(b)),
            Term::Binary("<", a, b) => Term::Binary(">=", Rc::clone(a), Rc::clone(b)),
            Term::Binary(">=", a, b) => Term::Binary("<", Rc::clone(a), Rc::clone(b)),
            Term::Binary(">", a, b) => Term::Binary("<=", Rc::clone(a), Rc::clone(b)),
            Term::Binary("<=", a, b) => Term::Binary(">", Rc::clone(a), Rc::clone(b)),
            Term::Name(_)
            | Term::Part { .. }
            | Term::Binary(..)
            | Term::All(_)
            | Term::Any(_)
            | Term::Choice(..)
            | Term::Unknown(_) => Term::Not(Rc::new(self.clone())),
        }
    }

    /// The conditions that are all true if this one is.
    fn parts(&self) -> Vec<Term> {
        match self {
            Term::All(parts) => parts.to_vec(),
            Term::Name(_)
            | Term::Part { .. }
            | Term::Binary(..)
            | Term::Not(_)
            | Term::Any(_)
            | Term::Choice(..)
            | Term::Unknown(_) => vec![self.clone()],
        }
    }

    /// Both conditions.
    pub fn and(&self, other: &Term) -> Term {
        if self.is(true) || other.is(false) || self == other {
            return other.clone();
        }
        if other.is(true) || self.is(false) {
            return self.clone();
        }
        let mut all = self.parts();
        for part in other.parts() {
            if !all.contains(&part) {
                all.push(part);
            }
        }
        Term::All(all.into())
    }

    /// One of the conditions. Two that differ in the last part only, where one has the opposite of the other, are what they share.
    pub fn or(&self, other: &Term) -> Term {
        if self.is(true) || other.is(false) || self == other {
            return self.clone();
        }
        if other.is(true) || self.is(false) {
            return other.clone();
        }
        let (a, b) = (self.parts(), other.parts());
        let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        if a.len() == shared + 1 && b.len() == shared + 1 && a[shared] == b[shared].negated() {
            return a[..shared].iter().fold(Term::truth(true), |all, part| all.and(part));
        }
        if a.len() == shared || b.len() == shared {
            return a[..shared].iter().fold(Term::truth(true), |all, part| all.and(part));
        }
        let mut any = match self {
            Term::Any(parts) => parts.to_vec(),
            Term::Name(_)
            | Term::Part { .. }
            | Term::Binary(..)
            | Term::Not(_)
            | Term::All(_)
            | Term::Choice(..)
            | Term::Unknown(_) => vec![self.clone()],
        };
        if !any.contains(other) {
            any.push(other.clone());
        }
        Term::Any(any.into())
    }

    /// The first, if the condition is true, otherwise the second.
    pub fn choice(condition: &Term, yes: &Term, no: &Term) -> Term {
        if yes == no || condition.is(true) {
            return yes.clone();
        }
        if condition.is(false) {
            return no.clone();
        }
        Term::Choice(Rc::new(condition.clone()), Rc::new(yes.clone()), Rc::new(no.clone()))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        if depth == 0 {
            return f.write_str("…");
        }
        let inner = |term: &Term, f: &mut fmt::Formatter<'_>| {
            let simple = matches!(term, Term::Name(_) | Term::Part { .. } | Term::Unknown(_) | Term::Not(_));
            if simple {
                term.write(f, depth - 1)
            } else {
                f.write_str("(")?;
                term.write(f, depth - 1)?;
                f.write_str(")")
            }
        };
        let list = |terms: &[Term], between: &str, f: &mut fmt::Formatter<'_>| {
            for (number, term) in terms.iter().enumerate() {
                if number > 0 {
                    f.write_str(between)?;
                }
                let comparison = matches!(term, Term::Binary(..));
                if comparison { term.write(f, depth - 1)? } else { inner(term, f)? }
            }
            Ok(())
        };
        match self {
            Term::Name(name) => f.write_str(name),
            Term::Part { of, part, later } => {
                inner(of, f)?;
                match part {
                    Part::Field(name) => write!(f, ".{name}")?,
                    Part::Index(index) => {
                        f.write_str("[")?;
                        index.write(f, depth - 1)?;
                        f.write_str("]")?;
                    }
                }
                if *later { f.write_str("'") } else { Ok(()) }
            }
            Term::Binary(op, a, b) => {
                inner(a, f)?;
                write!(f, " {op} ")?;
                inner(b, f)
            }
            Term::Not(condition) => {
                f.write_str("!")?;
                inner(condition, f)
            }
            Term::All(parts) => list(parts, " && ", f),
            Term::Any(parts) => list(parts, " || ", f),
            Term::Choice(condition, yes, no) => {
                inner(condition, f)?;
                f.write_str(" ? ")?;
                inner(yes, f)?;
                f.write_str(" : ")?;
                inner(no, f)
            }
            Term::Unknown(what) => write!(f, "?{what}"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, DEPTH)
    }
}
