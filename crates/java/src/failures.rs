//! Which failing assertions count.
//!
//! A reader of *holds* for the property `assert` takes it that no assertion fails, whoever would catch the error. So an `assert`
//! statement that fails violates where it fails: the translation ends its code with [`ir::TerminatorKind::Fail`]
//! (`translate/asserts.rs`). An `AssertionError` that the program throws in any other way may be meant to be caught. It counts when
//! it leaves a thread, or a task of a pool or a future: what catches it there is the library, which keeps it for
//! callers that need not come.
//!
//! Two kinds of code fail on purpose, and are let alone: what is called by `assertThrows` and its like, and the idiom that asks
//! whether assertions are on.

use ir::{ClassId, Failing, FunctionId, Program};

use crate::world::Library;

/// Whether failing assertions count that something catches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CaughtAssertions {
    /// No: they are exceptions like all others.
    #[default]
    Allow,
    /// Yes, where they fail.
    Count,
}

/// What catches everything that leaves a task: classes of the library whose code calls the program's.
const KEEPERS: &[&str] = &[
    "java.util.concurrent.CompletableFuture",
    "java.util.concurrent.ForkJoinTask",
    "java.util.concurrent.FutureTask",
    "java.util.concurrent.StructuredTaskScope",
    "java.util.concurrent.StructuredTaskScopeImpl",
    // Virtual threads catch what leaves them in Java code, and tell their handlers.
    "java.lang.ThreadBuilders$BoundVirtualThread",
    "java.lang.VirtualThread",
];

/// What a function of that name does with failures in what it calls.
fn failing(name: &str) -> Failing {
    let called = name.split('(').next().unwrap_or(name);
    let Some((class, method)) = called.rsplit_once('.') else { return Failing::Passed };
    if ["assertThrows", "assertThrowsExactly"].contains(&method)
        || called == "org.junit.internal.runners.statements.ExpectException.evaluate"
    {
        return Failing::Expected;
    }
    let is_part = |keeper: &&str| {
        class.strip_prefix(*keeper).is_some_and(|nested| nested.is_empty() || nested.starts_with('$'))
    };
    if KEEPERS.iter().any(is_part) { Failing::Kept } else { Failing::Passed }
}

impl Library {
    /// Says that failing assertions count that something catches. Nothing may be translated yet.
    pub fn count_caught_assertions(&mut self, caught: CaughtAssertions) {
        self.caught = caught;
    }

    pub(crate) fn failures(&self, program: &Program) -> Option<ClassId> {
        match self.caught {
            CaughtAssertions::Allow => None,
            // Without the class there are no objects of it.
            CaughtAssertions::Count => program.class_named("java.lang.AssertionError"),
        }
    }

    pub(crate) fn failing_of(&self, program: &Program, function: FunctionId) -> Failing {
        match self.caught {
            CaughtAssertions::Allow => Failing::Passed,
            CaughtAssertions::Count => failing(&program.functions[function].name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_expects_and_who_keeps_is_told_by_names() {
        assert_eq!(failing("org.junit.Assert.assertThrows(Ljava/lang/Class;)V"), Failing::Expected);
        assert_eq!(failing("Own.assertThrowsExactly()V"), Failing::Expected);
        assert_eq!(failing("Own.assertThrowsNothing()V"), Failing::Passed);
        assert_eq!(failing("java.util.concurrent.FutureTask.run()V"), Failing::Kept);
        assert_eq!(failing("java.util.concurrent.CompletableFuture$AsyncRun.run()V"), Failing::Kept);
        assert_eq!(failing("java.util.concurrent.FutureTasks.run()V"), Failing::Passed);
        assert_eq!(failing("main"), Failing::Passed);
    }
}
