//! What was learned and what it cost, as it was when the question about the property was answered.

use logic::sat::Literal;

use super::{Answered, Check, Checked, Counts};

impl Check<'_, '_, '_> {
    /// Keeps what was learned and counted: what is asked from now on is not about the property.
    pub(super) fn settle(&mut self) {
        let statistics = self.encoder.memory.solver.statistics();
        let recorded = self.encoder.memory.solver.recorded().expect("the solver keeps its clauses");
        // What is asked for is part of what is asked; bodies that were opened, but are not needed, are not.
        let violation = self.violation.map(|violation| violation.literal);
        let asked: Vec<Literal> = self.cuts.into_iter().chain(violation).collect();
        let (variables, clauses) = recorded.size_requiring(&asked);
        let dimacs = self.question.record.then(|| recorded.cone_requiring(&asked).to_dimacs());
        let mut counts = self.counts;
        counts.opened += self.encoder.composed as u64;
        let opened = self.encoder.instances.iter().filter_map(|instance| instance.opened.as_ref());
        counts.learned = opened.flat_map(|opened| &opened.units).filter(|unit| unit.told).count() as u64;
        counts.calls = self.encoder.instances.len() as u64 - 1;
        counts.variables = variables as u64;
        counts.clauses = clauses as u64;
        counts.questions = statistics.questions;
        counts.conflicts += statistics.conflicts;
        self.settled = Some((self.specifications(), counts, dimacs));
    }

    /// The same where there is no answer: the counts are of all clauses that there are.
    fn break_off(&mut self) {
        let solver = &self.encoder.memory.solver;
        let (statistics, recorded) = (solver.statistics(), solver.recorded());
        let mut counts = self.counts;
        counts.calls = self.encoder.instances.len() as u64 - 1;
        counts.variables = recorded.map_or(0, |cnf| cnf.variables() as u64);
        counts.clauses = recorded.map_or(0, |cnf| cnf.clauses().len() as u64);
        counts.questions = statistics.questions;
        counts.conflicts += statistics.conflicts;
        self.settled = Some((self.specifications(), counts, None));
    }

    /// What the check came to.
    pub(super) fn finish(mut self, answer: Answered) -> Checked {
        if self.settled.is_none() {
            match answer {
                // Whoever was stopped may have neither the time nor the room to look at all clauses once more.
                Answered::Stopped(_) if !self.question.record => self.break_off(),
                Answered::Stopped(_)
                | Answered::Holds { .. }
                | Answered::Cut { .. }
                | Answered::Impossible(_)
                | Answered::Violated(_) => self.settle(),
            }
        }
        if !matches!(answer, Answered::Holds { .. }) {
            self.encoder.skipped.append(&mut self.encoder.told);
        }
        let (specifications, counts, dimacs) = self.settled.take().expect("it was settled");
        // The time is that of everything.
        let counts = Counts { translation: self.counts.translation, solving: self.counts.solving, ..counts };
        Checked {
            answer,
            specifications,
            skipped: std::mem::take(&mut self.encoder.skipped),
            believed: self.encoder.believed.take().unwrap_or_default(),
            counts,
            dimacs,
            formula: self.formula(),
        }
    }
}
