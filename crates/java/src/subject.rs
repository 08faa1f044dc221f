//! Classes whose objects an engine explores: how to make one, what can be called on it, with which
//! arguments, and what must be true of it.

use std::sync::Arc;

use ir::{
    Annotated, ClassId, Code, Constant, Diagnostic, FieldId, FunctionId, Operand, Program, RefType, Rvalue,
    StatementKind, TerminatorKind, Type, Unwind,
};

use crate::arguments::Argument;
use crate::descriptor::JavaType;
use crate::ensures::Ensures;
use crate::method::formula;
use crate::synthesis::{Value, Writer, object};
use crate::world::{JavaClass, Library, MethodInfo, World, dotted};

/// What an engine needs to know about a class.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The class, such as `java.util.TreeMap`.
    pub class: String,
    /// Makes an object; has no parameters.
    pub factory: FunctionId,
    /// How a person writes the making of an object.
    pub making: String,
    /// What can be called, in the order of the class file or of the user.
    pub operations: Vec<Operation>,
    /// The class invariant: its name, and the function of the object.
    pub invariant: Option<(String, FunctionId)>,
}

/// A method that can be called on the object.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name.
    pub name: String,
    /// The function; the object is its first parameter, unless the method is static.
    pub function: FunctionId,
    /// The class that declares it, such as `java.util.AbstractMap`.
    pub owner: String,
    /// The types of the other parameters.
    pub parameters: Vec<JavaType>,
    /// The types that their values should have: what type parameters stand for in this class.
    pub values: Vec<JavaType>,
    /// The type of what it gives, if it gives something.
    pub result: Option<JavaType>,
    /// The names of the other parameters, where they are known.
    pub names: Vec<String>,
    /// The exceptions that it declares.
    pub throws: Vec<ClassId>,
    /// Says whether it may be called: a function of the same parameters, named by `@Requires`.
    pub guard: Option<FunctionId>,
    /// What must be true when it has returned, named by `@Ensures`.
    pub ensures: Option<Ensures>,
}

/// What a class is asked to be explored with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The methods by their names, such as `remove`, or with types, such as `remove(Object)`, if not all public ones.
    pub methods: Option<&'a [String]>,
    /// A static method without parameters that makes the object, if not the constructor.
    pub factory: Option<&'a str>,
    /// What a constructor with parameters may get for each of them, as people write it, if there is none without.
    pub given: Option<&'a str>,
}

/// Methods of every object that say nothing about the state, and the names of invariants.
const LEFT_OUT: [&str; 9] =
    ["equals", "hashCode", "toString", "repOk", "repOkLocal", "main", "getClass", "clone", "finalize"];

fn unknown(what: String, remedy: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::NoEntry, what, remedy)
}

/// A constructor that others may call, with its arguments: the one without parameters, or else the first whose parameters all
/// have an argument.
fn constructor(
    class: &JavaClass,
    argument: impl Fn(&JavaType) -> Option<Argument>,
) -> Option<(String, Vec<(JavaType, Argument)>)> {
    let constructors =
        || class.methods.iter().filter(|method| method.name == "<init>" && !method.is_private());
    if constructors().any(|method| method.descriptor == "()V") {
        return Some(("()V".to_string(), Vec::new()));
    }
    constructors().find_map(|method| {
        let parameters = method.signature.parameters.iter();
        let arguments = parameters.map(|ty| Some((ty.clone(), argument(ty)?))).collect::<Option<_>>()?;
        Some((method.descriptor.clone(), arguments))
    })
}

/// A method as people write it with the types of its parameters: `put(Object,Object)`.
pub(crate) fn with_types(method: &MethodInfo) -> String {
    let types: Vec<String> = method.signature.parameters.iter().map(JavaType::shown).collect();
    format!("{}({})", method.name, types.join(","))
}

