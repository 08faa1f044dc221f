//! What the bodies of instances say about their outputs, and how it takes part.
//!
//! Each way out says of each output what it is there; such a unit is one thing that can be learned ([`crate::instance`]). It becomes clauses only
//! when somebody wants to know what follows from it, or includes it for good.

use std::rc::Rc;

use logic::circuit::Bit;
use logic::sat::{Clauses as _, Literal};

use crate::encode::{Encoder, local_index};
use crate::flow::Exit;
use crate::instance::{Opened, Outputs, Site, State, Ties, Unit, What};
use crate::memory::Memory;
use crate::reach::Cell;
use crate::term::Term;
use crate::value::Value;

/// Bits that should be the same.
type Pairs = Vec<(Bit, Bit)>;

impl Encoder<'_> {
    /// Encodes the body of an instance, unless that was done before.
    pub(crate) fn open(&mut self, id: usize) {
        if self.instances[id].opened.is_some() {
            return;
        }
        if self.is_told(self.instances[id].function) {
            // There is nothing to look into: what is said of it is all that is known.
            self.instances[id].opened = Some(Opened::default());
            return;
        }
        let outputs = Rc::clone(&self.instances[id].outputs);
        let guard = self.instances[id].guard;
        let position = self.instances[id].position;
        let (sites, children, again) = self.run(id);
        let mut units = Vec::new();
        // One of the ways out, or the next iteration.
        let mut ways: Vec<Bit> = sites.iter().map(|site| site.edge.guard).chain(again).collect();
        ways.push(!guard);
        units.push(Unit {
            ties: Ties::Any(ways),
            selector: None,
            what: What::Leaves,
            way: None,
            condition: Term::truth(true),
            says: String::new(),
            position,
            included: false,
            told: false,
        });
        for site in &sites {
            self.units(id, site, &outputs, &mut units);
        }
        self.instances[id].opened = Some(Opened { units, children });
    }

    /// The unit of an opened instance with this number.
    fn unit(&mut self, id: usize, number: usize) -> &mut Unit {
        let opened = self.instances[id].opened.as_mut().expect("units are of opened instances");
        &mut opened.units[number]
    }

    /// The literal under which a unit takes part.
    pub(crate) fn select(&mut self, id: usize, number: usize) -> Literal {
        if let Some(selector) = self.unit(id, number).selector {
            return selector;
        }
        let selector = self.memory.solver.variable().positive();
        self.unit(id, number).selector = Some(selector);
        let ties = self.unit(id, number).ties.clone();
        self.tie(&ties, Some(selector));
        selector
    }

    /// Includes a unit for good. Gives whether it was not.
    pub(crate) fn include(&mut self, id: usize, number: usize) -> bool {
        let unit = self.unit(id, number);
        unit.told = true;
        if std::mem::replace(&mut unit.included, true) {
            return false;
        }
        match unit.selector {
            Some(selector) => self.memory.solver.add(&[selector]),
            None => {
                let ties = unit.ties.clone();
                self.tie(&ties, None);
            }
        }
        true
    }

    /// Ties bits to each other, if a selector is true.
    fn tie(&mut self, ties: &Ties, selector: Option<Literal>) {
        let Memory { circuit, encoding, solver, .. } = &mut self.memory;
        let mut clause = |bits: &[Bit]| match selector {
            Some(selector) => encoding.require_any_if(circuit, selector, bits, solver),
            None => encoding.require_any(circuit, bits, solver),
        };
        match ties {
            Ties::Any(bits) => clause(bits),
            Ties::Same(guard, pairs) => {
                for &(one, other) in pairs.iter().filter(|(one, other)| one != other) {
                    clause(&[!*guard, !one, other]);
                    clause(&[!*guard, one, !other]);
                }
            }
        }
    }

    /// What a way out says about the outputs.
    pub(crate) fn units(&mut self, id: usize, site: &Site, outputs: &Outputs, units: &mut Vec<Unit>) {
        let guard = site.edge.guard;
        if guard == Bit::FALSE {
            return;
        }
        let function = self.instances[id].function;
        if !outputs.exits.iter().any(|&(exit, _)| exit == site.exit) {
            return self.skip("a way out that was not foreseen", function, site.position);
        }
        let body = self.program.body(function);
        // Outputs that are known have no values to be tied to.
        let is_known = |what: What| outputs.part.as_ref().is_some_and(|part| part.has(what));
        let pairs = |what: What, one: &Value, other: &Value| {
            if is_known(what) { Vec::new() } else { one.pairs(other) }
        };
        let mut said: Vec<(What, Pairs, String)> = Vec::new();
        if outputs.exits.len() > 1 {
            let pairs = outputs.exits.iter().map(|&(exit, bit)| (bit, Bit::constant(exit == site.exit)));
            let says = match site.exit {
                Exit::Return => "returns".to_string(),
                Exit::Throw => "throws an exception".to_string(),
                Exit::To(_) => "is left".to_string(),
            };
            said.push((What::Exit, pairs.collect(), says));
        }
        match site.exit {
            Exit::To(block) => {
                let flow = self.flows.get(&function).map(Rc::clone);
                for (&local, value) in &outputs.locals {
                    let live = flow.as_ref().is_none_or(|flow| flow.liveness.live_in(block).contains(local));
                    if let Some(sym) = &site.edge.state.locals[local_index(local)]
                        && live
                    {
                        let name = body.map_or("", |body| &body.locals[local].name);
                        let what = What::Local(local);
                        said.push((what, pairs(what, value, &sym.value), format!("{name}' == {}", sym.term)));
                    }
                }
            }
            Exit::Return => {
                if let (Some(result), Some(sym)) = (&outputs.result, &site.value) {
                    let universe = self.memory.universe;
                    let mut given = sym.value.atoms().iter();
                    if !is_known(What::Result)
                        && given.any(|&(atom, _)| universe.is_shared(atom) && result.is(atom) == Bit::FALSE)
                    {
                        let construct = "a text or an exception of the library that is given as any object";
                        return self.skip(construct, function, site.position);
                    }
                    let pairs = pairs(What::Result, result, &sym.value);
                    said.push((What::Result, pairs, format!("result == {}", sym.term)));
                }
            }
            Exit::Throw => {
                if let (Some(exception), Some(sym)) = (&outputs.exception, &site.value) {
                    said.push((
                        What::Exception,
                        pairs(What::Exception, exception, &sym.value),
                        format!("exception == {}", sym.term),
                    ));
                }
            }
        }
        // Nobody looks at memory after an exception that leaves the method which is checked.
        let is_read = site.exit != Exit::Throw || self.instances[id].caught;
        for (&cell, values) in outputs.cells.iter().filter(|_| is_read) {
            let what = What::Cell(cell);
            if is_known(what) {
                said.push((what, Vec::new(), self.says(cell, &site.edge.state)));
                continue;
            }
            let now = match self.memory.get(&site.edge.state.heap, cell) {
                Ok(now) => now,
                Err(construct) => return self.skip(construct, function, site.position),
            };
            let pairs = values.iter().zip(now.iter()).flat_map(|(out, now)| out.pairs(now)).collect();
            let says = self.says(cell, &site.edge.state);
            said.push((what, pairs, says));
        }
        let way = Some((site.block, site.exit));
        for (what, pairs, says) in said {
            let included = is_known(what);
            units.push(Unit {
                ties: Ties::Same(guard, pairs),
                selector: None,
                what,
                way,
                condition: site.edge.term.clone(),
                says,
                position: site.position,
                included,
                told: included && outputs.part.as_ref().is_some_and(|part| part.names(&(way, what))),
            });
        }
    }

    /// What a cell has at a way out, in words.
    fn says(&self, cell: Cell, state: &State) -> String {
        let written = state.written.get(&cell);
        match cell {
            Cell::Field(field) => {
                let name = &self.program.fields[field].name;
                written.map_or_else(|| format!("{name} stays"), ToString::to_string)
            }
            Cell::Global(global) => {
                let name = &self.program.globals[global].name;
                written.map_or_else(|| format!("{name} stays"), ToString::to_string)
            }
            Cell::Elements(_) => {
                written.map_or_else(|| "no element is written".to_string(), ToString::to_string)
            }
            Cell::Lengths(_) | Cell::Alive(_) => String::new(),
            Cell::Made(pool) => {
                let name = crate::universe::type_name(self.program, self.memory.universe.pools()[pool].ty);
                written
                    .map_or_else(|| format!("no {name} is made"), |_| format!("objects of {name} are made"))
            }
        }
    }
}
