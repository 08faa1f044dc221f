//! What the search asks of a domain, besides what the machine and the store do.

use machine::{Concrete, Machine};
use space::Stored;

/// A domain that the search can run on. Where an operation has several outcomes in the domain, the machine stops before
/// it with a fork, and each of the outcomes is followed, as each value of a choice is.
pub trait Searched: Stored<Fork: Copy + PartialEq> + Clone {
    /// Whether it ever forks.
    const FORKS: bool;

    /// How many outcomes there are, or why the execution cannot go on, in words that follow "not supported:".
    fn outcomes(&self, fork: Self::Fork) -> Result<usize, String>;

    /// For which executions a result is meant, when all of them were followed.
    fn scope(&self, all: String) -> String {
        all
    }

    /// What a result rests on because of the domain.
    fn assumptions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Goes on with one of the outcomes. The machine has stopped with the fork.
    fn take(machine: &mut Machine<'_, '_, Self>, fork: Self::Fork, outcome: usize);
}

impl Searched for Concrete {
    const FORKS: bool = false;

    fn outcomes(&self, fork: Self::Fork) -> Result<usize, String> {
        match fork {}
    }

    fn take(_: &mut Machine<'_, '_, Self>, fork: Self::Fork, _: usize) {
        match fork {}
    }
}
