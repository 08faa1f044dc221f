//! From code to bits.
//!
//! A body is executed once for all inputs: every block under the condition that it is reached, where ways meet, a value is chosen by the
//! condition of the way. Conditions are what the seed's edge variables are, computed instead of guessed. Loops are left out: a loop in a body
//! is an instance like a call ([`crate::instance`]), and encoding a loop means one iteration of its body. So what is executed has no
//! cycles, and blocks are taken in reverse post-order.
//!
//! # What is left out
//! An execution that needs more objects than there are atoms, or a number that does not fit, is not in the scope: its condition becomes
//! false at that point. A construct that is not known is noted (`Encoder::skipped`), and executions that come to it are left out too; then nobody
//! may say that a property holds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use check::Skipped;
use ir::flow::LoopId;
use ir::{BlockId, Body, FunctionId, LocalId, Position, Program, RefType, Trap, Type};
use logic::circuit::{Bit, Bits};

use crate::compose::{Known, Left, Shape};
use crate::flow::{Exit, Flow};
use crate::given::Believed;
use crate::instance::{Edge, Instance, Kind, Opened, Outputs, Site, State, Sym};
use crate::memory::{Heap, Memory, Unsupported};
use crate::reach::{Cell, Language, Reach, Touched, trap_class};
use crate::term::Term;
use crate::value::Value;

/// Encodes bodies, and keeps what was met.
pub struct Encoder<'a> {
    pub(crate) memory: Memory<'a>,
    pub(crate) program: &'a Program,
    pub(crate) reach: &'a Reach,
    pub(crate) language: &'a Language<'a>,
    pub(crate) flows: BTreeMap<FunctionId, Rc<Flow>>,
    pub(crate) instances: Vec<Instance>,
    /// What is not known how to encode.
    pub(crate) skipped: Vec<Skipped>,
    /// Where executions may leave the scope, and how: the first places that were met.
    pub(crate) left_out: Vec<LeftOut>,
    /// Loops that nobody leaves who comes there.
    pub(crate) endless: BTreeSet<(FunctionId, Position)>,
    /// Where somebody wants to know which places leave the scope: inputs, each of which has to be true for the place to be left out.
    pub(crate) switches: Option<BTreeMap<LeftOut, Bit>>,
    /// What was believed; nothing, if no formulas are.
    pub(crate) believed: Option<Believed>,
    /// The instance that is gone through.
    pub(crate) running: Option<usize>,
    /// Calls of which nothing is known but formulas: a violation may come from what these do not say.
    pub(crate) told: Vec<Skipped>,
    /// What is known of instances when they are met; see [`crate::compose`].
    pub(crate) known: Known,
    /// How many instances inside themselves are looked at.
    pub(crate) unroll: usize,
    /// How many instances were composed, and how many are under way.
    pub(crate) composed: usize,
    pub(crate) nesting: usize,
}

/// A place where executions may leave the scope, and how.
pub(crate) type LeftOut = (FunctionId, Position, Beyond);

/// How an execution leaves the scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Beyond {
    /// By a number that needs more bits.
    Number,
    /// By an array that is longer.
    Length,
    /// By one more object of a class, or array of a type.
    Objects(RefType),
    /// What the code assumes is not so: a collection has no room for one more element, say.
    Assumed,
}

/// How many places are kept at which executions leave the scope.
const MOST_PLACES: usize = 5;

