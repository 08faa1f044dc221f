//! What a program can ask of the world outside it: one table of the methods, of how a check treats what they say, and of the words
//! in which a report says so. The guide's page about the outside world has the same rows, which a test compares.
//!
//! Each is one of these, and never silence:
//! - a *choice*: every value that there can be is tried, or a sample of which the report says that it is one;
//! - a *setting*: one value, which an option changes, and the report names the option;
//! - an *assumption*: one value, and the report says which.
//!
//! A machine notes what was asked when it is asked ([`Machine::note`](crate::Machine)) and does not forget it when it goes back to another state: what
//! some execution has asked, a result rests on.

use super::draws::NAMES as DRAWS;
use super::{orders, references};
use crate::domain::Domain;
use crate::natives::{Answer, Call, Native};
use crate::word::Word;

/// What a program has asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Asked {
    /// Random numbers of the program's own, which are choices.
    Draws,
    /// The same, where they are one sequence.
    FixedDraws,
    /// Random numbers of the library's own.
    LibraryDraws,
    /// Numbers that are only there to be different.
    Identities,
    /// The order of collections that cannot be changed, which is a choice.
    Order,
    /// The same, where it is one order.
    FixedOrder,
    /// References that do not keep their object.
    References,
    /// The number of processors.
    Processors,
    /// The clock.
    Clock,
    /// Identity hash codes.
    Hashes,
    /// How much memory there is.
    Memory,
    /// How deep calls can be nested.
    Depth,
    /// Properties of the system.
    Properties,
    /// Variables of the environment.
    Environment,
    /// The default language.
    Locale,
    /// The default time zone.
    Zone,
}

/// How a check treats it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// All values are tried, or a sample.
    Choice,
    /// One value, which an option changes.
    Setting,
    /// One value.
    Assumption,
}

impl Treatment {
    /// The name in the guide.
    pub fn name(self) -> &'static str {
        match self {
            Treatment::Choice => "choice",
            Treatment::Setting => "setting",
            Treatment::Assumption => "assumption",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is asked.
    pub asked: Asked,
    /// In the guide's words.
    pub what: &'static str,
    /// How it is treated.
    pub treatment: Treatment,
    /// What a report says; nothing where nothing is assumed.
    pub words: Option<&'static str>,
    /// Functions whose models answer; without an own model the machine itself does.
    pub functions: &'static [&'static str],
}

const fn row(
    asked: Asked,
    what: &'static str,
    treatment: Treatment,
    words: Option<&'static str>,
    functions: &'static [&'static str],
) -> Row {
    Row { asked, what, treatment, words, functions }
}

