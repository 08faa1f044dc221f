//! What a method can come to: functions, classes and memory, and what each function may modify (the seed's figure 18).
//!
//! Everything here is an over-approximation within the scope: a virtual call goes to the methods of all classes that have atoms, and a class has
//! atoms if code that can be reached makes objects of it, or if a place that code or the property looks at before the call can
//! hold them. Memory that neither the code nor the property touches takes no part: no execution depends on it.
//!
//! What a function may modify is the union over all it may call. A function without a known body may modify everything.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ir::flow::Graph;
use ir::{
    Body, Callee, ClassId, ClassKind, Constant, FieldId, FunctionId, GlobalId, LocalId, Operand, Place,
    Program, RefType, Rvalue, StatementKind, TerminatorKind, Trap, Type,
};

use crate::foreign::Foreign;
use crate::nonnull::{self, NonNull};
use crate::traps;

/// How many functions are looked at. What lies beyond is code that is not known: the library's way to a message of an exception alone goes through
/// thousands.
const MOST_FUNCTIONS: usize = 400;

/// A part of memory that is read and written as a whole: one value for each atom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// A field of all objects.
    Field(FieldId),
    /// A global variable.
    Global(GlobalId),
    /// The elements of the arrays of a pool.
    Elements(usize),
    /// The lengths of the arrays of a pool.
    Lengths(usize),
    /// Which atoms of a pool are there before the call that is checked. Nobody writes it.
    Alive(usize),
    /// Which atoms of a pool were made since.
    Made(usize),
}

/// A part of memory before atoms are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touched {
    /// A field of all objects.
    Field(FieldId),
    /// A global variable.
    Global(GlobalId),
    /// The elements of arrays of a type, and of its subtypes.
    Elements(RefType),
    /// The objects of a class, or arrays of a type, that were made.
    Made(RefType),
}

/// What a call of a function may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// What it may write.
    pub writes: BTreeSet<Touched>,
    /// Whether an exception may leave it.
    pub throws: bool,
    /// Whether an assertion may fail in it, or in what it calls.
    pub fails: bool,
    /// Whether it comes to code of which nothing is known, so that everything may be written.
    pub unknown: bool,
    /// Whether it is such code itself.
    pub opaque: bool,
    /// What it may get at that has no atoms.
    pub foreign: Foreign,
}

/// What the analysis needs to know about the source language.
pub struct Language<'l> {
    /// Whether a class of that name is part of the library.
    pub is_library: &'l dyn Fn(&str) -> bool,
    /// Whether objects of exactly this class can be made.
    pub is_concrete: &'l dyn Fn(ClassId) -> bool,
    /// Whether the result of a function is a truth value, though it is a number here.
    pub gives_truth: &'l dyn Fn(FunctionId) -> bool,
    /// What is said about a function, if anything is.
    pub given: &'l dyn Fn(FunctionId) -> Option<std::rc::Rc<crate::given::Given>>,
    /// Functions of whose code nothing is to be known, where something is said of them.
    pub alone: &'l BTreeSet<FunctionId>,
    /// What a field has in every object that there is before the call, if it is known.
    pub constant: &'l dyn Fn(FieldId) -> Option<i64>,
    /// What a global variable has before the call, if it is known.
    pub global: &'l dyn Fn(GlobalId) -> Option<i64>,
    /// Classes of the library that take part as specifications.
    pub specified: Specified<'l>,
}

/// What the analysis needs to know about classes of the library that take part as specifications.
pub struct Specified<'l> {
    /// Whether a class is one of them.
    pub is: &'l dyn Fn(ClassId) -> bool,
    /// Whether a function belongs to one of them.
    pub has: &'l dyn Fn(FunctionId) -> bool,
    /// The method of a class that gives true for all objects that there are before the call.
    pub invariant: &'l dyn Fn(ClassId) -> Option<FunctionId>,
    /// The classes whose objects stand for those of a type of the library that has none of its own.
    pub standing_for: &'l dyn Fn(ClassId) -> Vec<ClassId>,
    /// Whether nobody may rely on which object of a class it is.
    pub is_value: &'l dyn Fn(ClassId) -> bool,
    /// Why a class cannot take part where those with specifications do, in words that follow "not supported:".
    pub objection: &'l dyn Fn(ClassId, &[ClassId]) -> Option<String>,
}