impl World<'_> {
    /// All methods of a class that can be called on its objects: its own, then inherited ones.
    fn callable(&self, class: &Arc<JavaClass>) -> Vec<(Arc<JavaClass>, MethodInfo)> {
        let mut found: Vec<(Arc<JavaClass>, MethodInfo)> = Vec::new();
        // A method that the compiler has added to override one with type parameters is not called for itself, but
        // nor is the one that it overrides.
        let mut bridges: Vec<(&str, &str)> = Vec::new();
        let parent = |class: &Arc<JavaClass>| class.superclass.clone();
        let ancestors: Vec<Arc<JavaClass>> = std::iter::successors(Some(Arc::clone(class)), parent).collect();
        for owner in &ancestors {
            for method in &owner.methods {
                let hidden = method.is_static()
                    || method.is_abstract()
                    || method.name.starts_with('<')
                    || method.flags.intersects(
                        ristretto_classfile::MethodAccessFlags::SYNTHETIC
                            | ristretto_classfile::MethodAccessFlags::BRIDGE,
                    );
                let overridden = bridges.contains(&(&method.name, &method.descriptor))
                    || found
                        .iter()
                        .any(|(_, other)| other.name == method.name && other.descriptor == method.descriptor);
                if !hidden && !overridden {
                    found.push((Arc::clone(owner), method.clone()));
                }
                // A bridge that only makes a method of a hidden class public has nothing to lead to.
                let leads = |other: &MethodInfo| {
                    other.name == method.name
                        && other.descriptor != method.descriptor
                        && other.signature.parameters.len() == method.signature.parameters.len()
                        && !other.flags.contains(ristretto_classfile::MethodAccessFlags::BRIDGE)
                };
                if method.flags.contains(ristretto_classfile::MethodAccessFlags::BRIDGE)
                    && owner.methods.iter().any(leads)
                {
                    bridges.push((&method.name, &method.descriptor));
                }
            }
        }
        found
    }

    fn throws(&self, owner: &JavaClass, method: &MethodInfo) -> Vec<ClassId> {
        let facts = crate::facts::of(owner);
        let declared = facts.and_then(|facts| {
            facts
                .methods
                .into_iter()
                .find(|other| other.name == method.name && other.descriptor == method.descriptor)
        });
        let names = declared.map(|method| method.exceptions).unwrap_or_default();
        names.iter().filter_map(|name| Some(self.load(&name.replace('.', "/"))?.id)).collect()
    }

    pub(crate) fn invariant(&self, class: &Arc<JavaClass>) -> Option<(String, FunctionId)> {
        let methods = self.callable(class);
        let fits = |method: &MethodInfo| method.descriptor == "()Z";
        let annotated = |method: &MethodInfo| {
            self.program()
                .annotations
                .find(Annotated::Function(method.function), "glassbox.api.Invariant")
                .is_some()
        };
        let marked = methods.iter().find(|(_, method)| fits(method) && annotated(method));
        let named = || methods.iter().find(|(_, method)| fits(method) && method.name == "repOk");
        let (_, method) = marked.or_else(named)?;
        Some((method.name.clone(), method.function))
    }

    /// The method that says whether another may be called: `@Requires("ready(x)")` names a method `ready` of
    /// the same parameters that gives a truth value.
    fn guard(
        &self,
        callable: &[(Arc<JavaClass>, MethodInfo)],
        method: &MethodInfo,
    ) -> Result<Option<MethodInfo>, Diagnostic> {
        let said = formula(self.program(), method.function, "glassbox.api.Requires");
        let Some(formula) = said.as_deref() else { return Ok(None) };
        let parameters = &self.program().functions[method.function].parameters;
        let names: Vec<&str> = parameters.iter().skip(1).map(|parameter| parameter.name.as_str()).collect();
        let (name, arguments) = match formula.split_once('(') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')')),
            None => (formula, Some("")),
        };
        let given: Vec<&str> = arguments.unwrap_or_default().split(',').map(str::trim).collect();
        let fits = match &given[..] {
            [""] => names.is_empty() || !formula.contains('('),
            given => *given == names[..],
        };
        let wanted = format!("{})Z", method.descriptor.split(')').next().unwrap_or_default());
        let found = callable.iter().find(|(_, other)| other.name == name && other.descriptor == wanted);
        match found {
            Some((_, guard)) if fits && arguments.is_some() => Ok(Some(guard.clone())),
            Some(_) | None => Err(Diagnostic::new(
                Code::Usage,
                format!("the precondition `{formula}` of `{}` cannot be executed", method.name),
                format!(
                    "write a method `boolean ready({0})` with the same parameters and @Requires(\"ready({0})\"), \
                     or name the methods to call with --methods",
                    names.join(", ")
                ),
            )),
        }
    }

    /// Writes the function that makes an object, if it is not there yet.
    pub(crate) fn synthetic(
        &self,
        class: &JavaClass,
        name: String,
        write: impl FnOnce(&mut Writer<'_>) -> Operand,
    ) -> FunctionId {
        if let Some(known) = self.program().function_named(&name) {
            return known;
        }
        let mut writer = Writer::new(*self, class, name);
        writer.builder.result(Type::ANY);
        let made = write(&mut writer);
        writer.end(TerminatorKind::Return(Some(made)));
        match writer.finish() {
            Ok(function) | Err(function) => function,
        }
    }
}

