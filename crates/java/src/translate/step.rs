//! What each instruction does to the stack and the locals, and the statements that it becomes.

use ir::{
    BinaryOp, Callee, Constant, IntType, LocalId, Operand, Place, RefType, Rvalue, StatementKind, Type,
};

use super::Translator;
use super::decode::{Invocation, Kind, Loaded, Malformed, Member, Step, broken, field_type, signature};
use super::frame::{Entry, Frame};
use super::webs::{TypeSource, Web};
use crate::descriptor::JavaType;
use crate::linkage::{FieldUse, Unlinked};
use crate::world::FieldInfo;

impl Translator<'_> {
    /// Runs one instruction that does not end a block. What ends a block only takes its operands
    /// here; the emitter writes the terminator.
    pub(super) fn step(&mut self, at: usize, frame: &mut Frame) -> Result<(), Malformed> {
        let steps = self.steps;
        match &steps[at] {
            Step::Nothing | Step::Goto(_) | Step::Return(None) => Ok(()),
            Step::Push(constant) => self.push_constant(at, frame, constant),
            Step::Load(kind, slot) => {
                let web = frame.local(*slot)?;
                if self.webs.kind(web) != *kind {
                    return Err(broken(format!("local {slot} has another kind")));
                }
                let operand = self.variable_operand(web);
                frame.stack.push(Entry { web, operand });
                Ok(())
            }
            Step::Store(kind, slot) => {
                let value = frame.pop_kind(&self.webs, *kind)?;
                let source = (*kind == Kind::Reference).then_some(TypeSource::Same(value.web));
                let web = self.definition(at, 1, *kind, source);
                if let Some(to) = self.stored_variable(at, web, *slot)
                    && value.operand != Operand::Local(to)
                {
                    self.protect(frame, to);
                    let value = self.fitted(value, self.web_type(web));
                    self.assign(to, Rvalue::Use(value));
                }
                frame.set_local(&self.webs, *slot, web)
            }
            Step::Increase(slot, by) => {
                let from = frame.local(*slot)?;
                let web = self.definition(at, 1, Kind::Int, None);
                let old = self.variable_operand(from);
                if let Some(to) = self.stored_variable(at, web, *slot) {
                    self.protect(frame, to);
                    let by = Operand::Constant(Constant::i32(*by));
                    self.assign(to, Rvalue::Binary(BinaryOp::Add, old, by));
                }
                frame.set_local(&self.webs, *slot, web)
            }
            Step::ArrayLoad(element) => self.array_load(at, frame, element),
            Step::ArrayStore(element) => self.array_store(frame, element),
            Step::Shuffle(shuffle) => frame.shuffle(&self.webs, *shuffle),
            Step::Unary(op, kind) => {
                let a = frame.pop_kind(&self.webs, *kind)?;
                self.compute(at, frame, *kind, None, Rvalue::Unary(*op, a.operand));
                Ok(())
            }
            Step::Binary(op, kind) => {
                let right = if op.is_shift() { Kind::Int } else { *kind };
                let b = frame.pop_kind(&self.webs, right)?;
                let a = frame.pop_kind(&self.webs, *kind)?;
                self.compute(at, frame, *kind, None, Rvalue::Binary(*op, a.operand, b.operand));
                Ok(())
            }
            Step::Order(op, kind) => {
                let b = frame.pop_kind(&self.webs, *kind)?;
                let a = frame.pop_kind(&self.webs, *kind)?;
                self.compute(at, frame, Kind::Int, None, Rvalue::Order(*op, a.operand, b.operand));
                Ok(())
            }
            Step::Convert(kind, to) => self.convert(at, frame, *kind, to),
            Step::IfZero(_, kind, _) => frame.pop_kind(&self.webs, *kind).map(drop),
            Step::IfCompare(_, kind, _) => {
                frame.pop_kind(&self.webs, *kind)?;
                frame.pop_kind(&self.webs, *kind).map(drop)
            }
            Step::Switch { .. } => frame.pop_kind(&self.webs, Kind::Int).map(drop),
            Step::Return(Some(kind)) => frame.pop_kind(&self.webs, *kind).map(drop),
            Step::Throw => frame.pop_kind(&self.webs, Kind::Reference).map(drop),
            Step::GetStatic(member) => self.get_static(at, frame, member),
            Step::PutStatic(member) => self.put_static(frame, member),
            Step::GetField(member) => self.get_field(at, frame, member),
            Step::PutField(member) => self.put_field(frame, member),
            Step::Invoke(how, member) => self.invoke(at, frame, *how, member),
            Step::InvokeDynamic { bootstrap, name, descriptor } => {
                self.invoke_dynamic(at, frame, *bootstrap, name, descriptor)
            }
            Step::New(name) => {
                let ty = RefType::Class(self.world.declare(name));
                let web = self.definition(at, 0, Kind::Reference, Some(TypeSource::Fixed(ty)));
                if self.output.is_some() {
                    let unmodelled = crate::unmodelled::find(name, "<init>")
                        .filter(|_| self.class.origin == crate::class_path::Origin::User);
                    match self.world.class_to_make(self.class, name) {
                        // Not even the class is initialised.
                        Ok(class) if unmodelled.is_some() && class.origin != self.class.origin => {
                            let to = self.destination(at, frame, web);
                            let what = format!("{}.<init>()#call", name.replace('/', "."));
                            let function = self.unsupported(Some(to), Some(Type::Ref(ty)), &what);
                            self.world.note_reason(function, unmodelled.map_or("", |row| row.reason));
                        }
                        Ok(class) => {
                            self.initialise(class.id);
                            let to = self.destination(at, frame, web);
                            self.statement(StatementKind::New { to, class: class.id });
                        }
                        Err(unlinked) => {
                            let to = self.destination(at, frame, web);
                            let what = format!("class {} (not found)", name.replace('/', "."));
                            self.unlinked(&unlinked, Some(to), Some(Type::Ref(ty)), &what);
                        }
                    }
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::NewArray(element) => {
                let length = frame.pop_kind(&self.webs, Kind::Int)?;
                let array = self.world.array_of(element);
                let source = Some(TypeSource::Fixed(RefType::Array(array)));
                let web = self.definition(at, 0, Kind::Reference, source);
                if self.output.is_some() {
                    let to = self.destination(at, frame, web);
                    match self.world.type_for(self.class, element) {
                        Ok(()) => {
                            self.statement(StatementKind::NewArray { to, array, length: length.operand });
                        }
                        Err(unlinked) => self.unlinked_type(&unlinked, to, web, element),
                    }
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::NewMultiArray(ty, dimensions) => {
                let lengths = frame.pop_many((*dimensions).into())?;
                let source = Some(TypeSource::Fixed(self.world.ref_type(ty)));
                let web = self.definition(at, 0, Kind::Reference, source);
                if self.output.is_some() {
                    let Some(maker) = self.world.multi_array_maker(ty, (*dimensions).into()) else {
                        return Err(broken("an array has fewer dimensions than are given"));
                    };
                    let to = self.destination(at, frame, web);
                    let arguments = lengths.iter().map(|entry| entry.operand).collect();
                    match self.world.type_for(self.class, ty) {
                        Ok(()) => self.statement(StatementKind::Call {
                            to: Some(to),
                            callee: Callee::Function(maker),
                            arguments,
                        }),
                        Err(unlinked) => self.unlinked_type(&unlinked, to, web, ty),
                    }
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::Length => {
                let array = frame.pop_kind(&self.webs, Kind::Reference)?;
                let web = self.definition(at, 0, Kind::Int, None);
                if self.output.is_some() {
                    let array = self.array_local(array, None);
                    let to = self.destination(at, frame, web);
                    self.assign(to, Rvalue::Length(array));
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::CheckCast(name) => {
                let value = frame.pop_kind(&self.webs, Kind::Reference)?;
                let ty = self.constant_type(name)?;
                let source = TypeSource::Fixed(self.world.ref_type(&ty));
                let web = self.definition(at, 0, Kind::Reference, Some(source));
                if self.output.is_some() {
                    let found = self.world.type_for(self.class, &ty);
                    let target = self.world.ref_type(&ty);
                    let to = self.destination(at, frame, web);
                    if let Err(unlinked) = found {
                        // The class of `null` is not asked for.
                        self.unlinked_unless_null(&unlinked, value, to, Type::Ref(target), &ty);
                    } else if self.web_type(web) == Type::Ref(target) {
                        self.assign(to, Rvalue::Cast(value.operand));
                    } else {
                        // The variable's type is wider than what is cast to.
                        let exact = self.temporary(Type::Ref(target));
                        self.assign(exact, Rvalue::Cast(value.operand));
                        self.assign(to, Rvalue::Use(exact.into()));
                    }
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::InstanceOf(name) => {
                let value = frame.pop_kind(&self.webs, Kind::Reference)?;
                let ty = self.constant_type(name)?;
                let web = self.definition(at, 0, Kind::Int, None);
                if self.output.is_some() {
                    let found = self.world.type_for(self.class, &ty);
                    let target = self.world.ref_type(&ty);
                    if let Err(unlinked) = found {
                        let to = self.destination(at, frame, web);
                        self.unlinked_unless_null(&unlinked, value, to, Type::I32, &ty);
                    } else {
                        let is = self.temporary(Type::Bool);
                        self.assign(is, Rvalue::InstanceOf(value.operand, target));
                        let to = self.destination(at, frame, web);
                        self.assign(to, Rvalue::Convert(is.into()));
                    }
                }
                self.push_variable(frame, web);
                Ok(())
            }
            Step::Enter | Step::Exit => {
                let object = frame.pop_kind(&self.webs, Kind::Reference)?;
                if self.output.is_some() {
                    let object = self.local(object, Type::ANY);
                    let enters = steps[at] == Step::Enter;
                    self.statement(if enters {
                        StatementKind::Enter { object }
                    } else {
                        StatementKind::Exit { object }
                    });
                }
                Ok(())
            }
        }
    }

    fn constant_type(&self, name: &str) -> Result<JavaType, Malformed> {
        JavaType::of_class_constant(name).ok_or_else(|| broken(format!("`{name}` is not a type")))
    }

    /// Pushes the variable of a definition.
    fn push_variable(&mut self, frame: &mut Frame, web: Web) {
        let operand = self.variable_operand(web);
        frame.stack.push(Entry { web, operand });
    }

    /// Computes a value into a new definition and pushes it.
    fn compute(
        &mut self,
        at: usize,
        frame: &mut Frame,
        kind: Kind,
        source: Option<TypeSource>,
        value: Rvalue,
    ) {
        let web = self.definition(at, 0, kind, source);
        if self.output.is_some() {
            let to = self.destination(at, frame, web);
            self.assign(to, value);
        }
        self.push_variable(frame, web);
    }

    fn push_constant(
        &mut self,
        at: usize,
        frame: &mut Frame,
        constant: &Loaded<'_>,
    ) -> Result<(), Malformed> {
        match constant {
            Loaded::Null => {
                let web = self.definition(at, 0, Kind::Reference, Some(TypeSource::Null));
                frame.stack.push(Entry { web, operand: Constant::Null.into() });
            }
            Loaded::Number(number) => {
                let kind = match number {
                    Constant::Int(int, _) if *int == IntType::I64 => Kind::Long,
                    Constant::F32(_) => Kind::Float,
                    Constant::F64(_) => Kind::Double,
                    Constant::Int(..) | Constant::Bool(_) | Constant::Null => Kind::Int,
                };
                let web = self.definition(at, 0, kind, None);
                frame.stack.push(Entry { web, operand: (*number).into() });
            }
            Loaded::Text(text) => {
                let source = TypeSource::Fixed(self.world.string());
                let literal = self.world.text(text);
                self.compute(at, frame, Kind::Reference, Some(source), Rvalue::Literal(literal));
            }
            Loaded::Class(name) => {
                let ty = self.constant_type(name)?;
                let source = TypeSource::Fixed(self.world.class_class());
                if self.output.is_some()
                    && let Err(unlinked) = self.world.type_for(self.class, &ty)
                {
                    let web = self.definition(at, 0, Kind::Reference, Some(source));
                    let to = self.destination(at, frame, web);
                    self.unlinked_type(&unlinked, to, web, &ty);
                    self.push_variable(frame, web);
                } else {
                    let literal = self.world.class_literal(&ty);
                    self.compute(at, frame, Kind::Reference, Some(source), Rvalue::Literal(literal));
                }
            }
            Loaded::Other(what) => {
                let source = Some(TypeSource::Fixed(RefType::Any));
                let web = self.definition(at, 0, Kind::Reference, source);
                if self.output.is_some() {
                    let to = self.destination(at, frame, web);
                    self.unsupported(Some(to), Some(Type::ANY), what);
                }
                self.push_variable(frame, web);
            }
            Loaded::Dynamic { descriptor, .. } => {
                let ty = field_type(descriptor)?;
                let (web, _) = self.result_definition(at, &ty);
                if self.output.is_some() {
                    let to = self.destination(at, frame, web);
                    let ty = self.world.local_type(&ty);
                    self.unsupported(Some(to), Some(ty), "a dynamic constant");
                }
                self.push_variable(frame, web);
            }
        }
        Ok(())
    }

    /// The definition of a value of a declared type.
    fn result_definition(&mut self, at: usize, ty: &JavaType) -> (Web, Kind) {
        let kind = Kind::of(ty);
        let source = (kind == Kind::Reference).then(|| TypeSource::Fixed(self.world.ref_type(ty)));
        (self.definition(at, 0, kind, source), kind)
    }

    fn convert(&mut self, at: usize, frame: &mut Frame, from: Kind, to: &JavaType) -> Result<(), Malformed> {
        let value = frame.pop_kind(&self.webs, from)?;
        let kind = Kind::of(to);
        let web = self.definition(at, 0, kind, None);
        if self.output.is_some() {
            let narrow = self.world.ir_type(to);
            if kind == Kind::Int && narrow != Type::I32 {
                let part = self.temporary(narrow);
                self.assign(part, Rvalue::Convert(value.operand));
                let target = self.destination(at, frame, web);
                self.assign(target, Rvalue::Convert(part.into()));
            } else {
                let target = self.destination(at, frame, web);
                self.assign(target, Rvalue::Convert(value.operand));
            }
        }
        self.push_variable(frame, web);
        Ok(())
    }

    /// Reads a place of a declared type into a definition: narrow values become ints.
    fn read(&mut self, at: usize, frame: &mut Frame, web: Web, place: Place, ty: Type) {
        let to = self.destination(at, frame, web);
        let narrow = match ty {
            Type::Bool => true,
            Type::Int(int) => int.width.bits() < 32,
            Type::Float(_) | Type::Ref(_) => false,
        };
        if narrow {
            let part = self.temporary(ty);
            self.assign(part, Rvalue::Load(place));
            self.assign(to, Rvalue::Convert(part.into()));
        } else {
            self.assign(to, Rvalue::Load(place));
        }
    }

    /// Writes a value to a place of a declared type: ints are cut to the width. A `boolean` keeps the
    /// lowest bit, as the JVM does.
    fn write(&mut self, place: Place, value: Entry, ty: Type) {
        let value = match ty {
            Type::Bool => match value.operand {
                Operand::Constant(Constant::Int(_, word)) => Constant::Bool(word & 1 == 1).into(),
                Operand::Constant(_) | Operand::Local(_) => {
                    let bit = self.temporary(Type::I32);
                    self.assign(bit, Rvalue::Binary(BinaryOp::And, value.operand, Constant::i32(1).into()));
                    let set = self.temporary(Type::Bool);
                    self.assign(set, Rvalue::Compare(ir::CompareOp::Ne, bit.into(), Constant::i32(0).into()));
                    set.into()
                }
            },
            Type::Int(int) if int.width.bits() < 32 => {
                let part = self.temporary(ty);
                self.assign(part, Rvalue::Convert(value.operand));
                part.into()
            }
            Type::Int(_) | Type::Float(_) => value.operand,
            Type::Ref(_) => self.fitted(value, ty),
        };
        self.statement(StatementKind::Store { to: place, value });
    }

    fn array_load(&mut self, at: usize, frame: &mut Frame, element: &JavaType) -> Result<(), Malformed> {
        let index = frame.pop_kind(&self.webs, Kind::Int)?;
        let array = frame.pop_kind(&self.webs, Kind::Reference)?;
        let kind = Kind::of(element);
        let source = (kind == Kind::Reference).then_some(TypeSource::ElementOf(array.web));
        let web = self.definition(at, 0, kind, source);
        if self.output.is_some() {
            let local = self.array_local(array, Some(element));
            let ty = self.element_type(local);
            self.read(at, frame, web, Place::Element { array: local, index: index.operand }, ty);
        }
        self.push_variable(frame, web);
        Ok(())
    }

    fn array_store(&mut self, frame: &mut Frame, element: &JavaType) -> Result<(), Malformed> {
        let value = frame.pop_kind(&self.webs, Kind::of(element))?;
        let index = frame.pop_kind(&self.webs, Kind::Int)?;
        let array = frame.pop_kind(&self.webs, Kind::Reference)?;
        if self.output.is_some() {
            let local = self.array_local(array, Some(element));
            let ty = self.element_type(local);
            let place = Place::Element { array: local, index: index.operand };
            let from = self.operand_type(value);
            if let Type::Ref(_) = ty
                && !self.type_fits(from, ty)
            {
                // Whether the value fits is decided by the array that is there, not by the type of the
                // variable, so a view of it as an array of anything loses nothing.
                let view = self.object_array(local);
                let place = Place::Element { array: view, index: index.operand };
                self.statement(StatementKind::Store { to: place, value: value.operand });
            } else {
                self.write(place, value, ty);
            }
        }
        Ok(())
    }

    /// A variable with the array, typed as an array; `element` says of what, if the class file does not.
    fn array_local(&mut self, array: Entry, element: Option<&JavaType>) -> LocalId {
        let known = match self.web_type(array.web) {
            Type::Ref(RefType::Array(_)) => match element {
                // A static type with other elements can only be that of a `null`.
                Some(element) => {
                    let own = self.world.element(self.reference(array.web)).is_some();
                    own == (Kind::of(element) == Kind::Reference)
                }
                None => true,
            },
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => false,
        };
        if known {
            return self.local(array, self.web_type(array.web));
        }
        let ty = Type::Ref(RefType::Array(self.world.array_of(element.unwrap_or(&JavaType::Int))));
        self.cast(array.operand, ty)
    }

    /// The type of an operand; that of a `null` fits every reference.
    fn operand_type(&mut self, entry: Entry) -> Type {
        match entry.operand {
            Operand::Local(local) => self.variable_type(local),
            Operand::Constant(constant) => constant.ty().unwrap_or(self.web_type(entry.web)),
        }
    }

    fn reference(&self, web: Web) -> RefType {
        match self.web_type(web) {
            Type::Ref(ty) => ty,
            Type::Bool | Type::Int(_) | Type::Float(_) => RefType::Any,
        }
    }

    // Fields.

    fn get_static(&mut self, at: usize, frame: &mut Frame, member: &Member<'_>) -> Result<(), Malformed> {
        let ty = field_type(member.descriptor)?;
        let (web, _) = self.result_definition(at, &ty);
        let unmodelled = crate::unmodelled::find_field(member.owner, member.name)
            .filter(|_| self.class.origin == crate::class_path::Origin::User);
        if self.output.is_some() {
            match self.world.field_for(self.class, FieldUse { is_static: true, writes: false }, member) {
                Ok(_) if unmodelled.is_some() => {
                    let to = self.destination(at, frame, web);
                    let what = format!("{}.{}()#call", member.owner.replace('/', "."), member.name);
                    let ty = self.world.local_type(&ty);
                    let function = self.unsupported(Some(to), Some(ty), &what);
                    self.world.note_reason(function, unmodelled.unwrap_or_default());
                }
                Ok((FieldInfo::Static(global), class, ty)) => {
                    self.initialise(class);
                    self.read(at, frame, web, Place::Global(global), ty);
                }
                Ok((FieldInfo::Instance(_), ..)) => unreachable!("a static field was asked for"),
                Err(unlinked) => self.missing_field(at, frame, &unlinked, Some(web), member, &ty),
            }
        }
        self.push_variable(frame, web);
        Ok(())
    }

    fn put_static(&mut self, frame: &mut Frame, member: &Member<'_>) -> Result<(), Malformed> {
        let ty = field_type(member.descriptor)?;
        let value = frame.pop_kind(&self.webs, Kind::of(&ty))?;
        if self.output.is_some() {
            match self.world.field_for(self.class, FieldUse { is_static: true, writes: true }, member) {
                Ok((FieldInfo::Static(global), class, ty)) => {
                    self.initialise(class);
                    self.write(Place::Global(global), value, ty);
                }
                Ok((FieldInfo::Instance(_), ..)) => unreachable!("a static field was asked for"),
                Err(unlinked) => self.missing_field(0, frame, &unlinked, None, member, &ty),
            }
        }
        Ok(())
    }

    fn get_field(&mut self, at: usize, frame: &mut Frame, member: &Member<'_>) -> Result<(), Malformed> {
        let object = frame.pop_kind(&self.webs, Kind::Reference)?;
        let ty = field_type(member.descriptor)?;
        let (web, _) = self.result_definition(at, &ty);
        if self.output.is_some() {
            match self.world.field_for(self.class, FieldUse { is_static: false, writes: false }, member) {
                Ok((FieldInfo::Instance(field), class, ty)) => {
                    let object = self.local(object, Type::Ref(RefType::Class(class)));
                    self.read(at, frame, web, Place::Field { object, field }, ty);
                }
                Ok((FieldInfo::Static(_), ..)) => unreachable!("an instance field was asked for"),
                Err(unlinked) => self.missing_field(at, frame, &unlinked, Some(web), member, &ty),
            }
        }
        self.push_variable(frame, web);
        Ok(())
    }

    fn put_field(&mut self, frame: &mut Frame, member: &Member<'_>) -> Result<(), Malformed> {
        let ty = field_type(member.descriptor)?;
        let value = frame.pop_kind(&self.webs, Kind::of(&ty))?;
        let object = frame.pop_kind(&self.webs, Kind::Reference)?;
        if self.output.is_some() {
            match self.world.field_for(self.class, FieldUse { is_static: false, writes: true }, member) {
                Ok((FieldInfo::Instance(field), class, ty)) => {
                    let object = self.local(object, Type::Ref(RefType::Class(class)));
                    self.write(Place::Field { object, field }, value, ty);
                }
                Ok((FieldInfo::Static(_), ..)) => unreachable!("an instance field was asked for"),
                Err(unlinked) => self.missing_field(0, frame, &unlinked, None, member, &ty),
            }
        }
        Ok(())
    }

    fn missing_field(
        &mut self,
        at: usize,
        frame: &mut Frame,
        unlinked: &Unlinked,
        web: Option<Web>,
        member: &Member<'_>,
        ty: &JavaType,
    ) {
        let what = format!("field {}.{} (not found)", member.owner.replace('/', "."), member.name);
        let to = web.map(|web| self.destination(at, frame, web));
        let ty = to.map(|_| self.world.local_type(ty));
        self.unlinked(unlinked, to, ty, &what);
    }

    // Calls.

    fn invoke(
        &mut self,
        at: usize,
        frame: &mut Frame,
        how: Invocation,
        member: &Member<'_>,
    ) -> Result<(), Malformed> {
        let types = signature(member.descriptor)?;
        let receiver = usize::from(how != Invocation::Static);
        let arguments = frame.pop_many(types.parameters.len() + receiver)?;
        for (argument, ty) in arguments[receiver..].iter().zip(&types.parameters) {
            if self.webs.kind(argument.web) != Kind::of(ty) {
                return Err(broken("an argument has another kind"));
            }
        }
        let result = types.result.as_ref().map(|ty| self.result_definition(at, ty).0);
        if self.output.is_some() {
            let target = self.world.callee(self.class, how, member);
            if let Some(class) = target.initialise {
                self.initialise(class);
            }
            let program = self.world.program();
            let parameters = target.parameters(program);
            let operands = self.arguments(&arguments, &parameters);
            let to = result.map(|web| self.destination(at, frame, web));
            self.call(to, result, target.callee, operands, target.result(program));
        }
        if let Some(web) = result {
            self.push_variable(frame, web);
        }
        Ok(())
    }

    fn arguments(&mut self, entries: &[Entry], parameters: &[Type]) -> Box<[Operand]> {
        entries.iter().zip(parameters).map(|(&entry, &ty)| self.fitted(entry, ty)).collect()
    }

    /// A call whose result may have another type than the variable, as for synthetic callees.
    fn call(
        &mut self,
        to: Option<LocalId>,
        web: Option<Web>,
        callee: Callee,
        arguments: Box<[Operand]>,
        result: Option<Type>,
    ) {
        match (to, web, result) {
            (Some(to), Some(web), Some(result)) if !self.type_fits(result, self.web_type(web)) => {
                let raw = self.temporary(result);
                self.statement(StatementKind::Call { to: Some(raw), callee, arguments });
                self.assign(to, Rvalue::Cast(raw.into()));
            }
            _ => self.statement(StatementKind::Call { to, callee, arguments }),
        }
    }

    fn invoke_dynamic(
        &mut self,
        at: usize,
        frame: &mut Frame,
        bootstrap: u16,
        name: &str,
        descriptor: &str,
    ) -> Result<(), Malformed> {
        let types = signature(descriptor)?;
        let arguments = frame.pop_many(types.parameters.len())?;
        let result = types.result.as_ref().map(|ty| self.result_definition(at, ty).0);
        if self.output.is_some() {
            let function = self.world.link(self.class, bootstrap, name, descriptor);
            let program = self.world.program();
            let parameters: Vec<Type> =
                program.functions[function].parameters.iter().map(|parameter| parameter.ty).collect();
            let operands = self.arguments(&arguments, &parameters);
            let to = result.map(|web| self.destination(at, frame, web));
            let ty = program.functions[function].result;
            self.call(to, result, Callee::Function(function), operands, ty);
        }
        if let Some(web) = result {
            self.push_variable(frame, web);
        }
        Ok(())
    }
}
