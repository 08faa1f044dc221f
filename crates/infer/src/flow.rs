//! What is known about the code of one function before it is encoded.

use std::collections::{BTreeMap, BTreeSet};

use ir::flow::{Dominators, Graph, Liveness, LoopId, Loops};
use ir::{
    BlockId, Body, Callee, FunctionId, LocalId, Operand, Place, Program, RefType, Rvalue, StatementKind,
    TerminatorKind, Type,
};

use crate::foreign::Foreign;
use crate::nonnull::{self, NonNull};
use crate::reach::{Reach, Touched};
use crate::traps;

/// Where a body, or a loop in it, can be left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exit {
    /// By a return.
    Return,
    /// By an exception.
    Throw,
    /// To a block outside the loop.
    To(BlockId),
}

/// Graph, loops and live variables of a body.
#[derive(Debug)]
pub struct Flow {
    pub(crate) graph: Graph,
    pub(crate) loops: Loops,
    pub(crate) liveness: Liveness,
    /// Which locals refer to something for sure.
    pub(crate) nonnull: NonNull,
    /// What a local that is a reference can refer to; only locals whose declared type says nothing.
    types: BTreeMap<LocalId, BTreeSet<RefType>>,
}

/// What one loop does.
#[derive(Clone, Debug, Default)]
pub struct LoopFacts {
    /// Where it can be left, ascending.
    pub exits: Vec<Exit>,
    /// What it assigns that is needed where it is left.
    pub locals: Vec<LocalId>,
    /// What it may write.
    pub writes: BTreeSet<Touched>,
    /// Whether it may write everything.
    pub unknown: bool,
    /// What it may get at that has no atoms.
    pub foreign: Foreign,
}

impl Flow {
    /// The facts of a body.
    pub fn new(program: &Program, function: FunctionId, body: &Body) -> Self {
        let graph = Graph::new(body);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators);
        let liveness = Liveness::new(body, &graph);
        let types = types(program, function, body);
        let receiver = nonnull::has_receiver(&program.functions[function], body);
        let nonnull = NonNull::new(body, &graph, receiver);
        Flow { graph, loops, liveness, nonnull, types }
    }

    /// The types whose objects a local can refer to.
    pub fn types(&self, body: &Body, local: LocalId) -> Vec<RefType> {
        match (self.types.get(&local), body.locals[local].ty) {
            (Some(types), _) => types.iter().copied().collect(),
            (None, Type::Ref(ty)) => vec![ty],
            (None, Type::Bool | Type::Int(_) | Type::Float(_)) => Vec::new(),
        }
    }

    /// Whether something in a block may throw.
    fn may_throw(&self, program: &Program, reach: &Reach, body: &Body, block: BlockId) -> bool {
        let code = &body.blocks[block];
        let mut known = self.nonnull.before(block);
        let throws = code.statements.iter().any(|statement| {
            let trapped = !traps::of_statement(program, body, statement, &known).is_empty();
            nonnull::after(&mut known, statement);
            let StatementKind::Call { callee, arguments, .. } = &statement.kind else { return trapped };
            let receiver = arguments.first().and_then(|&first| body.operand_type(first));
            let mut targets = reach.targets(program, *callee, receiver).into_iter();
            trapped || targets.any(|target| reach.effects(target).throws)
        });
        throws || matches!(code.terminator.kind, TerminatorKind::Throw(_) | TerminatorKind::Fail(_))
    }

    /// What a loop does.
    pub fn loop_facts(&self, program: &Program, reach: &Reach, body: &Body, id: LoopId) -> LoopFacts {
        let mut facts = LoopFacts::default();
        let mut exits = BTreeSet::new();
        let mut assigned = BTreeSet::new();
        for &block in self.loops.blocks(id) {
            let code = &body.blocks[block];
            let mut leave = |to: BlockId| {
                if !self.loops.contains(id, to) {
                    exits.insert(Exit::To(to));
                }
            };
            code.terminator.kind.for_each_successor(&mut leave);
            // To a handler, nothing but an exception leads.
            let may_throw = self.may_throw(program, reach, body, block);
            if let Some(unwind) = code.unwind.filter(|_| may_throw) {
                leave(unwind.block);
            }
            match code.terminator.kind {
                TerminatorKind::Return(_) => {
                    exits.insert(Exit::Return);
                }
                // Whatever would catch it.
                TerminatorKind::Fail(_) => {
                    exits.insert(Exit::Throw);
                }
                TerminatorKind::Goto(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. }
                | TerminatorKind::Throw(_)
                | TerminatorKind::Unreachable => {}
            }
            match code.unwind {
                // Also if nothing comes to the handler: what is behind it may be a way out as well.
                Some(unwind) => {
                    assigned.insert(unwind.local);
                }
                None if may_throw => {
                    exits.insert(Exit::Throw);
                }
                None => {}
            }
            facts.foreign.shared |= code.unwind.is_some();
            for statement in &code.statements {
                facts.foreign.statement(program, &statement.kind);
                assigned.extend(statement.kind.destination());
                match &statement.kind {
                    StatementKind::Store { to, .. } => {
                        facts.writes.insert(match *to {
                            Place::Global(global) => Touched::Global(global),
                            Place::Field { field, .. } => Touched::Field(field),
                            Place::Element { array, .. } => match body.locals[array].ty {
                                Type::Ref(ty) => Touched::Elements(ty),
                                Type::Bool | Type::Int(_) | Type::Float(_) => continue,
                            },
                        });
                    }
                    StatementKind::New { class, .. } if !reach.is_shared(*class) => {
                        facts.writes.insert(Touched::Made(RefType::Class(*class)));
                    }
                    StatementKind::NewArray { array, .. } => {
                        facts.writes.insert(Touched::Made(RefType::Array(*array)));
                    }
                    StatementKind::Call { callee, arguments, .. } => {
                        let receiver = arguments.first().and_then(|&first| body.operand_type(first));
                        for target in reach.targets(program, *callee, receiver) {
                            let effects = reach.effects(target);
                            facts.writes.extend(effects.writes);
                            facts.unknown |= effects.unknown;
                            facts.foreign.extend(&effects.foreign);
                        }
                    }
                    StatementKind::Assign { .. }
                    | StatementKind::New { .. }
                    | StatementKind::Initialise { .. }
                    | StatementKind::Enter { .. }
                    | StatementKind::Exit { .. }
                    | StatementKind::Assume { .. }
                    | StatementKind::Assert { .. }
                    | StatementKind::Havoc { .. }
                    | StatementKind::Choose { .. } => {}
                }
            }
        }
        facts.exits = exits.into_iter().collect();
        let needed = |local: &LocalId| {
            facts.exits.iter().any(|exit| match exit {
                Exit::To(block) => self.liveness.live_in(*block).contains(*local),
                Exit::Return | Exit::Throw => false,
            })
        };
        facts.locals = assigned.into_iter().filter(needed).collect();
        facts
    }
}

