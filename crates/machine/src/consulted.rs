//! What a result rests on because a program has asked for something that another machine may answer otherwise.

use crate::domain::Domain;
use crate::machine::Machine;

/// What a result rests on if the program asks for identity hash codes.
const HASHES: &str = "the program asks for identity hash codes: it is checked with those of this machine, \
                          and a virtual machine may give others";

/// What a result rests on if the program looks at the clock.
const CLOCK: &str = "the program looks at the clock: it is checked with one that goes on by a microsecond with each look, and beyond \
                     limits of time that were over";

/// What executions have asked for that another machine may answer otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Consulted {
    /// Identity hash codes.
    pub hashes: bool,
    /// The clock.
    pub clock: bool,
}

impl Consulted {
    /// What an execution has asked for.
    pub fn by<D: Domain>(machine: &Machine<'_, '_, D>) -> Self {
        Consulted { hashes: machine.heap().has_hashes(), clock: machine.heap().has_ticked() }
    }

    /// What another one has asked for, too.
    pub fn add(&mut self, other: Consulted) {
        self.hashes |= other.hashes;
        self.clock |= other.clock;
    }

    /// What a result rests on.
    pub fn assumptions(self) -> impl Iterator<Item = String> {
        let all = [(self.hashes, HASHES), (self.clock, CLOCK)];
        all.into_iter().filter(|(asked, _)| *asked).map(|(_, assumption)| assumption.to_string())
    }
}