impl Specified<'_> {
    /// No class takes part as a specification.
    pub const NONE: Specified<'static> = Specified {
        is: &|_| false,
        has: &|_| false,
        invariant: &|_| None,
        standing_for: &|_| Vec::new(),
        is_value: &|_| false,
        objection: &|_, _| None,
    };
}

/// What can be reached. See the module's documentation.
#[derive(Debug)]
pub struct Reach {
    /// The classes and array types that have atoms, in the order in which they were found.
    pub types: Vec<RefType>,
    /// Classes of exceptions of which one atom stands for all objects.
    pub shared: Vec<ClassId>,
    /// What functions may do.
    pub effects: BTreeMap<FunctionId, Effects>,
    /// Whether code adds, subtracts or multiplies numbers.
    pub computes: bool,
    /// The least and the greatest constant in the code.
    pub constants: (i64, i64),
    /// The class of all exceptions.
    throwable: Option<ClassId>,
    /// Fields that are read or written.
    pub fields: BTreeSet<FieldId>,
    /// Of these, those of the library's exceptions: nobody knows what they have, because constructors that write them are left out.
    pub hidden: BTreeSet<FieldId>,
    /// Fields that have the same number in every object that there is before the call.
    pub fixed: BTreeMap<FieldId, i64>,
    /// Types of parameters and fields that no class with atoms belongs to, so that they have nothing but null.
    pub nothing: BTreeSet<RefType>,
    /// Constructors of the library's exceptions that are called.
    silent: BTreeSet<FunctionId>,
    /// Classes that have to be initialised, in the order in which they were found.
    pub initialised: Vec<ClassId>,
    /// Classes with atoms that take part as specifications, and what gives true for their objects before the call.
    pub specified: BTreeMap<ClassId, Option<FunctionId>>,
    /// Types of the library that others stand for.
    pub standing: BTreeMap<ClassId, Vec<ClassId>>,
    /// Of the classes that take part as specifications, those that no place has which can hold anything: nobody asks for them there.
    pub apart: BTreeSet<ClassId>,
    /// Classes with atoms of whose objects nobody may rely on which one it is.
    pub values: BTreeSet<ClassId>,
    /// What cannot take part together with specifications.
    pub objections: Vec<String>,
}

/// The class of the exception that is made for a trap.
pub fn trap_class(program: &Program, trap: Trap) -> Option<ClassId> {
    let body = program.body(program.trap(trap)?)?;
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    // The exception is what is returned; its making is the last one.
    let made = statements.filter_map(|statement| match statement.kind {
        StatementKind::New { class, .. } => Some(class),
        StatementKind::Assign { .. }
        | StatementKind::Store { .. }
        | StatementKind::NewArray { .. }
        | StatementKind::Call { .. }
        | StatementKind::Initialise { .. }
        | StatementKind::Enter { .. }
        | StatementKind::Exit { .. }
        | StatementKind::Assume { .. }
        | StatementKind::Assert { .. }
        | StatementKind::Havoc { .. }
        | StatementKind::Choose { .. } => None,
    });
    let throwable = |class: &ClassId| ancestors(program, *class).len() > 2;
    made.filter(throwable).last()
}

fn class_of(ty: RefType) -> Option<ClassId> {
    match ty {
        RefType::Class(class) => Some(class),
        RefType::Array(_) | RefType::Any => None,
    }
}