impl Library {
    /// What an engine needs to know about a class.
    pub fn subject(&self, program: &Program, class: &str, wanted: Wanted<'_>) -> Result<Subject, Diagnostic> {
        let world = self.world(program);
        let name = class.replace('.', "/");
        let class = world.load_linked(&name)?;
        let shown = dotted(&class.name);
        let (factory, making) = match wanted.factory {
            Some(factory) => {
                let argument = |ty: &JavaType, text: &str| match self.argument(program, ty, text)? {
                    Argument::Constant(constant) => Some(constant),
                    Argument::Made(_) => None,
                };
                world.factory_method(&class, factory, argument)?
            }
            None => {
                if class.is_abstract() || class.is_interface() {
                    return Err(unknown(
                        format!("class {shown} is abstract"),
                        "name a class with objects with --class, or a static method that makes one with --factory",
                    ));
                }
                let argument = |ty: &JavaType| wanted.given.and_then(|text| self.argument(program, ty, text));
                let Some((descriptor, arguments)) = constructor(&class, argument) else {
                    return Err(unknown(
                        match wanted.given {
                            None => format!("class {shown} has no constructor without parameters"),
                            Some(_) => format!("class {shown} has no constructor that can be called"),
                        },
                        "write one, or name a static method that makes an object with --factory",
                    ));
                };
                let given = vec![wanted.given.unwrap_or_default(); arguments.len()].join(", ");
                let named = if given.is_empty() { String::new() } else { format!("({given})") };
                let factory = world.synthetic(&class, format!("<new {shown}{named}>"), |writer| {
                    let arguments: Vec<Value> =
                        arguments.iter().map(|(ty, argument)| writer.given(ty, argument)).collect();
                    writer.make(&class.name, &descriptor, &arguments).operand
                });
                (factory, format!("new {}({given})", shown.rsplit('.').next().unwrap_or(&shown)))
            }
        };
        let invariant = world.invariant(&class);
        let callable = world.callable(&class);
        let operation = |(owner, method): &(Arc<JavaClass>, MethodInfo)| -> Result<Operation, Diagnostic> {
            let parameters = program.functions[method.function].parameters.iter().skip(1);
            Ok(Operation {
                name: method.name.clone(),
                function: method.function,
                owner: dotted(&owner.name),
                parameters: method.signature.parameters.clone(),
                values: crate::generics::parameter_types(&class, owner, method),
                result: method.signature.result.clone(),
                names: parameters.map(|parameter| parameter.name.clone()).collect(),
                throws: world.throws(owner, method),
                guard: world.guard(&callable, method)?.map(|guard| guard.function),
                ensures: world.ensures(&callable, method)?,
            })
        };
        let operations = match wanted.methods {
            Some(names) => {
                let mut operations = Vec::new();
                for name in names {
                    let is_named = |method: &MethodInfo| method.name == *name || with_types(method) == *name;
                    let named = callable.iter().filter(|(_, method)| is_named(method));
                    let found: Vec<Operation> = named.map(operation).collect::<Result<_, _>>()?;
                    if found.is_empty() {
                        let mut known: Vec<&str> =
                            callable.iter().map(|(_, method)| method.name.as_str()).collect();
                        known.sort_unstable();
                        known.dedup();
                        return Err(unknown(
                            format!("class {shown} has no method `{name}`"),
                            format!("it has {}", known.join(", ")),
                        ));
                    }
                    operations.extend(found);
                }
                operations
            }
            None => {
                let explored = callable.iter().filter(|(owner, method)| {
                    method.is_public()
                        && !method.is_mixed
                        && owner.name != "java/lang/Object"
                        && !LEFT_OUT.contains(&method.name.as_str())
                        && invariant.as_ref().is_none_or(|(name, _)| *name != method.name)
                });
                let mut operations: Vec<Operation> = explored.map(operation).collect::<Result<_, _>>()?;
                // What says when to call others, or what must be true then, is not called for itself.
                let conditions: Vec<FunctionId> = operations
                    .iter()
                    .flat_map(|operation| {
                        let ensures = operation.ensures.as_ref().map(|ensures| ensures.function);
                        operation.guard.into_iter().chain(ensures)
                    })
                    .collect();
                operations.retain(|operation| !conditions.contains(&operation.function));
                operations
            }
        };
        Ok(Subject { class: shown, factory, making, operations, invariant })
    }

