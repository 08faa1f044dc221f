//! Functions that no class file has: what the JVM or its bootstrap methods would make at run time.

use ir::{
    BlockId, Callee, CompareOp, Constant, Function, FunctionBuilder, FunctionId, LocalId, Operand, Place,
    Position, RefType, Rvalue, StatementKind, TerminatorKind, Type,
};

use crate::descriptor::{JavaType, Signature};
use crate::linkage::Unlinked;
use crate::translate::decode::{Invocation, Member};
use crate::world::{JavaClass, World};

/// Writes one function.
pub(crate) struct Writer<'a> {
    pub(crate) world: World<'a>,
    /// The class on whose behalf the function is written.
    pub(crate) class: &'a JavaClass,
    pub(crate) builder: FunctionBuilder,
    temporaries: usize,
}

/// A value in a function that is written, with its type in Java.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) operand: Operand,
    pub(crate) ty: JavaType,
}

pub(crate) fn object(name: &str) -> JavaType {
    JavaType::Object(name.into())
}

impl<'a> Writer<'a> {
    pub(crate) fn new(world: World<'a>, class: &'a JavaClass, name: String) -> Self {
        let position = Position::new(class.source, 0, 0);
        Writer { world, class, builder: FunctionBuilder::new(name, position), temporaries: 0 }
    }

    /// Adds the function to the program.
    pub(crate) fn finish(self) -> Result<FunctionId, FunctionId> {
        let function: Function = self.builder.finish();
        self.world.add_synthetic(function)
    }

    pub(crate) fn parameter(&mut self, ty: &JavaType) -> Value {
        let local_type = self.world.local_type(ty);
        let name = format!("p{}", self.builder.parameter_count());
        let local = self.builder.parameter(name, local_type);
        Value { operand: local.into(), ty: ty.clone() }
    }

    pub(crate) fn local(&mut self, ty: Type) -> LocalId {
        self.temporaries += 1;
        self.builder.local(format!("t{}", self.temporaries), ty)
    }

    pub(crate) fn assign(&mut self, ty: Type, value: Rvalue) -> LocalId {
        let to = self.local(ty);
        self.builder.assign(to, value);
        to
    }

    pub(crate) fn end(&mut self, kind: TerminatorKind) {
        self.builder.end(kind);
    }

    pub(crate) fn block(&mut self) -> BlockId {
        self.builder.block()
    }

    /// Ends the block with a choice between so many new ones, by a number from 0.
    pub(crate) fn switch(&mut self, value: Operand, count: usize, otherwise: BlockId) -> Vec<BlockId> {
        let blocks: Vec<BlockId> = (0..count).map(|_| self.block()).collect();
        let cases = blocks.iter().enumerate().map(|(index, &block)| (index as i64, block)).collect();
        self.end(TerminatorKind::Switch { value, cases, otherwise });
        blocks
    }

    pub(crate) fn go_to(&mut self, block: BlockId) {
        self.builder.go_to(block);
    }

    pub(crate) fn int(value: i32) -> Value {
        Value { operand: Constant::i32(value).into(), ty: JavaType::Int }
    }

    pub(crate) fn text(&mut self, text: &str) -> Value {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.text_units(&units)
    }

    pub(crate) fn text_units(&mut self, units: &[u16]) -> Value {
        let literal = self.world.text(units);
        let ty = Type::Ref(self.world.string());
        let local = self.assign(ty, Rvalue::Literal(literal));
        Value { operand: local.into(), ty: object("java/lang/String") }
    }

    /// The value as one of a type that it has, if that cannot be shown.
    pub(crate) fn cast(&mut self, value: &Value, ty: &JavaType) -> Value {
        let target = Type::Ref(self.world.ref_type(ty));
        self.world.load_type(ty);
        let local = self.assign(target, Rvalue::Cast(value.operand));
        Value { operand: local.into(), ty: ty.clone() }
    }

