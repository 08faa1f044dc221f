//! Tiny bodies and a source of random numbers, for the tests of the analyses.

use std::collections::BTreeSet;

use crate::ids::{
    ArrayTypeId, BlockId, ClassId, FieldId, FunctionId, GlobalId, Id as _, IdVec, LocalId, SelectorId,
    SourceId,
};
use crate::position::Position;
use crate::program::{
    Block, Body, Class, ClassKind, Field, Function, Global, Initialiser, Literal, Local, Program, Selector,
    Trap, Unwind,
};
use crate::statement::{
    BinaryOp, Callee, Constant, Operand, Place, Rvalue, Statement, StatementKind, Terminator, TerminatorKind,
};
use crate::types::{RefType, Type};

/// A small generator of random numbers (SplitMix64): the same tests on every run and machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// True in one of `bound` cases.
    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// Edges between nodes below `count`.
    pub(crate) fn edges(&mut self, count: usize, edges: usize) -> Vec<(usize, usize)> {
        (0..edges).map(|_| (self.below(count), self.below(count))).collect()
    }

    /// A body with every kind of edge and statements that read and write a few locals.
    pub(crate) fn body(&mut self, blocks: usize, locals: usize) -> Body {
        let mut body = body_from_edges(blocks, &[]);
        body.locals = (0..locals).map(|index| local(&format!("x{index}"))).collect();
        for id in body.blocks.ids() {
            let block = &mut body.blocks[id];
            for _ in 0..self.below(4) {
                block.statements.push(statement(self.statement(locals)));
            }
            let (a, b) = (BlockId::new(self.below(blocks)), BlockId::new(self.below(blocks)));
            block.terminator.kind = match self.below(7) {
                0 | 1 => TerminatorKind::Goto(a),
                2 | 3 => TerminatorKind::Branch { condition: self.operand(locals), then: a, otherwise: b },
                4 => TerminatorKind::Switch {
                    value: self.operand(locals),
                    cases: Box::new([(0, a), (1, a)]),
                    otherwise: b,
                },
                5 => TerminatorKind::Return(Some(self.operand(locals))),
                _ => TerminatorKind::Throw(self.operand(locals)),
            };
            if self.one_in(2) {
                let local = LocalId::new(self.below(locals));
                block.unwind = Some(Unwind { block: BlockId::new(self.below(blocks)), local });
            }
        }
        body
    }

    /// A program with a hierarchy, calls and stores of all kinds, traps, initialisers, functions without
    /// bodies and classes that are only declared.
    pub(crate) fn program(&mut self) -> Program {
        let mut program = Program::new("random");
        for index in 0..1 + self.below(8) {
            if self.one_in(8) {
                program.declare_class(&format!("Declared{index}"));
            }
            let kind = if self.one_in(3) { ClassKind::Interface } else { ClassKind::Class };
            let mut superclass = None;
            let mut interfaces = Vec::new();
            for (id, earlier) in program.classes.enumerate() {
                match earlier.kind {
                    ClassKind::Class if kind == ClassKind::Class && self.one_in(2) => superclass = Some(id),
                    ClassKind::Interface if self.one_in(3) => interfaces.push(id),
                    ClassKind::Class | ClassKind::Interface => {}
                }
            }
            let name = format!("C{index}");
            let (fields, methods) = (Vec::new(), Vec::new());
            let class = Class { name, kind, superclass, interfaces, fields, methods, initialiser: None };
            let owner = program.add_class(class).expect("names differ");
            if kind == ClassKind::Class {
                program
                    .add_field(Field { name: "f".to_owned(), owner, ty: Type::I32 })
                    .expect("the only field");
            }
        }
        for index in 0..3 {
            let selector = Selector { name: format!("s{index}"), parameters: Vec::new(), result: None };
            program.add_selector(selector).expect("names differ");
            let global = Global { name: format!("g{index}"), ty: Type::I32, initial: Constant::i32(0) };
            program.add_global(global).expect("names differ");
        }
        program.array_type(Type::I32);
        program.array_type(Type::ANY);
        for _ in 0..4 {
            let class = ClassId::new(self.below(program.classes.len()));
            let array = program.array_type(Type::Ref(RefType::Class(class)));
            if self.one_in(2) {
                program.array_type(Type::Ref(RefType::Array(array)));
            }
        }
        let functions = 1 + self.below(9);
        for index in 0..functions {
            let body = if self.one_in(6) { None } else { Some(self.function_body(&program, functions)) };
            let name = format!("f{index}");
            let function = Function { name, parameters: Vec::new(), result: None, body, position: nowhere() };
            program.add_function(function).expect("names differ");
        }
        for class in program.classes.ids() {
            if self.one_in(3) {
                let state = GlobalId::new(self.below(program.globals.len()));
                let function = FunctionId::new(self.below(functions));
                program.classes[class].initialiser = Some(Initialiser { state, function });
            }
            for selector in program.selectors.ids() {
                if self.one_in(4) {
                    let function = FunctionId::new(self.below(functions));
                    program.classes[class].methods.push((selector, function));
                }
            }
        }
        if self.one_in(2) {
            program.set_trap(Trap::Null, FunctionId::new(self.below(functions)));
            program.set_trap(Trap::Bounds, FunctionId::new(self.below(functions)));
        }
        program
    }

    fn function_body(&mut self, program: &Program, functions: usize) -> Body {
        let mut body = body_from_edges(1 + self.below(2), &[(0, 0)]);
        let any = body.locals.push(local("any"));
        let mut pick = |count: usize| self.below(count);
        let class = ClassId::new(pick(program.classes.len()));
        let object = Local { name: "object".to_owned(), ty: Type::Ref(RefType::Class(class)) };
        let object = body.locals.push(object);
        let array = ArrayTypeId::new(pick(program.array_types().len()));
        let made = Local { name: "array".to_owned(), ty: Type::Ref(RefType::Array(array)) };
        let made = body.locals.push(made);
        for id in body.blocks.ids() {
            for _ in 0..self.below(3) {
                let kind = match self.below(12) {
                    0 | 1 => StatementKind::Call {
                        to: None,
                        callee: Callee::Function(FunctionId::new(self.below(functions))),
                        arguments: Box::new([]),
                    },
                    2 | 3 => StatementKind::Call {
                        to: None,
                        callee: Callee::Virtual(SelectorId::new(self.below(program.selectors.len()))),
                        arguments: Box::new([if self.one_in(2) { any } else { object }.into()]),
                    },
                    4 => {
                        let global = GlobalId::new(self.below(program.globals.len()));
                        StatementKind::Store { to: Place::Global(global), value: Constant::i32(1).into() }
                    }
                    5 if !program.fields.is_empty() => {
                        let field = FieldId::new(self.below(program.fields.len()));
                        let to = Place::Field { object, field };
                        StatementKind::Store { to, value: Constant::i32(1).into() }
                    }
                    6 => {
                        let to = Place::Element { array: made, index: Constant::i32(0).into() };
                        StatementKind::Store { to, value: Constant::Null.into() }
                    }
                    7 => StatementKind::NewArray { to: made, array, length: Constant::i32(1).into() },
                    8 => StatementKind::Call {
                        to: None,
                        callee: Callee::Special(FunctionId::new(self.below(functions))),
                        arguments: Box::new([object.into()]),
                    },
                    9 => StatementKind::Initialise { class: ClassId::new(self.below(program.classes.len())) },
                    10 => {
                        let literal = program.literal(Literal::Text(Box::new([104, 105])));
                        StatementKind::Assign { to: any, value: Rvalue::Literal(literal) }
                    }
                    _ => StatementKind::Havoc { to: any },
                };
                body.blocks[id].statements.push(statement(kind));
            }
            if self.one_in(2) {
                body.blocks[id].unwind = Some(Unwind { block: BlockId::new(0), local: any });
            }
        }
        body
    }

    fn operand(&mut self, locals: usize) -> Operand {
        match self.one_in(3) {
            true => Constant::Null.into(),
            false => LocalId::new(self.below(locals)).into(),
        }
    }

    fn statement(&mut self, locals: usize) -> StatementKind {
        let to = LocalId::new(self.below(locals));
        let (a, b) = (self.operand(locals), self.operand(locals));
        match self.below(8) {
            0 => StatementKind::Assign { to, value: Rvalue::Use(a) },
            1 => StatementKind::Assign { to, value: Rvalue::Binary(BinaryOp::Add, a, b) },
            2 => StatementKind::Assign { to, value: Rvalue::Binary(BinaryOp::Div, a, b) },
            3 => StatementKind::Havoc { to },
            4 => StatementKind::Assume { condition: a },
            5 => StatementKind::Store { to: Place::Element { array: to, index: a }, value: b },
            6 => StatementKind::Call {
                to: Some(to),
                callee: Callee::Function(FunctionId::new(0)),
                arguments: Box::new([a, b]),
            },
            _ => StatementKind::Call {
                to: None,
                callee: Callee::Function(FunctionId::new(0)),
                arguments: Box::new([a]),
            },
        }
    }
}

