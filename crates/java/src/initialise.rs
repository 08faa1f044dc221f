//! Class initialisation (JVMS 5.5) as a function of the program.
//!
//! Every class that has something to initialise gets a global with its state and a function that does
//! it: 0 is not yet, 1 is under way or done, 2 has failed. A statement that needs the class calls the
//! function unless the state is 1, so a class that is being initialised by the same thread is used as
//! it is.

use std::sync::Arc;

use ir::{
    Body, CompareOp, Constant, Function, FunctionId, Global, Initialiser, Place, Position, Rvalue,
    StatementKind, TerminatorKind, Type, Unwind,
};

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
            let callee = ir::Callee::Function(method.function);
            self.builder.push(StatementKind::Call { to: None, callee, arguments: Box::new([]) });
        }
    }
}
