//! What a run came to.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Failure;
use super::ask::{Answer, Property, Way};
use super::explore::Truth;

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many programs were compared.
    pub programs: usize,
    /// How many have too many states.
    pub large: usize,
    /// How many violate each property.
    pub violated: BTreeMap<Property, usize>,
    /// In how many no execution comes to an end that counts.
    pub endless: usize,
    /// How often the tool was right.
    pub right: usize,
    /// How often it did not know, with the reason; searches at every access aside.
    pub unknown: BTreeMap<String, usize>,
    /// How often it did not know because every access was a point where threads change.
    pub unfinished: usize,
    /// How often a program was run on the virtual machine.
    pub runs: usize,
    /// States that the interpreter went through.
    pub states: usize,
    /// What is wrong.
    pub failures: Vec<Failure>,
}

/// Of so many answers one may be *unknown*.
const UNKNOWN: usize = 20;

impl Summary {
    /// Counts a program.
    pub(super) fn count(&mut self, truth: &Truth) {
        self.programs += 1;
        self.states += truth.states;
        self.endless += usize::from(!truth.ends);
        for property in Property::ALL {
            *self.violated.entry(property).or_default() += usize::from(property.is_violated(truth));
        }
    }

    /// Counts an answer.
    pub(super) fn answered(&mut self, way: Way, answer: &Answer) {
        match answer {
            Answer::Violated | Answer::Holds => self.right += 1,
            Answer::Unknown(_) if way.is_large() => self.unfinished += 1,
            Answer::Unknown(reason) => *self.unknown.entry(reason.clone()).or_default() += 1,
            Answer::Wrong(_) => {}
        }
    }

    /// How many answers were *unknown*.
    pub fn unknowns(&self) -> usize {
        self.unknown.values().sum()
    }

    /// Whether the tool was never wrong, and knew the answer nearly always.
    pub fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.unknowns() * UNKNOWN <= self.right
    }

    /// As people read it.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} programs with {} states, {} others with too many; {} answers are right, {} unknown, {} unfinished; {} runs on the JVM; {} programs go wrong\n",
            self.programs,
            self.states,
            self.large,
            self.right,
            self.unknowns(),
            self.unfinished,
            self.runs,
            self.failures.len()
        );
        for (property, count) in &self.violated {
            let _ = writeln!(text, "{count:6}  programs violate {}", property.name());
        }
        let _ = writeln!(text, "{:6}  programs have no execution that ends", self.endless);
        for (reason, count) in &self.unknown {
            let _ = writeln!(text, "{count:6}  unknown, {reason}");
        }
        text
    }
}