/// A position that nobody looks at.
pub(crate) fn nowhere() -> Position {
    Position::new(SourceId::new(0), 0, 0)
}

pub(crate) fn local(name: &str) -> Local {
    Local { name: name.to_owned(), ty: Type::ANY }
}

pub(crate) fn statement(kind: StatementKind) -> Statement {
    Statement { kind, position: nowhere() }
}

/// A block without statements.
pub(crate) fn block(terminator: TerminatorKind) -> Block {
    Block {
        statements: Vec::new(),
        terminator: Terminator { kind: terminator, position: nowhere() },
        unwind: None,
    }
}

/// A body of empty blocks with those edges: a block without edges returns.
pub(crate) fn body_from_edges(count: usize, edges: &[(usize, usize)]) -> Body {
    let blocks = (0..count).map(|from| {
        let targets: Vec<_> =
            edges.iter().filter(|edge| edge.0 == from).map(|edge| BlockId::new(edge.1)).collect();
        block(match *targets.as_slice() {
            [] => TerminatorKind::Return(None),
            [target] => TerminatorKind::Goto(target),
            [ref cases @ .., otherwise] => TerminatorKind::Switch {
                value: Constant::i32(0).into(),
                cases: (0..).zip(cases.iter().copied()).collect(),
                otherwise,
            },
        })
    });
    Body { locals: IdVec::new(), blocks: blocks.collect() }
}