/// One run through a body, or one iteration of a loop.
pub(crate) struct Run<'a> {
    pub(crate) id: usize,
    pub(crate) body: &'a Body,
    pub(crate) flow: Rc<Flow>,
    pub(crate) function: FunctionId,
    /// Locals that refer to something for sure, at the statement under way.
    pub(crate) known: BTreeSet<LocalId>,
    within: Option<LoopId>,
    /// Ways to blocks, by the blocks' places in reverse post-order.
    waiting: BTreeMap<usize, Vec<Edge>>,
    /// Ways to the next iteration.
    again: Vec<Edge>,
    pub(crate) sites: Vec<Site>,
    pub(crate) children: Vec<usize>,
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(memory: Memory<'a>, reach: &'a Reach, language: &'a Language<'a>) -> Self {
        let program = memory.program;
        Encoder {
            memory,
            program,
            reach,
            language,
            flows: BTreeMap::new(),
            instances: Vec::new(),
            skipped: Vec::new(),
            left_out: Vec::new(),
            endless: BTreeSet::new(),
            switches: None,
            believed: None,
            running: None,
            told: Vec::new(),
            known: Known::Nothing,
            unroll: 0,
            composed: 0,
            nesting: 0,
        }
    }

    /// Whether the budget is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.memory.spent().is_some()
    }

    /// Graph and loops of a function.
    fn flow(&mut self, function: FunctionId, body: &Body) -> Rc<Flow> {
        let program = self.program;
        Rc::clone(self.flows.entry(function).or_insert_with(|| Rc::new(Flow::new(program, function, body))))
    }

    /// Leaves out executions that do not stay within the scope.
    pub(crate) fn leave_out(
        &mut self,
        edge: &mut Edge,
        when: Bit,
        how: Beyond,
        (function, position): (FunctionId, Position),
    ) {
        let place = (function, position, how);
        let both = self.memory.circuit.and(edge.guard, when);
        if both != Bit::FALSE {
            let when = match &mut self.switches {
                None => when,
                Some(switches) => {
                    let switch = *switches.entry(place).or_insert_with(|| self.memory.circuit.input());
                    self.memory.circuit.and(when, switch)
                }
            };
            if self.left_out.len() < MOST_PLACES && !self.left_out.contains(&place) {
                self.left_out.push(place);
            }
            edge.guard = self.memory.circuit.and(edge.guard, !when);
        }
    }

    pub(crate) fn skip(&mut self, construct: impl Into<String>, function: FunctionId, position: Position) {
        let location = machine::replay::location(self.program, function, position);
        let skipped = Skipped { construct: construct.into(), location };
        self.obscured(&skipped);
        if !self.skipped.contains(&skipped) {
            self.skipped.push(skipped);
        }
    }

    /// A call that nobody in the program makes: the one that is checked, which is the first instance, or that of an invariant. Its
    /// body is opened at once. Gives its ways out.
    pub(crate) fn begin(
        &mut self,
        function: FunctionId,
        parameters: Vec<Value>,
        (guard, heap): (Bit, Heap),
    ) -> (usize, Vec<Site>) {
        let names = self.program.functions[function].parameters.iter();
        let locals = parameters.into_iter().zip(names);
        let locals = locals.map(|(value, local)| Some(Sym { value, term: Term::name(local.name.as_str()) }));
        let state = State { locals: locals.collect(), heap, ..State::default() };
        let id = self.instances.len();
        self.instances.push(Instance {
            function,
            kind: Kind::Call,
            depth: 0,
            parent: None,
            guard,
            state,
            outputs: Rc::new(Outputs::default()),
            position: self.program.functions[function].position,
            opened: None,
            caught: false,
            foreign: false,
            cut: false,
        });
        let (sites, children, _) = self.run(id);
        self.instances[id].opened = Some(Opened { units: Vec::new(), children });
        (id, sites)
    }

    /// The block at which an instance begins.
    pub(crate) fn header(&self, instance: &Instance) -> BlockId {
        let flow = self.flows.get(&instance.function).expect("it was gone through");
        match instance.kind {
            Kind::Loop(id) => flow.loops.header(id),
            Kind::Call => flow.graph.reverse_post_order()[0],
        }
    }

    /// Goes through the body of an instance. Gives the ways out, the instances inside, and the condition of another iteration.
    pub(crate) fn run(&mut self, id: usize) -> (Vec<Site>, Vec<usize>, Option<Bit>) {
        let outer = self.running.replace(id);
        let ran = self.go_through(id);
        self.running = outer;
        ran
    }

    fn go_through(&mut self, id: usize) -> (Vec<Site>, Vec<usize>, Option<Bit>) {
        let instance = self.instances[id].clone();
        let Some(body) = self.program.body(instance.function) else {
            let name = &self.program.functions[instance.function].name;
            self.skip(
                format!("a call of `{name}`, whose code is not known"),
                instance.function,
                instance.position,
            );
            return (Vec::new(), Vec::new(), None);
        };
        let flow = self.flow(instance.function, body);
        if !flow.loops.is_reducible() {
            self.skip("a loop with two entries", instance.function, instance.position);
            return (Vec::new(), Vec::new(), None);
        }
        let (within, entry) = match instance.kind {
            Kind::Call => (None, body.entry()),
            Kind::Loop(id) => (Some(id), flow.loops.header(id)),
        };
        let mut state = instance.state;
        state.written.clear();
        state.locals.resize(body.locals.len(), None);
        // Inside, everything has the names that it has there.
        for (local, sym) in body.locals.iter().zip(&mut state.locals) {
            if let Some(sym) = sym {
                sym.term = Term::name(local.name.as_str());
            }
        }
        let mut run = Run {
            id,
            body,
            flow: Rc::clone(&flow),
            function: instance.function,
            known: BTreeSet::new(),
            within,
            waiting: BTreeMap::new(),
            again: Vec::new(),
            sites: Vec::new(),
            children: Vec::new(),
        };
        let start = Edge { guard: instance.guard, term: Term::truth(true), state };
        let place = flow.graph.position(entry).expect("the entry can be reached");
        run.waiting.insert(place, vec![start]);
        let mut first = true;
        while let Some((place, edges)) = run.waiting.pop_first() {
            let block = flow.graph.reverse_post_order()[place];
            let edge = self.merge(&flow, block, edges);
            if edge.guard == Bit::FALSE {
                first = false;
                continue;
            }
            match flow.loops.headed_by(block) {
                Some(inner) if !(first && within == Some(inner)) => self.enter(&mut run, inner, edge),
                Some(_) | None => self.block(&mut run, block, edge),
            }
            first = false;
        }
        let mut again = None;
        if !run.again.is_empty()
            && let Some(id) = within
        {
            let edges = std::mem::take(&mut run.again);
            let edge = self.merge(&flow, flow.loops.header(id), edges);
            if edge.guard != Bit::FALSE {
                again = Some(edge.guard);
                let next = Instance {
                    depth: instance.depth + 1,
                    parent: Some(run.id),
                    guard: edge.guard,
                    state: edge.state,
                    outputs: instance.outputs,
                    function: instance.function,
                    kind: instance.kind,
                    position: instance.position,
                    opened: None,
                    caught: instance.caught,
                    foreign: instance.foreign,
                    cut: false,
                };
                run.children.push(self.instances.len());
                self.instances.push(next);
            }
        }
        (run.sites, run.children, again)
    }

    /// Several ways as one.
    pub(crate) fn merge(&mut self, flow: &Flow, block: BlockId, edges: Vec<Edge>) -> Edge {
        let live = flow.liveness.live_in(block);
        self.join(edges, |local| live.contains(local))
    }

    /// Several ways as one, with the locals that are wanted. If the budget is spent, nobody will ask for all of them.
    pub(crate) fn join(&mut self, edges: Vec<Edge>, wanted: impl Fn(LocalId) -> bool) -> Edge {
        let mut edges = edges.into_iter().filter(|edge| edge.guard != Bit::FALSE);
        let none = Edge { guard: Bit::FALSE, term: Term::truth(false), state: State::default() };
        let Some(mut joined) = edges.next() else { return none };
        for (index, local) in joined.state.locals.iter_mut().enumerate() {
            if !wanted(ir::Id::new(index)) {
                *local = None;
            }
        }
        for edge in edges {
            if self.is_spent() {
                break;
            }
            let locals = joined.state.locals.len();
            for index in 0..locals {
                let ours = joined.state.locals[index].take();
                let theirs = edge.state.locals.get(index).cloned().flatten();
                joined.state.locals[index] = match (ours, theirs) {
                    (Some(ours), Some(theirs)) => {
                        let value =
                            Value::choose(edge.guard, &theirs.value, &ours.value, &mut self.memory.circuit);
                        let term = Term::choice(&edge.term, &theirs.term, &ours.term);
                        Some(Sym { value, term })
                    }
                    // What is not there on one way is not used where both have come together.
                    (None, _) | (_, None) => None,
                };
            }
            let cells: BTreeSet<Cell> =
                joined.state.heap.cells.keys().chain(edge.state.heap.cells.keys()).copied().collect();
            for cell in cells {
                let (Ok(ours), Ok(theirs)) =
                    (self.memory.get(&joined.state.heap, cell), self.memory.get(&edge.state.heap, cell))
                else {
                    // What a cell had before the call is not known, so it is not known here either.
                    joined.state.heap.cells.remove(&cell);
                    continue;
                };
                if Rc::ptr_eq(&ours, &theirs) {
                    continue;
                }
                let circuit = &mut self.memory.circuit;
                let values = ours.iter().zip(theirs.iter());
                let values = values.map(|(ours, theirs)| Value::choose(edge.guard, theirs, ours, circuit));
                joined.state.heap.cells.insert(cell, values.collect());
            }
            for (&cell, what) in &edge.state.written {
                match joined.state.written.get(&cell) {
                    Some(ours) if ours == what => {}
                    Some(_) => joined.state.note(cell, &format!("or {what}")),
                    None => joined.state.note(cell, &format!("perhaps {what}")),
                }
            }
            joined.guard = self.memory.circuit.or(joined.guard, edge.guard);
            joined.term = joined.term.or(&edge.term);
        }
        joined
    }

    /// Gives a way to where it leads.
    pub(crate) fn deliver(
        &mut self,
        run: &mut Run<'_>,
        (from, to): (BlockId, BlockId),
        edge: Edge,
        position: Position,
    ) {
        if edge.guard == Bit::FALSE {
            return;
        }
        if let Some(within) = run.within {
            if to == run.flow.loops.header(within) {
                run.again.push(edge);
                return;
            }
            if !run.flow.loops.contains(within, to) {
                run.sites.push(Site { edge, exit: Exit::To(to), block: from, value: None, position });
                return;
            }
        }
        let place = run.flow.graph.position(to).expect("a successor can be reached");
        run.waiting.entry(place).or_default().push(edge);
    }

    /// An exception goes to its handler, or out.
    pub(crate) fn raise(
        &mut self,
        run: &mut Run<'_>,
        block: BlockId,
        mut edge: Edge,
        exception: Sym,
        position: Position,
    ) {
        if edge.guard == Bit::FALSE {
            return;
        }
        match run.body.blocks[block].unwind {
            Some(unwind) => {
                edge.state.locals[local_index(unwind.local)] = Some(exception);
                self.deliver(run, (block, unwind.block), edge, position);
            }
            None => run.sites.push(Site { edge, exit: Exit::Throw, block, value: Some(exception), position }),
        }
    }

    /// A trap under a condition; goes on otherwise.
    pub(crate) fn trap(
        &mut self,
        run: &mut Run<'_>,
        block: BlockId,
        edge: &mut Edge,
        trap: Trap,
        when: Bit,
        position: Position,
    ) {
        let guard = self.memory.circuit.and(edge.guard, when);
        if guard != Bit::FALSE {
            let class = trap_class(self.program, trap);
            match class.and_then(|class| self.memory.universe.pool_of(RefType::Class(class))) {
                Some(pool) => {
                    let atom = self.memory.universe.pools()[pool].first;
                    let name =
                        crate::universe::type_name(self.program, self.memory.universe.pools()[pool].ty);
                    let exception = Sym { value: Value::atom(atom), term: Term::name(name) };
                    let why = Term::name(format!("{} in line {}", trap.description(), position.line));
                    let raised = Edge { guard, term: edge.term.and(&why), state: edge.state.clone() };
                    self.raise(run, block, raised, exception, position);
                }
                None => self.skip(
                    format!("{}, for which there is no exception", trap.description()),
                    run.function,
                    position,
                ),
            }
        }
        edge.guard = self.memory.circuit.and(edge.guard, !when);
    }

    /// A loop in a body.
    fn enter(&mut self, run: &mut Run<'_>, inner: LoopId, edge: Edge) {
        let facts = run.flow.loop_facts(self.program, self.reach, run.body, inner);
        if facts.exits.is_empty() {
            // Who comes here stays for ever.
            let header = &run.body.blocks[run.flow.loops.header(inner)];
            let first = header.statements.first();
            let position = first.map_or(header.terminator.position, |statement| statement.position);
            self.endless.insert((run.function, position));
            return;
        }
        let header = run.flow.loops.header(inner);
        let code = &run.body.blocks[header];
        let position =
            code.statements.first().map_or(code.terminator.position, |statement| statement.position);
        let writes = self.written(&facts.writes, facts.unknown);
        let locals: Vec<(LocalId, Type, Vec<RefType>)> = facts
            .locals
            .iter()
            .map(|&local| (local, run.body.locals[local].ty, run.flow.types(run.body, local)))
            .collect();
        let result = self.program.functions[run.function].result;
        let result = facts.exits.contains(&Exit::Return).then_some(result).flatten();
        let foreign =
            facts.unknown || self.is_foreign(&facts.foreign, &writes, edge.state.locals.iter().flatten());
        let shape =
            Shape { exits: &facts.exits, locals: &locals, result: (result, run.function), writes: &writes };
        let mut instance = Instance {
            function: run.function,
            kind: Kind::Loop(inner),
            depth: 0,
            parent: Some(run.id),
            guard: edge.guard,
            state: edge.state.clone(),
            outputs: Rc::default(),
            position,
            opened: None,
            // An exception that is caught around the loop, but in the same function, leaves it for another block.
            caught: self.instances[run.id].caught,
            foreign,
            cut: false,
        };
        let id = self.instances.len();
        let left = match self.part(run.function, Kind::Loop(inner), 0) {
            Some(part) => {
                run.children.push(id);
                self.instances.push(instance);
                self.compose(id, part, &shape, "the loop")
            }
            None => self.outputs(&edge.state.heap, &shape).map(|outputs| {
                instance.outputs = Rc::new(outputs);
                run.children.push(id);
                self.instances.push(instance);
                self.abstracted(id, "the loop")
            }),
        };
        let left = match left {
            Ok(left) => left,
            Err(construct) => return self.skip(construct, run.function, position),
        };
        for Left { exit, guard, state, value } in left {
            // Which way out it takes depends on what the loop does, which no term says.
            let leaves = match exit {
                _ if facts.exits.len() == 1 => Term::truth(true),
                Exit::To(_) => Term::name(format!("the loop of line {} is left", position.line)),
                Exit::Return => Term::name(format!("the loop of line {} returns", position.line)),
                Exit::Throw => Term::name(format!("the loop of line {} throws", position.line)),
            };
            let mut after = Edge { guard, term: edge.term.and(&leaves), state: edge.state.clone() };
            for &(local, ..) in &locals {
                let name = &run.body.locals[local].name;
                let sym = state.locals.get(local_index(local)).cloned().flatten();
                let sym = sym.map(|sym| Sym { value: sym.value, term: Term::name(format!("{name}'")) });
                after.state.locals[local_index(local)] = sym;
            }
            after.state.take_memory(state);
            let unknown = |text: &str| Term::Unknown(text.into());
            match exit {
                Exit::To(block) => self.deliver(run, (header, block), after, position),
                Exit::Return | Exit::Throw if guard == Bit::FALSE => {}
                Exit::Return => {
                    let value = value.map(|value| Sym { value, term: unknown("loop") });
                    run.sites.push(Site { edge: after, exit, block: header, value, position });
                }
                Exit::Throw => {
                    let value = value.map(|value| Sym { value, term: unknown("exception") });
                    run.sites.push(Site { edge: after, exit, block: header, value, position });
                }
            }
        }
    }

    /// How an instance is left of which nothing is known: any values come out.
    pub(crate) fn abstracted(&mut self, id: usize, by: &str) -> Vec<Left> {
        let Instance { guard, state: before, outputs, .. } = self.instances[id].clone();
        let mut left = Vec::new();
        for &(exit, taken) in &outputs.exits {
            let guard = self.memory.circuit.and(guard, taken);
            let mut state =
                State { locals: before.locals.clone(), heap: before.heap.clone(), ..State::default() };
            for (&local, value) in &outputs.locals {
                let sym = Sym { value: value.clone(), term: Term::truth(true) };
                state.locals[local_index(local)] = Some(sym);
            }
            self.leave(&mut state, &outputs, by);
            let value = match exit {
                Exit::Return => outputs.result.clone(),
                Exit::Throw => outputs.exception.clone(),
                Exit::To(_) => None,
            };
            left.push(Left { exit, guard, state, value });
        }
        left
    }

    /// Memory after an instance.
    pub(crate) fn leave(&mut self, state: &mut State, outputs: &Outputs, by: &str) {
        for (&cell, values) in &outputs.cells {
            state.heap.cells.insert(cell, Rc::clone(values));
            state.note(cell, &format!("what {by} writes"));
        }
    }

    /// The cells that may be written. Those of floating-point numbers are not among them: whoever reads one comes to what is not supported, so nothing
    /// depends on what they have.
    pub(crate) fn written(&self, touched: &BTreeSet<Touched>, unknown: bool) -> Vec<Cell> {
        let mut cells = if unknown {
            self.memory.all_cells(self.reach)
        } else {
            let cells: BTreeSet<Cell> =
                touched.iter().flat_map(|&touched| self.memory.cells(touched)).collect();
            cells.into_iter().collect()
        };
        cells.retain(|&cell| !matches!(self.memory.ty(cell), Type::Float(_)));
        cells
    }

    /// Any outputs of this shape.
    pub(crate) fn outputs(&mut self, before: &Heap, shape: &Shape<'_>) -> Result<Outputs, Unsupported> {
        self.memory.outputs = Some(self.memory.circuit.inputs());
        let outputs = self.any_outputs(before, shape);
        self.memory.outputs = None;
        outputs
    }

    fn any_outputs(&mut self, before: &Heap, shape: &Shape<'_>) -> Result<Outputs, Unsupported> {
        let Shape { exits, locals, result: (result, function), writes } = *shape;
        let float = || "a floating-point number".to_string();
        let mut heap = before.clone();
        let mut outputs = Outputs::default();
        // What is there comes first: everything else refers to it.
        for &cell in writes {
            let Cell::Made(pool) = cell else { continue };
            let is = self.memory.any_more(pool, before)?;
            heap.cells.insert(cell, Rc::clone(&is));
            outputs.cells.insert(cell, is);
        }
        for &cell in writes.iter().filter(|cell| !matches!(cell, Cell::Made(_))) {
            if let Cell::Global(_) = cell {
                // If it is not written, it has what it had, and that has to be among what it may have.
                self.memory.before(cell)?;
            }
            let values = self.memory.any_cell(cell, &heap)?;
            outputs.cells.insert(cell, values);
        }
        outputs.exits = match exits {
            [exit] => vec![(*exit, Bit::TRUE)],
            [one, other] => {
                let bit = self.memory.circuit.input();
                vec![(*one, bit), (*other, !bit)]
            }
            exits => {
                let bits: Vec<Bit> = exits.iter().map(|_| self.memory.circuit.input()).collect();
                self.memory.require(&bits);
                for (number, &one) in bits.iter().enumerate() {
                    for &other in &bits[number + 1..] {
                        self.memory.require(&[!one, !other]);
                    }
                }
                exits.iter().copied().zip(bits).collect()
            }
        };
        for (local, ty, types) in locals {
            let atoms = self.fitting(types);
            let value = self.memory.any(*ty, &atoms).ok_or_else(float)?;
            self.memory.refers(std::slice::from_ref(&value), &heap);
            outputs.locals.insert(*local, value);
        }
        if let Some(ty) = result {
            let mut atoms = match ty {
                Type::Ref(ty) => self.fitting(&[ty]),
                Type::Bool | Type::Int(_) | Type::Float(_) => Vec::new(),
            };
            // Where anything may be given, nobody gives a text or an exception of the library, or is told that it is not supported.
            if !matches!(ty, Type::Ref(RefType::Class(class)) if self.reach.is_throwable(self.program, class))
            {
                atoms.retain(|&atom| {
                    !self.memory.universe.is_shared(atom) || Type::Ref(self.memory.universe.ty(atom)) == ty
                });
            }
            let value = match ty {
                Type::Int(_) if (self.language.gives_truth)(function) => {
                    let bit = self.memory.circuit.input();
                    let one = Bits::new(vec![bit]);
                    Value::Number(self.memory.circuit.resize(&one, self.memory.universe.width, false))
                }
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => {
                    self.memory.any(ty, &atoms).ok_or_else(float)?
                }
            };
            self.memory.refers(std::slice::from_ref(&value), &heap);
            outputs.result = Some(value);
        }
        if exits.contains(&Exit::Throw) {
            let atoms = self.throwable();
            let value = self.memory.any(Type::ANY, &atoms).expect("a reference is supported");
            self.memory.refers(std::slice::from_ref(&value), &heap);
            outputs.exception = Some(value);
        }
        Ok(outputs)
    }

    /// The atoms of these types.
    fn fitting(&self, types: &[RefType]) -> Vec<u32> {
        let universe = self.memory.universe;
        let atoms: BTreeSet<u32> = types.iter().flat_map(|&ty| universe.fitting(self.program, ty)).collect();
        atoms.into_iter().collect()
    }

    /// The atoms of exceptions.
    fn throwable(&self) -> Vec<u32> {
        let universe = self.memory.universe;
        let pools = (0..universe.pools().len()).filter(|&pool| match universe.pools()[pool].ty {
            RefType::Class(class) => self.reach.is_throwable(self.program, class),
            RefType::Array(_) | RefType::Any => false,
        });
        pools.flat_map(|pool| universe.atoms(pool)).collect()
    }
}

/// The place of a local.
pub(crate) fn local_index(local: LocalId) -> usize {
    ir::Id::index(local)
}
