//! Traces: the choices that lead to a violation, and what replaying them shows.

use std::fmt;

use crate::evidence::Candidate;
use crate::task::Property;

/// A place in the user's sources, by names, so that it outlives the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Location {
    /// The file's name.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The function.
    pub function: String,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        Ok(())
    }
}

/// What went wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The property that is violated.
    pub property: Property,
    /// What happened, in the program's terms.
    pub message: String,
    /// Where it happened.
    pub location: Location,
}

/// The choices, in order, that an execution has to make. They determine it completely.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The values that were chosen, as numbers.
    pub choices: Vec<i128>,
    /// The same as statements of the program's language that a person can paste, if it can be said so.
    pub statements: Vec<String>,
    /// The choice from which on all are made again, for ever, if the execution has no end: its place, or the number of
    /// choices where an execution that has ended stays as it is.
    pub cycle: Option<usize>,
}

/// A choice as replaying it showed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What was chosen.
    pub value: i128,
    /// The least that could have been chosen.
    pub low: i128,
    /// The most that could have been chosen.
    pub high: i128,
    /// The variable that got the value.
    pub variable: String,
    /// Where the choice stands in the program.
    pub location: Location,
}

/// A place whose value changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The place in the program's terms: `x`, `node.next`, `a[3]`.
    pub place: String,
    /// The new value.
    pub value: String,
}

/// One step of a replayed trace: everything that a source line did before another line's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the thread, if the program has several.
    pub thread: Option<String>,
    /// The line.
    pub location: Location,
    /// The line's text.
    pub code: String,
    /// How many calls deep the line runs; 0 is the entry function.
    pub depth: u32,
    /// What changed.
    pub changes: Vec<Change>,
}

/// What replaying a trace on the concrete machine showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The violation that the execution ended in.
    pub violation: Violation,
    /// Every choice on the way.
    pub choices: Vec<Choice>,
    /// The steps, the last ones if there are too many to keep.
    pub steps: Vec<Step>,
    /// How many steps came before the ones that are kept.
    pub omitted: u64,
    /// States of a data structure on the way, such as before and after an operation.
    pub graphs: Vec<Graph>,
    /// What threads did to each other.
    pub interplay: Interplay,
    /// What operations gave, if the execution is one of operations on an object.
    pub history: Option<History>,
}

/// What operations of several threads gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// How the object was made.
    pub making: String,
    /// What was called before the threads started.
    pub before: Vec<String>,
    /// What each thread called.
    pub threads: Vec<Vec<Called>>,
    /// What was called when all threads had ended, as far as it matters.
    pub after: Vec<Called>,
    /// What the operations give in sequence: some orders with what differs.
    pub orders: Vec<SequentialOrder>,
    /// How many orders there are besides.
    pub more_orders: u64,
}

/// A call of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// The call as a person writes it.
    pub call: String,
    /// What it gave, or which exception; nothing if it did not return.
    pub result: Option<String>,
    /// How many operations of each thread had returned when it was called.
    pub returned: Vec<usize>,
}

/// Operations one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequentialOrder {
    /// The threads, by their numbers, in the order in which they take turns.
    pub threads: Vec<usize>,
    /// What each operation gave, with what was observed afterwards, in that order; nothing from one on that does not return.
    pub results: Vec<String>,
}

/// What threads did to each other, turn by turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interplay {
    /// The names of the threads, in the order in which they appear.
    pub threads: Vec<String>,
    /// What each did until another could go on.
    pub turns: Vec<Turn>,
    /// The turn from which on everything is done again, for ever, if the execution has no end.
    pub cycle: Option<usize>,
}

/// What a thread did until another could go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The thread, by its place in [`Interplay::threads`].
    pub thread: usize,
    /// Where it stood in the user's own code.
    pub location: Location,
    /// The text of that line.
    pub code: String,
    /// What others may notice of it, in words that follow the thread's name.
    pub does: Vec<String>,
    /// What changed.
    pub changes: Vec<Change>,
    /// The monitors that it holds then, in words.
    pub held: Vec<String>,
    /// What it waits for then, in words that follow its name.
    pub waits: Option<String>,
}

/// A data structure: objects with their fields. The first one is where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// Which state it is.
    pub title: String,
    /// The objects.
    pub objects: Vec<GraphObject>,
}

/// An object of a data structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphObject {
    /// A name that no other object has.
    pub name: String,
    /// The class, or the type of the elements with `[]`.
    pub class: String,
    /// The fields or elements.
    pub fields: Vec<GraphField>,
}

/// A field of an object, or an element of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphField {
    /// The name, or the index.
    pub name: String,
    /// The value; the name of an object if it is one.
    pub value: String,
    /// Whether the object is below this one in the structure.
    pub below: bool,
}

/// Why a trace could not be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayFailure {
    /// The execution ended in another way, which is described.
    Diverged(String),
    /// The replay was stopped before its end.
    Stopped(crate::budget::Exhausted),
}

/// Somebody who can run a trace on the concrete machine.
pub trait Replayer {
    /// Runs the trace from the initial state.
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure>;

    /// Runs the trace of a candidate. Whoever can only tell with the violation in mind what to look for at the end of the
    /// trace looks at it here; what is told is what was seen all the same.
    fn confirm(&mut self, candidate: &Candidate) -> Result<Replay, ReplayFailure> {
        self.replay(&candidate.trace)
    }
}
