//! Types and ids inside a body: checks 1 and 6 to 12 of the [verifier](super).

use std::collections::HashSet;

use super::{MAX_ARGUMENTS, MAX_LOCALS, constant, ref_exists, ref_fits, type_exists, word_in_range};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{BlockId, Id as _, LocalId};
use crate::position::Position;
use crate::program::{Body, ClassKind, Function, Program, Unwind};
use crate::statement::{
    BinaryOp, Callee, CompareOp, Operand, Place, Rvalue, StatementKind, TerminatorKind, UnaryOp,
};
use crate::types::{RefType, Type};

pub(super) fn check(program: &Program, function: &Function, body: &Body, errors: &mut Vec<Diagnostic>) {
    let mut checker = Checker { program, function, body, at: function.position, errors };
    if checker.locals() {
        checker.blocks();
    }
}

struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    body: &'a Body,
    at: Position,
    errors: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn error(&mut self, code: Code, message: impl Into<String>, remedy: impl Into<String>) {
        let message = format!("in `@{}`: {}", self.function.name, message.into());
        self.errors.push(Diagnostic::new(code, message, remedy).at(self.at, 0));
    }

    fn dangling(&mut self, what: &str) {
        self.error(
            Code::DanglingId,
            format!("{what} points to nothing"),
            "add the thing to the program before its id is used",
        );
    }

    fn show(&self, ty: Option<Type>) -> String {
        match ty {
            Some(ty) => format!("`{}`", self.program.printer().ty(ty)),
            None => "`null`".to_string(),
        }
    }

    /// Checks the locals, and says whether the blocks can be looked at.
    fn locals(&mut self) -> bool {
        let before = self.errors.len();
        let locals = &self.body.locals;
        let parameters = &self.function.parameters;
        if locals.len() < parameters.len() || locals.as_slice()[..parameters.len()] != parameters[..] {
            self.error(
                Code::Parameters,
                "the locals of the body do not start with the parameters",
                "make the parameters the first locals, with the same names and types",
            );
        }
        if locals.len() > MAX_LOCALS {
            self.error(
                Code::TooLarge,
                format!("there are {} locals, more than {MAX_LOCALS}", locals.len()),
                "split the function",
            );
        }
        let mut names = HashSet::new();
        for local in locals {
            if !type_exists(self.program, local.ty) {
                self.dangling(&format!("the type of the local `{}`", local.name));
            }
            if !names.insert(local.name.as_str()) {
                self.error(
                    Code::DuplicateName,
                    format!("two locals are called `{}`", local.name),
                    "rename one of the two",
                );
            }
        }
        if self.body.blocks.is_empty() {
            self.error(Code::NoBlocks, "the body has no blocks", "give it one, or end the header with `;`");
        }
        self.errors.len() == before
    }

    fn blocks(&mut self) {
        for block in &self.body.blocks {
            for statement in &block.statements {
                self.at = statement.position;
                if self.source_exists() {
                    self.statement(&statement.kind);
                }
            }
            self.at = block.terminator.position;
            if self.source_exists() {
                self.terminator(&block.terminator.kind);
            }
            if let Some(unwind) = block.unwind {
                self.unwind(unwind);
            }
        }
    }

    /// Handlers have no position of their own: the terminator's, or the function's, stands for it.
    fn unwind(&mut self, unwind: Unwind) {
        self.block_id(unwind.block);
        if self.local_id(unwind.local) && self.body.locals[unwind.local].ty != Type::ANY {
            let shown = self.show(Some(self.body.locals[unwind.local].ty));
            self.error(
                Code::TypeMismatch,
                format!("the unwind local has type {shown}"),
                "give it the type `any` and cast it in the handler",
            );
        }
    }

    fn source_exists(&mut self) -> bool {
        let exists = self.program.sources.get(self.at.source).is_some();
        if !exists {
            self.at = self.function.position;
            self.dangling("the source of a statement");
        }
        exists
    }

    // Ids.

    fn block_id(&mut self, block: BlockId) {
        if self.body.blocks.get(block).is_none() {
            self.dangling(&format!("the label b{}", block.index()));
        }
    }

    fn local_id(&mut self, local: LocalId) -> bool {
        let exists = self.body.locals.get(local).is_some();
        if !exists {
            self.dangling(&format!("{local:?}"));
        }
        exists
    }

    /// The ids in an operand exist and its constant is in range.
    fn operand(&mut self, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => self.local_id(local),
            Operand::Constant(value) => {
                let before = self.errors.len();
                constant(value, self.errors);
                for error in &mut self.errors[before..] {
                    error.position = Some(self.at);
                }
                self.errors.len() == before
            }
        }
    }

    // Types.

    fn fits(&self, from: Option<Type>, to: Type) -> bool {
        match (from, to) {
            (None, Type::Ref(_)) => true,
            (Some(Type::Ref(from)), Type::Ref(to)) => ref_fits(self.program, from, to),
            (from, to) => from == Some(to),
        }
    }

    fn expect(&mut self, what: &str, from: Option<Type>, to: Type) {
        if !self.fits(from, to) {
            let (found, wanted) = (self.show(from), self.show(Some(to)));
            self.error(
                Code::TypeMismatch,
                format!("{what} has type {found}, expected {wanted}"),
                "use `convert` for numbers and `cast` for references, or change the type",
            );
        }
    }

    fn expect_operand(&mut self, what: &str, operand: Operand, to: Type) {
        if self.operand(operand) {
            self.expect(what, self.body.operand_type(operand), to);
        }
    }

    fn undefined(&mut self, operation: &str, types: &[Option<Type>]) {
        let types: Vec<String> = types.iter().map(|&ty| self.show(ty)).collect();
        self.error(
            Code::BadOperation,
            format!("`{operation}` is not defined for {}", types.join(" and ")),
            "see the guide's page on the text format for the types of operations",
        );
    }

    /// The type of a place, after checking it.
    fn place(&mut self, place: Place) -> Option<Type> {
        match place {
            Place::Global(global) => {
                if self.program.globals.get(global).is_none() {
                    self.dangling("a global");
                    return None;
                }
            }
            Place::Field { object, field } => {
                if !self.local_id(object) {
                    return None;
                }
                let Some(declared) = self.program.fields.get(field) else {
                    self.dangling("a field");
                    return None;
                };
                let owner = RefType::Class(declared.owner);
                let ty = self.body.locals[object].ty;
                let has = matches!(ty, Type::Ref(ty) if self.program.is_subtype(ty, owner));
                if !has {
                    let (found, field, owner) =
                        (self.show(Some(ty)), &declared.name, self.program.class_name(declared.owner));
                    let message = format!(
                        "`{}` has type {found}, which does not have the field `{owner}.{field}`",
                        self.body.locals[object].name
                    );
                    self.error(Code::FieldOwner, message, format!("cast it to `{owner}` first"));
                    return None;
                }
            }
            Place::Element { array, index } => {
                if !self.local_id(array) {
                    return None;
                }
                self.expect_operand("the index", index, Type::I32);
                let ty = self.body.locals[array].ty;
                if !matches!(ty, Type::Ref(RefType::Array(_))) {
                    self.undefined("[]", &[Some(ty)]);
                    return None;
                }
            }
        }
        self.program.place_type(self.body, place)
    }

    /// The type that an rvalue has, after checking it; `to` is where it goes.
    fn rvalue(&mut self, value: Rvalue, to: Type) {
        let mut known = true;
        value.for_each_operand(|operand| known &= self.operand(operand));
        if !known {
            return;
        }
        let ty = |operand| self.body.operand_type(operand);
        let result = match value {
            Rvalue::Use(a) => ty(a),
            Rvalue::Load(place) => match self.place(place) {
                Some(ty) => Some(ty),
                None => return,
            },
            Rvalue::Literal(literal) => {
                if self.program.literals().get(literal).is_none() {
                    return self.dangling("a literal");
                }
                Some(self.program.literal_type(literal))
            }
            Rvalue::Unary(op, a) => {
                let a = ty(a);
                if !unary_defined(op, a) {
                    return self.undefined(op.name(), &[a]);
                }
                a
            }
            Rvalue::Binary(op, a, b) => {
                let (a, b) = (ty(a), ty(b));
                if !binary_defined(op, a, b) {
                    return self.undefined(op.name(), &[a, b]);
                }
                a
            }
            Rvalue::Compare(op, a, b) => {
                let (a, b) = (ty(a), ty(b));
                if !compare_defined(op, a, b) {
                    return self.undefined(op.name(), &[a, b]);
                }
                Some(Type::Bool)
            }
            Rvalue::Order(op, a, b) => {
                let (a, b) = (ty(a), ty(b));
                if !is_number(a) || a != b {
                    return self.undefined(op.name(), &[a, b]);
                }
                Some(Type::I32)
            }
            Rvalue::Convert(a) => {
                let a = ty(a);
                if !(is_number(a) || a == Some(Type::Bool)) || !is_number(Some(to)) {
                    return self.undefined("convert", &[a, Some(to)]);
                }
                Some(to)
            }
            Rvalue::InstanceOf(a, class) => {
                if !ref_exists(self.program, class) {
                    return self.dangling("the type of an `instanceof`");
                }
                let a = ty(a);
                if !is_reference(a) {
                    return self.undefined("instanceof", &[a]);
                }
                Some(Type::Bool)
            }
            Rvalue::Cast(a) => {
                let a = ty(a);
                if !is_reference(a) || !to.is_ref() {
                    return self.undefined("cast", &[a, Some(to)]);
                }
                Some(to)
            }
            Rvalue::Length(array) => {
                let array = self.body.locals[array].ty;
                if !matches!(array, Type::Ref(RefType::Array(_))) {
                    return self.undefined("length", &[Some(array)]);
                }
                Some(Type::I32)
            }
        };
        self.expect("the value", result, to);
    }

    fn statement(&mut self, statement: &StatementKind) {
        if let Some(to) = statement.destination()
            && !self.local_id(to)
        {
            return;
        }
        let destination = |local: LocalId| self.body.locals[local].ty;
        match statement {
            StatementKind::Assign { to, value } => self.rvalue(*value, destination(*to)),
            StatementKind::Store { to, value } => {
                if let Some(ty) = self.place(*to) {
                    self.expect_operand("the value", *value, ty);
                }
            }
            StatementKind::New { to, class } => {
                if !self.program.classes.contains(*class) {
                    return self.dangling("the class of a `new`");
                }
                let ty = Type::Ref(RefType::Class(*class));
                match self.program.classes.get(*class).map(|class| class.kind) {
                    Some(ClassKind::Class) => {}
                    Some(ClassKind::Interface) => return self.undefined("new", &[Some(ty)]),
                    None => {
                        let shown = self.show(Some(ty));
                        return self.error(
                            Code::BadOperation,
                            format!("`new` is not defined for {shown}, which is only declared"),
                            "complete the class before code that makes objects of it",
                        );
                    }
                }
                self.expect("the object", Some(ty), destination(*to));
            }
            StatementKind::NewArray { to, array, length } => {
                if self.program.array_types().get(*array).is_none() {
                    return self.dangling("the type of a `new`");
                }
                let to = destination(*to);
                self.expect_operand("the length", *length, Type::I32);
                self.expect("the array", Some(Type::Ref(RefType::Array(*array))), to);
            }
            StatementKind::Call { to, callee, arguments } => {
                self.call(to.map(destination), *callee, arguments)
            }
            StatementKind::Initialise { class } => {
                if !self.program.classes.contains(*class) {
                    self.dangling("the class of an `init`");
                }
            }
            StatementKind::Enter { object } | StatementKind::Exit { object } => {
                self.expect_operand("the monitor", (*object).into(), Type::ANY);
            }
            StatementKind::Assume { condition } | StatementKind::Assert { condition, .. } => {
                self.expect_operand("the condition", *condition, Type::Bool);
            }
            StatementKind::Havoc { to } => {
                let to = destination(*to);
                if !matches!(to, Type::Bool | Type::Int(_)) {
                    self.undefined("havoc", &[Some(to)]);
                }
            }
            StatementKind::Choose { to, low, high } => {
                let to = destination(*to);
                if !matches!(to, Type::Int(_)) {
                    return self.undefined("choose", &[Some(to)]);
                }
                self.expect_operand("the lower bound", *low, to);
                self.expect_operand("the upper bound", *high, to);
            }
        }
    }

    fn call(&mut self, to: Option<Type>, callee: Callee, arguments: &[Operand]) {
        let program = self.program;
        let (name, parameters, result): (&str, Vec<Type>, Option<Type>) = match callee {
            Callee::Function(function) | Callee::Special(function) => match program.functions.get(function) {
                Some(function) => {
                    let types = function.parameters.iter().map(|parameter| parameter.ty).collect();
                    (&function.name, types, function.result)
                }
                None => return self.dangling("the callee"),
            },
            Callee::Virtual(selector) => match program.selectors.get(selector) {
                Some(selector) => {
                    let types =
                        std::iter::once(Type::ANY).chain(selector.parameters.iter().copied()).collect();
                    (&selector.name, types, selector.result)
                }
                None => return self.dangling("the selector"),
            },
        };
        if let (Callee::Special(_), Some(false) | None) = (callee, parameters.first().map(|ty| ty.is_ref())) {
            return self.error(
                Code::TypeMismatch,
                format!("`{name}` has no receiver"),
                "call it without `special`",
            );
        }
        if arguments.len() != parameters.len() {
            return self.error(
                Code::ArgumentCount,
                match parameters.len() {
                    1 => format!("`{name}` takes 1 argument, but {} are given", arguments.len()),
                    count => format!("`{name}` takes {count} arguments, but {} are given", arguments.len()),
                },
                "pass one argument for each parameter; a virtual call passes the receiver first",
            );
        }
        if arguments.len() > MAX_ARGUMENTS {
            return self.error(
                Code::TooLarge,
                format!("a call has more than {MAX_ARGUMENTS} arguments"),
                "pass an object or an array instead",
            );
        }
        for (&argument, parameter) in arguments.iter().zip(parameters) {
            self.expect_operand("an argument", argument, parameter);
        }
        match (to, result) {
            (Some(to), Some(result)) => self.expect("the result", Some(result), to),
            (Some(_), None) => self.error(
                Code::TypeMismatch,
                format!("`{name}` gives no result"),
                "call it without assigning its result",
            ),
            (None, _) => {}
        }
    }

    fn terminator(&mut self, terminator: &TerminatorKind) {
        terminator.for_each_successor(|block| self.block_id(block));
        match terminator {
            TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
            TerminatorKind::Branch { condition, .. } => {
                self.expect_operand("the condition", *condition, Type::Bool);
            }
            TerminatorKind::Switch { value, cases, .. } => {
                if !self.operand(*value) {
                    return;
                }
                let ty = self.body.operand_type(*value);
                let Some(Type::Int(int)) = ty else {
                    return self.undefined("switch", &[ty]);
                };
                if cases.iter().any(|&(word, _)| !word_in_range(int, word)) {
                    self.error(
                        Code::NumberRange,
                        format!("a case does not fit `{}`", int.name()),
                        format!("the type has the values {} to {}", int.min(), int.max()),
                    );
                }
                if !cases.is_sorted_by(|a, b| int.value(a.0) < int.value(b.0)) {
                    self.error(
                        Code::SwitchCases,
                        "the cases are not distinct and ascending",
                        "sort the cases and remove the second one of a pair",
                    );
                }
            }
            TerminatorKind::Return(value) => match (*value, self.function.result) {
                (Some(value), Some(result)) => self.expect_operand("the result", value, result),
                (None, None) => {}
                (Some(_), None) => self.error(
                    Code::TypeMismatch,
                    "a result is returned, but the function has none",
                    "return nothing, or give the function a result type",
                ),
                (None, Some(_)) => self.error(
                    Code::TypeMismatch,
                    "nothing is returned, but the function has a result",
                    "return a value, or remove the result type",
                ),
            },
            TerminatorKind::Throw(value) | TerminatorKind::Fail(value) => {
                self.expect_operand("the exception", *value, Type::ANY)
            }
        }
    }
}

fn is_number(ty: Option<Type>) -> bool {
    matches!(ty, Some(Type::Int(_) | Type::Float(_)))
}

fn is_reference(ty: Option<Type>) -> bool {
    matches!(ty, None | Some(Type::Ref(_)))
}

fn unary_defined(op: UnaryOp, ty: Option<Type>) -> bool {
    match op {
        UnaryOp::Neg => is_number(ty),
        UnaryOp::Not => matches!(ty, Some(Type::Int(_) | Type::Bool)),
    }
}

fn binary_defined(op: BinaryOp, a: Option<Type>, b: Option<Type>) -> bool {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            is_number(a) && a == b
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            matches!(a, Some(Type::Int(_) | Type::Bool)) && a == b
        }
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => {
            matches!(a, Some(Type::Int(_))) && b == Some(Type::I32)
        }
    }
}

fn compare_defined(op: CompareOp, a: Option<Type>, b: Option<Type>) -> bool {
    match op {
        CompareOp::Eq | CompareOp::Ne => is_reference(a) && is_reference(b) || a == b,
        CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => is_number(a) && a == b,
    }
}
