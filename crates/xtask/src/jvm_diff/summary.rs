//! What a run has seen, in figures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Failure;
use super::generate::Program;
use super::grammar::Grammar;
use super::outcome::{Outcome, Verdict, reason, visited};

/// The figures of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How many programs ran, by how they compare.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// Those that do not behave as on the JVM.
    pub failures: Vec<Failure>,
    /// Programs that do not compile: faults of the generator.
    pub broken: Vec<String>,
    /// Programs for which the harness does not do what the launcher does.
    pub harness: Vec<String>,
    /// Programs that the JVM refuses because of a bug in the compiler.
    pub refused: Vec<String>,
    /// How many programs were run by the launcher as well.
    pub launched: usize,
    /// How long it took.
    pub seconds: f64,
    /// Why our machine stopped, and how often.
    pub reasons: BTreeMap<String, usize>,
    /// Programs that an exception ended.
    pub uncaught: usize,
    lines: usize,
    blocks: usize,
    visited: usize,
    used: BTreeSet<usize>,
    productions: Vec<(String, &'static str)>,
}

impl Summary {
    pub(super) fn new(grammar: &Grammar) -> Summary {
        Summary {
            verdicts: BTreeMap::new(),
            failures: Vec::new(),
            broken: Vec::new(),
            harness: Vec::new(),
            refused: Vec::new(),
            launched: 0,
            seconds: 0.0,
            reasons: BTreeMap::new(),
            uncaught: 0,
            lines: 0,
            blocks: 0,
            visited: 0,
            used: BTreeSet::new(),
            productions: grammar
                .productions
                .iter()
                .map(|production| (production.symbol.clone(), production.topic))
                .collect(),
        }
    }

    pub(super) fn add(&mut self, program: &Program, theirs: &Outcome, ours: &Outcome, verdict: Verdict) {
        *self.verdicts.entry(verdict).or_default() += 1;
        if let (Verdict::Unsupported, Some(reason)) = (verdict, reason(ours)) {
            *self.reasons.entry(reason).or_default() += 1;
        }
        self.lines += program.source().lines().count();
        if let Some((count, all)) = visited(theirs) {
            self.visited += count;
            self.blocks += all;
        }
        self.uncaught += usize::from(theirs.status == Some(1));
        self.used.extend(&program.productions);
    }

    /// How many programs compare like that.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Whether every program behaves as on the JVM.
    pub fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.broken.is_empty() && self.harness.is_empty()
    }

    /// One line about how far a run is.
    pub(super) fn line(&self, done: usize, all: usize) -> String {
        format!(
            "{done} of {all} programs, {} different, {} unsupported, {:.0} s",
            self.count(Verdict::Different),
            self.count(Verdict::Unsupported),
            self.seconds
        )
    }

    /// The figures for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let programs: usize = self.verdicts.values().sum();
        let _ = writeln!(
            text,
            "{programs} programs ({} lines) in {:.0} s: {} equal, {} different, {} unsupported",
            self.lines,
            self.seconds,
            self.count(Verdict::Equal),
            self.count(Verdict::Different),
            self.count(Verdict::Unsupported)
        );
        let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        let _ = writeln!(
            text,
            "{} of {} blocks executed ({:.1} %), {} programs ended by an exception, {} run by the launcher too",
            self.visited,
            self.blocks,
            share(self.visited, self.blocks),
            self.uncaught,
            self.launched
        );
        let mut topics: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (index, (_, topic)) in self.productions.iter().enumerate() {
            let entry = topics.entry(topic).or_default();
            entry.0 += usize::from(self.used.contains(&index));
            entry.1 += 1;
        }
        let listed: Vec<String> =
            topics.iter().map(|(topic, (used, all))| format!("{topic} {used}/{all}")).collect();
        let _ = writeln!(
            text,
            "{} of {} productions of the grammar used: {}",
            self.used.len(),
            self.productions.len(),
            listed.join(", ")
        );
        for (reason, count) in &self.reasons {
            let _ = writeln!(text, "{count:6}  {reason}");
        }
        if !self.refused.is_empty() {
            let names = self.refused.join(", ");
            let _ = writeln!(text, "the JVM refuses what javac made of {names}: not compared");
        }
        for problem in self.broken.iter().chain(&self.harness) {
            let _ = writeln!(text, "{problem}");
        }
        for failure in &self.failures {
            let _ =
                writeln!(text, "\nprogram {} is {}: {}", failure.index, failure.verdict, failure.explanation);
        }
        text
    }
}
