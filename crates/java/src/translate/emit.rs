//! The second run: statements, terminators and exceptional edges.

use std::collections::HashMap;

use ir::{
    BlockId, Body, CompareOp, Constant, FunctionBuilder, FunctionId, LocalId, Operand, RefType, Rvalue,
    StatementKind, TerminatorKind, Type, Unwind,
};

use super::decode::{Kind, Malformed, Step, broken};
use super::frame::{Entry, Frame};
use super::webs::Web;
use super::{Instructions, Output, Translator};
use crate::descriptor::JavaType;
use crate::linkage::Unlinked;

/// Which classes go to which blocks, in order.
type HandlerKey<'b> = Vec<(Option<&'b str>, usize)>;

impl<'a> Translator<'a> {
    pub(super) fn emit(&mut self, states: &[Option<Frame>]) -> Result<(Body, Instructions), Malformed> {
        let start = self.position(0);
        let mut builder = FunctionBuilder::new("translated", start);
        let mut used_names = HashMap::new();
        let program_function = self.world.program();
        let declared = &program_function.functions[self.method.function];
        for ((web, _), parameter) in self.parameters.clone().into_iter().zip(&declared.parameters) {
            used_names.insert(parameter.name.clone(), 1);
            let local = builder.parameter(parameter.name.clone(), parameter.ty);
            // A parameter that shares its variable with other values gets it by a copy below.
            if self.web_type(web) == parameter.ty {
                let root = self.webs.find(web) as usize;
                if self.locals[root].is_none() {
                    self.locals[root] = Some(local);
                }
            }
        }
        if let Some(result) = declared.result {
            builder.result(result);
        }
        // The entry block only prepares, so that the first block of the method can be jumped to.
        let blocks: Vec<BlockId> = (0..self.blocks.len()).map(|_| builder.block()).collect();
        let instructions = Instructions::default();
        self.output = Some(Output { builder, blocks, used_names, monitor: None, instructions });
        self.prologue(start)?;
        let mut dispatchers: HashMap<HandlerKey<'_>, BlockId> = HashMap::new();
        for (block, state) in states.iter().enumerate() {
            let id = self.out().blocks[block];
            self.out().builder.go_to(id);
            let Some(state) = state else {
                // Nothing leads here.
                self.end(TerminatorKind::Unreachable);
                continue;
            };
            self.block(block, state.clone())?;
            self.handlers(block, &mut dispatchers);
        }
        let output = self.output.take().expect("the second run has an output");
        let function = output.builder.finish();
        Ok((function.body.expect("builders make bodies"), output.instructions))
    }

    fn out(&mut self) -> &mut Output {
        self.output.as_mut().expect("the second run has an output")
    }

    /// Copies parameters whose variable is not their own, and takes the monitor.
    fn prologue(&mut self, start: ir::Position) -> Result<(), Malformed> {
        self.out().builder.at(start);
        let parameters = self.parameters.clone();
        for (index, (web, _)) in parameters.into_iter().enumerate() {
            let parameter: LocalId = ir::Id::new(index);
            let variable = self.variable(web);
            if variable != parameter {
                let ty = self.out().builder.local_type(parameter);
                let value = if self.type_fits(ty, self.web_type(web)) {
                    Rvalue::Use(parameter.into())
                } else {
                    Rvalue::Cast(parameter.into())
                };
                self.assign(variable, value);
            }
        }
        if self.method.is_synchronized() {
            let lock = self.named("$lock", Type::ANY);
            if self.method.is_static() {
                let literal = self.world.class_literal(&JavaType::Object(self.class.name.as_str().into()));
                self.assign(lock, Rvalue::Literal(literal));
            } else {
                self.assign(lock, Rvalue::Use(Operand::Local(ir::Id::new(0))));
            }
            self.statement(StatementKind::Enter { object: lock });
            self.out().monitor = Some(lock);
        }
        let first = self.out().blocks[0];
        self.end(TerminatorKind::Goto(first));
        Ok(())
    }

