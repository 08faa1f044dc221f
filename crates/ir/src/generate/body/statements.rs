//! One statement at a time, of every kind that the shape allows.

use super::Bodies;
use crate::ids::{ClassId, FunctionId, LiteralId, LocalId};
use crate::program::{Function, Literal};
use crate::statement::{
    BinaryOp, Callee, CompareOp, Constant, Operand, OrderOp, Place, Rvalue, StatementKind, UnaryOp,
};
use crate::types::{FloatType, IntType, RefType, Type, Width};

/// What a statement is to be. Some are impossible where no local has the type that they need; an
/// assignment stands in for those.
#[derive(Clone, Copy)]
enum Wish {
    Assign,
    Store,
    New,
    Call,
    SpecialCall,
    VirtualCall,
    Initialise,
    Monitor,
    Assume,
    Assert,
    Choice,
}

/// The only messages: what matters is that they survive printing.
const MESSAGES: [&str; 4] = ["it holds", "", "say \"why\"\nor\\not", "größer als 0"];

/// Texts as UTF-16: plain, with what needs escapes, with a pair of surrogates, and with surrogates
/// that are alone or the wrong way round.
const TEXTS: [&[u16]; 8] = [
    &[0x68, 0x69],
    &[],
    &[0x22, 0x5c, 0x0a, 0x00, 0x7d],
    &[0xd83d, 0xde00],
    &[0xd800],
    &[0x41, 0xdfff, 0x42],
    &[0xde00, 0xd83d],
    &[0xffff, 0xfeff, 0x2028],
];

impl Bodies<'_, '_> {
    pub(super) fn statement(&mut self) {
        let shape = self.generator.shape;
        let mut wishes = vec![Wish::Assign, Wish::Assign, Wish::Assign, Wish::Store];
        if shape.heap {
            wishes.extend([Wish::Store, Wish::New]);
        }
        if shape.calls {
            wishes.extend([Wish::Call, Wish::VirtualCall]);
            if self.generator.choices.chance(1, 2) {
                wishes.push(Wish::SpecialCall);
            }
        }
        if shape.initialisers && self.generator.choices.chance(1, 2) {
            wishes.push(Wish::Initialise);
        }
        if shape.monitors && self.generator.choices.chance(1, 2) {
            wishes.push(Wish::Monitor);
        }
        if shape.assumptions && self.generator.choices.chance(1, 3) {
            wishes.push(Wish::Assume);
        }
        if shape.assertions && self.generator.choices.chance(1, 2) {
            wishes.push(Wish::Assert);
        }
        wishes.extend([Wish::Choice, Wish::Choice]);
        let wish = wishes[self.generator.choices.below(wishes.len())];
        let done = match wish {
            Wish::Assign => false,
            Wish::Store => self.store(),
            Wish::New => self.allocation(),
            Wish::Call => self.call(),
            Wish::SpecialCall => self.special_call(),
            Wish::VirtualCall => self.virtual_call(),
            Wish::Initialise => self.initialise_class(),
            Wish::Monitor => self.monitor(),
            Wish::Assume => {
                let condition = self.operand(Type::Bool);
                self.push(StatementKind::Assume { condition });
                true
            }
            Wish::Assert => {
                let condition = self.operand(Type::Bool);
                let message = MESSAGES[self.generator.choices.below(MESSAGES.len())].into();
                self.push(StatementKind::Assert { condition, message });
                true
            }
            Wish::Choice => match self.writable(|_, ty| matches!(ty, Type::Bool | Type::Int(_))) {
                Some((to, ty)) => {
                    self.choice(to, ty);
                    true
                }
                None => false,
            },
        };
        if !done && let Some((to, ty)) = self.writable(|_, _| true) {
            let value = self.rvalue(ty);
            self.assign(to, value);
        }
    }

