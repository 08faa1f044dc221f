//! Class initialisation (JVMS 5.5) as a function of the program.
//!
//! Every class that has something to initialise gets a global with its state and a function that does
//! it: 0 is not yet, 1 is under way or done, 2 has failed. A statement that needs the class calls the
//! function unless the state is 1, so a class that is being initialised by the same thread is used as
//! it is. Why a class of the program has failed is kept in another global: who asks for the class again is told.

use std::slice::from_ref;
use std::sync::Arc;

use ir::{
    Body, Callee, CompareOp, Constant, Function, FunctionId, Global, Initialiser, Operand, Place, Position,
    Rvalue, StatementKind, TerminatorKind, Type, Unwind,
};

use crate::class_path::Origin;
use crate::synthesis::{Value, Writer, object};
use crate::translate::decode::Invocation;
use crate::world::{JavaClass, World, dotted};

/// What the state of a class is when it has failed.
const FAILED: i32 = 2;

/// A static field with a constant string.
pub(crate) type Text = (String, String, u16);

/// Declares the initialiser of a class, if it needs one.
pub(crate) fn initialiser(
    world: World<'_>,
    class: &JavaClass,
    texts: &[Text],
) -> Result<Option<Initialiser>, String> {
    let needs = |parent: &Arc<JavaClass>| world.needs_initialising(parent.id);
    let own = class.method("<clinit>", "()V").is_some() || !texts.is_empty();
    let inherited = !class.is_interface()
        && (class.superclass.as_ref().is_some_and(needs)
            || class.interfaces.iter().any(|interface| has_defaults(interface) && needs(interface)));
    if !own && !inherited {
        return Ok(None);
    }
    let program = world.program();
    let name = dotted(&class.name);
    let state = Global { name: format!("{name}.<state>"), ty: Type::I32, initial: Constant::i32(0) };
    let state = program.add_global(state).map_err(|_| "it is loaded twice".to_string())?;
    let function = Function {
        name: format!("{name}.<initialise>"),
        parameters: Vec::new(),
        result: None,
        body: None,
        position: Position::new(class.source, 0, 0),
    };
    let function = program.add_function(function).map_err(|_| "it is loaded twice".to_string())?;
    if class.origin == Origin::User {
        let error = Global { name: error_name(&name), ty: Type::ANY, initial: Constant::Null };
        program.add_global(error).map_err(|_| "it is loaded twice".to_string())?;
    }
    world.note_initialiser(function, class.name.clone(), texts.to_vec());
    Ok(Some(Initialiser { state, function }))
}

/// The name of the global that says why the class has failed.
fn error_name(class: &str) -> String {
    format!("{class}.<error>")
}

/// Whether an interface is initialised together with classes that implement it.
fn has_defaults(interface: &JavaClass) -> bool {
    interface
        .methods
        .iter()
        .any(|method| !method.is_abstract() && !method.is_static() && !method.is_private())
}

/// The body of an initialiser.
pub(crate) fn body(
    world: World<'_>,
    class: &JavaClass,
    function: FunctionId,
    texts: &[Text],
) -> Option<Body> {
    let program = world.program();
    let state = program.classes[class.id].initialiser.as_ref()?.state;
    let mut writer = Writer::new(world, class, program.functions[function].name.clone());
    let seen = writer.assign(Type::I32, Rvalue::Load(Place::Global(state)));
    let failed = writer.compare(CompareOp::Eq, seen.into(), Constant::i32(FAILED).into());
    let (again, first) = (writer.block(), writer.block());
    let (caught, error, wrap) = (writer.block(), writer.block(), writer.block());
    let exception = writer.local(Type::ANY);
    writer.end(TerminatorKind::Branch { condition: failed.into(), then: again, otherwise: first });

    writer.go_to(again);
    let message = writer.text(&format!("Could not initialize class {}", dotted(&class.name)));
    let thrown = writer.make("java/lang/NoClassDefFoundError", "(Ljava/lang/String;)V", &[message]);
    let reason = program.global_named(&error_name(&dotted(&class.name)));
    if let Some(reason) = reason {
        let cause = writer.assign(Type::ANY, Rvalue::Load(Place::Global(reason)));
        let cause = Value { operand: cause.into(), ty: object("java/lang/Object") };
        let cause = writer.cast(&cause, &object("java/lang/Throwable"));
        let descriptor = "(Ljava/lang/Throwable;)Ljava/lang/Throwable;";
        writer.invoke_virtual("java/lang/Throwable", "initCause", descriptor, &[thrown.clone(), cause]);
    }
    writer.end(TerminatorKind::Throw(thrown.operand));

    writer.go_to(first);
    writer.builder.unwind(first, Unwind { block: caught, local: exception });
    writer.builder.store(Place::Global(state), Constant::i32(1));
    if !class.is_interface() {
        let parents =
            class.superclass.iter().chain(class.interfaces.iter().filter(|parent| has_defaults(parent)));
        for parent in parents {
            if world.needs_initialising(parent.id) {
                writer.builder.push(StatementKind::Initialise { class: parent.id });
            }
        }
    }
    for (name, descriptor, index) in texts {
        let target = world.static_field(&class.name, name, descriptor)?;
        let text = class.file.constant_pool.try_get_string(*index).ok()?;
        let value = writer.text_units(&text.to_utf16().ok()?);
        writer.builder.store(Place::Global(target.global), value.operand);
    }
    match class.name.as_str() {
        "jdk/internal/reflect/ReflectionFactory" => {
            writer.provide("java/lang/reflect/ReflectAccess", "JavaLangReflectAccess");
        }
        "java/lang/ref/Reference" => writer.provide("java/lang/ref/Reference$1", "JavaLangRefAccess"),
        _ => {}
    }
    if class.method("<clinit>", "()V").is_some() {
        writer.invoke_own_static("<clinit>", "()V");
    }
    writer.end(TerminatorKind::Return(None));

    writer.go_to(caught);
    writer.builder.store(Place::Global(state), Constant::i32(FAILED));
    if let Some((reason, recorder)) = reason.zip(world.failure_recorder()) {
        let record = writer.local(Type::ANY);
        let callee = Callee::Function(recorder);
        let arguments = [exception.into()].into();
        writer.builder.push(StatementKind::Call { to: Some(record), callee, arguments });
        writer.builder.store(Place::Global(reason), record);
    }
    let error_type = writer.reference_type(&object("java/lang/Error"));
    world.load("java/lang/Error");
    let is_error = writer.assign(Type::Bool, Rvalue::InstanceOf(exception.into(), error_type));
    writer.end(TerminatorKind::Branch { condition: is_error.into(), then: error, otherwise: wrap });
    writer.go_to(error);
    writer.end(TerminatorKind::Throw(exception.into()));
    writer.go_to(wrap);
    let cause = Value { operand: exception.into(), ty: object("java/lang/Object") };
    let cause = writer.cast(&cause, &object("java/lang/Throwable"));
    let thrown = writer.make("java/lang/ExceptionInInitializerError", "(Ljava/lang/Throwable;)V", &[cause]);
    writer.end(TerminatorKind::Throw(thrown.operand));
    writer.builder.finish().body
}