    /// Calls a method that exists in every JDK, or that a class file names.
    pub(crate) fn invoke(
        &mut self,
        how: Invocation,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Value],
        interface: bool,
    ) -> Option<Value> {
        let member = Member { owner, name, descriptor, interface };
        let target = self.world.callee(self.class, how, &member);
        if let Some(class) = target.initialise
            && self.world.needs_initialising(class)
        {
            self.builder.push(StatementKind::Initialise { class });
        }
        let program = self.world.program();
        let parameters = target.parameters(program);
        let mut operands = Vec::new();
        for (argument, ty) in arguments.iter().zip(parameters) {
            operands.push(self.fitted(argument, ty));
        }
        let types = Signature::parse(descriptor).expect("descriptors were parsed before");
        let result = target.result(program);
        let to = result.map(|ty| self.local(ty));
        self.builder.push(StatementKind::Call { to, callee: target.callee, arguments: operands.into() });
        to.zip(types.result).map(|(local, ty)| Value { operand: local.into(), ty })
    }

    fn fitted(&mut self, value: &Value, ty: Type) -> Operand {
        let (Operand::Local(local), Type::Ref(to)) = (value.operand, ty) else { return value.operand };
        match self.builder.local_type(local) {
            Type::Ref(from) if !self.world.fits(from, to) => {
                self.assign(ty, Rvalue::Cast(value.operand)).into()
            }
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => value.operand,
        }
    }

    pub(crate) fn invoke_static(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Value],
    ) -> Value {
        self.invoke(Invocation::Static, owner, name, descriptor, arguments, false)
            .unwrap_or(Value { operand: Constant::Null.into(), ty: object("java/lang/Object") })
    }

    pub(crate) fn invoke_virtual(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Value],
    ) -> Value {
        self.invoke(Invocation::Virtual, owner, name, descriptor, arguments, false)
            .unwrap_or(Value { operand: Constant::Null.into(), ty: object("java/lang/Object") })
    }

    /// Makes an object and calls its constructor.
    pub(crate) fn make(&mut self, class: &str, descriptor: &str, arguments: &[Value]) -> Value {
        self.make_by(class, class, descriptor, arguments)
    }

    /// Makes a `NoClassDefFoundError` with a message and a cause: only its superclass has such a constructor.
    pub(crate) fn make_missing_class(&mut self, message: Value, cause: Value) -> Value {
        let descriptor = "(Ljava/lang/String;Ljava/lang/Throwable;)V";
        let class = "java/lang/NoClassDefFoundError";
        self.make_by(class, "java/lang/LinkageError", descriptor, &[message, cause])
    }

    fn make_by(&mut self, class: &str, constructor: &str, descriptor: &str, arguments: &[Value]) -> Value {
        let ty = object(class);
        let reference = self.world.ref_type(&ty);
        match self.world.class_to_make(self.class, class) {
            Ok(loaded) => {
                if self.world.needs_initialising(loaded.id) {
                    self.builder.push(StatementKind::Initialise { class: loaded.id });
                }
                let to = self.local(Type::Ref(reference));
                self.builder.push(StatementKind::New { to, class: loaded.id });
                let made = Value { operand: to.into(), ty };
                let mut all = vec![made.clone()];
                all.extend_from_slice(arguments);
                self.invoke(Invocation::Special, constructor, "<init>", descriptor, &all, false);
                made
            }
            Err(unlinked) => {
                let result = Some(Type::Ref(reference));
                let what = format!("class {} (not found)", class.replace('/', "."));
                let function = match unlinked {
                    Unlinked::Throws(error) => self.world.thrower(&error, result),
                    Unlinked::Damaged(class) => {
                        let function = self.world.unsupported(&what, result);
                        self.world.note_wanting(function, &class);
                        function
                    }
                    Unlinked::Unmodelled => self.world.unsupported(&what, result),
                };
                let to = self.local(Type::Ref(reference));
                let callee = Callee::Function(function);
                self.builder.push(StatementKind::Call { to: Some(to), callee, arguments: Box::new([]) });
                Value { operand: to.into(), ty }
            }
        }
    }

    /// Converts a value as `LambdaMetafactory` does: casts, boxes, unboxes, widens.
    pub(crate) fn adapt(&mut self, value: &Value, to: &JavaType) -> Value {
        if value.ty == *to {
            return value.clone();
        }
        match (is_primitive(&value.ty), is_primitive(to)) {
            (false, false) => self.cast(value, to),
            (true, true) => self.widen(value, to),
            (true, false) => {
                let wrapper = wrapper_of(&value.ty);
                let descriptor = format!("({})L{wrapper};", value.ty);
                let boxed = self.invoke_static(wrapper, "valueOf", &descriptor, std::slice::from_ref(value));
                self.cast(&boxed, to)
            }
            (false, true) => {
                // A wrapper is unboxed as itself and widened then; anything else must be the wrapper
                // of the type that is wanted.
                let own = if let JavaType::Object(name) = &value.ty { primitive_of(name) } else { None };
                let primitive = own.unwrap_or_else(|| to.clone());
                let wrapper = wrapper_of(&primitive);
                let cast = self.cast(value, &object(wrapper));
                let name = format!("{}Value", primitive.primitive_name().unwrap_or("int"));
                let unboxed = self.invoke_virtual(wrapper, &name, &format!("(){primitive}"), &[cast]);
                self.widen(&unboxed, to)
            }
        }
    }

    fn widen(&mut self, value: &Value, to: &JavaType) -> Value {
        let (from_type, to_type) = (self.world.local_type(&value.ty), self.world.local_type(to));
        if from_type == to_type {
            return Value { operand: value.operand, ty: to.clone() };
        }
        let local = self.assign(to_type, Rvalue::Convert(value.operand));
        Value { operand: local.into(), ty: to.clone() }
    }

    pub(crate) fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> LocalId {
        self.assign(Type::Bool, Rvalue::Compare(op, a, b))
    }

    /// Reads a field of the class itself.
    pub(crate) fn get_field(&mut self, object: LocalId, name: &str, ty: &JavaType) -> Option<Value> {
        let (field, _, stored) = self.world.instance_field(&self.class.name, name, &ty.to_string())?;
        let place = Place::Field { object, field };
        let raw = self.assign(stored, Rvalue::Load(place));
        let wanted = self.world.local_type(ty);
        let local = if stored == wanted { raw } else { self.assign(wanted, Rvalue::Convert(raw.into())) };
        Some(Value { operand: local.into(), ty: ty.clone() })
    }

    pub(crate) fn reference_type(&self, ty: &JavaType) -> RefType {
        self.world.ref_type(ty)
    }
}

