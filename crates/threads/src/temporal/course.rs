//! What a search notes about the course of executions, for what is asked of those without end.

use check::{Property, Trace, Violation};
use machine::{Definite, Machine};

use super::{Automaton, Found, Graph, Lasso, Observed, Temporal, Ways, livelock};

/// Makes the graph of states while a search goes on.
#[derive(Debug)]
pub(crate) struct Course<'a> {
    temporal: Option<&'a Temporal>,
    circles: bool,
    graph: Graph,
    /// What is true at the end of an execution that has no states.
    alone: Option<u64>,
    /// A name that could not be evaluated.
    pub(crate) failed: Option<Observed>,
}

/// What follows from the graph.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// Violations with the ways to them.
    pub(crate) found: Vec<(Violation, Trace)>,
    /// What could not be found out, in words that follow "not supported:".
    pub(crate) unclear: Vec<String>,
}

impl<'a> Course<'a> {
    /// Notes what the properties need; nothing if they need nothing.
    pub(crate) fn new(properties: &[Property], temporal: Option<&'a Temporal>) -> Option<Self> {
        let circles = properties.contains(&Property::Livelock);
        let temporal = temporal.filter(|_| properties.contains(&Property::Temporal));
        (circles || temporal.is_some()).then(|| Course {
            temporal,
            circles,
            graph: Graph::default(),
            alone: None,
            failed: None,
        })
    }

    fn letter<D: Definite + Clone>(&mut self, machine: &Machine<'_, '_, D>) -> u64 {
        match self.temporal.map_or(Ok(0), |temporal| temporal.letter(machine)) {
            Ok(letter) => letter,
            Err(name) => {
                self.failed = Some(name);
                0
            }
        }
    }

    /// A new state was found; the machine is in it.
    pub(crate) fn state<D: Definite + Clone>(&mut self, machine: &Machine<'_, '_, D>) {
        let letter = self.letter(machine);
        self.graph.state(letter, machine.thread_count(), &machine.enabled());
    }

    /// A state was reached from another by what a thread did.
    pub(crate) fn edge(&mut self, from: usize, value: i128, thread: usize, to: usize) {
        self.graph.edge(from, value, thread, to);
    }

    /// An execution has ended.
    pub(crate) fn end<D: Definite + Clone>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        from: Option<usize>,
        value: i128,
        thread: usize,
    ) {
        let letter = self.letter(machine);
        match from {
            Some(from) => self.graph.end(from, value, thread, letter),
            None => self.alone = Some(letter),
        }
    }

    /// Looks for executions that violate something.
    pub(crate) fn conclude(self) -> Verdict {
        let mut verdict = Verdict::default();
        let trace = |Lasso { mut stem, cycle }: Lasso| {
            let begin = stem.len();
            stem.extend(cycle);
            Trace { choices: stem, cycle: Some(begin), ..Trace::default() }
        };
        let fairness = "fairness of threads that start and end in a cycle";
        if let Some(temporal) = self.temporal {
            match Automaton::of(&temporal.formula.not()) {
                None => verdict.unclear.push("a formula of that size".to_string()),
                Some(automaton) => {
                    let ways = Ways { fair: temporal.fair, ends: true };
                    let found = match self.alone {
                        Some(letter) if temporal.formula.holds(&[letter], 0) => Found::Nothing,
                        Some(_) => Found::Lasso(Lasso { stem: Vec::new(), cycle: Vec::new() }),
                        None => self.graph.lasso(&automaton, ways),
                    };
                    match found {
                        Found::Lasso(lasso) => {
                            verdict.found.push((temporal.violation(&lasso), trace(lasso)));
                        }
                        Found::Nothing => {}
                        Found::Unclear => verdict.unclear.push(fairness.to_string()),
                    }
                }
            }
        }
        if self.circles {
            match self.graph.lasso(&Automaton::everything(), Ways { fair: true, ends: false }) {
                Found::Lasso(lasso) => verdict.found.push((livelock(), trace(lasso))),
                Found::Nothing => {}
                Found::Unclear => verdict.unclear.push(fairness.to_string()),
            }
        }
        verdict
    }
}
