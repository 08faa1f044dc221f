//! What is asked: the method in any heap, what is true before the call, and what would be a violation.

use std::collections::BTreeSet;

use ir::{FunctionId, RefType, Trap, Type};
use logic::circuit::Bit;

use super::{Check, Ends, Stopped, Wanted};
use crate::flow::Exit;
use crate::formula::{Failed, Situation, Translation, Way};
use crate::instance::{Edge, Site};
use crate::memory::Heap;
use crate::reach::trap_class;
use crate::universe::Atom;
use crate::value::Value;

impl Check<'_, '_, '_> {
    /// Encodes the method and the property. Gives the condition of a violation, and those of its ends.
    pub(super) fn begin(&mut self) -> Result<(Wanted, Ends), Stopped> {
        let began = self.meter.elapsed();
        let begun = self.encode();
        self.counts.translation += self.meter.elapsed() - began;
        self.violation = begun.as_ref().ok().map(|&(violation, _)| violation);
        begun
    }

    fn encode(&mut self) -> Result<(Wanted, Ends), Stopped> {
        let question = self.question;
        let program = question.program;
        let mut parameters = Vec::new();
        for (index, parameter) in program.functions[question.function].parameters.iter().enumerate() {
            let memory = &mut self.encoder.memory;
            let atoms = match parameter.ty {
                Type::Ref(ty) => memory.universe.fitting_before(program, ty),
                Type::Bool | Type::Int(_) | Type::Float(_) => Vec::new(),
            };
            let Some(value) = memory.any(parameter.ty, &atoms) else {
                self.encoder.skip(
                    "a parameter that is a floating-point number",
                    question.function,
                    program.functions[question.function].position,
                );
                parameters.push(Value::null());
                continue;
            };
            memory.refers(std::slice::from_ref(&value), &Heap::default());
            if let Value::Number(bits) = &value {
                let declared = question.declared.get(index).copied().unwrap_or(parameter.ty);
                let (low, high) = memory.universe.within(declared);
                memory.between(bits, low, high);
            }
            if index == 0 && question.receiver {
                let atoms: Vec<Bit> = value.atoms().iter().map(|&(_, bit)| bit).collect();
                memory.require(&atoms);
            }
            parameters.push(value);
        }
        self.parameters.clone_from(&parameters);
        let receiver = self.parameters.first().cloned().unwrap_or_else(Value::null);
        let (id, sites) = self.encoder.begin(question.function, parameters, (Bit::TRUE, Heap::default()));
        self.roots.push(id);
        for &invariant in &question.invariants {
            let (right, _) = self.invariant(invariant, receiver.clone(), (Bit::TRUE, Heap::default()));
            self.encoder.memory.require_of_code(&[right]);
        }
        self.believe_specified();
        let place = program.functions[question.function].position;
        // What is not known may throw exceptions that have no atoms.
        let is_never = |class| question.never.iter().any(|&never| program.is_subclass(class, never));
        if self.encoder.reach.effects(question.function).unknown
            && trap_class(program, Trap::Null).is_some_and(is_never)
        {
            self.encoder.skip("exceptions of code that is not known", question.function, place);
        }
        for property in &question.requires {
            let before = &Heap::default();
            let situation = Situation { before, after: before, parameters: &self.parameters, result: None };
            match Translation::new(&mut self.encoder.memory, situation).formula(&property.formula) {
                Ok(bit) => self.encoder.memory.require(&[bit]),
                Err(Failed::Unsupported(construct)) => {
                    self.encoder.skip(construct, question.function, place);
                }
                Err(Failed::Spent(why)) => return Err(Stopped::Budget(why)),
            }
        }
        let (returns, throws): (Vec<Site>, Vec<Site>) =
            sites.into_iter().partition(|site| site.exit == Exit::Return);
        let mut bad = Vec::new();
        let mut ends: Vec<Bit> = throws.iter().map(|site| site.edge.guard).collect();
        for site in &throws {
            let value = site.value.as_ref().map(|sym| sym.value.clone()).unwrap_or_else(Value::null);
            for &(atom, bit) in value.atoms() {
                let RefType::Class(class) = self.encoder.memory.universe.ty(atom) else { continue };
                if question.never.iter().any(|&never| program.is_subclass(class, never)) {
                    bad.push(self.encoder.memory.circuit.and(site.edge.guard, bit));
                }
            }
        }
        // The result takes part as one more local.
        let edges: Vec<Edge> = returns
            .into_iter()
            .map(|site| {
                let mut edge = site.edge;
                edge.state.locals = vec![site.value];
                edge
            })
            .collect();
        let end = self.encoder.join(edges, |_| true);
        ends.push(end.guard);
        let result = end.state.locals.first().cloned().flatten().map(|sym| sym.value);
        for &invariant in &question.invariants {
            let (_, wrong) = self.invariant(invariant, receiver.clone(), (end.guard, end.state.heap.clone()));
            bad.push(wrong);
        }
        let mut wrong = Vec::new();
        for property in &question.ensures {
            let situation = Situation {
                before: &Heap::default(),
                after: &end.state.heap,
                parameters: &self.parameters,
                result: result.as_ref(),
            };
            match Translation::new(&mut self.encoder.memory, situation).ways(&property.formula, false) {
                Ok(ways) => {
                    for way in ways {
                        let bit = self.encoder.memory.circuit.and(end.guard, way.bit);
                        wrong.push(Way { bit, ..way });
                    }
                }
                Err(Failed::Unsupported(construct)) => {
                    self.encoder.skip(construct, question.function, place);
                }
                Err(Failed::Spent(why)) => return Err(Stopped::Budget(why)),
            }
        }
        bad.extend(self.witnessed(wrong));
        self.break_symmetry();
        let circuit = &mut self.encoder.memory.circuit;
        let (violation, any) = (circuit.any(bad), circuit.any(ends));
        Ok((self.demand(violation)?, Ends { returns: end.guard, any }))
    }

    /// Objects show what is wrong: those of one way, which have names from now on. Gives the conditions of all ways.
    fn witnessed(&mut self, ways: Vec<Way>) -> Vec<Bit> {
        let memory = &mut self.encoder.memory;
        let places = ways.iter().map(|way| way.objects.len()).max().unwrap_or(0);
        for place in 0..places {
            let atoms: BTreeSet<Atom> =
                ways.iter().filter_map(|way| way.objects.get(place).copied()).collect();
            let atoms: Vec<Atom> = atoms.into_iter().collect();
            self.witnesses.push(memory.any(Type::ANY, &atoms).expect("a reference is supported"));
        }
        let witnessed = |way: Way| {
            let these = way.objects.iter().zip(&self.witnesses).map(|(&object, witness)| witness.is(object));
            memory.circuit.all(these.chain([way.bit]))
        };
        ways.into_iter().map(witnessed).collect()
    }

    /// Calls an invariant in a heap. Gives the condition that it is true, and the one that it is false or throws: executions that are not in the scope are
    /// neither.
    pub(super) fn invariant(&mut self, function: FunctionId, receiver: Value, at: (Bit, Heap)) -> (Bit, Bit) {
        let (id, sites) = self.encoder.begin(function, vec![receiver], at);
        self.roots.push(id);
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for site in sites {
            let circuit = &mut self.encoder.memory.circuit;
            let is = match site.value.map(|sym| sym.value) {
                Some(Value::Truth(bit)) if site.exit == Exit::Return => bit,
                Some(Value::Number(bits)) if site.exit == Exit::Return => {
                    circuit.any(bits.bits().iter().copied())
                }
                Some(Value::Truth(_) | Value::Number(_) | Value::Reference(_)) | None => Bit::FALSE,
            };
            right.push(circuit.and(site.edge.guard, is));
            wrong.push(circuit.and(site.edge.guard, !is));
        }
        let circuit = &mut self.encoder.memory.circuit;
        (circuit.any(right), circuit.any(wrong))
    }

    /// Of heaps that differ in the numbering of their objects only, some are left out; see [`Symmetry`](crate::symmetry::Symmetry).
    pub(super) fn break_symmetry(&mut self) {
        let first: Vec<&Value> = self.witnesses.iter().chain(&self.parameters).collect();
        self.symmetry.go_on(&mut self.encoder.memory, &first);
    }
}