pub(crate) fn is_primitive(ty: &JavaType) -> bool {
    ty.primitive_name().is_some()
}

/// The wrapper class of a primitive type.
pub(crate) fn wrapper_of(ty: &JavaType) -> &'static str {
    match ty {
        JavaType::Boolean => "java/lang/Boolean",
        JavaType::Byte => "java/lang/Byte",
        JavaType::Char => "java/lang/Character",
        JavaType::Short => "java/lang/Short",
        JavaType::Int => "java/lang/Integer",
        JavaType::Long => "java/lang/Long",
        JavaType::Float => "java/lang/Float",
        JavaType::Double => "java/lang/Double",
        JavaType::Object(_) | JavaType::Array(_) => "java/lang/Object",
    }
}

fn primitive_of(wrapper: &str) -> Option<JavaType> {
    Some(match wrapper {
        "java/lang/Boolean" => JavaType::Boolean,
        "java/lang/Byte" => JavaType::Byte,
        "java/lang/Character" => JavaType::Char,
        "java/lang/Short" => JavaType::Short,
        "java/lang/Integer" => JavaType::Int,
        "java/lang/Long" => JavaType::Long,
        "java/lang/Float" => JavaType::Float,
        "java/lang/Double" => JavaType::Double,
        _ => return None,
    })
}