    fn block(&mut self, block: usize, mut frame: Frame) -> Result<(), Malformed> {
        for entry in &mut frame.stack {
            entry.operand = self.variable_operand(entry.web);
        }
        let range = self.blocks.range(block);
        let last = range.end - 1;
        let mut starts: Vec<(u32, u32)> = Vec::new();
        for at in range {
            let position = self.position(at);
            self.out().builder.at(position);
            let first = self.out().builder.statement_count() as u32;
            // An instruction without statements has given its place away.
            starts.pop_if(|start| start.0 == first);
            starts.push((first, at as u32));
            if at == last {
                let id = self.out().blocks[block];
                self.out().instructions.starts.insert(id, starts.into());
                return self.last_step(block, at, frame);
            }
            self.step(at, &mut frame)?;
        }
        Err(broken("a block is empty"))
    }

    /// The last instruction of a block, and the terminator.
    fn last_step(&mut self, block: usize, at: usize, mut frame: Frame) -> Result<(), Malformed> {
        let steps = self.steps;
        let before = frame.clone();
        self.step(at, &mut frame)?;
        let operand = |depth: usize| before.stack[before.stack.len() - 1 - depth];
        let targets = self.blocks;
        let terminator = match &steps[at] {
            Step::IfZero(op, kind, to) => {
                let zero = if *kind == Kind::Reference { Constant::Null } else { Constant::i32(0) };
                let condition = self.condition(*op, operand(0).operand, zero.into());
                self.branch(condition, targets.starting_at(*to), block + 1)
            }
            Step::IfCompare(op, _, to) => {
                let condition = self.condition(*op, operand(1).operand, operand(0).operand);
                self.branch(condition, targets.starting_at(*to), block + 1)
            }
            Step::Goto(to) => {
                let to = self.out().blocks[targets.starting_at(*to)];
                TerminatorKind::Goto(to)
            }
            Step::Switch { cases, otherwise } => {
                let value = operand(0).operand;
                let blocks = &self.out().blocks;
                let cases: Box<[(i64, BlockId)]> = cases
                    .iter()
                    .map(|&(value, to)| (i64::from(value), blocks[targets.starting_at(to)]))
                    .collect();
                let otherwise = blocks[targets.starting_at(*otherwise)];
                TerminatorKind::Switch { value, cases, otherwise }
            }
            Step::Return(kind) => {
                let value = match kind {
                    Some(_) => {
                        let ty = self.world.program().functions[self.method.function].result;
                        let ty = ty.ok_or_else(|| broken("a value is returned from a void method"))?;
                        Some(self.fitted(operand(0), ty))
                    }
                    None => None,
                };
                if value.is_some() != self.method.signature.result.is_some() {
                    return Err(broken("a return does not fit the method"));
                }
                if let Some(lock) = self.out().monitor {
                    self.statement(StatementKind::Exit { object: lock });
                }
                TerminatorKind::Return(value)
            }
            Step::Throw if self.failing[at] => TerminatorKind::Fail(operand(0).operand),
            Step::Throw => TerminatorKind::Throw(operand(0).operand),
            Step::Nothing
            | Step::Push(_)
            | Step::Load(..)
            | Step::Store(..)
            | Step::Increase(..)
            | Step::ArrayLoad(_)
            | Step::ArrayStore(_)
            | Step::Shuffle(_)
            | Step::Unary(..)
            | Step::Binary(..)
            | Step::Order(..)
            | Step::Convert(..)
            | Step::GetStatic(_)
            | Step::PutStatic(_)
            | Step::GetField(_)
            | Step::PutField(_)
            | Step::Invoke(..)
            | Step::InvokeDynamic { .. }
            | Step::New(_)
            | Step::NewArray(_)
            | Step::NewMultiArray(..)
            | Step::Length
            | Step::CheckCast(_)
            | Step::InstanceOf(_)
            | Step::Enter
            | Step::Exit => {
                let next = self.out().blocks[block + 1];
                TerminatorKind::Goto(next)
            }
        };
        let terminator = self.pass_stack(block, &frame, terminator);
        self.end(terminator);
        Ok(())
    }

