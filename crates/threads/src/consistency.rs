//! Which memory a verdict is about.
//!
//! The machine executes one step after the other, and every read sees the last write: memory is *sequentially consistent*. A JVM promises
//! that to programs without data races only (Java Language Specification, 17.4.3: "if a program has no data races, then all executions of the
//! program will appear to be sequentially consistent"). So:
//! - A search that looks at every state and finds no race has shown that its executions are all that there are. It is enough
//!   that no *sequentially consistent* execution has a race, and those are the ones that it looks at.
//! - Where it finds one, a JVM may show what no order of steps does. That nothing was found then says nothing about the JVM: the verdict is *unknown*, unless
//!   the user asks for the sequentially consistent reading. What is *violated* stays so, because a JVM may execute in order.
//! - Accesses in the weaker modes of `VarHandle` and of the atomic classes are no races, and yet reorder. In the program's own code they count
//!   like a race. What the library does inside itself with them is taken to be what its documentation says; an assumption names it.
//!
//! `what_a_race_hides_is_unknown` in the tests of the command line fails if any of this is not so.

use check::{Evidence, Frontier, Obstacle, ObstacleKind};
use machine::{Race, Weak};

/// How memory is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Consistency {
    /// As the Java Language Specification has it: a race makes *holds* *unknown*.
    #[default]
    Java,
    /// Every read sees the last write, whatever races there are.
    Sequential,
}

/// What a result rests on that has not looked at everything, or was asked to.
pub(crate) const MEMORY: &str =
    "memory is sequentially consistent: a thread sees every write that was made before, in order";
/// What takes its place.
const RACE_FREE: &str =
    "no data race, so every execution is sequentially consistent (Java Language Specification, 17.4.3)";
const WEAK_LIBRARY: &str = "where the class library reads and writes through `Unsafe`, or through handles of variables in modes that are neither plain nor \
     volatile, it is as if the variable were volatile";

/// What was found out about races.
#[derive(Debug, Default)]
pub(crate) struct Found<'a> {
    /// One, if there is one that is not the library's own.
    pub(crate) race: Option<&'a Race>,
    /// An access in a weaker mode in the program's own code.
    pub(crate) weak: Option<&'a Weak>,
    /// Whether what threads are about to do was looked at in every state, and known.
    pub(crate) complete: bool,
    /// Whether the library used weaker modes.
    pub(crate) library: bool,
}

impl Consistency {
    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Consistency::Java => "java",
            Consistency::Sequential => "sequential",
        }
    }

    /// Adds to the evidence what was found out about races.
    pub(crate) fn conclude(self, found: &Found<'_>, evidence: &mut Evidence) {
        let looked_at_all = found.complete
            && evidence.frontier == Frontier::Empty
            && evidence.stopped.is_none()
            && evidence.skipped.is_empty();
        match (self, found.race, found.weak) {
            (Consistency::Java, None, None) if looked_at_all => {
                evidence.assumptions.push(RACE_FREE.to_string());
            }
            (Consistency::Java, None, None) => evidence.assumptions.push(MEMORY.to_string()),
            (Consistency::Java, race, weak) => {
                evidence.assumptions.push(MEMORY.to_string());
                evidence.obstacles.extend(race.map(race_obstacle));
                evidence.obstacles.extend(weak.map(weak_obstacle));
            }
            (Consistency::Sequential, race, _) => {
                let has = race.map(|race| {
                    let race = &race.violation.message;
                    format!(", though the program has a data race, so that a JVM may show what no order of steps does: {race}")
                });
                evidence.assumptions.push(format!("{MEMORY}{}", has.unwrap_or_default()));
            }
        }
        if found.library {
            evidence.assumptions.push(WEAK_LIBRARY.to_string());
        }
    }
}

const REMEDY: &str =
    "--consistency sequential, for a verdict about executions in which every read sees the last write";

fn race_obstacle(race: &Race) -> Obstacle {
    Obstacle {
        kind: ObstacleKind::Race,
        what: race.violation.message.clone(),
        location: race.violation.location.clone(),
        remedy: format!(
            "make both accesses of {} ordered, by the same lock or by declaring the variable volatile; or give {REMEDY}",
            race.variable
        ),
    }
}

fn weak_obstacle(weak: &Weak) -> Obstacle {
    Obstacle {
        kind: ObstacleKind::Race,
        what: format!(
            "`{}` orders less than a volatile access does, or may fail without a cause",
            weak.operation
        ),
        location: weak.location.clone(),
        remedy: format!("use the volatile mode there, or give {REMEDY}"),
    }
}
