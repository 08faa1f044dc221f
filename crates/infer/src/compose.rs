//! Calls and loops whose specifications are known when they are met.
//!
//! What has to be known of a function or loop is found out where there are few objects ([`crate::refine`]); without learning, it is everything. Such
//! an instance is opened at once, and what is known of its outputs takes their place: what a body computes goes on as it is, without
//! variables for what comes out and clauses that tie them to what goes in. So no clause is about what nobody looks at afterwards,
//! and what is the same on all ways stays the same. Outputs of which nothing is known are any values, as ever, and what the body
//! says about them are units that can be learned.
//!
//! # Why it is right
//! What takes the place of an output is what all units about it say together, and the condition of a way out is what the units about the ways out say. So
//! an instance that is composed says what one says whose units about those outputs are included; and units may always be included ([`crate::refine`]).
//! Iterations beyond those that are looked at are one more instance that leaves any values: whether it is cut off decides
//! whether that was needed for an answer.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::{FunctionId, LocalId, RefType, Type};
use logic::circuit::Bit;

use crate::encode::{Encoder, local_index};
use crate::flow::Exit;
use crate::instance::{Edge, Key, Kind, Opened, Outputs, Site, State, Sym, Ties, Unit, What};
use crate::memory::Unsupported;
use crate::reach::Cell;
use crate::term::Term;
use crate::value::Value;

/// How many instances are composed; those beyond are opened one by one, with looks at the clock.
const MOST: usize = 2_000;

/// How deep calls that are composed are nested.
const DEEPEST: usize = 32;

/// What is known of functions and loops before they are met.
#[derive(Clone, Debug, Default)]
pub(crate) enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// What units with these keys say.
    Learned(BTreeMap<(FunctionId, Kind), BTreeSet<Key>>),
    /// Everything.
    Everything,
}

/// Which outputs of an instance are known.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Those that these units are about.
    Some(BTreeSet<Key>),
    /// All.
    All,
}

impl Part {
    /// Whether an output is known. Ways out always are: whoever knows what comes out knows when. So is what was made: it costs little, and otherwise
    /// nobody knows which object the next new one is.
    pub(crate) fn has(&self, what: What) -> bool {
        match (self, what) {
            (Part::All, _) | (_, What::Leaves | What::Exit | What::Exception | What::Cell(Cell::Made(_))) => {
                true
            }
            (Part::Some(keys), What::Local(_) | What::Result | What::Cell(_)) => {
                keys.iter().any(|&(_, of)| of == what)
            }
        }
    }

    /// Whether a unit is among what had to be known.
    pub(crate) fn names(&self, key: &Key) -> bool {
        match self {
            Part::Some(keys) => keys.contains(key),
            Part::All => true,
        }
    }
}

/// What can come out of an instance.
pub(crate) struct Shape<'s> {
    pub(crate) exits: &'s [Exit],
    pub(crate) locals: &'s [(LocalId, Type, Vec<RefType>)],
    pub(crate) result: (Option<Type>, FunctionId),
    pub(crate) writes: &'s [Cell],
}

/// How an instance that is composed is left.
pub(crate) struct Left {
    pub(crate) exit: Exit,
    /// Under which condition, and with which memory. Its locals are those that the instance assigns.
    pub(crate) guard: Bit,
    pub(crate) state: State,
    /// What is returned or thrown.
    pub(crate) value: Option<Value>,
}