    fn condition(&mut self, op: CompareOp, a: Operand, b: Operand) -> LocalId {
        let condition = self.temporary(Type::Bool);
        self.assign(condition, Rvalue::Compare(op, a, b));
        condition
    }

    fn branch(&mut self, condition: LocalId, then: usize, otherwise: usize) -> TerminatorKind {
        let blocks = &self.out().blocks;
        let (then, otherwise) = (blocks[then], blocks[otherwise]);
        if then == otherwise {
            return TerminatorKind::Goto(then);
        }
        TerminatorKind::Branch { condition: condition.into(), then, otherwise }
    }

    /// Copies what is on the stack into the variables that the successors expect it in.
    fn pass_stack(&mut self, block: usize, frame: &Frame, terminator: TerminatorKind) -> TerminatorKind {
        if frame.stack.is_empty() {
            return terminator;
        }
        let mut copies: Vec<(LocalId, Entry, Web)> = Vec::new();
        for &next in self.blocks.successors(block) {
            let expected = self.entry_stack[next].clone().unwrap_or_default();
            for (&web, &entry) in expected.iter().zip(&frame.stack) {
                let to = self.variable(web);
                if entry.operand != Operand::Local(to) && !copies.iter().any(|copy| copy.0 == to) {
                    copies.push((to, entry, web));
                }
            }
        }
        // All are read before any is written. The condition of a branch has a variable of its own.
        let read: Vec<(LocalId, Operand, Web)> = copies
            .iter()
            .map(|&(to, entry, web)| {
                let overwritten = copies.iter().any(|copy| entry.operand == Operand::Local(copy.0));
                let operand = if overwritten {
                    let ty = self.web_type(entry.web);
                    let saved = self.temporary(ty);
                    self.assign(saved, Rvalue::Use(entry.operand));
                    saved.into()
                } else {
                    entry.operand
                };
                (to, operand, web)
            })
            .collect();
        // A switch reads its operand after the copies.
        let terminator = match terminator {
            TerminatorKind::Switch { value, cases, otherwise }
                if read.iter().any(|copy| Operand::Local(copy.0) == value) =>
            {
                let saved = self.temporary(Type::I32);
                self.assign(saved, Rvalue::Use(value));
                TerminatorKind::Switch { value: saved.into(), cases, otherwise }
            }
            terminator @ (TerminatorKind::Goto(_)
            | TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Throw(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::Unreachable) => terminator,
        };
        for (to, operand, web) in read {
            let ty = self.web_type(web);
            let from = self.out().builder.operand_type(operand);
            let value = match from {
                Some(from) if !self.type_fits(from, ty) => Rvalue::Cast(operand),
                Some(_) | None => Rvalue::Use(operand),
            };
            self.assign(to, value);
        }
        terminator
    }

    /// Makes the blocks that find the handler for an exception, and leads the block's exceptions there.
    fn handlers<'b>(&mut self, block: usize, dispatchers: &mut HashMap<HandlerKey<'b>, BlockId>)
    where
        'a: 'b,
    {
        let from = self.out().blocks[block];
        self.unwind_as(from, block, dispatchers);
    }

