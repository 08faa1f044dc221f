//! What has to be known of calls is found out in small heaps first.
//!
//! What is learned of a function or loop names units of its body and no objects, so what was learned where there are few objects can be included where there
//! are many. There it costs a fraction, because formulas grow with the square or the cube of the scope. Nothing depends on whether it was wise: what is
//! included is part of the program, and what is missing is learned as ever.

use std::collections::{BTreeMap, BTreeSet};

use check::Meter;
use ir::FunctionId;
use logic::sat::Answer;

use super::{Check, Counts, Question, Setting, Stopped};
use crate::instance::{Key, Kind};
use crate::reach::Language;

/// What is known of functions and loops, and how deep inside themselves that was.
pub(super) type Learned = BTreeMap<(FunctionId, Kind), (BTreeSet<Key>, usize)>;

/// How many objects there are where it is looked first.
const FEW: usize = 2;

/// How many there must be for that to be worth while.
const MANY: usize = 4;

/// What is learned where there are few objects, and what that cost; nothing if there are few anyway.
pub(super) fn foresee(
    question: &Question<'_>,
    language: &Language<'_>,
    meter: Meter<'_>,
) -> Option<(Learned, Counts)> {
    if question.inline || question.scope.objects < MANY {
        return None;
    }
    let mut small = question.clone();
    let Question { scope, unroll, .. } = &mut small;
    scope.objects = FEW;
    scope.length = scope.length.min(FEW);
    scope.classes.values_mut().for_each(|count| *count = (*count).min(FEW));
    // Lists that end have no more objects than that.
    *unroll = (*unroll).min(FEW + 1);
    let setting = Setting::new(&small, language);
    let mut check = Check::new(&small, &setting, language, meter);
    let began = check.meter.elapsed();
    let (violation, _) = check.begin();
    check.counts.translation += check.meter.elapsed() - began;
    // Whoever was stopped has learned something all the same.
    let _ = check.look_ahead(violation);
    check.counts.conflicts += check.encoder.memory.solver.statistics().conflicts;
    Some((check.learned, check.counts))
}

impl Check<'_, '_, '_> {
    /// Learns until there is no violation, or one that is real.
    fn look_ahead(&mut self, violation: logic::sat::Literal) -> Result<(), Stopped> {
        loop {
            self.open_specified();
            let Answer::Satisfiable(model) = self.ask(violation)? else { return Ok(()) };
            let mut inputs = self.inputs(&model);
            if !self.refine(violation, &mut inputs)? {
                return Ok(());
            }
        }
    }

    /// Includes what was learned elsewhere.
    pub(super) fn recall(&mut self, (learned, spent): (Learned, Counts)) -> Result<(), Stopped> {
        let Counts { refinements, conflicts, translation, solving, .. } = spent;
        self.counts.refinements += refinements;
        self.counts.conflicts += conflicts;
        self.counts.translation += translation;
        self.counts.solving += solving;
        self.learned = learned;
        // Small heaps were looked at.
        self.size = None;
        self.learn_more()
    }
}