impl Encoder<'_> {
    /// Which outputs of an instance are known, if it is to be composed.
    pub(crate) fn part(&self, function: FunctionId, kind: Kind, depth: usize) -> Option<Part> {
        let part = match &self.known {
            Known::Nothing => return None,
            Known::Everything => Part::All,
            Known::Learned(learned) => Part::Some(learned.get(&(function, kind))?.clone()),
        };
        let is_in = self.composed < MOST && self.nesting < DEEPEST && depth < self.unroll;
        let has_code = self.program.body(function).is_some() && !self.is_told(function);
        (is_in && has_code && !self.is_spent()).then_some(part)
    }

    /// Opens an instance, and all iterations of a loop. Gives how it is left: `state` is the one before it, and has what is there afterwards.
    pub(crate) fn compose(
        &mut self,
        first: usize,
        part: Part,
        shape: &Shape<'_>,
        by: &str,
    ) -> Result<Vec<Left>, Unsupported> {
        for &cell in shape.writes {
            self.memory.is_there(cell)?;
        }
        let (ran, mut sites, rest) = self.iterations(first);
        if let Some(rest) = rest {
            sites.extend(self.any_rest(rest, shape)?);
        }
        let outputs = Rc::new(self.unknown_outputs(first, part, shape, &sites)?);
        for (id, sites) in ran {
            self.instances[id].outputs = Rc::clone(&outputs);
            let mut units = Vec::new();
            let position = self.instances[id].position;
            units.push(Unit {
                ties: Ties::Any(vec![Bit::TRUE]),
                selector: None,
                what: What::Leaves,
                way: None,
                condition: Term::truth(true),
                says: String::new(),
                position,
                included: true,
                told: true,
            });
            for site in &sites {
                self.units(id, site, &outputs, &mut units);
            }
            let opened = self.instances[id].opened.as_mut().expect("it was opened");
            opened.units = units;
        }
        let before = self.instances[first].state.clone();
        let mut left = Vec::new();
        for &exit in shape.exits {
            let these = sites.iter().filter(|site| site.exit == exit);
            // Nobody looks at memory after an exception that leaves the method which is checked.
            let is_read = exit != Exit::Throw || self.instances[first].caught;
            let writes = if is_read { shape.writes } else { &[] };
            let shape = Shape { writes, ..*shape };
            left.extend(self.leave_by(exit, these, &before, &outputs, &shape, by)?);
        }
        Ok(left)
    }

    /// Goes through an instance and the iterations that follow it. Gives the ways out of each, of all, and what is left to do.
    #[allow(clippy::type_complexity)]
    fn iterations(&mut self, first: usize) -> (Vec<(usize, Vec<Site>)>, Vec<Site>, Option<usize>) {
        let (mut ran, mut all) = (Vec::new(), Vec::new());
        let mut id = first;
        self.nesting += 1;
        let rest = loop {
            self.composed += 1;
            let (sites, children, again) = self.run(id);
            let next = again.and_then(|_| children.last().copied());
            self.instances[id].opened = Some(Opened { units: Vec::new(), children });
            all.extend(sites.iter().cloned());
            ran.push((id, sites));
            match next {
                Some(next) if self.instances[next].depth < self.unroll && !self.is_spent() => id = next,
                rest => break rest,
            }
        };
        self.nesting -= 1;
        (ran, all, rest)
    }

    /// The ways out of iterations that are not gone through: they leave any values.
    fn any_rest(&mut self, rest: usize, shape: &Shape<'_>) -> Result<Vec<Site>, Unsupported> {
        let instance = self.instances[rest].clone();
        let outputs = Rc::new(self.outputs(&instance.state.heap, shape)?);
        self.instances[rest].outputs = Rc::clone(&outputs);
        let header = self.header(&instance);
        let mut sites = Vec::new();
        for &(exit, taken) in &outputs.exits {
            let guard = self.memory.circuit.and(instance.guard, taken);
            let mut state = instance.state.clone();
            for (&local, value) in &outputs.locals {
                let sym = Sym { value: value.clone(), term: Term::truth(true) };
                state.locals[local_index(local)] = Some(sym);
            }
            self.leave(&mut state, &outputs, "");
            let value = match exit {
                Exit::Return => outputs.result.clone(),
                Exit::Throw => outputs.exception.clone(),
                Exit::To(_) => None,
            };
            let value = value.map(|value| Sym { value, term: Term::truth(true) });
            let edge = Edge { guard, term: Term::truth(true), state };
            sites.push(Site { edge, exit, block: header, value, position: instance.position });
        }
        Ok(sites)
    }

    /// Outputs of which nothing is known, as any values; the others by name only.
    fn unknown_outputs(
        &mut self,
        first: usize,
        part: Part,
        shape: &Shape<'_>,
        sites: &[Site],
    ) -> Result<Outputs, Unsupported> {
        let locals: Vec<_> =
            shape.locals.iter().filter(|(local, ..)| !part.has(What::Local(*local))).cloned().collect();
        let result = if part.has(What::Result) { None } else { shape.result.0 };
        let (known, unknown): (Vec<Cell>, Vec<Cell>) =
            shape.writes.iter().partition(|&&cell| part.has(What::Cell(cell)));
        let mut heap = self.instances[first].state.heap.clone();
        if !(unknown.is_empty() && locals.is_empty() && result.is_none()) {
            // What is not known refers to what is there afterwards, whatever the way out.
            for &cell in known.iter().filter(|cell| matches!(cell, Cell::Made(_))) {
                let edges = sites.iter().map(|site| self.only(site, &[cell], Vec::new())).collect();
                let joined = self.join(edges, |_| false);
                if let Some(made) = joined.state.heap.cells.get(&cell) {
                    heap.cells.insert(cell, Rc::clone(made));
                }
            }
        }
        let result = (result, shape.result.1);
        let left = Shape { exits: &[Exit::Return], locals: &locals, result, writes: &unknown };
        let mut outputs = self.outputs(&heap, &left)?;
        outputs.exits = shape.exits.iter().map(|&exit| (exit, Bit::TRUE)).collect();
        outputs.cells.extend(known.into_iter().map(|cell| (cell, Rc::from([]))));
        let known = shape.locals.iter().filter(|(local, ..)| part.has(What::Local(*local)));
        outputs.locals.extend(known.map(|&(local, ..)| (local, Value::null())));
        if shape.exits.contains(&Exit::Return) && part.has(What::Result) && shape.result.0.is_some() {
            outputs.result = Some(Value::null());
        }
        outputs.exception = shape.exits.contains(&Exit::Throw).then(Value::null);
        outputs.part = Some(part);
        Ok(outputs)
    }

    /// A way out with nothing but some cells and locals.
    fn only(&self, site: &Site, cells: &[Cell], locals: Vec<Option<Sym>>) -> Edge {
        let mut state = State { locals, ..State::default() };
        for cell in cells {
            if let Some(values) = site.edge.state.heap.cells.get(cell) {
                state.heap.cells.insert(*cell, Rc::clone(values));
            }
        }
        Edge { guard: site.edge.guard, term: Term::truth(true), state }
    }

    /// All ways out of one kind as one.
    fn leave_by<'s>(
        &mut self,
        exit: Exit,
        sites: impl Iterator<Item = &'s Site>,
        before: &State,
        outputs: &Outputs,
        shape: &Shape<'_>,
        by: &str,
    ) -> Result<Option<Left>, Unsupported> {
        let is_known = |what| outputs.part.as_ref().is_some_and(|part| part.has(what));
        let cells: Vec<Cell> =
            shape.writes.iter().copied().filter(|&cell| is_known(What::Cell(cell))).collect();
        let edges: Vec<Edge> = sites
            .map(|site| {
                let locals = match exit {
                    Exit::To(_) => site.edge.state.locals.clone(),
                    Exit::Return | Exit::Throw => vec![site.value.clone()],
                };
                self.only(site, &cells, locals)
            })
            .collect();
        let assigned: BTreeSet<LocalId> = shape.locals.iter().map(|&(local, ..)| local).collect();
        let joined = match exit {
            Exit::To(_) => self.join(edges, |local| assigned.contains(&local)),
            Exit::Return | Exit::Throw => self.join(edges, |_| true),
        };
        if joined.guard == Bit::FALSE {
            return Ok(None);
        }
        let mut state = State { heap: before.heap.clone(), ..State::default() };
        for &cell in shape.writes {
            let values = match outputs.cells.get(&cell) {
                Some(values) if !is_known(What::Cell(cell)) => Rc::clone(values),
                Some(_) | None => self.memory.get(&joined.state.heap, cell)?,
            };
            state.heap.cells.insert(cell, values);
            state.note(cell, &format!("what {by} writes"));
        }
        let value = match exit {
            Exit::To(_) => {
                state.locals = joined.state.locals;
                for (&local, value) in &outputs.locals {
                    if !is_known(What::Local(local)) {
                        let sym = Sym { value: value.clone(), term: Term::truth(true) };
                        state.locals[local_index(local)] = Some(sym);
                    }
                }
                None
            }
            Exit::Return if !is_known(What::Result) => outputs.result.clone(),
            Exit::Return | Exit::Throw => {
                joined.state.locals.into_iter().next().flatten().map(|sym| sym.value)
            }
        };
        Ok(Some(Left { exit, guard: joined.guard, state, value }))
    }
}