    /// Leads the exceptions of a block of the output to where those of a block of the method go.
    fn unwind_as<'b>(
        &mut self,
        from: BlockId,
        block: usize,
        dispatchers: &mut HashMap<HandlerKey<'b>, BlockId>,
    ) where
        'a: 'b,
    {
        let list = self.blocks.handlers(block);
        let monitor = self.out().monitor;
        if list.is_empty() && monitor.is_none() {
            return;
        }
        let caught = match self.out().builder.find_local("$caught") {
            Some(caught) => caught,
            None => self.named("$caught", Type::ANY),
        };
        let key: HandlerKey<'b> = list.iter().map(|handler| (handler.catches, handler.block)).collect();
        if let Some(&dispatcher) = dispatchers.get(&key) {
            self.out().builder.unwind(from, Unwind { block: dispatcher, local: caught });
            return;
        }
        let position = self.position(self.blocks.range(block).start);
        let dispatcher = self.out().builder.block();
        dispatchers.insert(key, dispatcher);
        self.out().builder.unwind(from, Unwind { block: dispatcher, local: caught });
        self.out().builder.go_to(dispatcher);
        self.out().builder.at(position);
        let mut open = true;
        let mut test = dispatcher;
        for handler in list {
            let enter = match handler.catches {
                None => None,
                Some(name) => {
                    let ty = JavaType::Object(name.into());
                    if let Err(unlinked) = self.world.type_for(self.class, &ty) {
                        // The error takes the place of the exception, thrown where the handler begins.
                        let what = format!("class {} (not found)", name.replace('/', "."));
                        self.unlinked(&unlinked, None, None, &what);
                        self.end(TerminatorKind::Unreachable);
                        self.unwind_as(test, handler.block, dispatchers);
                        return;
                    }
                    Some(self.world.ref_type(&ty))
                }
            };
            let target = self.out().blocks[handler.block];
            let next = match enter {
                None | Some(RefType::Any) => {
                    open = false;
                    None
                }
                Some(ty) => {
                    let is = self.temporary(Type::Bool);
                    self.assign(is, Rvalue::InstanceOf(caught.into(), ty));
                    let (hit, next) = (self.out().builder.block(), self.out().builder.block());
                    self.end(TerminatorKind::Branch { condition: is.into(), then: hit, otherwise: next });
                    self.out().builder.go_to(hit);
                    test = next;
                    Some(next)
                }
            };
            if let Some(&[exception]) = self.entry_stack[handler.block].as_deref() {
                let to = self.variable(exception);
                let value = match self.web_type(exception) {
                    Type::Ref(RefType::Any) => Rvalue::Use(caught.into()),
                    Type::Bool
                    | Type::Int(_)
                    | Type::Float(_)
                    | Type::Ref(RefType::Class(_) | RefType::Array(_)) => Rvalue::Cast(caught.into()),
                };
                self.assign(to, value);
            }
            self.end(TerminatorKind::Goto(target));
            match next {
                Some(next) => self.out().builder.go_to(next),
                None => break,
            }
        }
        if open {
            if let Some(lock) = monitor {
                self.statement(StatementKind::Exit { object: lock });
            }
            self.end(TerminatorKind::Throw(caught.into()));
        }
    }

    // Variables and operands.

    /// The variable of a web.
    pub(super) fn variable(&mut self, web: Web) -> LocalId {
        let root = self.webs.find(web) as usize;
        if let Some(local) = self.locals[root] {
            return local;
        }
        let ty = self.web_type(web);
        let local = self.named("$t", ty);
        self.locals[root] = Some(local);
        local
    }

    /// The operand that reads a web's variable; anything in the first run.
    pub(super) fn variable_operand(&mut self, web: Web) -> Operand {
        if self.output.is_some() { self.variable(web).into() } else { Constant::Null.into() }
    }

    /// The variable that a store writes, named as the class file says; `None` in the first run.
    pub(super) fn stored_variable(&mut self, at: usize, web: Web, slot: u16) -> Option<LocalId> {
        self.output.as_ref()?;
        let root = self.webs.find(web) as usize;
        if let Some(local) = self.locals[root] {
            return Some(local);
        }
        let pool = &self.class.file.constant_pool;
        let name = self.names.of(Some(at), slot).and_then(|index| pool.try_get_utf8(index).ok());
        let name = name.map_or_else(|| format!("$l{slot}"), |name| name.to_rust_string());
        let ty = self.web_type(web);
        let local = self.named(&name, ty);
        self.locals[root] = Some(local);
        Some(local)
    }

    /// Where an instruction's result goes: straight into the variable if the next instruction does
    /// nothing but store it.
    pub(super) fn destination(&mut self, at: usize, frame: &mut Frame, web: Web) -> LocalId {
        let kind = self.webs.kind(web);
        if let Some(Step::Store(stored, slot)) = self.steps.get(at + 1)
            && *stored == kind
            && !self.blocks.is_leader(at + 1)
        {
            let target = self.definitions[at + 1][1];
            let to = self.stored_variable(at + 1, target, *slot).expect("the second run has variables");
            // The pushed definition lives in the variable, too.
            let root = self.webs.find(web) as usize;
            if self.web_type(target) == self.web_type(web)
                && self.locals[root].is_none_or(|local| local == to)
            {
                self.protect(frame, to);
                self.locals[root] = Some(to);
                return to;
            }
        }
        self.variable(web)
    }

    /// Saves what is on the stack in a variable that is about to be written.
    pub(super) fn protect(&mut self, frame: &mut Frame, variable: LocalId) {
        if !frame.stack.iter().any(|entry| entry.operand == Operand::Local(variable)) {
            return;
        }
        let ty = self.out().builder.local_type(variable);
        let saved = self.temporary(ty);
        self.assign(saved, Rvalue::Use(variable.into()));
        for entry in &mut frame.stack {
            if entry.operand == Operand::Local(variable) {
                entry.operand = saved.into();
            }
        }
    }

    pub(super) fn variable_type(&mut self, local: LocalId) -> Type {
        self.out().builder.local_type(local)
    }

    pub(super) fn temporary(&mut self, ty: Type) -> LocalId {
        self.named("$t", ty)
    }

    fn named(&mut self, name: &str, ty: Type) -> LocalId {
        let output = self.out();
        // Names of the class file may look like ours, so a number alone does not make a name new.
        let mut number = output.used_names.get(name).copied().unwrap_or(0);
        let mut unique = name.to_string();
        while number > 0 {
            number += 1;
            unique = format!("{name}_{number}");
            if !output.used_names.contains_key(&unique) {
                break;
            }
        }
        output.used_names.insert(name.to_string(), number.max(1));
        output.used_names.entry(unique.clone()).or_insert(1);
        output.builder.local(unique, ty)
    }

    /// Whether values of a type may go where another is expected.
    pub(super) fn type_fits(&self, from: Type, to: Type) -> bool {
        match (from, to) {
            (Type::Ref(from), Type::Ref(to)) => self.world.fits(from, to),
            (from, to) => from == to,
        }
    }

    /// The operand, cast if its static type is not enough.
    pub(super) fn fitted(&mut self, entry: Entry, ty: Type) -> Operand {
        match (entry.operand, ty) {
            (Operand::Constant(_), _) => entry.operand,
            (Operand::Local(local), Type::Ref(_)) => {
                let own = self.out().builder.local_type(local);
                if self.type_fits(own, ty) { entry.operand } else { self.cast(entry.operand, ty).into() }
            }
            (Operand::Local(_), Type::Bool | Type::Int(_) | Type::Float(_)) => entry.operand,
        }
    }

    /// A local with the value and a type that fits.
    pub(super) fn local(&mut self, entry: Entry, ty: Type) -> LocalId {
        match self.fitted(entry, ty) {
            Operand::Local(local) => local,
            Operand::Constant(_) => self.cast(entry.operand, ty),
        }
    }

    pub(super) fn cast(&mut self, operand: Operand, ty: Type) -> LocalId {
        let local = self.temporary(ty);
        self.assign(local, Rvalue::Cast(operand));
        local
    }

    /// The type of the elements of an array variable.
    pub(super) fn element_type(&mut self, array: LocalId) -> Type {
        match self.out().builder.local_type(array) {
            Type::Ref(RefType::Array(array)) => self.world.program().element_type(array),
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => Type::ANY,
        }
    }

    /// The array as one of anything.
    pub(super) fn object_array(&mut self, array: LocalId) -> LocalId {
        let anything = Type::Ref(RefType::Array(self.world.object_array()));
        if self.out().builder.local_type(array) == anything {
            return array;
        }
        let view = self.temporary(anything);
        self.assign(view, Rvalue::Use(array.into()));
        view
    }

    // Statements.

    pub(super) fn statement(&mut self, kind: StatementKind) {
        self.out().builder.push(kind);
    }

    pub(super) fn assign(&mut self, to: LocalId, value: Rvalue) {
        self.out().builder.assign(to, value);
    }

    fn end(&mut self, kind: TerminatorKind) {
        self.out().builder.end(kind);
    }

    /// Makes sure that a class is initialised. While a method of a class runs, the class and its
    /// superclasses are initialised or being so.
    pub(super) fn initialise(&mut self, class: ir::ClassId) {
        let program = self.world.program();
        // The method's own class and what it extends have been initialised, or are being; interfaces
        // need not be. The machine asks an enum for its constants without initialising it.
        let known = if class == self.class.id {
            self.method.name != "values"
                || self.class.superclass.as_ref().is_none_or(|parent| parent.name != "java/lang/Enum")
        } else {
            program.classes[class].kind == ir::ClassKind::Class && program.is_subclass(self.class.id, class)
        };
        if self.world.needs_initialising(class) && !known {
            self.statement(StatementKind::Initialise { class });
        }
    }

    /// What happens where a reference means nothing: the JVM's error is thrown, or the machine stops.
    pub(super) fn unlinked(
        &mut self,
        unlinked: &Unlinked,
        to: Option<LocalId>,
        ty: Option<Type>,
        what: &str,
    ) {
        match unlinked {
            Unlinked::Throws(error) => {
                let callee = ir::Callee::Function(self.world.thrower(error, ty));
                self.statement(StatementKind::Call { to, callee, arguments: Box::new([]) });
            }
            Unlinked::Damaged(class) => {
                let function = self.unsupported(to, ty, what);
                self.world.note_wanting(function, class);
            }
            Unlinked::Unmodelled => drop(self.unsupported(to, ty, what)),
        }
    }

    /// The same for a type that an instruction names.
    pub(super) fn unlinked_type(&mut self, unlinked: &Unlinked, to: LocalId, web: Web, ty: &JavaType) {
        let what = format!("class {} (not found)", crate::linkage::external(ty));
        let result = self.web_type(web);
        self.unlinked(unlinked, Some(to), Some(result), &what);
    }

    /// The same for a type that matters only if there is an object.
    pub(super) fn unlinked_unless_null(
        &mut self,
        unlinked: &Unlinked,
        value: Entry,
        to: LocalId,
        result: Type,
        ty: &JavaType,
    ) {
        let Unlinked::Throws(error) = unlinked else {
            let what = format!("class {} (not found)", crate::linkage::external(ty));
            return self.unlinked(unlinked, Some(to), Some(result), &what);
        };
        let callee = ir::Callee::Function(self.world.thrower_unless_null(error, result));
        let own = self.out().builder.local_type(to);
        if self.type_fits(result, own) {
            self.statement(StatementKind::Call { to: Some(to), callee, arguments: [value.operand].into() });
        } else {
            let given = self.temporary(result);
            self.statement(StatementKind::Call {
                to: Some(given),
                callee,
                arguments: [value.operand].into(),
            });
            self.assign(to, Rvalue::Cast(given.into()));
        }
    }

    /// A call of a function without a body, which stops the machine with its name.
    pub(super) fn unsupported(&mut self, to: Option<LocalId>, ty: Option<Type>, what: &str) -> FunctionId {
        let function = self.world.unsupported(what, ty);
        let callee = ir::Callee::Function(function);
        self.statement(StatementKind::Call { to, callee, arguments: Box::new([]) });
        function
    }
}
