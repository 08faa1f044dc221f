//! `invokedynamic` without method handles: the bootstrap methods that compilers use are known, and
//! what they would make at run time is made here as functions and classes of the program.

use ir::{
    BinaryOp, Class, ClassKind, CompareOp, Constant, Field, FunctionId, Operand, Place, RefType, Rvalue,
    StatementKind, TerminatorKind, Type,
};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{Constant as PoolConstant, ReferenceKind};

use crate::class_path::Origin;
use crate::descriptor::{JavaType, Signature};
use crate::linkage::{LinkError, Unlinked};
use crate::synthesis::{Value, Writer, is_primitive, object, wrapper_of};
use crate::translate::decode::{Invocation, Member, member};
use crate::verification::Linking;
use crate::world::{JavaClass, World, dotted};

/// A bootstrap method and its static arguments, by constant-pool index.
struct Bootstrap<'a> {
    owner: &'a str,
    name: &'a str,
    arguments: &'a [u16],
}

/// A method handle in the constant pool.
struct Handle<'a> {
    kind: ReferenceKind,
    member: Member<'a>,
}

impl World<'_> {
    /// The function that a call site calls: it takes the operands and gives the result.
    pub(crate) fn link(&self, class: &JavaClass, bootstrap: u16, name: &str, descriptor: &str) -> FunctionId {
        let mut linker = Linker::new(*self, class, bootstrap, name, descriptor);
        if let Some(function) = linker.as_mut().and_then(Linker::link) {
            return function;
        }
        if let Some(Linker { error: Some(error), types, .. }) = &linker {
            let result = types.result.as_ref().map(|ty| self.local_type(ty));
            return self.thrower(error, result);
        }
        let what = format!("invokedynamic {name} in {}", dotted(&class.name));
        self.unlinked(&what, descriptor)
    }

    /// A function without a body for a call site that is not understood.
    fn unlinked(&self, what: &str, descriptor: &str) -> FunctionId {
        let types =
            Signature::parse(descriptor).unwrap_or(Signature { parameters: Vec::new(), result: None });
        self.signature_only(&format!("{what}{descriptor}"), &types)
    }
}

struct Linker<'a> {
    world: World<'a>,
    class: &'a JavaClass,
    bootstrap: Bootstrap<'a>,
    name: &'a str,
    types: Signature,
    /// Tells the call sites of a class apart.
    number: usize,
    /// What the JVM throws instead of linking the call site.
    error: Option<LinkError>,
}

impl<'a> Linker<'a> {
    fn new(
        world: World<'a>,
        class: &'a JavaClass,
        index: u16,
        name: &'a str,
        descriptor: &str,
    ) -> Option<Self> {
        let pool = &class.file.constant_pool;
        let methods = class.file.attributes.iter().find_map(|attribute| {
            let Attribute::BootstrapMethods { methods, .. } = attribute else { return None };
            Some(methods)
        })?;
        let method = methods.get(usize::from(index))?;
        let (_, reference) = pool.try_get_method_handle(method.bootstrap_method_ref).ok()?;
        let Member { owner, name: bootstrap_name, .. } = member(pool, *reference).ok()?;
        let bootstrap = Bootstrap { owner, name: bootstrap_name, arguments: &method.arguments };
        let types = Signature::parse(descriptor)?;
        Some(Linker { world, class, bootstrap, name, types, number: world.next_call_site(), error: None })
    }

