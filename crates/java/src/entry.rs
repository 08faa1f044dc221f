//! Where executions of Java programs start.

use std::sync::Arc;

use ir::{Code, Diagnostic, FunctionId, Program, RefType, StatementKind, TerminatorKind, Type};

use crate::synthesis::{Writer, object};
use crate::world::{Library, missing_class};

impl Library {
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
        let missing = || missing_class(self.class_path(), &name);
        let system = world
            .load("java/lang/System")
            .ok_or_else(|| missing_class(self.class_path(), "java/lang/System"))?;
        let class = world.load(&name).ok_or_else(missing)?;
        let takes_arguments = class.method("main", "([Ljava/lang/String;)V");
        let main =
            takes_arguments.or_else(|| class.method("main", "()V")).filter(|method| method.is_static());
        let Some(main) = main else {
            return Err(Diagnostic::new(
                Code::NoEntry,
                format!("class {} has no static method `main`", name.replace('/', ".")),
                "declare `public static void main(String[] args)`, or name another class with --class",
            ));
        };
        let function = main.function;
        let class = Arc::clone(&class);
        let mut writer = Writer::new(world, &class, format!("<{}.main>", name.replace('/', ".")));
        // The JVM has initialised strings before it makes the first literal: their code asks a static
        // field how texts are kept.
        let string = world.load("java/lang/String").map(|class| class.id);
        for id in string.into_iter().chain([system.id, class.id]) {
            if world.needs_initialising(id) {
                writer.builder.push(StatementKind::Initialise { class: id });
            }
        }
        let mut operands: Vec<ir::Operand> = Vec::new();
        if takes_arguments.is_some() {
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
        let callee = ir::Callee::Function(function);
        writer.builder.push(StatementKind::Call { to: None, callee, arguments: operands.into() });
        writer.end(TerminatorKind::Return(None));
        match writer.finish() {
            Ok(function) | Err(function) => Ok(function),
        }
    }
}
