//! Every state of an object that sequences of calls reach, breadth first.
//!
//! A *state* is what can be reached from the object, with what else was changed since the exploration
//! began (globals, what lies in frozen objects). Level by level, every call of a [`Plan`] is executed on
//! every state of the level; what comes out is a state of the next level, unless it was reached before.
//! Two states are the same if they are isomorphic: see [`space::Encoder`].
//!
//! What makes the evidence complete: every call was executed on every state that fewer calls than the
//! bound reach, or no state is left before the bound. Since the breadth-first order reaches every state
//! by a shortest sequence, cutting sequences off at a state that was reached before loses nothing.
//!
//! Classes are initialised and arguments are made before the exploration begins: they are the same
//! objects in all states.

mod coverage;
mod crew;
mod delta;
mod levels;
mod matching;
mod realise;
mod standard;

use check::{Evidence, Meter, Observer, Property, Stats};
use ir::{ClassId, FieldId, FunctionId, Program};
use machine::{Limits, Word};

pub use matching::Matching;

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A number, or `null`.
    Word(Word),
    /// One of the plan's values.
    Value(usize),
}

/// A call with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function; the object is its first argument.
    pub function: FunctionId,
    /// The other arguments.
    pub arguments: Vec<Argument>,
    /// A function of the object and the arguments: where it does not give true, the call is not made.
    pub guard: Option<FunctionId>,
    /// Exceptions of these classes end the call normally.
    pub allowed: Vec<ClassId>,
}

/// What can be done with an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Makes the object; has no parameters.
    pub factory: FunctionId,
    /// Objects that are arguments: functions with their arguments that make them.
    pub values: Vec<(FunctionId, Vec<Word>)>,
    /// The calls.
    pub calls: Vec<Call>,
    /// Fields that are no part of a state.
    pub ignored: Vec<FieldId>,
    /// Fields that refer to sets: the order of their elements is no part of a state.
    pub sets: Vec<FieldId>,
    /// Classes whose objects are values as numbers are, where the shape of a state counts.
    pub value_classes: Vec<ClassId>,
    /// The class of the object. Its functions are the program's own even if it belongs to a library.
    pub subject: String,
    /// A function of the object that must give true in every state.
    pub invariant: Option<FunctionId>,
    /// A program that makes the object and then calls again and again what a choice says, by the number
    /// in `calls`, and asserts the invariant: what this engine does is an execution of it. If any call is allowed an
    /// exception, a number that is larger by as many as there are calls makes the call without catching anything: so
    /// a trace says which call ends in a violation, and its exception is seen where it is thrown.
    pub driver: FunctionId,
}

impl Plan {
    /// The choice of the driver for a call that does not come back.
    fn unprotected(&self, call: i128) -> i128 {
        let protects = self.calls.iter().any(|call| !call.allowed.is_empty());
        if protects { call + self.calls.len() as i128 } else { call }
    }

    /// What a result rests on: that what is no part of a state does not matter.
    fn assumptions(&self, program: &Program) -> Vec<String> {
        let name = |field: &FieldId| {
            let field = &program.fields[*field];
            format!("{}.{}", program.class_name(field.owner), field.name)
        };
        let ignored = self.ignored.iter().map(|field| {
            format!(
                "the field `{}` does not matter: states that differ in it alone were taken for the same",
                name(field)
            )
        });
        let sets = self.sets.iter().map(|field| {
            format!(
                "the order of the elements of `{}` does not matter: states that differ in it alone were taken for \
                 the same",
                name(field)
            )
        });
        ignored.chain(sets).collect()
    }
}

/// How the states of a level are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// One at a time.
    Standard,
    /// Many at once.
    Delta,
    /// Whatever was faster on the level before.
    Auto,
}

/// What is done where states that are executed at once go different ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splitting {
    /// The execution goes back to where it was split.
    Restore,
    /// The call is executed again from its beginning.
    Rerun,
}

/// How to explore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// How many calls a sequence has at most.
    pub length: u64,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// How states are executed.
    pub mode: Mode,
    /// What is done where states go different ways.
    pub splitting: Splitting,
    /// How many threads work. With abstract matching it is always one.
    pub threads: usize,
    /// How states are told apart.
    pub matching: Matching,
    /// Whether executed branches are counted; with abstract matching they always are.
    pub coverage: bool,
    /// What one execution may use.
    pub limits: Limits,
    /// What the bounds are, in words that follow "for".
    pub scope: String,
}

/// What an exploration found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `states` (that calls were executed on), `visited`, `digest` (of the set of those), `executions`,
    /// `unchanged`, `depth`, `steps`, `paths` and `executed_together` (where calls were executed on many
    /// states at once), `store_bytes`; `execution_seconds`, `comparison_seconds`, `backtracking_seconds` and
    /// `merging_seconds` of all threads, estimated from some states; `branches` and `branches_covered` if they
    /// were counted; `seed` of abstract matching.
    pub stats: Stats,
    /// How many states each level has, from the first one.
    pub levels: Vec<u64>,
}

/// Explores a plan.
pub fn explore(
    program: &Program,
    plan: &Plan,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    // With several threads, and where the faster mode is chosen, it is chance by which sequence a state
    // is reached first, and what is found first. One thread in one mode always does the same.
    let mode = match (options.mode, options.matching) {
        (Mode::Auto, Matching::Exact) => Mode::Delta,
        // States of different shapes have little in common.
        (Mode::Auto, Matching::Shape { .. }) => Mode::Standard,
        (mode @ (Mode::Standard | Mode::Delta), _) => mode,
    };
    let certain = Options { threads: 1, mode, ..options.clone() };
    let options = match options.matching {
        Matching::Exact => options,
        Matching::Shape { .. } => &certain,
    };
    let again = meter.clone();
    let outcome = levels::explore(program, plan, options, meter, observer);
    if *options == certain || outcome.evidence.candidates.is_empty() {
        return outcome;
    }
    // So a violation is found again, unless the budget is used up.
    let alone = levels::explore(program, plan, &certain, again, observer);
    if alone.evidence.candidates.is_empty() { outcome } else { alone }
}