/// Everything that a program can ask.
pub const TABLE: &[Row] = &[
    row(Asked::Draws, "random numbers of the program's own", Treatment::Choice, None, DRAWS),
    row(
        Asked::FixedDraws,
        "random numbers with `--random fixed`",
        Treatment::Setting,
        Some(
            "the program draws random numbers: it is checked with one sequence of them, because of --random \
             fixed, and a virtual machine gives others",
        ),
        &[],
    ),
    row(
        Asked::LibraryDraws,
        "random numbers of the library's own",
        Treatment::Assumption,
        Some(
            "the library draws random numbers inside itself, to spread threads over its tables: they are one \
             sequence, and nothing but the speed depends on them",
        ),
        &[
            "java.util.concurrent.ThreadLocalRandom.getProbe()I",
            "java.util.concurrent.ThreadLocalRandom.advanceProbe(I)I",
            "java.util.concurrent.ThreadLocalRandom.nextSecondarySeed()I",
        ],
    ),
    row(
        Asked::Identities,
        "bytes of `SecureRandom`, `UUID.randomUUID`",
        Treatment::Assumption,
        Some(
            "the program makes UUIDs or takes bytes from SecureRandom: all of them are different, and of their \
             values only one is tried",
        ),
        &["java.security.SecureRandom.nextBytes([B)V"],
    ),
    row(
        Asked::Order,
        "the order of `Set.of`, `Map.of`, `Set.copyOf`, `Collectors.toUnmodifiableSet` and their like",
        Treatment::Choice,
        None,
        orders::NAMES,
    ),
    row(
        Asked::FixedOrder,
        "the same with `--random fixed`",
        Treatment::Setting,
        Some(
            "the program iterates over Set.of, Map.of or their like: it is checked with one order of them, \
             because of --random fixed, and a virtual machine gives others",
        ),
        &[],
    ),
    row(
        Asked::References,
        "weak, soft and phantom references",
        Treatment::Choice,
        Some(
            "the program uses references that do not keep their object: they are cleared by System.gc() or not \
             at all, of each kind all whose object is no longer reached or none, and are in their queue at once",
        ),
        references::NAMES,
    ),
    row(
        Asked::Processors,
        "the number of processors",
        Treatment::Setting,
        Some(
            "the program or the library asks for the number of processors: it is checked with 1, or what \
             --processors says",
        ),
        &["java.lang.Runtime.availableProcessors()I"],
    ),
    row(
        Asked::Clock,
        "the clock",
        Treatment::Assumption,
        Some(
            "the program looks at the clock: it is checked with one that goes on by a microsecond with each look, and \
             beyond limits of time that were over",
        ),
        &["java.lang.System.nanoTime()J", "java.lang.System.currentTimeMillis()J"],
    ),
    row(
        Asked::Hashes,
        "identity hash codes",
        Treatment::Assumption,
        Some(
            "the program asks for identity hash codes: it is checked with those of this machine, \
             and a virtual machine may give others",
        ),
        &["java.lang.Object.hashCode()I", "java.lang.System.identityHashCode(Ljava/lang/Object;)I"],
    ),
    row(
        Asked::Memory,
        "how much memory there is, and `OutOfMemoryError`",
        Treatment::Assumption,
        Some(
            "the program asks how much memory there is, or runs out of it: it is checked with that of this \
             machine, and a virtual machine may have more or less",
        ),
        &[
            "java.lang.Runtime.maxMemory()J",
            "java.lang.Runtime.totalMemory()J",
            "java.lang.Runtime.freeMemory()J",
        ],
    ),
    row(
        Asked::Depth,
        "how deep calls can be nested",
        Treatment::Assumption,
        Some(
            "calls are nested until the stack is full: it is with 100000 of them, and with a virtual machine \
             at another depth",
        ),
        &[],
    ),
    row(
        Asked::Properties,
        "properties of the system, the line separator",
        Treatment::Setting,
        Some(
            "the program asks for properties of the system: it is told those that -D says, and a few of a \
             Linux system",
        ),
        &[
            "java.lang.System.getProperty(Ljava/lang/String;)Ljava/lang/String;",
            "java.lang.System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java.lang.System.lineSeparator()Ljava/lang/String;",
        ],
    ),
    row(
        Asked::Environment,
        "variables of the environment",
        Treatment::Setting,
        Some(
            "the program asks for variables of the environment: it is told those that --env says, and no others",
        ),
        &["java.lang.System.getenv(Ljava/lang/String;)Ljava/lang/String;"],
    ),
    row(
        Asked::Locale,
        "the default locale",
        Treatment::Assumption,
        Some("what the program does depends on the default locale: it is American English"),
        &[
            "java.util.Locale.getDefault()Ljava/util/Locale;",
            "java.util.Locale.getDefault(Ljava/util/Locale$Category;)Ljava/util/Locale;",
        ],
    ),
    row(
        Asked::Zone,
        "the default time zone",
        Treatment::Assumption,
        Some("what the program does depends on the default time zone, which is not modelled"),
        &["java.util.TimeZone.getDefault()Ljava/util/TimeZone;"],
    ),
];

natives! {
    find {
        "java.lang.Runtime.availableProcessors()I" => |call| {
            let spins = super::handles::method_class(call, 0)
                .is_some_and(|class| SPINNING.iter().any(|spinning| class == *spinning));
            if !spins {
                call.machine.note(Asked::Processors);
            }
            let given = call.machine.image.program().given(ir::Given::Setting, "processors");
            let count = given.and_then(|given| given.parse().ok()).unwrap_or(1);
            call.give_int(count)
        },
        "java.lang.Runtime.maxMemory()J" | "java.lang.Runtime.totalMemory()J" => |call| {
            call.machine.note(Asked::Memory);
            let limit = call.machine.limits.heap as Word;
            call.give(limit)
        },
        "java.lang.Runtime.freeMemory()J" => |call| {
            call.machine.note(Asked::Memory);
            let free = call.machine.limits.heap.saturating_sub(call.machine.heap.size()) as Word;
            call.give(free)
        },
        "java.util.Locale.getDefault()Ljava/util/Locale;"
        | "java.util.Locale.getDefault(Ljava/util/Locale$Category;)Ljava/util/Locale;" => |call| {
            call.machine.note(Asked::Locale);
            Ok(Answer::Decline)
        },
        "java.util.TimeZone.getDefault()Ljava/util/TimeZone;" => |call| {
            call.machine.note(Asked::Zone);
            Ok(Answer::Decline)
        },
    }
}

/// Classes of the library that ask for the number of processors to know whether trying again soon is worth it, and how large a table is to become at
/// most: nothing but the speed depends on it.
const SPINNING: &[&str] = &[
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.Exchanger",
    "java.util.concurrent.LinkedTransferQueue",
    "java.util.concurrent.Phaser",
    "java.util.concurrent.SynchronousQueue",
    "java.util.concurrent.SynchronousQueue$TransferStack",
    "java.util.concurrent.atomic.Striped64",
    "java.util.concurrent.locks.StampedLock",
];

/// Notes that a method of the program, and not of the library, asks.
pub(super) fn note_own<D: Domain>(call: &mut Call<'_, '_, '_, D>, asked: Asked) {
    if !super::handles::is_from_library(call) {
        call.machine.note(asked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_table_has_a_model() {
        for row in TABLE {
            for function in row.functions {
                assert!(super::super::names().any(|name| name == *function), "{function}");
            }
        }
    }

    #[test]
    fn everything_that_is_fixed_has_words() {
        for row in TABLE {
            assert!(row.treatment == Treatment::Choice || row.words.is_some(), "{}", row.what);
        }
    }
}