/// A class and its superclasses, the nearest first.
fn ancestors(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut chain = vec![class];
    while let Some(superclass) =
        program.classes.get(chain[chain.len() - 1]).and_then(|class| class.superclass)
    {
        chain.push(superclass);
    }
    chain
}

impl Reach {
    /// What functions of a class can come to, and a property that looks at these fields and types.
    pub fn new(
        program: &Program,
        (class, functions): (ClassId, &[FunctionId]),
        fields: impl IntoIterator<Item = FieldId>,
        types: impl IntoIterator<Item = RefType>,
        language: &Language<'_>,
    ) -> Self {
        let throwable = trap_class(program, Trap::Null).and_then(|class| {
            let chain = ancestors(program, class);
            chain.len().checked_sub(2).map(|place| chain[place])
        });
        let reach = Reach {
            types: Vec::new(),
            shared: Vec::new(),
            effects: BTreeMap::new(),
            computes: false,
            constants: (0, 0),
            throwable,
            fields: BTreeSet::new(),
            hidden: BTreeSet::new(),
            fixed: BTreeMap::new(),
            nothing: BTreeSet::new(),
            silent: BTreeSet::new(),
            initialised: vec![class],
            specified: BTreeMap::new(),
            standing: BTreeMap::new(),
            apart: BTreeSet::new(),
            values: BTreeSet::new(),
            objections: Vec::new(),
        };
        let mut search = Search {
            program,
            language,
            reach,
            calls: BTreeMap::new(),
            open: VecDeque::new(),
            vague: false,
            asked: BTreeSet::new(),
            told: false,
        };
        for &function in functions {
            for parameter in &program.functions[function].parameters {
                search.holds(parameter.ty);
            }
        }
        for ty in types {
            search.holds(Type::Ref(ty));
        }
        for field in fields {
            search.field(field);
        }
        search.open.extend(functions);
        search.run();
        search.close();
        search.find_nothing(functions);
        search.find_specified();
        // Of what is there before the call, the classes have been initialised.
        for ty in search.reach.types.clone() {
            if let RefType::Class(class) = ty {
                search.initialise(class);
            }
        }
        search.reach
    }

    /// What a call of a function may do.
    pub fn effects(&self, function: FunctionId) -> Effects {
        self.effects.get(&function).cloned().unwrap_or_else(|| Effects {
            unknown: true,
            opaque: true,
            throws: true,
            ..Effects::default()
        })
    }

    /// Whether a class is one of exceptions of the library.
    pub fn is_shared(&self, class: ClassId) -> bool {
        self.shared.contains(&class)
    }

    /// Whether a class is one of exceptions.
    pub fn is_throwable(&self, program: &Program, class: ClassId) -> bool {
        self.throwable.is_some_and(|throwable| program.is_subclass(class, throwable))
    }
}

struct Search<'a> {
    program: &'a Program,
    language: &'a Language<'a>,
    reach: Reach,
    /// For each function, what it may call; none where its body is not known.
    calls: BTreeMap<FunctionId, Option<BTreeSet<FunctionId>>>,
    /// Functions to be looked at; those that were found first come first.
    open: VecDeque<FunctionId>,
    /// Whether something before the call can be anything.
    vague: bool,
    /// Types that code asks for, in casts and otherwise.
    asked: BTreeSet<RefType>,
    /// Whether there is code of which nothing is known but formulas.
    told: bool,
}