    /// The class of that name, such as `java.io.IOException`.
    pub fn class_named(&self, program: &Program, name: &str) -> Result<ClassId, Diagnostic> {
        let world = self.world(program);
        let name = name.replace('.', "/");
        world.load(&name).map(|class| class.id).ok_or_else(|| world.trouble(&name))
    }

    /// A field by its class, such as `java.util.TreeMap`, and name; the class may inherit it.
    pub fn field_named(&self, program: &Program, class: &str, field: &str) -> Result<FieldId, Diagnostic> {
        let world = self.world(program);
        let name = class.replace('.', "/");
        let mut current = Some(world.load_linked(&name)?);
        while let Some(class) = current {
            if let Some(field) = program.field_named(class.id, field) {
                return Ok(field);
            }
            current = class.superclass.clone();
        }
        Err(unknown(format!("class {class} has no field `{field}`"), "name an instance field of the class"))
    }

    /// A program that makes the object and calls on it what choices say, again and again.
    ///
    /// A call that may throw what is allowed is there twice if any may: with a handler that goes on, and, so many numbers
    /// behind, without. An exception that is not allowed and that the handler throws again would come from the
    /// driver, and nobody could say any more where it was thrown. So a call that ends in a violation is made without.
    pub fn driver(
        &self,
        program: &Program,
        subject: &Subject,
        calls: &[(&Operation, Vec<Argument>, Vec<ClassId>)],
        invariant: bool,
    ) -> Option<FunctionId> {
        let world = self.world(program);
        let class = world.load(&subject.class.replace('.', "/"))?;
        let mut writer = Writer::new(world, &class, format!("<calls of {}>", subject.class));
        let string = world.load("java/lang/String")?.id;
        let system = world.load("java/lang/System")?.id;
        for id in [string, system] {
            if world.needs_initialising(id) {
                writer.builder.push(StatementKind::Initialise { class: id });
            }
        }
        let mut made: Vec<(FunctionId, Value)> = Vec::new();
        for argument in calls.iter().flat_map(|(_, arguments, _)| arguments) {
            if let Argument::Made(function) = argument
                && made.iter().all(|(known, _)| known != function)
            {
                let value = writer.call_function(*function, Type::ANY, &object("java/lang/Object"));
                made.push((*function, value));
            }
        }
        let root = writer.call_function(subject.factory, Type::ANY, &object("java/lang/Object"));
        let root = writer.cast(&root, &object(&class.name));
        let again = writer.block();
        writer.end(TerminatorKind::Goto(again));
        writer.go_to(again);
        if let Some((name, function)) = subject.invariant.as_ref().filter(|_| invariant) {
            writer.builder.at(program.functions[*function].position);
            let result = program.functions[*function].result?;
            let condition = writer.truth(*function, result, vec![root.operand]);
            let message = format!("the invariant `{name}` of {}", subject.class).into();
            writer.builder.push(StatementKind::Assert { condition, message });
        }
        let chosen = writer.builder.local("call", Type::I32);
        let protects = calls.iter().any(|(_, _, allowed)| !allowed.is_empty());
        let unprotected = calls.iter().map(|(operation, arguments, _)| (operation, arguments, &[][..]));
        let calls: Vec<(&&Operation, &Vec<Argument>, &[ClassId])> = calls
            .iter()
            .map(|(operation, arguments, allowed)| (operation, arguments, &allowed[..]))
            .chain(unprotected.filter(|_| protects))
            .collect();
        let last = i32::try_from(calls.len()).ok()? - 1;
        writer.builder.push(StatementKind::Choose {
            to: chosen,
            low: Constant::i32(0).into(),
            high: Constant::i32(last).into(),
        });
        let blocks = writer.switch(chosen.into(), calls.len(), again);
        for ((operation, arguments, allowed), &block) in calls.iter().zip(&blocks) {
            writer.go_to(block);
            let mut operands = vec![root.operand];
            let parameters = &program.functions[operation.function].parameters;
            for (argument, parameter) in arguments.iter().zip(parameters.iter().skip(1)) {
                operands.push(match argument {
                    Argument::Constant(constant) => (*constant).into(),
                    Argument::Made(function) => {
                        let (_, value) = made.iter().find(|(known, _)| known == function)?;
                        writer.fitting(value, parameter.ty)
                    }
                });
            }
            let start = writer.block();
            writer.end(TerminatorKind::Goto(start));
            writer.go_to(start);
            if let Some(guard) = operation.guard {
                let result = program.functions[guard].result?;
                let enabled = writer.truth(guard, result, operands.clone());
                writer.builder.push(StatementKind::Assume { condition: enabled });
            }
            let to = program.functions[operation.function].result.map(|ty| writer.local(ty));
            let callee = ir::Callee::Function(operation.function);
            writer.builder.push(StatementKind::Call { to, callee, arguments: operands.into() });
            writer.end(TerminatorKind::Goto(again));
            if !allowed.is_empty() {
                let caught = writer.local(Type::ANY);
                let handler = writer.block();
                writer.builder.unwind(start, Unwind { block: handler, local: caught });
                writer.go_to(handler);
                for &class in *allowed {
                    let ty = RefType::Class(class);
                    let is = writer.assign(Type::Bool, Rvalue::InstanceOf(caught.into(), ty));
                    let next = writer.block();
                    let condition = is.into();
                    writer.end(TerminatorKind::Branch { condition, then: again, otherwise: next });
                    writer.go_to(next);
                }
                writer.end(TerminatorKind::Throw(caught.into()));
            }
        }
        match writer.finish() {
            Ok(function) | Err(function) => Some(function),
        }
    }
}

