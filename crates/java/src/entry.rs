//! Where executions of Java programs start: the class and its method `main`, by the rules of the launcher.
//!
//! Up to Java 24 that is `public static void main(String[])`. From Java 25 on, `main` only must not be private, may
//! have no parameter, and may be an instance method of a class that can be made without arguments.

use std::sync::Arc;

use ir::{Code, Diagnostic, FunctionId, Program, RefType, StatementKind, TerminatorKind, Type};

use crate::class_path::ClassPath;
use crate::raw::Reader;
use crate::synthesis::{Writer, object};
use crate::world::{JavaClass, Library, MethodInfo, World, dotted};

/// The release from which on `main` may be an instance method.
const FIRST_INSTANCE_MAIN: u16 = 25;

const WITH_ARGUMENTS: &str = "([Ljava/lang/String;)V";
const WITHOUT_ARGUMENTS: &str = "()V";

/// How a program starts.
struct Start {
    main: MethodInfo,
    /// What makes the object that has `main`, if it is an instance method.
    constructor: Option<MethodInfo>,
}

impl World<'_> {
    /// The method `main` of a class, declared or inherited.
    fn start(&self, class: &JavaClass) -> Result<Start, Diagnostic> {
        let modern = self.library.class_path().release() >= FIRST_INSTANCE_MAIN;
        let descriptors: &[&str] =
            if modern { &[WITH_ARGUMENTS, WITHOUT_ARGUMENTS] } else { &[WITH_ARGUMENTS] };
        let found: Vec<MethodInfo> = descriptors
            .iter()
            .filter_map(|descriptor| self.resolve(&class.name, "main", descriptor))
            .map(|(_, method)| method)
            .collect();
        let fits = |method: &&MethodInfo| {
            if modern { !method.is_private() } else { method.is_static() && method.is_public() }
        };
        let wrong = |what: String| {
            let remedy =
                "declare `public static void main(String[] args)`, or name another class with --class";
            Diagnostic::new(Code::NoEntry, what, remedy)
        };
        let name = dotted(&class.name);
        let Some(main) = found.iter().find(fits).cloned() else {
            return Err(wrong(match found.first() {
                Some(method) if !modern && !method.is_static() => {
                    format!("the method `main` of class {name} is not static")
                }
                Some(method) if method.is_private() => {
                    format!("the method `main` of class {name} is private")
                }
                Some(_) => format!("the method `main` of class {name} is not public"),
                None if class.methods.iter().any(|method| method.name == "main") => {
                    format!("the method `main` of class {name} does not take a `String[]` and return nothing")
                }
                None => format!("class {name} has no method `main`"),
            }));
        };
        let constructor = class.method("<init>", WITHOUT_ARGUMENTS).filter(|method| !method.is_private());
        match (main.is_static(), constructor) {
            (true, _) => Ok(Start { main, constructor: None }),
            (false, Some(constructor)) if !class.is_abstract() => {
                Ok(Start { main, constructor: Some(constructor.clone()) })
            }
            (false, _) => Err(wrong(format!(
                "the method `main` of class {name} is not static, and no object of the class can be made without arguments"
            ))),
        }
    }
}

impl Library {
    /// Whether a program reads the arguments that it is given.
    pub fn reads_arguments(&self, program: &Program, class: &str) -> bool {
        let world = self.world(program);
        let Some(start) = world.load(&class.replace('.', "/")).and_then(|class| world.start(&class).ok())
        else {
            return false;
        };
        let Some(body) = program.body(start.main.function) else { return false };
        let parameter = usize::from(!start.main.is_static());
        let mut reads = false;
        let mut visit = |operand: ir::Operand| {
            reads |= matches!(operand, ir::Operand::Local(local) if ir::Id::index(local) == parameter);
        };
        for block in body.blocks.iter() {
            block.statements.iter().for_each(|statement| statement.kind.for_each_operand(&mut visit));
            block.terminator.kind.for_each_operand(&mut visit);
        }
        start.main.descriptor == WITH_ARGUMENTS && reads
    }