impl Search<'_> {
    /// Goes on until nothing new is found: a new class may be what calls of functions seen before go to.
    fn run(&mut self) {
        loop {
            while let Some(function) = self.open.pop_front() {
                if self.calls.contains_key(&function) {
                    continue;
                }
                if self.calls.len() < MOST_FUNCTIONS {
                    self.visit(function);
                } else {
                    self.told |= self.is_said(function);
                    self.calls.insert(function, None);
                }
            }
            let (types, shared) = (self.reach.types.len(), self.reach.shared.len());
            let looked_at = self.calls.iter().filter(|(_, callees)| callees.is_some());
            let functions: Vec<FunctionId> = looked_at.map(|(&function, _)| function).collect();
            for function in functions {
                self.visit(function);
            }
            if self.vague {
                for ty in self.asked.clone() {
                    self.holds(Type::Ref(ty));
                }
            }
            if self.told {
                self.throw_all();
            }
            self.open.retain(|function| !self.calls.contains_key(function));
            if self.open.is_empty() && (types, shared) == (self.reach.types.len(), self.reach.shared.len()) {
                return;
            }
        }
    }

    /// Code of which nobody knows more than what it leaves when it returns may throw whatever somebody catches, and what nobody does.
    fn throw_all(&mut self) {
        let asked = self.asked.iter().filter_map(|&ty| class_of(ty)).chain(self.reach.throwable);
        for class in asked.collect::<Vec<_>>() {
            let is_thrown = self.is_library(class) || self.makes(class);
            if is_thrown && self.reach.is_throwable(self.program, class) {
                self.make(class, &mut Effects::default());
            }
        }
    }

    /// Effects of callees are effects of their callers.
    fn close(&mut self) {
        loop {
            let mut changed = false;
            for (function, callees) in &self.calls {
                let mut effects = self.reach.effects.get(function).cloned().unwrap_or_default();
                let before = effects.clone();
                match callees {
                    None => (effects.unknown, effects.opaque, effects.throws) = (true, true, true),
                    Some(callees) => {
                        for callee in callees {
                            let Some(theirs) = self.reach.effects.get(callee) else { continue };
                            effects.writes.extend(theirs.writes.iter().copied());
                            effects.unknown |= theirs.unknown;
                            effects.throws |= theirs.throws;
                            effects.fails |= theirs.fails;
                            effects.foreign.extend(&theirs.foreign);
                        }
                    }
                }
                if effects != before || !self.reach.effects.contains_key(function) {
                    self.reach.effects.insert(*function, effects);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Finds the types that nothing belongs to.
    fn find_nothing(&mut self, functions: &[FunctionId]) {
        let parameters = functions.iter().flat_map(|&function| &self.program.functions[function].parameters);
        let parameters = parameters.map(|parameter| parameter.ty);
        let fields = self.reach.fields.iter().map(|&field| self.program.fields[field].ty);
        let types = parameters.chain(fields).filter_map(|ty| match ty {
            Type::Ref(ty) => Some(ty),
            Type::Bool | Type::Int(_) | Type::Float(_) => None,
        });
        let nothing = |ty: &RefType| !self.reach.types.iter().any(|&of| self.program.is_subtype(of, *ty));
        self.reach.nothing = types.filter(nothing).collect();
    }

    /// Finds what is to be known about specifications.
    fn find_specified(&mut self) {
        let specified = &self.language.specified;
        let classes: Vec<ClassId> = self.reach.types.iter().filter_map(|&ty| class_of(ty)).collect();
        let is_asked = |&class: &ClassId| {
            self.asked.iter().any(|&ty| self.program.is_subtype(RefType::Class(class), ty))
        };
        let apart = self.reach.specified.keys().copied().filter(|class| !is_asked(class));
        self.reach.apart = apart.collect();
        self.reach.values = classes.iter().copied().filter(|&class| (specified.is_value)(class)).collect();
        let objections = classes.iter().filter_map(|&class| (specified.objection)(class, &classes));
        self.reach.objections = objections.collect();
    }

    fn initialise(&mut self, class: ClassId) {
        if !self.reach.initialised.contains(&class) {
            self.reach.initialised.push(class);
        }
    }

    /// A place of that type can hold objects before the call.
    fn holds(&mut self, ty: Type) {
        let Type::Ref(ty) = ty else { return };
        match ty {
            RefType::Class(class) => {
                if self.reach.is_throwable(self.program, class) && self.is_library(class) {
                    return;
                }
                // Asking loads it, also if no code but a declaration knows it.
                (self.language.is_concrete)(class);
                let standing = (self.language.specified.standing_for)(class);
                // A class of the library stands for itself; of the program's own classes, all that fit do.
                let own = self.program.classes.ids().filter(|&other| !self.is_library(other));
                let fitting: Vec<ClassId> = own
                    .chain([class])
                    .chain(standing.iter().copied())
                    .filter(|&other| self.program.is_subclass(other, class) && self.makes(other))
                    .collect();
                for class in fitting {
                    self.add(RefType::Class(class));
                }
                if !standing.is_empty() {
                    self.reach.standing.insert(class, standing);
                }
            }
            RefType::Array(array) => {
                self.add(ty);
                self.holds(self.program.element_type(array));
            }
            // A plain object, and whatever else there is.
            RefType::Any => {
                self.vague = true;
                if let Some(class) = self.program.array_class().filter(|&class| self.makes(class)) {
                    self.add(RefType::Class(class));
                }
            }
        }
    }

    fn is_library(&self, class: ClassId) -> bool {
        (self.language.is_library)(self.program.class_name(class))
    }

    fn makes(&self, class: ClassId) -> bool {
        // Asking loads it; of other classes of the library, those that nobody uses have no objects.
        let is_ready = !(self.language.specified.is)(class) || (self.language.is_concrete)(class);
        is_ready
            && self.program.classes.get(class).is_some_and(|declared| declared.kind == ClassKind::Class)
            && (self.language.is_concrete)(class)
    }

    fn add(&mut self, ty: RefType) {
        if self.reach.types.contains(&ty) {
            return;
        }
        self.reach.types.push(ty);
        if let RefType::Class(class) = ty
            && (self.language.specified.is)(class)
        {
            let invariant = (self.language.specified.invariant)(class);
            self.reach.specified.insert(class, invariant);
            self.open.extend(invariant);
        }
    }

    fn field(&mut self, field: FieldId) {
        if self.reach.fields.insert(field) {
            let owner = self.program.fields[field].owner;
            if self.reach.is_throwable(self.program, owner) && self.is_library(owner) {
                self.reach.hidden.insert(field);
            }
            if let Some(value) = (self.language.constant)(field) {
                let (least, greatest) = self.reach.constants;
                self.reach.constants = (least.min(value), greatest.max(value));
                self.reach.fixed.insert(field, value);
            }
            self.holds(self.program.fields[field].ty);
        }
    }

    /// Objects of that class are made.
    fn make(&mut self, class: ClassId, effects: &mut Effects) {
        if self.reach.is_throwable(self.program, class) && self.is_library(class) {
            if !self.reach.shared.contains(&class) {
                self.reach.shared.push(class);
            }
        } else {
            self.add(RefType::Class(class));
            effects.writes.insert(Touched::Made(RefType::Class(class)));
        }
    }

    fn trap(&mut self, trap: Trap, effects: &mut Effects) {
        effects.throws = true;
        if let Some(class) = trap_class(self.program, trap) {
            self.make(class, effects);
        }
    }

    fn constant(&mut self, operand: Operand) {
        if let Operand::Constant(Constant::Int(int, word)) = operand {
            let value = i64::try_from(int.value(word)).unwrap_or(i64::MAX);
            let (least, greatest) = self.reach.constants;
            self.reach.constants = (least.min(value), greatest.max(value));
        }
    }

    fn place(&mut self, body: &Body, place: Place, written: bool, effects: &mut Effects) {
        match place {
            Place::Global(global) => {
                if written {
                    effects.writes.insert(Touched::Global(global));
                }
            }
            Place::Field { field, .. } => {
                self.field(field);
                if written {
                    effects.writes.insert(Touched::Field(field));
                }
            }
            Place::Element { array, index } => {
                self.constant(index);
                if let Type::Ref(ty) = body.locals[array].ty
                    && written
                {
                    effects.writes.insert(Touched::Elements(ty));
                }
            }
        }
    }

    /// Whether a function is a constructor of the library's exceptions.
    fn is_silent(&self, function: FunctionId) -> bool {
        let function = &self.program.functions[function];
        let receiver = function.parameters.first().map(|parameter| parameter.ty);
        let Some(Type::Ref(RefType::Class(class))) = receiver else { return false };
        function.name.contains("<init>")
            && self.reach.is_throwable(self.program, class)
            && self.is_library(class)
    }

    /// Whether something is said of a function; what that mentions takes part.
    fn is_said(&mut self, function: FunctionId) -> bool {
        let given = (self.language.given)(function);
        for property in given.iter().flat_map(|given| given.requires.iter().chain([&given.ensures])) {
            let (fields, types) = crate::formula::mentioned(&property.formula);
            fields.into_iter().for_each(|field| self.field(field));
            types.into_iter().for_each(|ty| self.holds(Type::Ref(ty)));
        }
        given.is_some()
    }

    fn visit(&mut self, function: FunctionId) {
        let is_said = self.is_said(function);
        let body = self.program.body(function);
        self.told |= is_said && (body.is_none() || self.language.alone.contains(&function));
        let Some(body) = body else {
            self.calls.insert(function, None);
            return;
        };
        // What specifications ask for is not what the program asks for.
        let is_specified = (self.language.specified.has)(function);
        let mut callees = BTreeSet::new();
        let mut effects = self.reach.effects.remove(&function).unwrap_or_default();
        let graph = Graph::new(body);
        let receiver = nonnull::has_receiver(&self.program.functions[function], body);
        let nonnull = NonNull::new(body, &graph, receiver);
        for &id in graph.reverse_post_order() {
            let block = &body.blocks[id];
            let mut known = nonnull.before(id);
            effects.foreign.shared |= block.unwind.is_some();
            for statement in &block.statements {
                effects.foreign.statement(self.program, &statement.kind);
                statement.kind.for_each_operand(|operand| self.constant(operand));
                for trap in traps::of_statement(self.program, body, statement, &known) {
                    self.trap(trap, &mut effects);
                }
                nonnull::after(&mut known, statement);
                match &statement.kind {
                    StatementKind::Assign { to, value } => {
                        self.value(body, value, &mut effects);
                        if !is_specified {
                            self.ask(body, *to, value);
                        }
                    }
                    StatementKind::Store { to, .. } => self.place(body, *to, true, &mut effects),
                    StatementKind::New { class, .. } => self.make(*class, &mut effects),
                    StatementKind::NewArray { array, .. } => {
                        self.add(RefType::Array(*array));
                        effects.writes.insert(Touched::Made(RefType::Array(*array)));
                    }
                    StatementKind::Call { callee, arguments, .. } => {
                        let receiver = arguments.first().and_then(|&first| body.operand_type(first));
                        if let Callee::Function(function) | Callee::Special(function) = *callee
                            && self.is_silent(function)
                        {
                            self.reach.silent.insert(function);
                        }
                        callees.extend(self.reach.targets(self.program, *callee, receiver));
                    }
                    StatementKind::Initialise { class } => self.initialise(*class),
                    StatementKind::Enter { .. }
                    | StatementKind::Exit { .. }
                    | StatementKind::Assume { .. }
                    | StatementKind::Assert { .. }
                    | StatementKind::Havoc { .. }
                    | StatementKind::Choose { .. } => {}
                }
            }
            for trap in traps::of_terminator(&block.terminator.kind, &known) {
                self.trap(trap, &mut effects);
            }
            block.terminator.kind.for_each_operand(|operand| self.constant(operand));
            match &block.terminator.kind {
                TerminatorKind::Throw(_) => effects.throws = true,
                TerminatorKind::Fail(_) => (effects.throws, effects.fails) = (true, true),
                TerminatorKind::Switch { cases, .. } => {
                    for &(case, _) in cases {
                        self.constant(Operand::Constant(Constant::Int(ir::IntType::I64, case)));
                    }
                }
                TerminatorKind::Goto(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Return(_)
                | TerminatorKind::Unreachable => {}
            }
        }
        self.open.extend(callees.iter().copied());
        self.calls.insert(function, Some(callees));
        self.reach.effects.insert(function, effects);
    }

    /// What may be anything may be what somebody asks for.
    fn ask(&mut self, body: &Body, to: LocalId, value: &Rvalue) {
        match *value {
            Rvalue::InstanceOf(_, ty) => {
                self.asked.insert(ty);
            }
            Rvalue::Cast(_) => {
                if let Type::Ref(ty) = body.locals[to].ty {
                    self.asked.insert(ty);
                }
            }
            Rvalue::Load(_)
            | Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Literal(_)
            | Rvalue::Use(_)
            | Rvalue::Compare(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::Length(_) => {}
        }
    }

    fn value(&mut self, body: &Body, value: &Rvalue, effects: &mut Effects) {
        match *value {
            Rvalue::Load(place) => self.place(body, place, false, effects),
            Rvalue::Binary(op, ..) => match op {
                ir::BinaryOp::Add | ir::BinaryOp::Sub | ir::BinaryOp::Mul | ir::BinaryOp::Shl => {
                    self.reach.computes = true
                }
                ir::BinaryOp::Div
                | ir::BinaryOp::Rem
                | ir::BinaryOp::And
                | ir::BinaryOp::Or
                | ir::BinaryOp::Xor
                | ir::BinaryOp::Shr
                | ir::BinaryOp::Ushr => {}
            },
            Rvalue::Unary(op, _) => match op {
                ir::UnaryOp::Neg => self.reach.computes = true,
                ir::UnaryOp::Not => {}
            },
            // Nothing is known about texts but that they are there.
            Rvalue::Literal(literal) => {
                if let Type::Ref(RefType::Class(class)) = self.program.literal_type(literal) {
                    // No code asks for it, but whoever is there has been initialised.
                    self.initialise(class);
                    if !self.reach.shared.contains(&class) {
                        self.reach.shared.push(class);
                    }
                }
            }
            Rvalue::InstanceOf(..)
            | Rvalue::Cast(_)
            | Rvalue::Use(_)
            | Rvalue::Compare(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::Length(_) => {}
        }
    }
}

impl Reach {
    /// The functions that a call can go to, when the receiver is of that type. A call of a constructor of the library's
    /// exceptions goes nowhere.
    pub fn targets(&self, program: &Program, callee: Callee, receiver: Option<Type>) -> Vec<FunctionId> {
        match callee {
            Callee::Function(function) | Callee::Special(function) => {
                if self.is_silent(function) {
                    Vec::new()
                } else {
                    vec![function]
                }
            }
            Callee::Virtual(selector) => {
                let receiver = match receiver {
                    Some(Type::Ref(ty)) => ty,
                    Some(Type::Bool | Type::Int(_) | Type::Float(_)) | None => RefType::Any,
                };
                let shared = self.shared.iter().map(|&class| RefType::Class(class));
                let types = self.types.iter().copied().chain(shared);
                let methods =
                    types.filter(|&ty| program.is_subtype(ty, receiver)).filter_map(|ty| match ty {
                        RefType::Class(class) => program.method(class, selector),
                        RefType::Array(_) | RefType::Any => {
                            program.array_class().and_then(|class| program.method(class, selector))
                        }
                    });
                let methods: BTreeSet<FunctionId> = methods.collect();
                methods.into_iter().collect()
            }
        }
    }

    /// Whether a function is a constructor of exceptions of the library: nobody looks at what it does.
    pub fn is_silent(&self, function: FunctionId) -> bool {
        self.silent.contains(&function)
    }
}
