//! What is asked.

use std::collections::BTreeMap;

use crate::budget::Budget;

/// Something that should be true of every execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// No `assert` fails.
    Assertion,
    /// No exception leaves the entry function.
    Exception,
    /// No statement traps (null, bounds, division by zero, ...) where the program makes no
    /// exception for it.
    Trap,
    /// Some thread can always go on until all have ended.
    Deadlock,
    /// No two threads can touch the same variable at the same time, one of them writing, unless it is volatile.
    Race,
    /// A formula of linear temporal logic, which an option of the task gives, is true of every execution.
    Temporal,
    /// Threads do not go round in circles for ever though each of them goes on.
    Livelock,
    /// What operations of several threads give, they also give in some order, one after the other.
    Linearizable,
}

impl Property {
    /// Every property.
    pub const ALL: [Property; 8] = [
        Property::Assertion,
        Property::Exception,
        Property::Trap,
        Property::Deadlock,
        Property::Race,
        Property::Temporal,
        Property::Livelock,
        Property::Linearizable,
    ];

    /// Those of programs with one thread.
    pub const SEQUENTIAL: [Property; 3] = [Property::Assertion, Property::Exception, Property::Trap];

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Property::Assertion => "assert",
            Property::Exception => "exception",
            Property::Trap => "trap",
            Property::Deadlock => "deadlock",
            Property::Race => "race",
            Property::Temporal => "ltl",
            Property::Livelock => "livelock",
            Property::Linearizable => "linearizable",
        }
    }

    /// What it promises when it holds.
    pub const fn description(self) -> &'static str {
        match self {
            Property::Assertion => "no assertion fails",
            Property::Exception => "no exception leaves the entry function",
            Property::Trap => "no null dereference, index out of bounds, division by zero or other trap",
            Property::Deadlock => "some thread can always go on until all have ended",
            Property::Race => "no two threads touch the same variable at the same time, one of them writing",
            Property::Temporal => "the formula is true of every execution",
            Property::Livelock => "threads do not go round in circles for ever though each of them goes on",
            Property::Linearizable => {
                "what operations of several threads give, they also give in some order, one after the other"
            }
        }
    }

    /// The property of that name.
    pub fn parse(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }
}

/// A file that a task reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The path as the user gave it.
    pub path: String,
    /// A digest of its contents, so that a replay notices a changed program.
    pub digest: String,
}

/// What is asked: inputs, entry, properties, engine, options, budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The files that make up the program.
    pub inputs: Vec<Input>,
    /// The function where executions start.
    pub entry: String,
    /// What should be true.
    pub properties: Vec<Property>,
    /// The engine's name.
    pub engine: String,
    /// The engine's options as the user would write them.
    pub options: BTreeMap<String, String>,
    /// How much may be spent.
    pub budget: Budget,
}

impl Task {
    /// A task without inputs and options.
    pub fn new(
        engine: impl Into<String>,
        entry: impl Into<String>,
        properties: Vec<Property>,
        budget: Budget,
    ) -> Self {
        Task {
            inputs: Vec::new(),
            entry: entry.into(),
            properties,
            engine: engine.into(),
            options: BTreeMap::new(),
            budget,
        }
    }
}