impl World<'_> {
    /// A static method that makes an object of the class, as in `empty` or `ofCapacity(3)`. Arguments are numbers, truth
    /// values and `null`.
    fn factory_method(
        &self,
        class: &Arc<JavaClass>,
        text: &str,
        argument: impl Fn(&JavaType, &str) -> Option<Constant>,
    ) -> Result<(FunctionId, String), Diagnostic> {
        let shown = dotted(&class.name);
        let (name, texts) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((name, texts)) => {
                (name, texts.split(',').map(str::trim).filter(|text| !text.is_empty()).collect())
            }
            None => (text, Vec::new()),
        };
        let fitting = |parameters: &[JavaType]| -> Option<Vec<Constant>> {
            let fits = parameters.len() == texts.len();
            parameters.iter().zip(&texts).map(|(ty, text)| argument(ty, text).filter(|_| fits)).collect()
        };
        let found = class.methods.iter().find_map(|method| {
            let is_named = method.name == name && method.is_static();
            let count = method.signature.parameters.len() == texts.len();
            let constants = fitting(&method.signature.parameters).filter(|_| is_named && count)?;
            Some((method, constants))
        });
        let Some((method, constants)) = found else {
            let with = match texts.len() {
                0 => "without parameters".to_string(),
                _ => format!("that takes ({})", texts.join(", ")),
            };
            return Err(unknown(
                format!("class {shown} has no static method `{name}` {with}"),
                "name one that makes an object of the class",
            ));
        };
        if !matches!(method.signature.result, Some(JavaType::Object(_))) {
            return Err(unknown(
                format!("the method `{name}` of class {shown} does not make an object"),
                "name one that makes an object of the class",
            ));
        }
        let descriptor = method.descriptor.clone();
        let types = &method.signature.parameters;
        let arguments: Vec<Value> = types
            .iter()
            .zip(constants)
            .map(|(ty, constant)| Value { operand: constant.into(), ty: ty.clone() })
            .collect();
        let texts = texts.join(", ");
        let inside = if texts.is_empty() { String::new() } else { format!("({texts})") };
        let factory = self.synthetic(class, format!("<{shown}.{name}{inside}>"), |writer| {
            writer.invoke_static(&class.name, name, &descriptor, &arguments).operand
        });
        Ok((factory, format!("{}.{name}({texts})", shown.rsplit('.').next().unwrap_or(&shown))))
    }
}

