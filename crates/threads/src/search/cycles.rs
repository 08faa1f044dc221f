//! Executions without end, for formulas and livelocks.

use check::Location;
use space::{End, StateId};

use super::{Search, Searched};
use crate::temporal::Observed;

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Notes that an execution has ended.
    pub(super) fn note_end(&mut self, from: Option<StateId>, value: i128) {
        if let Some(course) = &mut self.course {
            course.end(&self.machine, from.map(StateId::index), value, self.mover);
        }
    }

    /// Looks for executions without end that violate something. What was found in a part of the graph is one, too.
    pub(super) fn look_for_cycles(&mut self, ended: Result<(), End>) {
        let Some(course) = self.course.take() else { return };
        if let Some(name) = course.failed {
            let what = match name {
                Observed::Field(global) => &self.program.globals[global].name,
                Observed::Method(function) => &self.program.functions[function].name,
            };
            let construct = format!("evaluating `{what}` in a state");
            return self.visits.skip(construct, Location::default());
        }
        if ended == Err(End::Violation) {
            return;
        }
        let verdict = course.conclude();
        for construct in verdict.unclear {
            self.visits.skip(construct, Location::default());
        }
        for (violation, trace) in verdict.found {
            self.visits.report(violation, trace);
        }
    }
}