impl World<'_> {
    /// The function that makes an object with the constructor of that type.
    pub(crate) fn maker(&self, class: &str, descriptor: &str) -> Option<FunctionId> {
        let class = self.load(class)?;
        class.method("<init>", descriptor)?;
        let name = format!("<new {}{descriptor}>", crate::world::dotted(&class.name));
        if let Some(known) = self.program().function_named(&name) {
            return Some(known);
        }
        let types = Signature::parse(descriptor)?;
        let mut writer = Writer::new(*self, &class, name);
        let parameters: Vec<Value> =
            types.parameters.iter().map(|_| writer.parameter(&object("java/lang/Object"))).collect();
        let arguments: Vec<Value> =
            parameters.iter().zip(&types.parameters).map(|(value, ty)| writer.adapt(value, ty)).collect();
        writer.builder.result(Type::ANY);
        let made = writer.make(&class.name, descriptor, &arguments);
        writer.end(TerminatorKind::Return(Some(made.operand)));
        match writer.finish() {
            Ok(function) | Err(function) => Some(function),
        }
    }

    /// The function that makes an array of several dimensions: the array, and in it arrays of the
    /// other lengths. All lengths are looked at before anything is made, as the JVM does.
    pub(crate) fn multi_array_maker(&self, ty: &JavaType, dimensions: usize) -> Option<FunctionId> {
        let JavaType::Array(element) = ty else { return None };
        if dimensions == 0 {
            return None;
        }
        let inner =
            if dimensions > 1 { Some(self.multi_array_maker(element, dimensions - 1)?) } else { None };
        let name = format!("new {ty} by {dimensions}");
        if let Some(known) = self.program().function_named(&name) {
            return Some(known);
        }
        let own = Position::new(self.program().own_text(), 0, 0);
        let mut builder = FunctionBuilder::new(name, own);
        let lengths: Vec<LocalId> =
            (0..dimensions).map(|index| builder.parameter(format!("length{index}"), Type::I32)).collect();
        let array_id = self.array_of(element);
        let array_type = Type::Ref(RefType::Array(array_id));
        builder.result(array_type);
        let array = builder.local("array", array_type);
        let flag = builder.local("negative", Type::Bool);
        let unused = builder.local("unused", array_type);
        for &length in &lengths[1..] {
            let (bad, good) = (builder.block(), builder.block());
            builder.assign(flag, Rvalue::Compare(CompareOp::Lt, length.into(), Constant::i32(0).into()));
            builder.end(TerminatorKind::Branch { condition: flag.into(), then: bad, otherwise: good });
            builder.go_to(bad);
            builder.push(StatementKind::NewArray { to: unused, array: array_id, length: length.into() });
            builder.end(TerminatorKind::Unreachable);
            builder.go_to(good);
        }
        builder.push(StatementKind::NewArray { to: array, array: array_id, length: lengths[0].into() });
        let Some(inner) = inner else {
            builder.end(TerminatorKind::Return(Some(array.into())));
            return Some(match self.add_synthetic(builder.finish()) {
                Ok(function) | Err(function) => function,
            });
        };
        let row = builder.local("row", self.ir_type(element));
        let index = builder.local("index", Type::I32);
        let more = builder.local("more", Type::Bool);
        let (test, fill, done) = (builder.block(), builder.block(), builder.block());
        builder.assign(index, Rvalue::Use(Constant::i32(0).into()));
        builder.end(TerminatorKind::Goto(test));
        builder.go_to(test);
        builder.assign(more, Rvalue::Compare(CompareOp::Lt, index.into(), lengths[0].into()));
        builder.end(TerminatorKind::Branch { condition: more.into(), then: fill, otherwise: done });
        builder.go_to(fill);
        let arguments: Box<[Operand]> = lengths[1..].iter().map(|&length| length.into()).collect();
        builder.push(StatementKind::Call { to: Some(row), callee: Callee::Function(inner), arguments });
        builder.store(Place::Element { array, index: index.into() }, row);
        builder.assign(index, Rvalue::Binary(ir::BinaryOp::Add, index.into(), Constant::i32(1).into()));
        builder.end(TerminatorKind::Goto(test));
        builder.go_to(done);
        builder.end(TerminatorKind::Return(Some(array.into())));
        Some(match self.add_synthetic(builder.finish()) {
            Ok(function) | Err(function) => function,
        })
    }
}
