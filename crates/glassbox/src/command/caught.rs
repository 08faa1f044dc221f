//! Whether failing assertions count that something catches.

use glassbox::{CaughtAssertions, Input};
use ir::{Code, Diagnostic};

use crate::cli::CaughtSaid;

/// The name of the option in reports, for replays.
pub(crate) const OPTION: &str = "caught-assertions";

/// What is asked for, where `asked` says whether the property `assert` is, and `allowed` which exceptions may leave any method.
pub(crate) fn caught(
    said: Option<CaughtSaid>,
    asked: bool,
    allowed: &[String],
) -> Result<CaughtAssertions, Diagnostic> {
    let may_throw = allowed.iter().find(|class| {
        let simple = class.rsplit('.').next().unwrap_or(class);
        ["AssertionError", "Error", "Throwable"].contains(&simple)
    });
    match (said, may_throw) {
        (Some(_), _) if !asked => Err(Diagnostic::new(
            Code::Contradiction,
            "nothing is asked about assertions, whether something catches them or not",
            "leave out --caught-assertions, or give --property assert as well",
        )),
        (Some(CaughtSaid::Count), Some(class)) => Err(Diagnostic::new(
            Code::Contradiction,
            format!("failing assertions cannot both count and be allowed, as {class} is"),
            "leave out --caught-assertions, or that class of --allow",
        )),
        (None, None) | (Some(CaughtSaid::Count), None) if asked => Ok(CaughtAssertions::Count),
        (None | Some(CaughtSaid::Count | CaughtSaid::Allow), _) => Ok(CaughtAssertions::Allow),
    }
}

/// Rejects the option for programs that say themselves what counts.
pub(crate) fn is_for(said: Option<CaughtSaid>, input: &Input) -> Result<(), Diagnostic> {
    if said.is_none() || input.java.is_some() {
        return Ok(());
    }
    Err(Diagnostic::new(
        Code::Usage,
        "the intermediate form says itself which assertions count: `assert`, `fail`",
        "leave out --caught-assertions",
    ))
}

/// What a report keeps of it.
pub(crate) fn note(run: &mut check::Run, caught: CaughtAssertions) {
    if caught == CaughtAssertions::Allow && run.task.properties.contains(&check::Property::Assertion) {
        run.task.options.insert(OPTION.to_string(), "allow".to_string());
    }
}
