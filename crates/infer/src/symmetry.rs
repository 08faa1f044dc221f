//! Of heaps that differ in the numbering of their objects only, most are left out.
//!
//! Objects of a pool have no identity but their numbers, so whatever is true of a heap is true of it renumbered. It is enough to look at
//! heaps whose objects are numbered as somebody meets them who goes through the heap in a certain order: places that refer to objects are looked at one
//! after the other, and an object that was not met before has the next number of its pool.
//!
//! The objects that show a violation come first, then the parameters, then the fields and elements of the objects of one pool after the other. Pools stand in an
//! order in which an object mostly refers to objects of its own and of later pools; where it does not, that place is passed over. So the
//! objects whose fields are looked at have their numbers already, but for those of the same pool that nobody refers to: they count as met when their
//! own fields are looked at.
//!
//! # Why no violation is lost
//! Every heap can be numbered so. Go through the pools in their order; when it is the turn of a pool, all earlier ones are numbered, so it is known in which
//! order the places of their objects are looked at. Give the objects of the pool numbers as they are met there and then in the places of
//! the pool itself; where the next one is to be looked at and none is left that was met, take any of the others.
//! What holds of that order holds as well where places are added behind it, so it does not matter that cells become known while
//! bodies are opened, and are looked at then. The test `brute_force_agrees` would notice if a violation were lost.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{Program, RefType, Type};
use logic::circuit::Bit;

use crate::memory::{Heap, Memory};
use crate::reach::{Cell, Reach};
use crate::universe::{Atom, Universe};
use crate::value::Value;

/// How far the heap was gone through.
pub(crate) struct Symmetry {
    /// The pools in their order, and the place of each in it.
    order: Vec<usize>,
    places: Vec<usize>,
    /// For each atom whether it was met.
    met: Vec<Bit>,
    /// The cells that were looked at.
    looked_at: BTreeSet<Cell>,
    begun: bool,
}

impl Symmetry {
    /// Nothing was looked at. Pools stand in the order in which references lead to them from these parameters.
    pub(crate) fn new(program: &Program, universe: &Universe, reach: &Reach, parameters: &[Type]) -> Self {
        let mut order = Vec::new();
        let add = |order: &mut Vec<usize>, ty: Type| {
            let Type::Ref(ty) = ty else { return };
            let fits = |pool: &usize| program.is_subtype(universe.pools()[*pool].ty, ty);
            for pool in (0..universe.pools().len()).filter(fits) {
                if !order.contains(&pool) {
                    order.push(pool);
                }
            }
        };
        for &parameter in parameters {
            add(&mut order, parameter);
        }
        let mut next = 0;
        while next < universe.pools().len() {
            // What nothing leads to comes last.
            if next == order.len() {
                order.extend((0..universe.pools().len()).find(|pool| !order.contains(pool)));
            }
            match universe.pools()[order[next]].ty {
                RefType::Array(array) => add(&mut order, program.element_type(array)),
                ty @ (RefType::Class(_) | RefType::Any) => {
                    let has = |owner| program.is_subtype(ty, RefType::Class(owner));
                    let fields = reach.fields.iter().map(|&field| &program.fields[field]);
                    for field in fields.filter(|field| has(field.owner)) {
                        add(&mut order, field.ty);
                    }
                }
            }
            next += 1;
        }
        let mut places = vec![0; order.len()];
        for (place, &pool) in order.iter().enumerate() {
            places[pool] = place;
        }
        let met = vec![Bit::FALSE; universe.len()];
        Symmetry { order, places, met, looked_at: BTreeSet::new(), begun: false }
    }

    /// Looks at a place that refers to something: of an object, if it has an owner.
    fn look(&mut self, memory: &mut Memory<'_>, value: &Value, owner: Option<Atom>) {
        let universe = memory.universe;
        let counts = |&(atom, _): &(Atom, Bit)| {
            let place = |atom| self.places[universe.pool(atom)];
            !universe.is_shared(atom) && owner.is_none_or(|owner| place(owner) <= place(atom))
        };
        let atoms: Vec<(Atom, Bit)> = value.atoms().iter().copied().filter(counts).collect();
        for &(atom, bit) in &atoms {
            let pool = universe.pool(atom);
            let Some(before) = atom.checked_sub(1).filter(|&before| universe.pool(before) == pool) else {
                continue;
            };
            // Whoever is looked at was met, and all before it.
            if owner.is_some_and(|owner| universe.pool(owner) == pool && before <= owner) {
                continue;
            }
            // New objects have the last numbers.
            let there = memory.alive(&Heap::default(), atom);
            memory.require(&[!bit, !there, self.met[before as usize]]);
        }
        for (atom, bit) in atoms {
            let met = &mut self.met[atom as usize];
            *met = memory.circuit.or(*met, bit);
        }
    }

    /// Looks at what has become known since the last time; at these values the first time.
    pub(crate) fn go_on(&mut self, memory: &mut Memory<'_>, first: &[&Value]) {
        if !self.begun {
            self.begun = true;
            // Everybody who asks what is there finds it known.
            for pool in 0..memory.universe.pools().len() {
                if !memory.universe.pools()[pool].shared {
                    memory.before(Cell::Alive(pool)).expect("what is there is always known");
                }
            }
            for value in first {
                self.look(memory, value, None);
            }
        }
        let is_new = |cell: Cell| {
            matches!(cell, Cell::Field(_) | Cell::Elements(_)) && !self.looked_at.contains(&cell)
        };
        let new = memory.known().filter(|(cell, _)| is_new(*cell));
        let new: Vec<(Vec<Atom>, Rc<[Value]>)> =
            new.map(|(cell, values)| (memory.owners(cell), Rc::clone(values))).collect();
        self.looked_at.extend(memory.known().map(|(cell, _)| cell));
        if new.is_empty() {
            return;
        }
        for pool in self.order.clone() {
            for atom in memory.universe.atoms(pool) {
                for (owners, values) in &new {
                    // Elements have the same owner several times.
                    let places = owners.partition_point(|&owner| owner < atom)
                        ..owners.partition_point(|&owner| owner <= atom);
                    for value in &values[places] {
                        self.look(memory, value, Some(atom));
                    }
                }
            }
        }
    }
}