/// What locals that are declared to refer to anything can refer to, by what is assigned to them: a fixed point that grows.
fn types(program: &Program, function: FunctionId, body: &Body) -> BTreeMap<LocalId, BTreeSet<RefType>> {
    let parameters = program.functions[function].parameters.len();
    let vague: BTreeSet<LocalId> =
        body.locals.ids().skip(parameters).filter(|&local| body.locals[local].ty == Type::ANY).collect();
    let mut types: BTreeMap<LocalId, BTreeSet<RefType>> =
        vague.iter().map(|&local| (local, BTreeSet::new())).collect();
    let declared = |ty: Option<Type>| match ty {
        Some(Type::Ref(ty)) => BTreeSet::from([ty]),
        Some(Type::Bool | Type::Int(_) | Type::Float(_)) | None => BTreeSet::new(),
    };
    loop {
        let mut changed = false;
        let mut add =
            |to: LocalId, new: BTreeSet<RefType>, types: &mut BTreeMap<LocalId, BTreeSet<RefType>>| {
                if let Some(known) = types.get_mut(&to) {
                    let before = known.len();
                    known.extend(new);
                    changed |= known.len() > before;
                }
            };
        for block in body.blocks.iter() {
            if let Some(unwind) = block.unwind {
                add(unwind.local, BTreeSet::from([RefType::Any]), &mut types);
            }
            for statement in &block.statements {
                let operand = |operand: Operand, types: &BTreeMap<LocalId, BTreeSet<RefType>>| match operand {
                    Operand::Local(local) => match types.get(&local) {
                        Some(known) => known.clone(),
                        None => declared(Some(body.locals[local].ty)),
                    },
                    Operand::Constant(_) => BTreeSet::new(),
                };
                match &statement.kind {
                    StatementKind::Assign { to, value } => {
                        let new = match *value {
                            Rvalue::Use(from) | Rvalue::Cast(from) => operand(from, &types),
                            Rvalue::Load(place) => declared(program.place_type(body, place)),
                            Rvalue::Literal(literal) => declared(Some(program.literal_type(literal))),
                            Rvalue::Unary(..)
                            | Rvalue::Binary(..)
                            | Rvalue::Compare(..)
                            | Rvalue::Order(..)
                            | Rvalue::Convert(_)
                            | Rvalue::InstanceOf(..)
                            | Rvalue::Length(_) => BTreeSet::new(),
                        };
                        add(*to, new, &mut types);
                    }
                    StatementKind::New { to, class } => {
                        add(*to, BTreeSet::from([RefType::Class(*class)]), &mut types);
                    }
                    StatementKind::NewArray { to, array, .. } => {
                        add(*to, BTreeSet::from([RefType::Array(*array)]), &mut types);
                    }
                    StatementKind::Call { to: Some(to), callee, .. } => {
                        let result = match *callee {
                            Callee::Function(function) | Callee::Special(function) => {
                                program.functions[function].result
                            }
                            Callee::Virtual(selector) => program.selectors[selector].result,
                        };
                        add(*to, declared(result), &mut types);
                    }
                    StatementKind::Call { to: None, .. }
                    | StatementKind::Store { .. }
                    | StatementKind::Initialise { .. }
                    | StatementKind::Enter { .. }
                    | StatementKind::Exit { .. }
                    | StatementKind::Assume { .. }
                    | StatementKind::Assert { .. }
                    | StatementKind::Havoc { .. }
                    | StatementKind::Choose { .. } => {}
                }
            }
        }
        if !changed {
            return types;
        }
    }
}
