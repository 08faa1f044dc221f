//! The static method with which a class says how large its structures are.

use ir::{Code, Diagnostic, FunctionId, Program, StatementKind, TerminatorKind, Type};
use ristretto_classfile::MethodAccessFlags;

use crate::synthesis::Writer;
use crate::world::{JavaClass, Library, MethodInfo, dotted};

/// What such a method takes and gives.
const DESCRIPTOR: &str = "()Lglassbox/api/Bounds;";

/// A method that says bounds.
#[derive(Clone, Debug)]
pub struct BoundsMethod {
    /// As people write it: `Stack.bounds()`.
    pub name: String,
    /// A function without parameters that initialises what has to be and gives what the method gives.
    pub entry: FunctionId,
}

impl Library {
    /// The static method without parameters of a class, or of the spec that describes it, that gives `Bounds`. Inherited
    /// ones do not count: they speak of another class.
    pub fn bounds_method(&self, program: &Program, class: &str) -> Result<Option<BoundsMethod>, Diagnostic> {
        let world = self.world(program);
        let name = class.replace('.', "/");
        let class = world.load_linked(&name)?;
        let fits = |method: &&MethodInfo| {
            method.is_static()
                && method.descriptor == DESCRIPTOR
                && !method.flags.contains(MethodAccessFlags::SYNTHETIC)
        };
        let found: Vec<&MethodInfo> = class.methods.iter().filter(fits).collect();
        let shown = dotted(&class.name);
        let short = shown.rsplit(['.', '$']).next().unwrap_or(&shown);
        let mut names: Vec<String> = found.iter().map(|method| format!("`{}()`", method.name)).collect();
        names.extend(hidden(&class).map(|name| format!("`{name}()` of its spec")));
        let method = match (&found[..], names.len()) {
            ([], 0) => return Ok(None),
            ([method], 1) => *method,
            _ => {
                return Err(Diagnostic::new(
                    Code::BadBounds,
                    format!("class {shown} says its bounds more than once: {}", names.join(", ")),
                    "leave one static method that gives Bounds",
                ));
            }
        };
        let entry = format!("<bounds of {shown}>");
        let known = program.function_named(&entry);
        let entry = known.unwrap_or_else(|| {
            let mut writer = Writer::new(world, &class, entry);
            writer.builder.result(Type::ANY);
            // As before `main`: the machine's own texts and exceptions need these.
            let early = ["java/lang/String", "java/lang/Throwable", "java/lang/System"];
            let early = early.into_iter().filter_map(|name| world.load(name).map(|class| class.id));
            for id in early.chain([class.id]) {
                if world.needs_initialising(id) {
                    writer.builder.push(StatementKind::Initialise { class: id });
                }
            }
            let to = program.functions[method.function].result.map(|ty| writer.local(ty));
            let callee = ir::Callee::Function(method.function);
            writer.builder.push(StatementKind::Call { to, callee, arguments: Box::new([]) });
            let made = to.map_or(ir::Constant::Null.into(), ir::Operand::from);
            writer.end(TerminatorKind::Return(Some(made)));
            match writer.finish() {
                Ok(function) | Err(function) => function,
            }
        });
        Ok(Some(BoundsMethod { name: format!("{short}.{}()", method.name), entry }))
    }
}

/// The names of methods that give `Bounds` in a spec, but did not come into the class because it has a method of that name.
fn hidden(class: &JavaClass) -> impl Iterator<Item = String> + '_ {
    let spec = class.mixin.iter();
    spec.flat_map(|spec| {
        let text = |index| spec.file.constant_pool.try_get_utf8(index).ok().map(|text| text.to_rust_string());
        spec.file.methods.iter().filter_map(move |method| {
            let name = text(method.name_index)?;
            let is_one = method.access_flags.contains(MethodAccessFlags::STATIC)
                && text(method.descriptor_index).as_deref() == Some(DESCRIPTOR);
            let is_mixed =
                spec.methods.iter().any(|mixed| mixed.name == name && mixed.descriptor == DESCRIPTOR);
            (is_one && !is_mixed).then_some(name)
        })
    })
}
