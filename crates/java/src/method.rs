//! One method by its name.

use ir::{Annotated, AnnotationValue, Code, Diagnostic, FunctionId, Program, RefType, Type};

use crate::descriptor::JavaType;
use crate::subject::with_types;
use crate::world::{Library, MethodInfo, dotted};

/// A method to check by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// The class that declares it, such as `java.util.Set`.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The function.
    pub function: FunctionId,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// What its parameters are declared as, the receiver among them: narrow numbers are narrow here.
    pub declared: Vec<Type>,
}

/// The formula of an annotation of a function, such as `glassbox.api.Ensures`.
pub(crate) fn formula(program: &Program, function: FunctionId, annotation: &str) -> Option<String> {
    let annotation = program.annotations.find(Annotated::Function(function), annotation)?;
    let text = annotation.values.iter().find_map(|(name, value)| match value {
        AnnotationValue::Text(text) if name == "value" => Some(text.trim().to_string()),
        AnnotationValue::Text(_)
        | AnnotationValue::Constant(_)
        | AnnotationValue::Name(_)
        | AnnotationValue::Annotation(_)
        | AnnotationValue::List(_) => None,
    });
    Some(text.unwrap_or_default())
}

impl Library {
    /// A method that the user names as `method`, `Class.method` or `Class.method(int,int)`, of a class if none is named. Fails with all names
    /// that there are, so that the caller can say which one is near.
    ///
    /// Loads the program's own classes besides, those that were compiled together and those that they mention: objects of any of them may be
    /// there when the method is called.
    pub fn method(&self, program: &Program, class: &str, said: &str) -> Result<Method, Diagnostic> {
        let world = self.world(program);
        let (path, types) = match said.find('(') {
            Some(place) => said.split_at(place),
            None => (said, ""),
        };
        let (owner, name) = path.rsplit_once('.').map_or((None, path), |(owner, name)| (Some(owner), name));
        // The class may be named as a neighbour of the one at hand, without its package, or as one inside it.
        let package = class.rsplit_once('.').map(|(package, _)| package);
        let candidates: Vec<String> = match owner {
            None => vec![class.to_string()],
            Some(owner) if class == owner || class.ends_with(&format!(".{owner}")) => vec![class.to_string()],
            Some(owner) => {
                let near = package.map(|package| format!("{package}.{owner}"));
                let inside = format!("{class}${owner}");
                let mut names: Vec<String> =
                    [Some(owner.to_string()), near, Some(inside)].into_iter().flatten().collect();
                // Dots also stand between a class and those inside it, as in the source.
                for mut name in names.clone() {
                    while let Some(dot) = name.rfind('.') {
                        name.replace_range(dot..=dot, "$");
                        names.push(name.clone());
                    }
                }
                names
            }
        };
        let loaded = candidates.iter().find_map(|name| world.load(&name.replace('.', "/")));
        let Some(loaded) = loaded else { return Err(world.trouble(&candidates[0].replace('.', "/"))) };
        world.all_mentioned(&loaded);
        for name in self.class_path().own_classes() {
            world.load(&name);
        }
        let shown = dotted(&loaded.name);
        let is_named = |method: &&MethodInfo| {
            method.name == name && (types.is_empty() || with_types(method) == format!("{name}{types}"))
        };
        let found: Vec<&MethodInfo> = loaded.methods.iter().filter(is_named).collect();
        let method = match found[..] {
            [method] => method,
            [] => {
                let names = loaded.methods.iter().filter(|method| !method.name.starts_with('<'));
                let mut names: Vec<&str> = names.map(|method| method.name.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                let remedy = match ir::suggest::nearest(name, names.iter().map(ToString::to_string)) {
                    Some(near) => format!("did you mean {}.{near}? It has {}", shown, names.join(", ")),
                    None if names.is_empty() => "name a method of another class".to_string(),
                    None => format!("it has {}", names.join(", ")),
                };
                return Err(Diagnostic::new(
                    Code::NoEntry,
                    format!("class {shown} has no method `{name}{types}`"),
                    remedy,
                ));
            }
            _ => {
                let all: Vec<String> = found.iter().map(|method| with_types(method)).collect();
                return Err(Diagnostic::new(
                    Code::NoEntry,
                    format!("class {shown} has several methods `{name}`"),
                    format!("say which: {}", all.join(" or ")),
                ));
            }
        };
        if method.is_abstract() || method.is_native() {
            return Err(Diagnostic::new(
                Code::NoEntry,
                format!("`{shown}.{name}` has no code"),
                "name a method that is neither abstract nor native",
            ));
        }
        let receiver = (!method.is_static()).then(|| Type::Ref(RefType::Class(world.declare(&loaded.name))));
        let parameters = method.signature.parameters.iter().map(|ty| world.ir_type(ty));
        let declared = receiver.into_iter().chain(parameters).collect();
        Ok(Method {
            declared,
            class: shown,
            name: name.to_string(),
            function: method.function,
            is_static: method.is_static(),
        })
    }

    /// The invariant of a class: a method without parameters that is annotated with `@Invariant`, or else `repOk`.
    pub fn invariant(&self, program: &Program, class: &str) -> Option<FunctionId> {
        let world = self.world(program);
        let class = world.load(&class.replace('.', "/"))?;
        world.invariant(&class).map(|(_, function)| function)
    }

    /// What is said of single objects of a class: its method `boolean repOkLocal()`.
    pub fn local_invariant(&self, program: &Program, class: ir::ClassId) -> Option<FunctionId> {
        let world = self.world(program);
        let class = world.load(&program.class_name(class).replace('.', "/"))?;
        world.local_invariant(&class)
    }

    /// Whether objects of exactly this class can be made.
    pub fn is_concrete(&self, program: &Program, class: ir::ClassId) -> bool {
        let name = program.class_name(class).replace('.', "/");
        self.world(program).load(&name).is_some_and(|class| !class.is_abstract() && !class.is_interface())
    }

    /// Whether a class is an interface that lambdas can implement: with one method without code.
    pub fn is_functional(&self, program: &Program, class: ir::ClassId) -> bool {
        let world = self.world(program);
        let Some(class) = world.load(&program.class_name(class).replace('.', "/")) else { return false };
        let mut open = vec![class.clone()];
        let mut without_code = std::collections::BTreeSet::new();
        while let Some(interface) = open.pop() {
            open.extend(interface.interfaces.iter().cloned());
            let methods = interface.methods.iter().filter(|method| method.is_abstract());
            let methods = methods.map(|method| (method.name.clone(), method.descriptor.clone()));
            // What every object has needs no code here.
            without_code
                .extend(methods.filter(|(name, of)| world.resolve("java/lang/Object", name, of).is_none()));
        }
        class.is_interface() && without_code.len() == 1
    }

    /// Whether a function gives a truth value.
    pub fn gives_truth(&self, program: &Program, function: FunctionId) -> bool {
        let name = &program.functions[function].name;
        let Some((path, _)) = name.split_once('(') else { return false };
        let Some((class, method)) = path.rsplit_once('.') else { return false };
        let loaded = self.world(program).load(&class.replace('.', "/"));
        let methods = loaded.as_ref().map_or(&[][..], |class| &class.methods);
        methods.iter().any(|other| {
            other.name == method
                && other.function == function
                && other.signature.result == Some(JavaType::Boolean)
        })
    }
}
