//! Which of the units that were met can have to do with what is asked for.
//!
//! Most units say what a call leaves in memory on some way out, and most of that nobody reads afterwards: what the heap is when an exception leaves the method,
//! say. A unit is *relevant* if what is asked for depends on an output that the unit is about, or another relevant unit does: its condition and what it says
//! are circuits over earlier outputs. That executions stay within the scope is always relevant, and so is what is required of code, such as that an invariant is
//! true before the call.
//!
//! # Why it is right
//! Leaving units out of a question only makes contradictions rarer, and a contradiction is all that something is learned from. That there is none
//! counts only when all units were assumed: the caller asks once more with everything before it says so (the tests of the lemmas look at both).

use logic::circuit::{Bit, Circuit, Cone};
use logic::sat::Literal;

use super::{Check, Said, Wanted};
use crate::instance::{Ties, Unit};

/// A unit that does not take part.
pub(super) struct OpenUnit {
    pub(super) said: Said,
    pub(super) instance: usize,
    pub(super) selector: Literal,
}

/// What something depends on, as far as that was found out.
pub(super) struct Relevant {
    cone: Option<Cone>,
    /// What it is, and more that is to be looked at: bits in the cone or about to be.
    next: Vec<Bit>,
    /// How much of what is required of code was looked at.
    of_code: usize,
}

impl Relevant {
    /// What something that is asked for depends on.
    pub(super) fn to(wanted: Wanted) -> Self {
        Relevant { cone: Some(Cone::default()), next: vec![wanted.bit], of_code: 0 }
    }

    /// All that there is.
    pub(super) fn everything() -> Self {
        Relevant { cone: None, next: Vec::new(), of_code: 0 }
    }

    /// Whether it is all that there is.
    pub(super) fn is_everything(&self) -> bool {
        self.cone.is_none()
    }

    /// Whether a unit is relevant. If so, what it depends on is.
    fn has(&mut self, circuit: &Circuit, unit: &Unit) -> bool {
        let Some(cone) = &mut self.cone else { return true };
        match &unit.ties {
            Ties::Any(ways) => ways.iter().for_each(|&way| cone.add(circuit, way)),
            Ties::Same(guard, pairs) => {
                if !pairs.iter().any(|&(output, _)| cone.has(output)) {
                    return false;
                }
                cone.add(circuit, *guard);
                pairs.iter().for_each(|&(_, value)| cone.add(circuit, value));
            }
        }
        true
    }
}

impl Check<'_, '_, '_> {
    /// The units that were met and do not take part, as far as they are relevant.
    pub(super) fn open_units(&mut self, relevant: &mut Relevant) -> Vec<OpenUnit> {
        let memory = &self.encoder.memory;
        if let Some(cone) = &mut relevant.cone {
            let required = memory.of_code[relevant.of_code..].iter().copied();
            relevant.next.drain(..).chain(required).for_each(|bit| cone.add(&memory.circuit, bit));
        }
        relevant.of_code = memory.of_code.len();
        // What is executed later depends on what was executed before and seldom the other way round, so this is done twice or three times.
        let instances = &self.encoder.instances;
        let mut left: Vec<(usize, usize)> = Vec::new();
        for (id, instance) in instances.iter().enumerate().rev() {
            let units = instance.opened.as_ref().map_or(0, |opened| opened.units.len());
            left.extend((0..units).map(|number| (id, number)));
        }
        let mut found = Vec::new();
        loop {
            let before = left.len();
            left.retain(|&(id, number)| {
                let opened = instances[id].opened.as_ref().expect("units are of opened instances");
                let is = relevant.has(&memory.circuit, &opened.units[number]);
                if is && !opened.units[number].included {
                    found.push((id, number));
                }
                !is
            });
            if left.len() == before {
                break;
            }
        }
        found.sort_unstable();
        let mut open = Vec::new();
        for (id, number) in found {
            let instance = &self.encoder.instances[id];
            let units = &instance.opened.as_ref().expect("units are of opened instances").units;
            let said = (instance.function, instance.kind, units[number].key());
            let selector = self.encoder.select(id, number);
            open.push(OpenUnit { said, instance: id, selector });
        }
        open
    }
}
