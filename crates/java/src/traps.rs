//! The exceptions that the JVM makes by itself.

use ir::{Body, Function, FunctionId, Local, Position, Program, TerminatorKind, Trap, Type};

use crate::descriptor::JavaType;
use crate::synthesis::{Value, Writer, object};
use crate::translate::decode::Invocation;
use crate::world::World;

/// Names the functions that make the exceptions; their bodies are made when they are first needed.
pub(crate) fn declare(program: &mut Program) -> Vec<(FunctionId, Trap)> {
    let position = Position::new(program.own_text(), 0, 0);
    let mut functions = Vec::new();
    for trap in Trap::ALL {
        let parameters = trap
            .parameters()
            .iter()
            .enumerate()
            .map(|(index, &ty)| Local { name: format!("p{index}"), ty })
            .collect();
        let name = format!("<trap {}>", trap.name());
        let function = Function { name, parameters, result: Some(Type::ANY), body: None, position };
        let function = program.add_function(function).expect("a new program has no functions");
        program.set_trap(trap, function);
        functions.push((function, trap));
    }
    functions
}

/// The body of the function for a trap.
pub(crate) fn body(world: World<'_>, trap: Trap) -> Option<Body> {
    let root = world.load("java/lang/Object")?;
    let mut writer = Writer::new(world, &root, format!("<trap {}>", trap.name()));
    let parameters: Vec<Value> = trap
        .parameters()
        .iter()
        .map(|ty| match ty {
            Type::Ref(_) => writer.parameter(&object("java/lang/Object")),
            Type::Bool | Type::Int(_) | Type::Float(_) => writer.parameter(&JavaType::Int),
        })
        .collect();
    writer.builder.result(Type::ANY);
    let with_text = "(Ljava/lang/String;)V";
    let made = match trap {
        Trap::Null => writer.make("java/lang/NullPointerException", "()V", &[]),
        Trap::Division => {
            let text = writer.text("/ by zero");
            writer.make("java/lang/ArithmeticException", with_text, &[text])
        }
        Trap::Bounds => {
            let (index, length) = (parameters[0].clone(), parameters[1].clone());
            let (start, middle) = (writer.text("Index "), writer.text(" out of bounds for length "));
            let text = writer.join(&[start, index, middle, length]);
            writer.make("java/lang/ArrayIndexOutOfBoundsException", with_text, &[text])
        }
        Trap::NegativeSize => {
            let text = writer.join(&[parameters[0].clone()]);
            writer.make("java/lang/NegativeArraySizeException", with_text, &[text])
        }
        Trap::Cast => {
            let class = writer.cast(&parameters[1], &object("java/lang/Class"));
            let text = writer.native_text("glassbox.castMessage", &[parameters[0].clone(), class]);
            writer.make("java/lang/ClassCastException", with_text, &[text])
        }
        Trap::Store => {
            let class = writer.invoke_virtual(
                "java/lang/Object",
                "getClass",
                "()Ljava/lang/Class;",
                &[parameters[0].clone()],
            );
            let name = writer.invoke_virtual("java/lang/Class", "getName", "()Ljava/lang/String;", &[class]);
            writer.make("java/lang/ArrayStoreException", with_text, &[name])
        }
        Trap::NoMethod => writer.make("java/lang/AbstractMethodError", "()V", &[]),
        Trap::Monitor => {
            let text = writer.text("current thread is not owner");
            writer.make("java/lang/IllegalMonitorStateException", with_text, &[text])
        }
        Trap::StackOverflow => writer.make("java/lang/StackOverflowError", "()V", &[]),
        Trap::OutOfMemory => {
            let text = writer.native_text("glassbox.memoryMessage", &[]);
            writer.make("java/lang/OutOfMemoryError", with_text, &[text])
        }
    };
    writer.end(TerminatorKind::Return(Some(made.operand)));
    writer.builder.finish().body
}

impl Writer<'_> {
    /// The text of several values, one behind the other.
    pub(crate) fn join(&mut self, parts: &[Value]) -> Value {
        let builder = self.make("java/lang/StringBuilder", "()V", &[]);
        for part in parts {
            let descriptor = format!("({})Ljava/lang/StringBuilder;", part.ty);
            self.invoke(
                Invocation::Virtual,
                "java/lang/StringBuilder",
                "append",
                &descriptor,
                &[builder.clone(), part.clone()],
                false,
            );
        }
        self.invoke_virtual("java/lang/StringBuilder", "toString", "()Ljava/lang/String;", &[builder])
    }

    /// Calls a function of the machine's own that gives a text.
    fn native_text(&mut self, name: &str, arguments: &[Value]) -> Value {
        let function = self.world.native_text(name, arguments.len());
        let to = self.local(Type::Ref(self.world.string()));
        let operands = arguments.iter().map(|argument| argument.operand).collect();
        self.builder.push(ir::StatementKind::Call {
            to: Some(to),
            callee: ir::Callee::Function(function),
            arguments: operands,
        });
        Value { operand: to.into(), ty: object("java/lang/String") }
    }
}
