//! What an engine found out, before anybody draws a conclusion.

use crate::budget::Exhausted;
use crate::trace::{Location, Trace, Violation};

/// What is left to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frontier {
    /// Nothing: every successor of every state was looked at.
    Empty,
    /// That many states, at least, were reached but not looked at.
    Remaining(u64),
    /// So many scenarios of all of them were not looked at.
    Scenarios {
        /// Those that are left.
        left: u64,
        /// All.
        all: u64,
    },
}

/// Whether the visited states were told apart exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// Different states are never taken for the same.
    Exact,
    /// Different states may have been taken for the same.
    Lossy,
    /// So many states were told apart by 64 bits each.
    Compact(u64),
    /// States that an abstraction does not tell apart were taken for the same, on purpose.
    Abstract,
}

/// A part of the program that was not executed as the program says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// What it is, in words that follow "not supported:".
    pub construct: String,
    /// Where it stands.
    pub location: Location,
}

/// Something that keeps an engine from an answer, with a remedy of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// What kind of thing it is.
    pub kind: ObstacleKind,
    /// What it is, in words that follow those of the kind.
    pub what: String,
    /// Where it stands.
    pub location: Location,
    /// What to try next.
    pub remedy: String,
}

/// What keeps an engine from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObstacleKind {
    /// A part of the program that the engine cannot look at.
    Unsupported,
    /// No execution within the scope comes to its end, so that an answer would be about nothing.
    Scope,
    /// The same, whatever the scope: every execution stays somewhere for ever.
    Endless,
    /// A data race: an execution of the real program may be none of those that were looked at.
    Race,
    /// Executions within the scope go on where the engine did not look any more.
    Cut,
}

/// For which executions a result is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Whether the scope is all executions of the program.
    pub unbounded: bool,
    /// In words that follow "for".
    pub description: String,
}

impl Scope {
    /// All executions, described in words.
    pub fn unbounded(description: impl Into<String>) -> Self {
        Scope { unbounded: true, description: description.into() }
    }

    /// The executions within bounds, described in words.
    pub fn bounded(description: impl Into<String>) -> Self {
        Scope { unbounded: false, description: description.into() }
    }
}

/// A violation that an engine believes in; [`conclude`](crate::conclude) replays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What the engine saw.
    pub violation: Violation,
    /// How to get there.
    pub trace: Trace,
}

/// Everything that an engine found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// What is left to look at.
    pub frontier: Frontier,
    /// How states were told apart.
    pub store: Store,
    /// Why the engine stopped early, if it did.
    pub stopped: Option<Exhausted>,
    /// What was not executed as the program says.
    pub skipped: Vec<Skipped>,
    /// What the program drew at random and of which only some values were tried.
    pub sampled: Vec<Skipped>,
    /// What kept the engine from an answer, each with a remedy.
    pub obstacles: Vec<Obstacle>,
    /// For which executions the result is meant.
    pub scope: Scope,
    /// What the result rests on besides the program's text.
    pub assumptions: Vec<String>,
    /// Violations to confirm.
    pub candidates: Vec<Candidate>,
    /// Violations that may not be there.
    pub doubts: Vec<Doubt>,
}

/// A violation of something more abstract than the program, which the program was not seen to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// What was violated.
    pub violation: Violation,
    /// Why it may not be there.
    pub why: String,
}

impl Evidence {
    /// The evidence of a search that looked at everything in its scope and found nothing.
    pub fn complete(scope: Scope) -> Self {
        Evidence {
            frontier: Frontier::Empty,
            store: Store::Exact,
            stopped: None,
            skipped: Vec::new(),
            sampled: Vec::new(),
            obstacles: Vec::new(),
            scope,
            assumptions: Vec::new(),
            candidates: Vec::new(),
            doubts: Vec::new(),
        }
    }
}