    /// What a class file names, if it is there; otherwise the JVM's error is what linking ends with.
    fn need<T>(&mut self, found: Result<T, Unlinked>) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(Unlinked::Throws(error)) => {
                self.error = Some(error);
                None
            }
            Err(Unlinked::Damaged(_) | Unlinked::Unmodelled) => None,
        }
    }

    /// The classes of a method type are loaded when the type is made.
    fn need_types(&mut self, types: &Signature) -> Option<()> {
        for ty in types.parameters.iter().chain(&types.result) {
            let found = self.world.type_for(self.class, ty);
            self.need(found)?;
        }
        Some(())
    }

    fn link(&mut self) -> Option<FunctionId> {
        let types = self.types.clone();
        self.need_types(&types)?;
        match (self.bootstrap.owner, self.bootstrap.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => self.lambda(),
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                let recipe = self.text(*self.bootstrap.arguments.first()?)?;
                let constants = self.bootstrap.arguments[1..].to_vec();
                self.concatenation(&recipe, &constants)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
                let recipe = vec![1; self.types.parameters.len()];
                self.concatenation(&recipe, &[])
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.object_method(),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => self.switch(),
            _ => None,
        }
    }

    // The constant pool.

    fn text(&self, index: u16) -> Option<Vec<u16>> {
        self.class.file.constant_pool.try_get_string(index).ok()?.to_utf16().ok()
    }

    fn method_type(&self, index: u16) -> Option<(String, Signature)> {
        let pool = &self.class.file.constant_pool;
        let descriptor = pool.try_get_utf8(*pool.try_get_method_type(index).ok()?).ok()?.to_rust_string();
        let types = Signature::parse(&descriptor)?;
        Some((descriptor, types))
    }

    fn handle(&self, index: u16) -> Option<Handle<'a>> {
        let pool = &self.class.file.constant_pool;
        let (kind, reference) = pool.try_get_method_handle(index).ok()?;
        Some(Handle { kind: kind.clone(), member: member(pool, *reference).ok()? })
    }

    fn writer(&self, suffix: &str) -> Writer<'a> {
        Writer::new(
            self.world,
            self.class,
            format!("{}.<{suffix} {}>", dotted(&self.class.name), self.number),
        )
    }

    // Lambdas and method references.

    fn lambda(&mut self) -> Option<FunctionId> {
        let arguments = self.bootstrap.arguments;
        let (erased_descriptor, erased) = self.method_type(*arguments.first()?)?;
        let implementation = self.handle(*arguments.get(1)?)?;
        let (_, instantiated) = self.method_type(*arguments.get(2)?)?;
        self.need_types(&erased)?;
        self.need_implementation(&implementation)?;
        self.need_types(&instantiated)?;
        self.need_receiver_type(&implementation, &instantiated)?;
        let mut descriptors = vec![(erased_descriptor, erased)];
        let mut interfaces = vec![self.types.result.clone()?];
        if self.bootstrap.name == "altMetafactory" {
            self.alternative(&mut descriptors, &mut interfaces)?;
        }
        let program = self.world.program();
        let class_name = format!("{}$$Lambda/{}", self.class.name, self.number);
        let id = self.world.declare(&class_name);
        let interface_ids: Vec<ir::ClassId> = interfaces
            .iter()
            .filter_map(|ty| {
                let JavaType::Object(name) = ty else { return None };
                self.world.load(name).map(|class| class.id)
            })
            .collect();
        if interface_ids.len() != interfaces.len() {
            return None;
        }
        let captured: Vec<(ir::FieldId, JavaType)> = self
            .types
            .parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| {
                let field =
                    Field { name: format!("captured{index}"), owner: id, ty: self.world.local_type(ty) };
                (program.add_detached_field(field), ty.clone())
            })
            .collect();
        let mut methods = Vec::new();
        for (index, (descriptor, types)) in descriptors.iter().enumerate() {
            let function = self.lambda_method(id, index, types, &instantiated, &implementation, &captured)?;
            let parameters = types.parameters.iter().map(|ty| self.world.local_type(ty)).collect();
            let result = types.result.as_ref().map(|ty| self.world.local_type(ty));
            let name = format!("{}{descriptor}", self.name);
            methods.push((program.selector(ir::Selector { name, parameters, result }), function));
        }
        let root = self.world.load("java/lang/Object")?;
        program.complete_class(
            id,
            Class {
                name: dotted(&class_name),
                kind: ClassKind::Class,
                superclass: Some(root.id),
                interfaces: interface_ids,
                fields: captured.iter().map(|(field, _)| *field).collect(),
                methods,
                initialiser: None,
            },
        );
        // The call site makes the object.
        let mut writer = self.writer("lambda");
        let operands: Vec<Value> = self.types.parameters.iter().map(|ty| writer.parameter(ty)).collect();
        let result = Type::Ref(self.world.ref_type(self.types.result.as_ref()?));
        writer.builder.result(result);
        let made = writer.local(Type::Ref(RefType::Class(id)));
        // What captures nothing is made once.
        let once = match captured.is_empty() {
            true => {
                let name = format!("{}.<instance>", dotted(&class_name));
                let ty = Type::Ref(RefType::Class(id));
                Some(program.add_global(ir::Global { name, ty, initial: Constant::Null }).ok()?)
            }
            false => None,
        };
        if let Some(global) = once {
            let known = writer.assign(Type::Ref(RefType::Class(id)), Rvalue::Load(Place::Global(global)));
            let missing = writer.compare(CompareOp::Eq, known.into(), Constant::Null.into());
            let (make, give) = (writer.block(), writer.block());
            writer.end(TerminatorKind::Branch { condition: missing.into(), then: make, otherwise: give });
            writer.go_to(give);
            writer.end(TerminatorKind::Return(Some(known.into())));
            writer.go_to(make);
        }
        // A method reference with a receiver looks at it when it is made.
        if needs_receiver(&implementation) && !operands.is_empty() {
            writer.require_non_null(&operands[0]);
        }
        writer.builder.push(StatementKind::New { to: made, class: id });
        for ((field, _), operand) in captured.iter().zip(&operands) {
            writer.builder.store(Place::Field { object: made, field: *field }, operand.operand);
        }
        if let Some(global) = once {
            writer.builder.store(Place::Global(global), made);
        }
        writer.end(TerminatorKind::Return(Some(made.into())));
        writer.finish().ok()
    }

    /// A method handle is resolved when the call site is linked, with the classes of its type.
    fn need_implementation(&mut self, implementation: &Handle<'_>) -> Option<()> {
        let how = match implementation.kind {
            ReferenceKind::InvokeStatic => Invocation::Static,
            ReferenceKind::InvokeVirtual => Invocation::Virtual,
            ReferenceKind::InvokeInterface => Invocation::Interface,
            ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => Invocation::Special,
            ReferenceKind::GetField
            | ReferenceKind::GetStatic
            | ReferenceKind::PutField
            | ReferenceKind::PutStatic => return None,
        };
        let member = &implementation.member;
        if self.world.cloning(member.owner, member.name).is_some() {
            return Some(());
        }
        let class = self.world.class_for(self.class, member.owner);
        if !member.owner.starts_with('[') {
            self.need(class)?;
        }
        self.need_types(&Signature::parse(member.descriptor)?)?;
        let found = self.world.method_for(self.class, how, member);
        let (declaring, _) = self.need(found)?;
        // The class of a static method is linked at once.
        match self.world.linking(&declaring) {
            Linking::Throws(error) if how == Invocation::Static => {
                self.error = Some(error);
                None
            }
            Linking::Fine | Linking::Throws(_) | Linking::Rejected(_) => Some(()),
        }
    }

    /// The receiver of the implementation, captured or not, must be an object of the class that has it.
    fn need_receiver_type(&mut self, implementation: &Handle<'_>, instantiated: &Signature) -> Option<()> {
        let has_receiver = match implementation.kind {
            ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface | ReferenceKind::InvokeSpecial => {
                true
            }
            ReferenceKind::InvokeStatic
            | ReferenceKind::NewInvokeSpecial
            | ReferenceKind::GetField
            | ReferenceKind::GetStatic
            | ReferenceKind::PutField
            | ReferenceKind::PutStatic => false,
        };
        let receiver = self.types.parameters.first().or(instantiated.parameters.first());
        let (true, Some(JavaType::Object(name))) = (has_receiver, receiver) else { return Some(()) };
        let (Some(given), Some(owner)) =
            (self.world.load(name), self.world.load(implementation.member.owner))
        else {
            return Some(());
        };
        let fits = owner.name == "java/lang/Object"
            || self.world.program().is_subclass(given.id, owner.id)
            || given.origin == Origin::Library;
        if !fits {
            self.error = Some(LinkError::bootstrap());
        }
        fits.then_some(())
    }

    /// More interfaces and bridges of an `altMetafactory` (its flags: 1 serializable, 2 markers, 4
    /// bridges).
    fn alternative(
        &self,
        descriptors: &mut Vec<(String, Signature)>,
        interfaces: &mut Vec<JavaType>,
    ) -> Option<()> {
        let pool = &self.class.file.constant_pool;
        let mut rest = self.bootstrap.arguments[3..].iter();
        let mut number = || -> Option<i32> { pool.try_get_integer(*rest.next()?).ok().copied() };
        let flags = number()?;
        let mut rest = self.bootstrap.arguments[4..].iter();
        if flags & 1 != 0 {
            interfaces.push(object("java/io/Serializable"));
        }
        if flags & 2 != 0 {
            let count = *pool.try_get_integer(*rest.next()?).ok()?;
            for _ in 0..count {
                let name = pool.try_get_class(*rest.next()?).ok()?.to_rust_string();
                interfaces.push(object(&name));
            }
        }
        if flags & 4 != 0 {
            let count = *pool.try_get_integer(*rest.next()?).ok()?;
            for _ in 0..count {
                descriptors.push(self.method_type(*rest.next()?)?);
            }
        }
        Some(())
    }

    /// The method of a lambda: takes what the interface says, gives what it says, and calls the
    /// implementation in between.
    fn lambda_method(
        &self,
        id: ir::ClassId,
        index: usize,
        erased: &Signature,
        instantiated: &Signature,
        implementation: &Handle<'_>,
        captured: &[(ir::FieldId, JavaType)],
    ) -> Option<FunctionId> {
        let mut writer = self.writer(&format!("lambda body {index} of"));
        let this = writer.builder.parameter("this", Type::Ref(RefType::Class(id)));
        let parameters: Vec<Value> = erased.parameters.iter().map(|ty| writer.parameter(ty)).collect();
        if let Some(result) = &erased.result {
            let ty = self.world.local_type(result);
            writer.builder.result(ty);
        }
        let mut given: Vec<Value> = Vec::new();
        for (field, ty) in captured {
            let local_type = self.world.local_type(ty);
            let local = writer.assign(local_type, Rvalue::Load(Place::Field { object: this, field: *field }));
            given.push(Value { operand: local.into(), ty: ty.clone() });
        }
        for (parameter, ty) in parameters.iter().zip(&instantiated.parameters) {
            given.push(writer.adapt(parameter, ty));
        }
        let Member { owner, name, descriptor, interface } = implementation.member;
        let types = Signature::parse(descriptor)?;
        let (how, has_receiver) = match implementation.kind {
            ReferenceKind::InvokeStatic => (Invocation::Static, false),
            ReferenceKind::InvokeVirtual => (Invocation::Virtual, true),
            ReferenceKind::InvokeInterface => (Invocation::Interface, true),
            ReferenceKind::InvokeSpecial => (Invocation::Special, true),
            ReferenceKind::NewInvokeSpecial => (Invocation::Special, false),
            ReferenceKind::GetField
            | ReferenceKind::GetStatic
            | ReferenceKind::PutField
            | ReferenceKind::PutStatic => return None,
        };
        let mut wanted: Vec<JavaType> = Vec::new();
        if has_receiver {
            wanted.push(JavaType::of_class_constant(owner)?);
        }
        wanted.extend(types.parameters.iter().cloned());
        if wanted.len() != given.len() {
            return None;
        }
        let arguments: Vec<Value> =
            given.iter().zip(&wanted).map(|(value, ty)| writer.adapt(value, ty)).collect();
        let result = if implementation.kind == ReferenceKind::NewInvokeSpecial {
            Some(writer.make(owner, descriptor, &arguments))
        } else {
            writer.invoke(how, owner, name, descriptor, &arguments, interface)
        };
        let returned = match (&erased.result, result) {
            (Some(ty), Some(value)) => {
                let value = match &instantiated.result {
                    Some(exact) if is_primitive(exact) || is_primitive(&value.ty) => {
                        writer.adapt(&value, exact)
                    }
                    Some(_) | None => value,
                };
                Some(writer.adapt(&value, ty).operand)
            }
            (None, _) => None,
            (Some(_), None) => return None,
        };
        writer.end(TerminatorKind::Return(returned));
        writer.finish().ok()
    }

    // String concatenation.

    #[expect(clippy::wildcard_enum_match_arm, reason = "the constant pool has many more kinds of constants")]
    fn concatenation(&mut self, recipe: &[u16], constants: &[u16]) -> Option<FunctionId> {
        let mut writer = self.writer("concatenation");
        let parameters: Vec<Value> = self.types.parameters.iter().map(|ty| writer.parameter(ty)).collect();
        let string = object("java/lang/String");
        writer.builder.result(Type::Ref(self.world.string()));
        let builder = writer.make("java/lang/StringBuilder", "()V", &[]);
        let mut parameters = parameters.into_iter();
        let mut constants = constants.iter();
        let mut plain: Vec<u16> = Vec::new();
        for &unit in recipe {
            match unit {
                1 => {
                    append_text(&mut writer, &builder, &mut plain);
                    append(&mut writer, &builder, &parameters.next()?);
                }
                2 => {
                    let pool = &self.class.file.constant_pool;
                    match pool.get(*constants.next()?)? {
                        PoolConstant::String(index) => {
                            plain.extend(pool.try_get_utf8(*index).ok()?.to_utf16().ok()?);
                        }
                        PoolConstant::Integer(value) => plain.extend(value.to_string().encode_utf16()),
                        PoolConstant::Long(value) => plain.extend(value.to_string().encode_utf16()),
                        _ => return None,
                    }
                }
                unit => plain.push(unit),
            }
        }
        append_text(&mut writer, &builder, &mut plain);
        let result =
            writer.invoke_virtual("java/lang/StringBuilder", "toString", "()Ljava/lang/String;", &[builder]);
        debug_assert_eq!(result.ty, string);
        writer.end(TerminatorKind::Return(Some(result.operand)));
        writer.finish().ok()
    }

    // Records.

    fn object_method(&mut self) -> Option<FunctionId> {
        let pool = &self.class.file.constant_pool;
        let names = String::from_utf16(&self.text(*self.bootstrap.arguments.get(1)?)?).ok()?;
        let names: Vec<&str> = names.split(';').filter(|name| !name.is_empty()).collect();
        let mut components = Vec::new();
        for (&index, name) in self.bootstrap.arguments[2..].iter().zip(&names) {
            let (_, reference) = pool.try_get_method_handle(index).ok()?;
            let field = member(pool, *reference).ok()?;
            components.push((*name, JavaType::parse(field.descriptor)?));
        }
        if components.len() != names.len() {
            return None;
        }
        for (_, ty) in &components {
            let found = self.world.type_for(self.class, ty);
            self.need(found)?;
        }
        let mut writer = self.writer(self.name);
        let this = writer.parameter(&object(&self.class.name));
        let Operand::Local(this_local) = this.operand else { return None };
        match self.name {
            "toString" => {
                writer.builder.result(Type::Ref(self.world.string()));
                let builder = writer.make("java/lang/StringBuilder", "()V", &[]);
                let mut plain: Vec<u16> = simple_name(&self.class.name).encode_utf16().collect();
                plain.push(u16::from(b'['));
                for (index, (name, ty)) in components.iter().enumerate() {
                    if index > 0 {
                        plain.extend(", ".encode_utf16());
                    }
                    plain.extend(name.encode_utf16());
                    plain.push(u16::from(b'='));
                    append_text(&mut writer, &builder, &mut plain);
                    let value = writer.get_field(this_local, name, ty)?;
                    append(&mut writer, &builder, &value);
                }
                plain.push(u16::from(b']'));
                append_text(&mut writer, &builder, &mut plain);
                let result = writer.invoke_virtual(
                    "java/lang/StringBuilder",
                    "toString",
                    "()Ljava/lang/String;",
                    &[builder],
                );
                writer.end(TerminatorKind::Return(Some(result.operand)));
            }
            "hashCode" => {
                writer.builder.result(Type::I32);
                let mut hash: Operand = Constant::i32(0).into();
                for (name, ty) in &components {
                    let value = writer.get_field(this_local, name, ty)?;
                    let own = if is_primitive(ty) {
                        writer.invoke_static(wrapper_of(ty), "hashCode", &format!("({ty})I"), &[value])
                    } else {
                        let value = Value { ty: object("java/lang/Object"), ..value };
                        writer.invoke_static(
                            "java/util/Objects",
                            "hashCode",
                            "(Ljava/lang/Object;)I",
                            &[value],
                        )
                    };
                    let shifted = writer
                        .assign(Type::I32, Rvalue::Binary(BinaryOp::Mul, hash, Constant::i32(31).into()));
                    hash = writer
                        .assign(Type::I32, Rvalue::Binary(BinaryOp::Add, shifted.into(), own.operand))
                        .into();
                }
                writer.end(TerminatorKind::Return(Some(hash)));
            }
            "equals" => {
                let other = writer.parameter(&object("java/lang/Object"));
                writer.builder.result(Type::I32);
                let different = writer.block();
                let class = RefType::Class(self.class.id);
                let same_class = writer.assign(Type::Bool, Rvalue::InstanceOf(other.operand, class));
                let compare = writer.block();
                writer.end(TerminatorKind::Branch {
                    condition: same_class.into(),
                    then: compare,
                    otherwise: different,
                });
                writer.go_to(compare);
                let Operand::Local(other) = writer.cast(&other, &object(&self.class.name)).operand else {
                    return None;
                };
                for (name, ty) in &components {
                    let a = writer.get_field(this_local, name, ty)?;
                    let b = writer.get_field(other, name, ty)?;
                    let equal = equality(&mut writer, ty, a, b);
                    let next = writer.block();
                    writer.end(TerminatorKind::Branch {
                        condition: equal.into(),
                        then: next,
                        otherwise: different,
                    });
                    writer.go_to(next);
                }
                writer.end(TerminatorKind::Return(Some(Constant::i32(1).into())));
                writer.go_to(different);
                writer.end(TerminatorKind::Return(Some(Constant::i32(0).into())));
            }
            _ => return None,
        }
        writer.finish().ok()
    }

    // Pattern switches.

    /// `typeSwitch` and `enumSwitch`: the index of the first label from a start that the value fits,
    /// -1 for `null`, the number of labels if none fits.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the constant pool has many more kinds of constants")]
    fn switch(&mut self) -> Option<FunctionId> {
        let pool = &self.class.file.constant_pool;
        for &label in self.bootstrap.arguments {
            if let Some(PoolConstant::Class(_)) = pool.get(label) {
                let name = pool.try_get_class(label).ok()?.to_rust_string();
                let found = self.world.type_for(self.class, &JavaType::of_class_constant(&name)?);
                self.need(found)?;
            }
        }
        let mut writer = self.writer("switch");
        let value = writer.parameter(self.types.parameters.first()?);
        let start = writer.parameter(self.types.parameters.get(1)?);
        writer.builder.result(Type::I32);
        let primitive = is_primitive(&value.ty);
        if !primitive {
            let (null, test) = (writer.block(), writer.block());
            let is_null = writer.compare(CompareOp::Eq, value.operand, Constant::Null.into());
            writer.end(TerminatorKind::Branch { condition: is_null.into(), then: null, otherwise: test });
            writer.go_to(null);
            writer.end(TerminatorKind::Return(Some(Constant::i32(-1).into())));
            writer.go_to(test);
        }
        let labels = self.bootstrap.arguments;
        for (index, &label) in labels.iter().enumerate() {
            let (check, hit, next) = (writer.block(), writer.block(), writer.block());
            let number = Constant::i32(i32::try_from(index).ok()?);
            let reached = writer.compare(CompareOp::Le, start.operand, number.into());
            writer.end(TerminatorKind::Branch { condition: reached.into(), then: check, otherwise: next });
            writer.go_to(check);
            let fits = match pool.get(label)? {
                PoolConstant::Class(_) if !primitive => {
                    let name = pool.try_get_class(label).ok()?.to_rust_string();
                    let ty = JavaType::of_class_constant(&name)?;
                    self.world.load_type(&ty);
                    let ty = self.world.ref_type(&ty);
                    writer.assign(Type::Bool, Rvalue::InstanceOf(value.operand, ty))
                }
                PoolConstant::String(text) => {
                    let text = writer.text_units(&pool.try_get_utf8(*text).ok()?.to_utf16().ok()?);
                    let subject = if self.bootstrap.name == "enumSwitch" {
                        writer.invoke_virtual(
                            "java/lang/Enum",
                            "name",
                            "()Ljava/lang/String;",
                            std::slice::from_ref(&value),
                        )
                    } else {
                        value.clone()
                    };
                    let subject = Value { ty: object("java/lang/Object"), ..subject };
                    let equal = writer.invoke_virtual(
                        "java/lang/String",
                        "equals",
                        "(Ljava/lang/Object;)Z",
                        &[text, subject],
                    );
                    writer.compare(CompareOp::Ne, equal.operand, Constant::i32(0).into())
                }
                // A number stands for the wrapper of a number or of a character.
                PoolConstant::Integer(number) if !primitive => {
                    let number = Writer::int(*number);
                    let (letter, other, numeric) = (writer.block(), writer.block(), writer.block());
                    for (class, then, otherwise) in
                        [("java/lang/Character", letter, other), ("java/lang/Number", numeric, next)]
                    {
                        let ty = object(class);
                        self.world.load_type(&ty);
                        let ty = self.world.ref_type(&ty);
                        let is = writer.assign(Type::Bool, Rvalue::InstanceOf(value.operand, ty));
                        writer.end(TerminatorKind::Branch { condition: is.into(), then, otherwise });
                        writer.go_to(otherwise);
                    }
                    writer.go_to(letter);
                    let subject = writer.cast(&value, &object("java/lang/Character"));
                    let unit = writer.invoke_virtual("java/lang/Character", "charValue", "()C", &[subject]);
                    let equal = writer.compare(CompareOp::Eq, unit.operand, number.operand);
                    writer.end(TerminatorKind::Branch {
                        condition: equal.into(),
                        then: hit,
                        otherwise: next,
                    });
                    writer.go_to(numeric);
                    let subject = writer.cast(&value, &object("java/lang/Number"));
                    let found = writer.invoke_virtual("java/lang/Number", "intValue", "()I", &[subject]);
                    writer.compare(CompareOp::Eq, found.operand, number.operand)
                }
                // The class of a primitive type, which a value of that type always has.
                PoolConstant::Dynamic { name_and_type_index, .. } if primitive => {
                    let (name, descriptor) = pool.try_get_name_and_type(*name_and_type_index).ok()?;
                    let name = pool.try_get_utf8(*name).ok()?.to_rust_string();
                    let descriptor = pool.try_get_utf8(*descriptor).ok()?.to_rust_string();
                    if descriptor != "Ljava/lang/Class;" || name != value.ty.to_string() {
                        return None;
                    }
                    writer.compare(CompareOp::Eq, number.into(), number.into())
                }
                _ => return None,
            };
            writer.end(TerminatorKind::Branch { condition: fits.into(), then: hit, otherwise: next });
            writer.go_to(hit);
            writer.end(TerminatorKind::Return(Some(number.into())));
            writer.go_to(next);
        }
        let count = Constant::i32(i32::try_from(labels.len()).ok()?);
        writer.end(TerminatorKind::Return(Some(count.into())));
        writer.finish().ok()
    }
}