impl Writer<'_> {
    /// An argument as a value.
    fn given(&mut self, ty: &JavaType, argument: &Argument) -> Value {
        match argument {
            Argument::Constant(constant) => Value { operand: (*constant).into(), ty: ty.clone() },
            Argument::Made(function) => {
                let made = self.call_function(*function, Type::ANY, &object("java/lang/Object"));
                self.cast(&made, ty)
            }
        }
    }

    pub(crate) fn call_function(&mut self, function: FunctionId, result: Type, ty: &JavaType) -> Value {
        let to = self.local(result);
        let callee = ir::Callee::Function(function);
        self.builder.push(StatementKind::Call { to: Some(to), callee, arguments: Box::new([]) });
        Value { operand: to.into(), ty: ty.clone() }
    }

    /// Whether a function that gives a truth value, of this type, gives true.
    pub(crate) fn truth(&mut self, function: FunctionId, result: Type, arguments: Vec<Operand>) -> Operand {
        let to = self.local(result);
        let callee = ir::Callee::Function(function);
        self.builder.push(StatementKind::Call { to: Some(to), callee, arguments: arguments.into() });
        let zero = match result {
            Type::Bool => Constant::Bool(false),
            Type::Int(_) | Type::Float(_) | Type::Ref(_) => Constant::i32(0),
        };
        self.compare(ir::CompareOp::Ne, to.into(), zero.into()).into()
    }

    /// The value as an operand for a parameter of the type.
    pub(crate) fn fitting(&mut self, value: &Value, ty: Type) -> Operand {
        match ty {
            Type::Ref(RefType::Any) => value.operand,
            Type::Ref(_) | Type::Bool | Type::Int(_) | Type::Float(_) => {
                self.assign(ty, Rvalue::Cast(value.operand)).into()
            }
        }
    }
}