/// The edges of a body's blocks by the definition, duplicates included.
pub(crate) fn edges_of(body: &Body) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for (id, block) in body.blocks.enumerate() {
        block.for_each_successor(|to| edges.push((id.index(), to.index())));
    }
    edges
}

/// Whether a path leads from one node to another without touching the one that was removed.
pub(crate) fn reaches(edges: &[(usize, usize)], from: usize, to: usize, removed: Option<usize>) -> bool {
    let mut seen = Vec::from_iter(Some(from).filter(|&from| Some(from) != removed));
    let mut next = 0;
    while let Some(&node) = seen.get(next) {
        next += 1;
        if node == to {
            return true;
        }
        for &(source, target) in edges {
            if source == node && Some(target) != removed && !seen.contains(&target) {
                seen.push(target);
            }
        }
    }
    false
}

/// Calls `visit` with every graph of up to four blocks: block count and edges.
pub(crate) fn for_each_small_graph(mut visit: impl FnMut(usize, &[(usize, usize)])) {
    for count in 1..=4 {
        for chosen in 0..1u32 << (count * count) {
            let edges: Vec<_> = (0..count * count)
                .filter(|bit| chosen >> bit & 1 == 1)
                .map(|bit| (bit / count, bit % count))
                .collect();
            visit(count, &edges);
        }
    }
}

/// Calls `visit` with random bodies of growing size.
pub(crate) fn for_each_random_body(seed: u64, mut visit: impl FnMut(&Body)) {
    let mut random = Random::new(seed);
    for round in 0..1500 {
        visit(&random.body(1 + round % 12, 1 + round % 5));
    }
    // Plain edge lists have the wide switches and the irreducible tangles that the above lacks.
    for round in 0..1500 {
        let count = 1 + round % 14;
        let edges = random.edges(count, round % 29);
        visit(&body_from_edges(count, &edges));
    }
}

/// Whether a function may do anything: nobody has its body, or what initialises a class in it.
pub(crate) fn naive_unknown(program: &Program, function: FunctionId) -> bool {
    let Some(body) = &program.functions[function].body else {
        return true;
    };
    let mut statements = body.blocks.iter().flat_map(|block| block.statements.iter());
    let unloaded = |class| program.classes.ids().all(|complete| complete != class);
    statements
        .any(|statement| matches!(statement.kind, StatementKind::Initialise { class } if unloaded(class)))
}

/// The functions that a function may call, by asking every class for every virtual call.
pub(crate) fn naive_callees(program: &Program, function: FunctionId) -> BTreeSet<FunctionId> {
    let mut callees = BTreeSet::new();
    let Some(body) = &program.functions[function].body else {
        return callees;
    };
    for block in &body.blocks {
        for statement in &block.statements {
            if let StatementKind::Initialise { class } = statement.kind {
                let initialised = program.classes.enumerate().find(|(id, _)| *id == class);
                let initialiser = initialised.and_then(|(_, class)| class.initialiser);
                callees.extend(initialiser.map(|initialiser| initialiser.function));
            }
            let StatementKind::Call { callee, arguments, .. } = &statement.kind else {
                continue;
            };
            match *callee {
                Callee::Function(function) | Callee::Special(function) => drop(callees.insert(function)),
                Callee::Virtual(selector) => {
                    let Operand::Local(receiver) = arguments[0] else { panic!("a receiver in a local") };
                    for (id, class) in program.classes.enumerate() {
                        let fits = match body.locals[receiver].ty {
                            Type::Ref(RefType::Class(declared)) => {
                                let declares = program.classes.get(declared).map(|class| class.kind);
                                declares != Some(ClassKind::Class) || program.is_subclass(id, declared)
                            }
                            Type::Ref(_) | Type::Bool | Type::Int(_) | Type::Float(_) => true,
                        };
                        if class.kind == ClassKind::Class && fits {
                            callees.extend(program.method(id, selector));
                        }
                    }
                }
            }
        }
        if block.can_throw() {
            callees.extend(Trap::ALL.iter().filter_map(|&trap| program.trap(trap)));
        }
    }
    callees
}