/// Whether making the lambda looks at its first captured value: `object::method` does.
fn needs_receiver(handle: &Handle<'_>) -> bool {
    match handle.kind {
        ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface => true,
        ReferenceKind::InvokeSpecial => !handle.member.name.starts_with("lambda$"),
        ReferenceKind::InvokeStatic
        | ReferenceKind::NewInvokeSpecial
        | ReferenceKind::GetField
        | ReferenceKind::GetStatic
        | ReferenceKind::PutField
        | ReferenceKind::PutStatic => false,
    }
}

fn simple_name(class: &str) -> &str {
    let last = class.rsplit(['/', '$']).next().unwrap_or(class);
    // A class inside a method has a number in front of its name.
    last.trim_start_matches(|character: char| character.is_ascii_digit())
}

fn append_text(writer: &mut Writer<'_>, builder: &Value, plain: &mut Vec<u16>) {
    if !plain.is_empty() {
        let text = writer.text_units(plain);
        append(writer, builder, &text);
        plain.clear();
    }
}

fn append(writer: &mut Writer<'_>, builder: &Value, value: &Value) {
    let parameter = match &value.ty {
        JavaType::Boolean | JavaType::Char | JavaType::Long | JavaType::Float | JavaType::Double => {
            value.ty.clone()
        }
        JavaType::Byte | JavaType::Short | JavaType::Int => JavaType::Int,
        JavaType::Object(name) if &**name == "java/lang/String" => value.ty.clone(),
        JavaType::Object(_) | JavaType::Array(_) => object("java/lang/Object"),
    };
    let descriptor = format!("({parameter})Ljava/lang/StringBuilder;");
    writer.invoke_virtual(
        "java/lang/StringBuilder",
        "append",
        &descriptor,
        &[builder.clone(), value.clone()],
    );
}

