//! A heap before the call, as plain values: what a counterexample begins with.
//!
//! It is written down as a list of numbers, the choices of a trace: the parameters, how many objects of each pool there are, then
//! the fields and elements of these. An object is its atom plus one, `null` is 0.

use std::collections::BTreeMap;

use ir::{FieldId, Program, RefType, Type};

use crate::memory::{Heap, Memory};
use crate::reach::{Cell, Reach};
use crate::universe::{Atom, Universe};
use crate::value::Value;

/// A value: a number, a truth value as 0 or 1, or a reference as its atom plus one.
pub type Plain = i64;

/// A heap before the call, with the arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PreState {
    /// The arguments.
    pub parameters: Vec<Plain>,
    /// How many objects of each pool there are.
    pub counts: Vec<usize>,
    /// What fields have, for each object that is there and has the field.
    pub fields: BTreeMap<(FieldId, Atom), Plain>,
    /// The lengths of arrays.
    pub lengths: BTreeMap<Atom, usize>,
    /// The elements of arrays.
    pub elements: BTreeMap<(Atom, usize), Plain>,
}

/// What is written down, in order.
enum Entry {
    Parameter(usize),
    Count(usize),
    Field(FieldId, Atom),
    Length(Atom),
    Element(Atom, usize),
}

impl PreState {
    /// The objects that are there, ascending.
    pub fn objects(&self, universe: &Universe) -> Vec<Atom> {
        let pools = self.counts.iter().enumerate().filter(|(pool, _)| !universe.pools()[*pool].shared);
        pools.flat_map(|(pool, &count)| universe.atoms(pool).take(count)).collect()
    }

    /// Calls `visit` with everything that is written down, as far as what came before says that there is something.
    fn walk(
        &mut self,
        program: &Program,
        universe: &Universe,
        reach: &Reach,
        parameters: usize,
        visit: &mut dyn FnMut(&mut PreState, Entry) -> Option<()>,
    ) -> Option<()> {
        for index in 0..parameters {
            visit(self, Entry::Parameter(index))?;
        }
        for pool in 0..universe.pools().len() {
            visit(self, Entry::Count(pool))?;
        }
        let objects = self.objects(universe);
        for &field in &reach.fields {
            let owner = RefType::Class(program.fields[field].owner);
            for &atom in objects.iter().filter(|&&atom| program.is_subtype(universe.ty(atom), owner)) {
                visit(self, Entry::Field(field, atom))?;
            }
        }
        for &atom in objects.iter().filter(|&&atom| matches!(universe.ty(atom), RefType::Array(_))) {
            visit(self, Entry::Length(atom))?;
            let length = self.lengths.get(&atom).copied().unwrap_or_default();
            for index in 0..length {
                visit(self, Entry::Element(atom, index))?;
            }
        }
        Some(())
    }

    /// As a list of numbers.
    pub fn write(&self, program: &Program, universe: &Universe, reach: &Reach) -> Vec<i128> {
        self.named(program, universe, reach, &[]).into_iter().map(|(_, number)| number).collect()
    }

    /// As a list of numbers, each with a name; parameters have these.
    pub fn named(
        &self,
        program: &Program,
        universe: &Universe,
        reach: &Reach,
        parameter_names: &[&str],
    ) -> Vec<(String, i128)> {
        let mut numbers = Vec::new();
        let mut state = self.clone();
        let parameters = self.parameters.len();
        state.walk(program, universe, reach, parameters, &mut |state, entry| {
            let object = |atom: Atom| universe.name(program, atom);
            numbers.push(match entry {
                Entry::Parameter(index) => {
                    let name = parameter_names.get(index).copied().unwrap_or_default();
                    (name.to_string(), state.parameters[index].into())
                }
                Entry::Count(pool) => {
                    let name = crate::universe::type_name(program, universe.pools()[pool].ty);
                    (format!("objects of {name}"), state.counts[pool] as i128)
                }
                Entry::Field(field, atom) => {
                    let value = state.fields.get(&(field, atom)).copied().unwrap_or_default();
                    (format!("{}.{}", object(atom), program.fields[field].name), value.into())
                }
                Entry::Length(atom) => {
                    let length = state.lengths.get(&atom).copied().unwrap_or_default();
                    (format!("{}.length", object(atom)), length as i128)
                }
                Entry::Element(atom, index) => {
                    let value = state.elements.get(&(atom, index)).copied().unwrap_or_default();
                    (format!("{}[{index}]", object(atom)), value.into())
                }
            });
            Some(())
        });
        numbers
    }