impl World<'_> {
    /// The function that makes from an exception what is told to everybody who asks for the class that it
    /// prevented: an error with the name, the message, the thread and the trace of the exception.
    fn failure_recorder(&self) -> Option<FunctionId> {
        let name = "<failed initialisation>";
        if let Some(known) = self.program().function_named(name) {
            return Some(known);
        }
        const TEXT: &str = "()Ljava/lang/String;";
        let (throwable, string) = (object("java/lang/Throwable"), object("java/lang/String"));
        let class = self.load("java/lang/Throwable")?;
        let mut writer = Writer::new(*self, &class, name.to_string());
        let any = writer.parameter(&object("java/lang/Object"));
        writer.builder.result(Type::ANY);
        let exception = writer.cast(&any, &throwable);
        let concat = |writer: &mut Writer<'_>, left: Value, right: Value| {
            let descriptor = "(Ljava/lang/String;)Ljava/lang/String;";
            writer.invoke_virtual("java/lang/String", "concat", descriptor, &[left, right])
        };
        let own = writer.invoke_virtual(
            "java/lang/Object",
            "getClass",
            "()Ljava/lang/Class;",
            from_ref(&exception),
        );
        let own = writer.invoke_virtual("java/lang/Class", "getName", TEXT, &[own]);
        let start = writer.text("Exception ");
        let start = concat(&mut writer, start, own);
        let start_type = writer.world.local_type(&string);
        let text = writer.local(start_type);
        writer.builder.assign(text, Rvalue::Use(start.operand));
        let Operand::Local(object_local) = exception.operand else { return None };
        let message = writer.get_field(object_local, "detailMessage", &string)?;
        let none = writer.compare(CompareOp::Eq, message.operand, Constant::Null.into());
        let (with, both) = (writer.block(), writer.block());
        writer.end(TerminatorKind::Branch { condition: none.into(), then: both, otherwise: with });
        writer.go_to(with);
        let colon = writer.text(": ");
        let longer = concat(&mut writer, Value { operand: text.into(), ty: string.clone() }, colon);
        let longer = concat(&mut writer, longer, message);
        writer.builder.assign(text, Rvalue::Use(longer.operand));
        writer.end(TerminatorKind::Goto(both));
        writer.go_to(both);
        let thread = writer.invoke_static("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", &[]);
        let thread = writer.invoke_virtual("java/lang/Thread", "getName", TEXT, &[thread]);
        let place = writer.text(" [in thread \"");
        let place = concat(&mut writer, place, thread);
        let quote = writer.text("\"]");
        let place = concat(&mut writer, place, quote);
        let whole = concat(&mut writer, Value { operand: text.into(), ty: string }, place);
        let made = writer.make("java/lang/ExceptionInInitializerError", "(Ljava/lang/String;)V", &[whole]);
        let elements = "[Ljava/lang/StackTraceElement;";
        let trace = writer.invoke_virtual(
            "java/lang/Throwable",
            "getStackTrace",
            &format!("(){elements}"),
            &[exception],
        );
        let setter = format!("({elements})V");
        writer.invoke(
            Invocation::Virtual,
            "java/lang/Throwable",
            "setStackTrace",
            &setter,
            &[made.clone(), trace],
            false,
        );
        writer.end(TerminatorKind::Return(Some(made.operand)));
        match writer.finish() {
            Ok(function) | Err(function) => Some(function),
        }
    }
}

impl Writer<'_> {
    /// Registers what the rest of the library uses to reach into a package. On the JVM it is there from
    /// the start; here nothing is initialised before it is used.
    fn provide(&mut self, class: &str, access: &str) {
        let made = self.make(class, "()V", &[]);
        let descriptor = format!("(Ljdk/internal/access/{access};)V");
        let owner = "jdk/internal/access/SharedSecrets";
        self.invoke(Invocation::Static, owner, &format!("set{access}"), &descriptor, &[made], false);
    }

    /// Calls a static method of the class itself, which is being initialised.
    fn invoke_own_static(&mut self, name: &str, descriptor: &str) {
        let class = self.class;
        if let Some(method) = class.method(name, descriptor) {
            let callee = Callee::Function(method.function);
            self.builder.push(StatementKind::Call { to: None, callee, arguments: Box::new([]) });
        }
    }
}
