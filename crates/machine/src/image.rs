//! A program made ready to run: layouts of classes and code, each made when it is first needed. It
//! never changes what the program means and is shared by machines; it follows a program that grows.

use std::sync::atomic::{AtomicBool, Ordering};

use ir::{ClassId, FunctionId, Id as _, Program, RefType, SelectorId, Table, Type};

use crate::code::{Code, Element, Live, LiveRegister};
use crate::lower::{self, Lowering};
use crate::natives;

/// What is known about how a function runs.
#[derive(Debug)]
enum Prepared {
    Code(Code),
    /// A native answers, if there is one.
    Native,
}

/// How the fields of a class's objects lie in slots: those of the superclass first.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each slot, whether it holds a reference.
    pub references: Box<[bool]>,
    /// For each slot, its field.
    pub fields: Box<[ir::FieldId]>,
    /// The class and its ancestors, ascending.
    ancestors: Box<[ClassId]>,
    /// Slots that hold what can be computed again at any time.
    caches: Box<[usize]>,
}

impl Layout {
    /// Whether a slot holds what can be computed again at any time. No execution depends on whether it is
    /// there, so it is no part of a state.
    pub fn is_cache(&self, slot: usize) -> bool {
        self.caches.contains(&slot)
    }
}

/// A program made ready to run.
#[derive(Debug)]
pub struct Image<'p> {
    program: &'p Program,
    lowering: Lowering,
    code: Table<FunctionId, Prepared>,
    /// The code of functions that natives usually answer for, when they do not.
    declined: Table<FunctionId, Code>,
    layouts: Table<ClassId, Layout>,
    disturbed: AtomicBool,
    /// Whether machines may stop before any statement, and not only where threads or choices make them.
    stops_anywhere: bool,
}

impl<'p> Image<'p> {
    /// Prepares a verified program.
    pub fn new(program: &'p Program, lowering: Lowering) -> Self {
        Image {
            program,
            lowering,
            code: Table::new(),
            declined: Table::new(),
            layouts: Table::new(),
            disturbed: AtomicBool::new(false),
            stops_anywhere: false,
        }
    }