/// Whether two components of records are equal, as `ObjectMethods` compares them.
fn equality(writer: &mut Writer<'_>, ty: &JavaType, a: Value, b: Value) -> ir::LocalId {
    match ty {
        JavaType::Float | JavaType::Double => {
            let descriptor = format!("({ty}{ty})I");
            let order = writer.invoke_static(wrapper_of(ty), "compare", &descriptor, &[a, b]);
            writer.compare(CompareOp::Eq, order.operand, Constant::i32(0).into())
        }
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Char
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long => writer.compare(CompareOp::Eq, a.operand, b.operand),
        JavaType::Object(_) | JavaType::Array(_) => {
            let any = object("java/lang/Object");
            let (a, b) = (Value { ty: any.clone(), ..a }, Value { ty: any, ..b });
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            let equal = writer.invoke_static("java/util/Objects", "equals", descriptor, &[a, b]);
            writer.compare(CompareOp::Ne, equal.operand, Constant::i32(0).into())
        }
    }
}

impl Writer<'_> {
    /// Throws a `NullPointerException` if the value is `null`.
    fn require_non_null(&mut self, value: &Value) {
        let value = Value { ty: object("java/lang/Object"), ..value.clone() };
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
        self.invoke_static("java/util/Objects", "requireNonNull", descriptor, &[value]);
    }
}
