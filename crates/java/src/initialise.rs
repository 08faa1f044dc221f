//! Class initialisation (JVMS 5.5) as a function of the program.
//!
//! Every class that has something to initialise gets a global with its state and a function that does
//! it: 0 is not yet, 1 is under way or done, 2 has failed. A statement that needs the class calls the
//! function unless the state is 1, so a class that is being initialised by the same thread is used as
//! it is.
//!
//! A class that cannot be linked (see the module `verification`) is neither initialised nor failed: its function
//! throws the error of linkage each time.

use std::sync::Arc;

use ir::{
    Body, CompareOp, Constant, Function, FunctionId, Global, Initialiser, Place, Position, Rvalue,
    StatementKind, TerminatorKind, Type, Unwind,
};

use crate::synthesis::{Value, Writer, object};
use crate::translate::decode::Invocation;
use crate::verification::Linking;
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
    // What cannot be linked throws where it would be initialised.
    if !own && !inherited && !world.may_fail_to_link(class) {
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
    world.note_initialiser(function, class.name.clone(), texts.to_vec());
    Ok(Some(Initialiser { state, function }))
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
    let failure =
        Global { name: format!("{}.<failure>", dotted(&class.name)), ty: Type::ANY, initial: Constant::Null };
    let failure = program.add_global(failure).ok()?;
    let mut writer = Writer::new(world, class, program.functions[function].name.clone());
    let seen = writer.assign(Type::I32, Rvalue::Load(Place::Global(state)));
    let failed = writer.compare(CompareOp::Eq, seen.into(), Constant::i32(FAILED).into());
    let (again, first) = (writer.block(), writer.block());
    let (caught, error_thrown, wrap) = (writer.block(), writer.block(), writer.block());
    let exception = writer.local(Type::ANY);
    writer.end(TerminatorKind::Branch { condition: failed.into(), then: again, otherwise: first });

    writer.go_to(again);
    let message = writer.text(&format!("Could not initialize class {}", dotted(&class.name)));
    let known = writer.assign(Type::ANY, Rvalue::Load(Place::Global(failure)));
    let known = Value { operand: known.into(), ty: object("java/lang/Object") };
    let known = writer.cast(&known, &object("java/lang/Throwable"));
    let thrown = writer.make_missing_class(message, known);
    writer.end(TerminatorKind::Throw(thrown.operand));

    writer.go_to(first);
    if let Linking::Throws(error) = world.linking(class) {
        // It stays as it is, and the next attempt ends in the same way.
        world.note_thrown(&error);
        writer.throw_linkage(&error);
        for block in [caught, error_thrown, wrap] {
            writer.go_to(block);
            writer.end(TerminatorKind::Unreachable);
        }
        return writer.builder.finish().body;
    }
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
    let cause = Value { operand: exception.into(), ty: object("java/lang/Object") };
    let cause = writer.cast(&cause, &object("java/lang/Throwable"));
    let remembered = writer.remembered_failure(&cause)?;
    writer.builder.store(Place::Global(failure), remembered.operand);
    let error_type = writer.reference_type(&object("java/lang/Error"));
    world.load("java/lang/Error");
    let is_error = writer.assign(Type::Bool, Rvalue::InstanceOf(exception.into(), error_type));
    writer.end(TerminatorKind::Branch { condition: is_error.into(), then: error_thrown, otherwise: wrap });
    writer.go_to(error_thrown);
    writer.end(TerminatorKind::Throw(exception.into()));
    writer.go_to(wrap);
    let thrown = writer.make("java/lang/ExceptionInInitializerError", "(Ljava/lang/Throwable;)V", &[cause]);
    writer.end(TerminatorKind::Throw(thrown.operand));
    writer.builder.finish().body
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

    /// What later uses of a class that could not be initialised give as their cause: an error with the
    /// words and the stack trace of the exception that was thrown.
    fn remembered_failure(&mut self, cause: &Value) -> Option<Value> {
        let text = object("java/lang/String");
        let name = {
            let class = self.invoke_virtual(
                "java/lang/Object",
                "getClass",
                "()Ljava/lang/Class;",
                std::slice::from_ref(cause),
            );
            self.invoke_virtual("java/lang/Class", "getName", "()Ljava/lang/String;", &[class])
        };
        let thread = self.invoke_static("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", &[]);
        let thread = self.invoke_virtual("java/lang/Thread", "getName", "()Ljava/lang/String;", &[thread]);
        let (field, _, ty) =
            self.world.instance_field("java/lang/Throwable", "detailMessage", "Ljava/lang/String;")?;
        let ir::Operand::Local(thrown) = cause.operand else { return None };
        let detail = self.assign(ty, Rvalue::Load(Place::Field { object: thrown, field }));
        let message = self.local(Type::Ref(self.world.string()));
        let silent = self.compare(CompareOp::Eq, detail.into(), Constant::Null.into());
        let (without, with, both) = (self.block(), self.block(), self.block());
        self.end(TerminatorKind::Branch { condition: silent.into(), then: without, otherwise: with });
        let detail = Value { operand: detail.into(), ty: text.clone() };
        for block in [without, with] {
            self.go_to(block);
            let mut pieces = vec![self.text("Exception "), name.clone()];
            if block == with {
                pieces.push(self.text(": "));
                pieces.push(detail.clone());
            }
            pieces.push(self.text(" [in thread \""));
            pieces.push(thread.clone());
            pieces.push(self.text("\"]"));
            let joined = self.join(&pieces);
            self.builder.assign(message, Rvalue::Use(joined.operand));
            self.end(TerminatorKind::Goto(both));
        }
        self.go_to(both);
        let message = Value { operand: message.into(), ty: text };
        let error = self.make("java/lang/ExceptionInInitializerError", "(Ljava/lang/String;)V", &[message]);
        let elements = "[Ljava/lang/StackTraceElement;";
        let trace = self.invoke_virtual(
            "java/lang/Throwable",
            "getStackTrace",
            &format!("(){elements}"),
            std::slice::from_ref(cause),
        );
        self.invoke(
            Invocation::Virtual,
            "java/lang/Throwable",
            "setStackTrace",
            &format!("({elements})V"),
            &[error.clone(), trace],
            false,
        );
        Some(error)
    }

    /// Calls a static method of the class itself, which is being initialised.
    fn invoke_own_static(&mut self, name: &str, descriptor: &str) {
        let class = self.class;
        if let Some(method) = class.method(name, descriptor) {
            let callee = ir::Callee::Function(method.function);
            self.builder.push(StatementKind::Call { to: None, callee, arguments: Box::new([]) });
        }
    }
}