    /// The function that runs a program as the launcher does: the system and the class are initialised,
    /// then `main` is called with the arguments.
    pub fn main_entry(
        &self,
        program: &Program,
        class: &str,
        arguments: &[String],
    ) -> Result<FunctionId, Diagnostic> {
        let world = self.world(program);
        let name = class.replace('.', "/");
        let load = |name: &str| world.load_linked(name);
        let system = load("java/lang/System")?;
        let class = load(&name)?;
        let start = world.start(&class)?;
        let class = Arc::clone(&class);
        let mut writer = Writer::new(world, &class, format!("<{}.main>", name.replace('/', ".")));
        // The JVM has initialised strings before it makes the first literal: their code asks a static
        // field how texts are kept. What native methods throw uses the statics of exceptions.
        let early = ["java/lang/String", "java/lang/Throwable"];
        let early = early.into_iter().filter_map(|name| world.load(name).map(|class| class.id));
        for id in early.chain([system.id, class.id]) {
            if world.needs_initialising(id) {
                writer.builder.push(StatementKind::Initialise { class: id });
            }
        }
        let mut operands: Vec<ir::Operand> = Vec::new();
        if let Some(constructor) = &start.constructor {
            let made = writer.local(Type::Ref(RefType::Class(class.id)));
            writer.builder.push(StatementKind::New { to: made, class: class.id });
            let callee = ir::Callee::Function(constructor.function);
            writer.builder.push(StatementKind::Call { to: None, callee, arguments: [made.into()].into() });
            operands.push(made.into());
        }
        if start.main.descriptor == WITH_ARGUMENTS {
            let array = world.array_of(&object("java/lang/String"));
            let list = writer.local(Type::Ref(RefType::Array(array)));
            let count = i32::try_from(arguments.len()).unwrap_or(i32::MAX);
            let length = ir::Constant::i32(count).into();
            writer.builder.push(StatementKind::NewArray { to: list, array, length });
            for (index, argument) in arguments.iter().enumerate() {
                let text = writer.text(argument);
                let index = ir::Constant::i32(i32::try_from(index).unwrap_or(i32::MAX)).into();
                writer.builder.store(ir::Place::Element { array: list, index }, text.operand);
            }
            operands.push(list.into());
        }
        let callee = ir::Callee::Function(start.main.function);
        writer.builder.push(StatementKind::Call { to: None, callee, arguments: operands.into() });
        writer.end(TerminatorKind::Return(None));
        match writer.finish() {
            Ok(function) | Err(function) => Ok(function),
        }
    }
}

/// Of these classes, those that declare a method that a program may start with. What cannot be read is no candidate.
pub fn main_classes(class_path: &ClassPath, names: &[String]) -> Vec<String> {
    let modern = class_path.release() >= FIRST_INSTANCE_MAIN;
    let starts = |name: &&String| {
        let found = class_path.find(name).ok().flatten();
        found.is_some_and(|(bytes, _)| declares_main(&bytes, modern).unwrap_or(false))
    };
    names.iter().filter(starts).map(|name| dotted(name)).collect()
}

/// Whether a class file declares a `main` to start with; `None` if it is no class file.
fn declares_main(bytes: &[u8], modern: bool) -> Option<bool> {
    const PUBLIC: u16 = 1;
    const PRIVATE: u16 = 2;
    const STATIC: u16 = 8;
    let mut reader = Reader::new(bytes, 8);
    let names = crate::raw::constant_pool(&mut reader)?;
    let is = |index: u16, name: &str| {
        names.get(usize::from(index)).is_some_and(|text| *text == Some(name.as_bytes()))
    };
    reader.take(6)?;
    let interfaces = reader.u16()?;
    reader.take(2 * usize::from(interfaces))?;
    let mut found = false;
    for methods in [false, true] {
        for _ in 0..reader.u16()? {
            let (flags, name, descriptor) = (reader.u16()?, reader.u16()?, reader.u16()?);
            let fits = if modern {
                flags & PRIVATE == 0 && (is(descriptor, WITH_ARGUMENTS) || is(descriptor, WITHOUT_ARGUMENTS))
            } else {
                flags & (PUBLIC | STATIC) == PUBLIC | STATIC && is(descriptor, WITH_ARGUMENTS)
            };
            found |= methods && is(name, "main") && fits;
            for _ in 0..reader.u16()? {
                reader.take(2)?;
                let length = reader.u32()?;
                reader.take(length as usize)?;
            }
        }
    }
    Some(found)
}