    /// Writes a `bool` or an integer that the program cannot know, as far as the shape allows that.
    pub(super) fn choice(&mut self, to: LocalId, ty: Type) {
        let shape = self.generator.shape;
        let may_havoc = match (shape.havoc, ty) {
            (Some(widest), Type::Int(int)) => int.width <= widest,
            (Some(_), Type::Bool) => true,
            (Some(_) | None, Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_)) => false,
        };
        if self.generator.open_choices > 0 {
            self.generator.open_choices -= 1;
            if may_havoc && (ty == Type::Bool || self.generator.choices.chance(1, 2)) {
                return self.push(StatementKind::Havoc { to });
            }
            if let Type::Int(int) = ty
                && shape.choice_values > 0
            {
                let (low, high) = self.bounds(int);
                return self.push(StatementKind::Choose { to, low, high });
            }
        }
        let value = self.generator.constant(ty);
        self.assign(to, Rvalue::Use(value.into()));
    }

    fn bounds(&mut self, int: IntType) -> (Operand, Operand) {
        let ty = Type::Int(int);
        if self.generator.shape.unbounded && self.generator.choices.chance(1, 4) {
            return (self.operand(ty), self.operand(ty));
        }
        let Constant::Int(_, low) = self.generator.integer(int) else {
            unreachable!("an integer constant is one");
        };
        let more = self.generator.choices.below(self.generator.shape.choice_values);
        let high = (int.value(low) + more as i128).min(int.max());
        (Constant::Int(int, low).into(), Constant::Int(int, int.word(high)).into())
    }

    // Memory.

    /// Every place that can be named here, with its type.
    fn places(&self) -> Vec<(Place, Type)> {
        let program = &self.generator.program;
        let mut places: Vec<(Place, Type)> =
            program.globals.enumerate().map(|(id, global)| (Place::Global(id), global.ty)).collect();
        for slot in self.slots.iter().filter(|slot| slot.assigned) {
            match slot.ty {
                Type::Ref(RefType::Class(class)) => {
                    for (id, field) in program.fields.enumerate() {
                        if program.is_subclass(class, field.owner) {
                            let place = Place::Field { object: slot.id, field: id };
                            places.push((place, field.ty));
                        }
                    }
                }
                Type::Ref(RefType::Array(array)) => {
                    let place = Place::Element { array: slot.id, index: Constant::i32(0).into() };
                    places.push((place, program.element_type(array)));
                }
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(RefType::Any) => {}
            }
        }
        places
    }

    /// A place whose type is right.
    fn place(&mut self, right: impl Fn(&Self, Type) -> bool) -> Option<(Place, Type)> {
        let mut places = self.places();
        places.retain(|&(_, ty)| right(self, ty));
        let (place, ty) = self.generator.choices.pick(&places)?;
        let place = match place {
            Place::Global(_) | Place::Field { .. } => place,
            Place::Element { array, .. } => Place::Element { array, index: self.small_index() },
        };
        Some((place, ty))
    }

    /// An index that lies in most arrays.
    fn small_index(&mut self) -> Operand {
        match self.generator.choices.chance(1, 4) {
            true => self.operand(Type::I32),
            false => Constant::i32(self.generator.choices.below(3) as i32).into(),
        }
    }

    fn store(&mut self) -> bool {
        let Some((to, ty)) = self.place(|_, _| true) else {
            return false;
        };
        let value = self.operand(ty);
        self.push(StatementKind::Store { to, value });
        true
    }

    fn allocation(&mut self) -> bool {
        let Some((to, Type::Ref(ty))) = self.writable(|_, ty| ty.is_ref()) else {
            return false;
        };
        let program = &self.generator.program;
        let arrays: Vec<_> = program
            .array_types()
            .ids()
            .filter(|&array| self.generator.fits(Type::Ref(RefType::Array(array)), Type::Ref(ty)))
            .collect();
        if !self.generator.choices.chance(1, 2) {
            self.make(to, ty);
        } else if let Some(array) = self.generator.choices.pick(&arrays) {
            let length = match self.generator.choices.below(8) {
                0 => Constant::i32(-1).into(),
                1 if self.generator.shape.unbounded => self.operand(Type::I32),
                small => Constant::i32(small as i32 % 4).into(),
            };
            self.push(StatementKind::NewArray { to, array, length });
        } else {
            self.make(to, ty);
        }
        true
    }

    fn monitor(&mut self) -> bool {
        let Some(object) = self.readable(|_, ty| ty.is_ref()) else {
            return false;
        };
        if self.generator.choices.chance(1, 5) {
            self.push(StatementKind::Exit { object });
            return true;
        }
        self.push(StatementKind::Enter { object });
        if self.generator.choices.chance(4, 5) {
            // The local keeps its object until the monitor is left.
            let writable = self.set_writable(object, false);
            if self.generator.choices.chance(1, 2)
                && let Some((to, ty)) = self.writable(|_, _| true)
            {
                let value = self.rvalue(ty);
                self.assign(to, value);
            }
            self.set_writable(object, writable);
            self.push(StatementKind::Exit { object });
        }
        true
    }

    fn set_writable(&mut self, local: LocalId, writable: bool) -> bool {
        let mut before = writable;
        for slot in self.slots.iter_mut().filter(|slot| slot.id == local) {
            before = std::mem::replace(&mut slot.writable, writable);
        }
        before
    }

    // Calls.

    /// Whether the function may call another one.
    fn may_call(&self, callee: FunctionId) -> bool {
        // Without recursion calls only go forward, so every chain of them ends.
        self.generator.shape.recursion || callee > self.function
    }

    fn call(&mut self) -> bool {
        self.direct_call(Callee::Function, |_| true)
    }

    fn special_call(&mut self) -> bool {
        let takes_receiver =
            |function: &Function| function.parameters.first().is_some_and(|receiver| receiver.ty.is_ref());
        self.direct_call(Callee::Special, takes_receiver)
    }

    fn direct_call(&mut self, how: fn(FunctionId) -> Callee, right: impl Fn(&Function) -> bool) -> bool {
        let functions = self.generator.program.functions.enumerate();
        let callees: Vec<FunctionId> = functions
            .filter(|&(id, function)| self.may_call(id) && right(function))
            .map(|(id, _)| id)
            .collect();
        let Some(callee) = self.generator.choices.pick(&callees) else {
            return false;
        };
        let function = &self.generator.program.functions[callee];
        let result = function.result;
        let parameters: Vec<Type> = function.parameters.iter().map(|parameter| parameter.ty).collect();
        let arguments = parameters.into_iter().map(|ty| self.operand(ty)).collect();
        self.finish_call(how(callee), arguments, result);
        true
    }

    fn initialise_class(&mut self) -> bool {
        let classes: Vec<ClassId> = self
            .generator
            .program
            .classes
            .enumerate()
            .filter(|(_, class)| class.initialiser.is_none_or(|of| self.may_call(of.function)))
            .map(|(id, _)| id)
            .collect();
        let Some(class) = self.generator.choices.pick(&classes) else {
            return false;
        };
        self.push(StatementKind::Initialise { class });
        true
    }

    fn virtual_call(&mut self) -> bool {
        // Methods come behind all functions that may ask for them.
        if !self.generator.shape.recursion && self.function >= self.generator.methods {
            return false;
        }
        let selectors: Vec<_> = self.generator.program.selectors.ids().collect();
        let Some(selector) = self.generator.choices.pick(&selectors) else {
            return false;
        };
        let objects = |_: &super::Generator<'_>, ty: Type| matches!(ty, Type::Ref(RefType::Class(_)));
        let receiver = match self.readable(objects) {
            Some(local) if self.generator.choices.chance(5, 6) => local.into(),
            Some(_) | None => self.operand(Type::ANY),
        };
        let declared = &self.generator.program.selectors[selector];
        let result = declared.result;
        let parameters = declared.parameters.clone();
        let mut arguments = vec![receiver];
        for ty in parameters {
            arguments.push(self.operand(ty));
        }
        self.finish_call(Callee::Virtual(selector), arguments, result);
        true
    }

    fn finish_call(&mut self, callee: Callee, arguments: Vec<Operand>, result: Option<Type>) {
        let to = match result {
            Some(result) if self.generator.choices.chance(4, 5) => {
                self.writable(|generator, ty| generator.fits(result, ty))
            }
            Some(_) | None => None,
        };
        self.push(StatementKind::Call { to: to.map(|(to, _)| to), callee, arguments: arguments.into() });
    }

    // Values.

    /// Something that can be assigned to a local of the type.
    fn rvalue(&mut self, to: Type) -> Rvalue {
        if self.generator.choices.chance(1, 4)
            && let Some((place, _)) = self.place(|bodies, ty| bodies.generator.fits(ty, to))
        {
            return Rvalue::Load(place);
        }
        if self.generator.choices.chance(1, 8) {
            return Rvalue::Use(self.operand(to));
        }
        if self.generator.shape.literals
            && to.is_ref()
            && self.generator.choices.chance(1, 2)
            && let Some(literal) = self.literal(to)
        {
            return Rvalue::Literal(literal);
        }
        match to {
            Type::Bool => self.truth(),
            Type::Int(int) => self.number(to, Some(int)),
            Type::Float(_) => self.number(to, None),
            Type::Ref(_) => match self.generator.choices.chance(1, 2) {
                true => Rvalue::Cast(self.operand(Type::ANY)),
                false => Rvalue::Use(self.operand(to)),
            },
        }
    }

    /// A literal that fits the type, if one does.
    fn literal(&mut self, to: Type) -> Option<LiteralId> {
        let classes = self.generator.program.literal_classes();
        let object = |class: Option<ClassId>| Type::Ref(class.map_or(RefType::Any, RefType::Class));
        let text = object(classes.map(|(text, _)| text));
        let class = object(classes.map(|(_, class)| class));
        let literal = match self.generator.choices.chance(1, 3) {
            false if self.generator.fits(text, to) => {
                let units = TEXTS[self.generator.choices.below(TEXTS.len())];
                Literal::Text(units.into())
            }
            true if self.generator.fits(class, to) => {
                let name = MESSAGES[self.generator.choices.below(MESSAGES.len())];
                Literal::Class(name.into())
            }
            true | false => return None,
        };
        Some(self.generator.program.literal(literal))
    }

    fn truth(&mut self) -> Rvalue {
        const LOGIC: [BinaryOp; 3] = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
        match self.generator.choices.below(8) {
            0..4 => {
                let ty = self.generator.ty();
                let ops = match ty {
                    Type::Int(_) | Type::Float(_) => &CompareOp::ALL[..],
                    Type::Bool | Type::Ref(_) => &[CompareOp::Eq, CompareOp::Ne],
                };
                let op = ops[self.generator.choices.below(ops.len())];
                // Equality holds between any two references.
                let other = if ty.is_ref() { Type::ANY } else { ty };
                Rvalue::Compare(op, self.operand(ty), self.operand(other))
            }
            4 => Rvalue::Unary(UnaryOp::Not, self.operand(Type::Bool)),
            5 => {
                let op = LOGIC[self.generator.choices.below(LOGIC.len())];
                Rvalue::Binary(op, self.operand(Type::Bool), self.operand(Type::Bool))
            }
            _ => {
                let classes: Vec<RefType> = self
                    .generator
                    .types
                    .iter()
                    .filter_map(|&ty| match ty {
                        Type::Ref(ty) => Some(ty),
                        Type::Bool | Type::Int(_) | Type::Float(_) => None,
                    })
                    .collect();
                let class = self.generator.choices.pick(&classes).unwrap_or(RefType::Any);
                Rvalue::InstanceOf(self.operand(Type::ANY), class)
            }
        }
    }

    /// A number of type `to`, which is the integer type if there is one.
    fn number(&mut self, to: Type, int: Option<IntType>) -> Rvalue {
        match self.generator.choices.below(8) {
            0..3 => {
                let all = BinaryOp::ALL;
                let op = all[self.generator.choices.below(all.len())];
                self.binary(op, to, int)
            }
            3 => Rvalue::Unary(UnaryOp::Neg, self.operand(to)),
            4 if int.is_some() => Rvalue::Unary(UnaryOp::Not, self.operand(to)),
            5 | 6 if to == Type::I32 => {
                let array = self.readable(|_, ty| matches!(ty, Type::Ref(RefType::Array(_))));
                match array {
                    Some(array) if self.generator.choices.chance(1, 2) => Rvalue::Length(array),
                    Some(_) | None => {
                        let ty = self.number_type();
                        let op = OrderOp::ALL[self.generator.choices.below(2)];
                        Rvalue::Order(op, self.operand(ty), self.operand(ty))
                    }
                }
            }
            _ => {
                let from = match self.generator.choices.chance(1, 8) {
                    true => Type::Bool,
                    false => self.number_type(),
                };
                Rvalue::Convert(self.operand(from))
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, to: Type, int: Option<IntType>) -> Rvalue {
        let left = self.operand(to);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => Rvalue::Binary(op, left, self.operand(to)),
            BinaryOp::Div | BinaryOp::Rem => {
                let right = match int {
                    // Most divisors are not zero, because a program ends where it divides by zero.
                    Some(int) if self.generator.choices.chance(3, 4) => {
                        let divisor = 1 + self.generator.choices.below(3) as i64;
                        Constant::Int(int, divisor).into()
                    }
                    Some(_) | None => self.operand(to),
                };
                Rvalue::Binary(op, left, right)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => {
                let op = match int {
                    Some(_) => op,
                    None => BinaryOp::Add,
                };
                let right = if op.is_shift() { Type::I32 } else { to };
                Rvalue::Binary(op, left, self.operand(right))
            }
        }
    }

    fn number_type(&mut self) -> Type {
        const WIDTHS: [Width; 4] = [Width::W8, Width::W16, Width::W32, Width::W64];
        if self.generator.shape.floats && self.generator.choices.chance(1, 4) {
            return match self.generator.choices.chance(1, 2) {
                true => Type::Float(FloatType::F32),
                false => Type::Float(FloatType::F64),
            };
        }
        let width = WIDTHS[self.generator.choices.below(WIDTHS.len())];
        let signed = !self.generator.choices.chance(1, 2);
        Type::Int(IntType { width, signed })
    }
}
