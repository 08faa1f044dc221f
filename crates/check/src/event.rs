//! What an engine tells while it works.

use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// States that still wait.
    pub frontier: u64,
    /// The longest path so far, in choices.
    pub depth: u64,
    /// Bytes of the state store.
    pub bytes: u64,
    /// How many scenarios were looked at and how many there are, if there are several.
    pub scenarios: Option<(u64, u64)>,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A phase began.
    Started(&'a str),
    /// A phase ended after that time.
    Finished(&'a str, Duration),
    /// A search goes on.
    Progress(Progress),
}

/// Somebody who watches.
pub trait Observer {
    /// Is told of an event; called some ten times a second at the most.
    fn event(&mut self, event: Event<'_>);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: Event<'_>) {}
}
