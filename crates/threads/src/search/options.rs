//! How to search.

use check::Property;
use machine::{Clock, Granularity, Limits};

use crate::consistency::Consistency;
use crate::temporal::Temporal;

/// In which order states are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Shortest schedules first.
    BreadthFirst,
    /// One schedule to its end before the next.
    DepthFirst,
    /// Schedules at random, from that seed on.
    Random(u64),
    /// Depth-first, but no thread goes on beyond an operation with several outcomes (seed 004, 4.1).
    ChooseFree,
    /// Executions with fewer such operations first.
    ChooseFreeFirst,
}

/// How often a thread that can go on may be interrupted for another on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Preemptions {
    /// As often as there are occasions.
    #[default]
    Any,
    /// So often.
    AtMost(u32),
    /// Not at all first, then once, and so on, until nothing is left out.
    Growing,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// In which order states are looked at.
    pub order: Order,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// Where threads may change.
    pub granularity: Granularity,
    /// Whether of orders of independent operations that lead to the same state one is followed (sleep sets).
    pub sleep: bool,
    /// How often a thread that can go on may be interrupted on a path.
    pub preemptions: Preemptions,
    /// Whether to remember 64 bits of each state only, which proves nothing.
    pub compact: bool,
    /// Whether races count that the class library has with itself.
    pub library_races: bool,
    /// How memory is read.
    pub consistency: Consistency,
    /// How many microseconds a limit of time must have to be over only where nothing else goes on; without that any may be over at any
    /// moment.
    pub patience: Option<u64>,
    /// The formula that [`Property::Temporal`] is about.
    pub temporal: Option<Temporal>,
    /// What one execution may use.
    pub limits: Limits,
    /// Whether transitions that were executed before are recalled. The result does not depend on it.
    pub recalls: bool,
    /// How many threads of the tool work. The result does not depend on it.
    pub jobs: usize,
}

impl Options {
    /// Breadth-first to the first violation.
    pub fn new(properties: Vec<Property>) -> Self {
        Options {
            properties,
            order: Order::BreadthFirst,
            all: false,
            granularity: Granularity::Shared,
            sleep: true,
            preemptions: Preemptions::Any,
            compact: false,
            library_races: false,
            consistency: Consistency::Java,
            patience: None,
            temporal: None,
            limits: Limits::default(),
            recalls: true,
            jobs: 1,
        }
    }
}

impl Options {
    /// Which executions are looked at does not depend on how long limits of time are where cycles cannot be told: with formulas and livelocks, which have
    /// a graph of their own, and in a compact store.
    pub fn clock(&self) -> Clock {
        let endless = [Property::Temporal, Property::Livelock];
        let tells = !self.compact && !endless.iter().any(|property| self.properties.contains(property));
        self.patience.filter(|_| tells).map_or(Clock::Free, Clock::Patient)
    }
}