    /// From a list of numbers; none if it is about something else.
    pub fn read(
        numbers: &[i128],
        program: &Program,
        universe: &Universe,
        reach: &Reach,
        parameters: usize,
    ) -> Option<PreState> {
        let mut state = PreState {
            parameters: vec![0; parameters],
            counts: vec![0; universe.pools().len()],
            ..PreState::default()
        };
        let mut left = numbers.iter();
        state.walk(program, universe, reach, parameters, &mut |state, entry| {
            let number = *left.next()?;
            let plain = i64::try_from(number).ok()?;
            match entry {
                Entry::Parameter(index) => state.parameters[index] = plain,
                Entry::Count(pool) => {
                    let count = usize::try_from(plain).ok()?;
                    if count > universe.pools()[pool].count {
                        return None;
                    }
                    state.counts[pool] = count;
                }
                Entry::Field(field, atom) => {
                    state.fields.insert((field, atom), plain);
                }
                Entry::Length(atom) => {
                    let length = usize::try_from(plain).ok().filter(|&length| length <= universe.length)?;
                    state.lengths.insert(atom, length);
                }
                Entry::Element(atom, index) => {
                    state.elements.insert((atom, index), plain);
                }
            }
            Some(())
        })?;
        let there = state.objects(universe);
        let is_there = |ty: Type, plain: Plain| {
            !ty.is_ref()
                || plain == 0
                || u32::try_from(plain - 1).is_ok_and(|atom| there.binary_search(&atom).is_ok())
        };
        let fits = state.fields.iter().all(|(&(field, _), &plain)| is_there(program.fields[field].ty, plain))
            && state.elements.iter().all(|(&(atom, _), &plain)| match universe.ty(atom) {
                RefType::Array(array) => is_there(program.element_type(array), plain),
                RefType::Class(_) | RefType::Any => false,
            });
        (left.next().is_none() && fits).then_some(state)
    }
}

/// A value when the circuit's inputs have these values.
pub(crate) fn plain(memory: &Memory<'_>, inputs: &[bool], value: &Value) -> Plain {
    match value {
        Value::Truth(bit) => i64::from(memory.circuit.evaluate(inputs, &[*bit])[0]),
        Value::Number(bits) => {
            let values = memory.circuit.evaluate(inputs, bits.bits());
            let number = logic::circuit::bits::number(&values);
            let sign = 64 - bits.width();
            (number << sign) as i64 >> sign
        }
        Value::Reference(atoms) => {
            let bits: Vec<_> = atoms.iter().map(|&(_, bit)| bit).collect();
            let values = memory.circuit.evaluate(inputs, &bits);
            let place = values.iter().position(|&is| is);
            place.map_or(0, |place| i64::from(atoms[place].0) + 1)
        }
    }
}

impl PreState {
    /// The heap before the call when the circuit's inputs have these values.
    pub(crate) fn of(memory: &mut Memory<'_>, parameters: &[Value], inputs: &[bool]) -> PreState {
        let universe = memory.universe;
        let heap = Heap::default();
        let counts = (0..universe.pools().len())
            .map(|pool| {
                if universe.pools()[pool].shared {
                    return 0;
                }
                let alive: Vec<_> = universe.atoms(pool).map(|atom| memory.alive(&heap, atom)).collect();
                let known = inputs.len();
                // What nobody asked about before has no value.
                let alive = alive.iter().filter(|&&bit| {
                    let value =
                        memory.circuit.evaluate(&padded(inputs, memory.circuit.inputs(), known), &[bit]);
                    value[0]
                });
                alive.count()
            })
            .collect();
        let inputs = padded(inputs, memory.circuit.inputs(), inputs.len());
        let mut state = PreState {
            parameters: parameters.iter().map(|value| plain(memory, &inputs, value)).collect(),
            counts,
            ..PreState::default()
        };
        let there = state.objects(universe);
        for (cell, values) in memory.known() {
            let owners = memory.owners(cell);
            for (number, (owner, value)) in owners.iter().zip(values.iter()).enumerate() {
                if there.binary_search(owner).is_err() {
                    continue;
                }
                let plain = plain(memory, &inputs, value);
                match cell {
                    Cell::Field(field) => {
                        state.fields.insert((field, *owner), plain);
                    }
                    Cell::Lengths(_) => {
                        state.lengths.insert(*owner, plain.max(0) as usize);
                    }
                    Cell::Elements(_) => {
                        state.elements.insert((*owner, number % universe.length.max(1)), plain);
                    }
                    Cell::Global(_) | Cell::Alive(_) | Cell::Made(_) => {}
                }
            }
        }
        let lengths = state.lengths.clone();
        state.elements.retain(|(atom, index), _| lengths.get(atom).is_some_and(|length| index < length));
        state
    }
}

/// The values of inputs, and false for those that came later.
fn padded(inputs: &[bool], all: usize, known: usize) -> Vec<bool> {
    let mut padded = inputs[..known].to_vec();
    padded.resize(all, false);
    padded
}
