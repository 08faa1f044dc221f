//! A finished run: what reports are made of.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::task::Task;
use crate::trace::Location;
use crate::verdict::Conclusion;

/// A number in the statistics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stat {
    /// A count.
    Count(u64),
    /// A measurement.
    Real(f64),
}

/// The statistics of a run, by the names that reports use.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    values: BTreeMap<&'static str, Stat>,
}

impl Stats {
    /// Sets a count.
    pub fn count(&mut self, name: &'static str, value: u64) {
        self.values.insert(name, Stat::Count(value));
    }

    /// Sets a measurement.
    pub fn real(&mut self, name: &'static str, value: f64) {
        self.values.insert(name, Stat::Real(value));
    }

    /// A number, if it was set.
    pub fn get(&self, name: &str) -> Option<Stat> {
        self.values.get(name).copied()
    }

    /// All numbers in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Stat)> + '_ {
        self.values.iter().map(|(&name, &stat)| (name, stat))
    }
}

/// A part of a run and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// What was done: `parse`, `search`, `replay`, ...
    pub name: &'static str,
    /// How long it took.
    pub time: Duration,
}

/// What an engine has learned about a function or a loop that what was checked makes use of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// The function or the loop.
    pub name: String,
    /// What it may modify.
    pub modifies: Vec<String>,
    /// What is known about it besides, in the program's terms.
    pub lines: Vec<String>,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was asked.
    pub task: Task,
    /// What was concluded.
    pub conclusion: Conclusion,
    /// What was seen of the program before it ran, in words; no part of the verdict.
    pub notes: Vec<String>,
    /// Assertions of the program that no execution evaluates, where everything was looked at.
    pub unreached: Vec<Location>,
    /// What was learned about what is called.
    pub learned: Vec<Learned>,
    /// Counters of the engine.
    pub stats: Stats,
    /// What took how long, in order.
    pub phases: Vec<Phase>,
    /// How long everything took.
    pub time: Duration,
    /// The most memory that the process used, in bytes; 0 if that cannot be known.
    pub peak_bytes: u64,
}
