//! Why the heap of a solution breaks nothing: what is executed from it is looked into, and as little as can be is learned of it.

use std::collections::{BTreeMap, BTreeSet};

use ir::FunctionId;
use logic::circuit::Bit;
use logic::sat::{Answer, Core, Literal};

use super::relevant::{OpenUnit, Relevant};
use super::{Check, Said, Stopped, Wanted};
use crate::flow::Exit;
use crate::instance::{Kind, Unit, What};
use crate::reach::Cell;
use crate::value::Value;

impl Check<'_, '_, '_> {
    /// Looks into what is executed from the heap of a solution, until that heap cannot come to what is wanted, and learns why. Gives whether that is so;
    /// otherwise, the solution has become one in which everything is looked into that is executed.
    pub(super) fn refine(&mut self, wanted: Wanted, inputs: &mut Vec<bool>) -> Result<bool, Stopped> {
        let progress = self.progress();
        let before = self.before(inputs);
        let mut asked = BTreeSet::new();
        let mut relevant = Relevant::to(wanted);
        loop {
            let mut fixed = self.assuming(wanted);
            fixed.extend(&before);
            let open = self.open_units(&mut relevant);
            let mut assumptions = fixed.clone();
            assumptions.extend(open.iter().map(|unit| unit.selector));
            match self.solve(&assumptions)? {
                Answer::Satisfiable(model) => *inputs = self.inputs(&model),
                Answer::Unsatisfiable(core) => {
                    let needed = self.least(&fixed, &core, open)?;
                    self.counts.refinements += 1;
                    self.learn(&needed);
                    self.poll()?;
                    assert!(self.progress() > progress, "a solution satisfies what takes part");
                    return Ok(true);
                }
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            }
            let met = self.executed(inputs);
            let mut chosen: Vec<usize> =
                met.iter().copied().filter(|&id| self.is_asked(id, &asked)).collect();
            if chosen.is_empty() {
                // What is deepest is nearest to what may write what the property looks at.
                let Some(next) = met.into_iter().max_by_key(|&id| (self.nesting(id), id)) else {
                    if relevant.is_everything() {
                        return Ok(false);
                    }
                    relevant = Relevant::everything();
                    continue;
                };
                asked.insert(self.encoder.instances[next].function);
                chosen.push(next);
            }
            for id in chosen {
                self.open(id);
            }
            if self.beyond {
                // Otherwise an execution that goes round for ever would seem to come to what was cut just now.
                self.bar_repeated()?;
            }
        }
    }

    /// Literals that fix the heap before the call and the arguments to those of a solution.
    pub(super) fn before(&mut self, inputs: &[bool]) -> Vec<Literal> {
        let memory = &mut self.encoder.memory;
        let values = memory.known().flat_map(|(_, values)| values.iter()).chain(&self.parameters);
        let bits: Vec<Bit> = values.flat_map(Value::bits).filter(|bit| bit.known().is_none()).collect();
        let is = memory.circuit.evaluate(inputs, &bits);
        let literal = |(&bit, is): (&Bit, bool)| {
            memory.encoding.literal(&memory.circuit, if is { bit } else { !bit }, &mut memory.solver)
        };
        bits.iter().zip(is).map(literal).collect()
    }

    /// The instances that are executed in a solution and were not looked into yet.
    fn executed(&mut self, inputs: &mut Vec<bool>) -> Vec<usize> {
        inputs.resize(self.encoder.memory.circuit.inputs(), false);
        let instances = &self.encoder.instances;
        let guards: Vec<Bit> = instances.iter().map(|instance| instance.guard).collect();
        let executed = self.encoder.memory.circuit.evaluate(inputs, &guards);
        let mut met = Vec::new();
        let mut waiting: Vec<usize> = self.roots.clone();
        while let Some(id) = waiting.pop() {
            match &instances[id].opened {
                Some(opened) => waiting.extend(opened.children.iter().filter(|&&child| executed[child])),
                None if instances[id].cut => {
                    assert!(self.beyond, "a solution has nothing that is cut");
                }
                None => met.push(id),
            }
        }
        met
    }

    /// Whether an instance is looked into before others: it may write what the property looks at, or is inside of what has to be known.
    fn is_asked(&self, id: usize, asked: &BTreeSet<FunctionId>) -> bool {
        if self.is_relevant(id) {
            return true;
        }
        let around = std::iter::successors(Some(id), |&id| self.encoder.instances[id].parent);
        around.take_while(|&id| !self.is_relevant(id)).any(|id| {
            let instance = &self.encoder.instances[id];
            asked.contains(&instance.function)
                || self.learned.contains_key(&(instance.function, instance.kind))
        })
    }

    /// What has to be known, and what will have to be: of functions and loops of which something has, what they do to those fields that the property
    /// looks at and of which something has to be known. Knowing what one of them writes is of no use if another leaves anything there, so
    /// without that, it would be learned of them one after the other.
    pub(super) fn foreseeable(&self, needed: &[Said]) -> BTreeSet<Said> {
        let known = self
            .learned
            .iter()
            .flat_map(|(&(function, kind), (keys, _))| keys.iter().map(move |&key| (function, kind, key)));
        let known: BTreeSet<Said> = known.chain(needed.iter().copied()).collect();
        let whose: BTreeSet<(FunctionId, Kind)> =
            known.iter().map(|&(function, kind, _)| (function, kind)).collect();
        let is_field =
            |what: &What| matches!(what, What::Cell(Cell::Field(field)) if self.looked_at.contains(field));
        let fields: BTreeSet<What> = known.iter().map(|&(.., (_, what))| what).filter(is_field).collect();
        let mut all: BTreeSet<Said> = needed.iter().copied().collect();
        for instance in &self.encoder.instances {
            if !whose.contains(&(instance.function, instance.kind)) {
                continue;
            }
            let units = instance.opened.iter().flat_map(|opened| &opened.units);
            let keys = units.map(Unit::key).filter(|(way, what)| {
                fields.contains(what) && matches!(way, Some((_, Exit::Return | Exit::To(_))))
            });
            all.extend(keys.map(|key| (instance.function, instance.kind, key)));
        }
        all
    }

    /// How many instances an instance is inside.
    fn nesting(&self, id: usize) -> usize {
        std::iter::successors(Some(id), |&id| self.encoder.instances[id].parent).count()
    }

    /// Whether an instance may write what the property looks at.
    fn is_relevant(&self, id: usize) -> bool {
        self.encoder.instances[id].outputs.cells.keys().any(|cell| match cell {
            Cell::Field(field) => self.looked_at.contains(field),
            Cell::Global(_) | Cell::Elements(_) | Cell::Lengths(_) | Cell::Alive(_) | Cell::Made(_) => false,
        })
    }

    /// As little as can be that contradicts a heap. What is said is left out for all instances at once, first that of
    /// instances that do not write what the property looks at. Where there are few objects, only what a function or loop says altogether is left out: a core
    /// seldom has more than is needed of those that are. And functions and loops of which something was learned before are not left out there: they are needed
    /// again more often than not.
    fn least(&mut self, fixed: &[Literal], core: &Core, open: Vec<OpenUnit>) -> Result<Vec<Said>, Stopped> {
        let mut groups: BTreeMap<_, BTreeMap<Said, Vec<Literal>>> = BTreeMap::new();
        for OpenUnit { said, instance, selector } in open {
            let (function, kind, key) = said;
            let one = (!self.is_small).then_some(key);
            let group = groups.entry((self.is_relevant(instance), function, kind, one)).or_default();
            group.entry(said).or_default().push(selector);
        }
        let known: BTreeSet<(FunctionId, Kind)> = match self.is_small {
            true => self.learned.keys().copied().collect(),
            false => BTreeSet::new(),
        };
        let is_known = |group: &BTreeMap<Said, Vec<Literal>>| {
            group.keys().all(|&(function, kind, _)| known.contains(&(function, kind)))
        };
        let mut left: Vec<BTreeMap<Said, Vec<Literal>>> = groups.into_values().collect();
        left.sort_by_key(is_known);
        let keep = |left: &mut Vec<BTreeMap<Said, Vec<Literal>>>, core: &Core| {
            let core: BTreeSet<Literal> = core.literals().iter().copied().collect();
            for group in left.iter_mut() {
                group.retain(|_, selectors| selectors.iter().any(|selector| core.contains(selector)));
            }
            left.retain(|group| !group.is_empty());
        };
        keep(&mut left, core);
        let mut needed = 0;
        while needed < left.len() && left.len() > 1 && !is_known(&left[needed]) {
            let candidate = left.remove(needed);
            let mut assumptions = fixed.to_vec();
            assumptions.extend(left.iter().flat_map(BTreeMap::values).flatten());
            match self.solve(&assumptions)? {
                // Those before are needed with fewer others too.
                Answer::Unsatisfiable(smaller) => keep(&mut left, &smaller),
                Answer::Satisfiable(_) => {
                    left.insert(needed, candidate);
                    needed += 1;
                }
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            }
        }
        Ok(left.into_iter().flat_map(BTreeMap::into_keys).collect())
    }
}