    /// The same, for machines whose domain may fork at any operation: states may be kept everywhere.
    #[must_use]
    pub fn stopping_anywhere(mut self) -> Self {
        self.stops_anywhere = true;
        self
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Whether an execution has come to a function after which initialisers of the library may do
    /// something else: see [`base`](crate::base).
    pub fn is_disturbed(&self) -> bool {
        self.disturbed.load(Ordering::Relaxed)
    }

    /// The layout of a class's objects.
    #[inline]
    pub fn layout(&self, class: ClassId) -> &Layout {
        match self.layouts.get(class) {
            Some(layout) => layout,
            None => self.lay_out(class),
        }
    }

    /// Superclasses first; the chain is walked without recursion.
    #[cold]
    fn lay_out(&self, class: ClassId) -> &Layout {
        let mut chain = vec![class];
        while let Some(superclass) = self.program.classes[chain[chain.len() - 1]].superclass {
            if self.layouts.get(superclass).is_some() {
                break;
            }
            chain.push(superclass);
        }
        while let Some(class) = chain.pop() {
            self.layouts.get_or_make(class, || {
                let declared = &self.program.classes[class];
                let inherited = declared.superclass.and_then(|superclass| self.layouts.get(superclass));
                let (mut references, mut fields) = match inherited {
                    Some(layout) => (layout.references.to_vec(), layout.fields.to_vec()),
                    None => (Vec::new(), Vec::new()),
                };
                for &field in &declared.fields {
                    references.push(self.program.fields[field].ty.is_ref());
                    fields.push(field);
                }
                let ancestors = ancestors(self.program, class);
                let caches = fields.iter().enumerate().filter(|(_, field)| {
                    let field = &self.program.fields[**field];
                    natives::java::is_cache(self.program.class_name(field.owner), &field.name)
                });
                let caches = caches.map(|(slot, _)| slot).collect();
                Layout { references: references.into(), fields: fields.into(), ancestors, caches }
            });
        }
        self.layouts.get(class).expect("the class was just laid out")
    }

    /// The slot of a field.
    ///
    /// # Panics
    /// If a class has more than 65,535 fields.
    pub(crate) fn slot(&self, field: ir::FieldId) -> u16 {
        let layout = self.layout(self.program.fields[field].owner);
        // Own fields stand at the end.
        let slot = layout.fields.iter().rposition(|&other| other == field).expect("a field is in its class");
        u16::try_from(slot).expect("a class has at most 65,535 fields")
    }

    /// How the elements of an array type lie in memory when arrays are packed.
    #[inline]
    pub(crate) fn element(&self, array: ir::ArrayTypeId) -> Element {
        Element::packed(self.program.element_type(array))
    }

    /// The code of a function, or `None` if it has no body.
    #[inline]
    pub(crate) fn code(&self, function: FunctionId) -> Option<&Code> {
        match self.code.get(function) {
            Some(Prepared::Code(code)) => Some(code),
            Some(Prepared::Native) => None,
            None => self.lower(function),
        }
    }

    /// Whether a call of the function runs its body, and nothing else.
    pub fn runs_body(&self, function: FunctionId) -> bool {
        !natives::overrides(&self.program.functions[function].name) && self.program.body(function).is_some()
    }

    #[cold]
    fn lower(&self, function: FunctionId) -> Option<&Code> {
        let prepared = self.code.get_or_make(function, || {
            let name = &self.program.functions[function].name;
            if natives::java::DISTURBING.contains(&name.as_str()) {
                self.disturbed.store(true, Ordering::Relaxed);
            }
            if natives::overrides(name) {
                return Prepared::Native;
            }
            self.lower_body(function).map_or(Prepared::Native, Prepared::Code)
        });
        match prepared {
            Prepared::Code(code) => Some(code),
            Prepared::Native => None,
        }
    }

    fn lower_body(&self, function: FunctionId) -> Option<Code> {
        let body = self.program.body(function)?;
        let parameters = self.program.functions[function].parameters.len();
        Some(lower::lower(self, parameters, body, self.lowering))
    }

    /// The code of a function for which a native would have answered, but did not.
    pub(crate) fn declined_code(&self, function: FunctionId) -> Option<&Code> {
        if self.declined.get(function).is_none() {
            let code = self.lower_body(function)?;
            self.declined.get_or_make(function, || code);
        }
        self.declined.get(function)
    }

    /// The code that a frame of the function runs.
    #[inline]
    pub(crate) fn frame_code(&self, function: FunctionId) -> &Code {
        self.code(function)
            .or_else(|| self.declined.get(function))
            .expect("frames are made for functions with code")
    }

    /// Whether objects of class `sub` are objects of `class` too.
    #[inline]
    pub(crate) fn is_subclass(&self, sub: ClassId, class: ClassId) -> bool {
        sub == class || self.layout(sub).ancestors.binary_search(&class).is_ok()
    }

    /// Whether an object of that run-time type is one of the class.
    pub fn is_object_of(&self, object: RefType, class: ClassId) -> bool {
        self.belongs(object, RefType::Class(class))
    }

    /// Whether an object of that run-time type belongs to the type.
    #[inline]
    pub(crate) fn belongs(&self, object: RefType, ty: RefType) -> bool {
        match (object, ty) {
            (RefType::Class(sub), RefType::Class(class)) => self.is_subclass(sub, class),
            (_, RefType::Any) => true,
            (RefType::Any | RefType::Array(_), _) | (RefType::Class(_), RefType::Array(_)) => {
                self.program.is_subtype(object, ty)
            }
        }
    }

    /// The method that objects of a class have for a selector.
    pub(crate) fn method(&self, class: ClassId, selector: SelectorId) -> Option<FunctionId> {
        self.program.method(class, selector)
    }

    /// What is live at the operations of a function.
    pub(crate) fn live(&self, function: FunctionId) -> &[Live] {
        let code = self.frame_code(function);
        code.live.get_or_init(|| {
            let body = self.program.body(function).expect("code comes from a body");
            live(body, code, self.stops_anywhere)
        })
    }
}

fn ancestors(program: &Program, class: ClassId) -> Box<[ClassId]> {
    let mut found = vec![class];
    let mut next = 0;
    while let Some(&current) = found.get(next) {
        next += 1;
        let declared = &program.classes[current];
        for &parent in declared.superclass.iter().chain(&declared.interfaces) {
            if !found.contains(&parent) {
                found.push(parent);
            }
        }
    }
    found.sort_unstable();
    found.into()
}

/// Whether the machine may stop before a statement, or collect there: what may choose or allocate, what
/// other threads may notice, and what may end the execution.
fn stops(kind: &ir::StatementKind) -> bool {
    match kind {
        // A call may be that of a native method.
        ir::StatementKind::Choose { .. }
        | ir::StatementKind::Havoc { .. }
        | ir::StatementKind::Call { .. }
        | ir::StatementKind::New { .. }
        | ir::StatementKind::NewArray { .. }
        | ir::StatementKind::Initialise { .. } => true,
        // The exception for a cast wants the object for the type.
        ir::StatementKind::Assign { value, .. } => {
            matches!(value, ir::Rvalue::Literal(_) | ir::Rvalue::Cast(_) | ir::Rvalue::Load(_))
        }
        ir::StatementKind::Store { .. } | ir::StatementKind::Enter { .. } => true,
        // What is false there ends the execution.
        ir::StatementKind::Assume { .. } | ir::StatementKind::Assert { .. } => true,
        ir::StatementKind::Exit { .. } => false,
    }
}

/// Whether the machine may stop before a terminator: an exception that nothing catches ends a thread, and those that functions make for
/// traps are thrown where these return.
fn stops_at_end(kind: &ir::TerminatorKind) -> bool {
    match kind {
        ir::TerminatorKind::Throw(_) | ir::TerminatorKind::Fail(_) | ir::TerminatorKind::Return(_) => true,
        ir::TerminatorKind::Goto(_)
        | ir::TerminatorKind::Branch { .. }
        | ir::TerminatorKind::Switch { .. }
        | ir::TerminatorKind::Unreachable => false,
    }
}

fn live(body: &ir::Body, code: &Code, anywhere: bool) -> Box<[Live]> {
    let graph = ir::flow::Graph::new(body);
    let liveness = ir::flow::Liveness::new(body, &graph);
    let registers = |set: &ir::flow::BitSet<ir::LocalId>| -> Box<[LiveRegister]> {
        set.iter()
            .map(|local| LiveRegister {
                register: u16::try_from(local.index()).expect("locals are registers"),
                reference: matches!(body.locals[local].ty, Type::Ref(_)),
            })
            .collect()
    };
    // A comparison that is one operation with the branch on it is made there.
    let fused: Vec<ir::BlockId> = code
        .ops
        .iter()
        .zip(&code.origins)
        .filter(|(op, _)| op.compares_and_branches())
        .map(|(_, origin)| origin.block)
        .collect();
    let mut table = vec![Live::default(); code.ops.len()];
    for (pc, origin) in code.origins.iter().enumerate() {
        let statement = origin.statement as usize;
        let block = &body.blocks[origin.block];
        let (stops, calls) = match block.statements.get(statement) {
            Some(statement) => {
                let kind = &statement.kind;
                // A trap for which the program makes no exception ends the execution.
                (stops(kind) || kind.can_throw(), kind.can_throw())
            }
            None => (stops_at_end(&block.terminator.kind), block.terminator.kind.can_throw()),
        };
        // A thread that was started and has not gone on yet is at the beginning, and one that has let others go first is behind the call.
        let behind_call = pc > 0 && code.ops[pc - 1].calls();
        if stops || anywhere || pc == 0 || behind_call {
            let made_here = statement == block.statements.len() && fused.contains(&origin.block);
            let first = if made_here { statement - 1 } else { statement };
            table[pc].before = Some(registers(&liveness.live_before(body, origin.block, first)));
        }
        if calls && statement < block.statements.len() {
            table[pc].across = Some(registers(&liveness.live_across(body, origin.block, statement)));
        } else if calls {
            // A throw whose exception is made by a function: only the handler goes on from here.
            table[pc].across = Some(registers(&liveness.live_before(body, origin.block, statement)));
        }
    }
    table.into()
}
