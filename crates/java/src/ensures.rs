//! Postconditions: `@Ensures("holds(x, result, old(size()))")` names a method that gives a truth value and is called
//! when the annotated method has returned.
//!
//! What it is given are parameters of the annotated method by their names, its `result`, and what a method without side
//! effects gave before it was called: `old(size())`. A name alone, as in `@Ensures("holds")`, stands for
//! a method of the same parameters.

use std::sync::Arc;

use ir::{Code, Diagnostic, FunctionId, Operand, Program, StatementKind, TerminatorKind};

use crate::descriptor::JavaType;
use crate::method::formula;
use crate::subject::Operation;
use crate::synthesis::Writer;
use crate::world::{JavaClass, Library, MethodInfo, World};

/// What must be true when a method has returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ensures {
    /// The name of the method that says so.
    pub name: String,
    /// The method; the object is its first parameter.
    pub function: FunctionId,
    /// What its other parameters get.
    pub given: Vec<Given>,
}

/// What a postcondition is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// A parameter, the first one after the object being 0.
    Parameter(usize),
    /// What the method has returned.
    Result,
    /// What a function of the object and some parameters gave before.
    Old(FunctionId, Vec<usize>),
}

/// The name and the arguments of a call such as `f(a, g(b))`; none if it is no call.
fn call(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (place, character) in inside.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(inside[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return None;
    }
    let last = inside[start..].trim();
    if !parts.is_empty() || !last.is_empty() {
        parts.push(last);
    }
    Some((name.trim(), parts)).filter(|(name, _)| is_name(name))
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$')
        && characters.all(|character| character.is_alphanumeric() || "_$".contains(character))
}

impl World<'_> {
    /// What `@Ensures` says of a method.
    pub(crate) fn ensures(
        &self,
        callable: &[(Arc<JavaClass>, MethodInfo)],
        method: &MethodInfo,
    ) -> Result<Option<Ensures>, Diagnostic> {
        let program = self.program();
        let Some(text) = formula(program, method.function, "glassbox.api.Ensures") else { return Ok(None) };
        let found = self.ensured(callable, method, &text);
        found.map(Some).map_err(|why| {
            Diagnostic::new(
                Code::Usage,
                format!("the postcondition `{text}` of `{}` cannot be executed: {why}", method.name),
                "name a boolean method of the class and what it is given: parameters, `result`, and `old(method())`; or \
                 name the methods to call with --methods",
            )
        })
    }

    fn ensured(
        &self,
        callable: &[(Arc<JavaClass>, MethodInfo)],
        method: &MethodInfo,
        text: &str,
    ) -> Result<Ensures, String> {
        let parameters = &self.program().functions[method.function].parameters;
        let names: Vec<&str> = parameters.iter().skip(1).map(|parameter| parameter.name.as_str()).collect();
        let types = &method.signature.parameters;
        let place = |text: &str| names.iter().position(|name| *name == text);
        let (name, arguments) = match call(text) {
            Some((name, arguments)) => (name, Some(arguments)),
            None if is_name(text) => (text, None),
            None => return Err("it is no call of a method".to_string()),
        };
        let mut given: Vec<(Given, JavaType)> = Vec::new();
        let Some(arguments) = arguments else {
            let same = types.iter().cloned().enumerate().map(|(place, ty)| (Given::Parameter(place), ty));
            return self.fitting_method(callable, name, same.collect());
        };
        for argument in arguments {
            given.push(match (place(argument), call(argument)) {
                (Some(place), _) => (Given::Parameter(place), types[place].clone()),
                (None, _) if argument == "result" => match &method.signature.result {
                    Some(ty) => (Given::Result, ty.clone()),
                    None => return Err(format!("`{}` has no result", method.name)),
                },
                (None, Some(("old", inside))) => {
                    let inside = match inside[..] {
                        [inside] => {
                            call(inside).ok_or_else(|| format!("`{inside}` is no call of a method"))?
                        }
                        _ => return Err("`old` takes one call of a method".to_string()),
                    };
                    let places: Option<Vec<usize>> = inside.1.iter().map(|&text| place(text)).collect();
                    let places = places.ok_or("a method in `old` is given parameters only")?;
                    let wanted: Vec<JavaType> = places.iter().map(|&place| types[place].clone()).collect();
                    let (old, ty) = self.old(callable, inside.0, &wanted)?;
                    (Given::Old(old, places), ty)
                }
                (None, _) => {
                    return Err(format!(
                        "`{argument}` is neither a parameter, nor `result`, nor `old(method())`"
                    ));
                }
            });
        }
        self.fitting_method(callable, name, given)
    }

    /// The method of that name that takes what is given.
    fn fitting_method(
        &self,
        callable: &[(Arc<JavaClass>, MethodInfo)],
        name: &str,
        given: Vec<(Given, JavaType)>,
    ) -> Result<Ensures, String> {
        let (given, types): (Vec<Given>, Vec<JavaType>) = given.into_iter().unzip();
        let shown: Vec<String> = types.iter().map(JavaType::shown).collect();
        let mut named = callable.iter().filter(|(_, other)| other.name == name).peekable();
        if named.peek().is_none() {
            return Err(format!("the class has no method `{name}`"));
        }
        let Some((_, found)) = named.find(|(_, other)| other.signature.parameters == types) else {
            return Err(format!("no method `{name}` takes ({})", shown.join(", ")));
        };
        if found.signature.result != Some(JavaType::Boolean) {
            return Err(format!("`{name}` gives no boolean"));
        }
        Ok(Ensures { name: name.to_string(), function: found.function, given })
    }

    /// A method that gives a number or a truth value before the call.
    fn old(
        &self,
        callable: &[(Arc<JavaClass>, MethodInfo)],
        name: &str,
        types: &[JavaType],
    ) -> Result<(FunctionId, JavaType), String> {
        let found =
            callable.iter().find(|(_, other)| other.name == name && other.signature.parameters == types);
        let Some((_, found)) = found else {
            return Err(format!("the class has no method `{name}` for `old`"));
        };
        match &found.signature.result {
            Some(ty) if ty.primitive_name().is_some() => Ok((found.function, ty.clone())),
            Some(_) | None => Err(format!("`{name}` in `old` gives neither a number nor a truth value")),
        }
    }
}

impl Library {
    /// The function of an operation; where it has a postcondition, one that asserts it at the end.
    pub fn with_postcondition(&self, program: &Program, class: &str, operation: &Operation) -> FunctionId {
        let world = self.world(program);
        let (Some(ensures), Some(class)) = (&operation.ensures, world.load(&class.replace('.', "/"))) else {
            return operation.function;
        };
        let described = &program.functions[operation.function];
        let name = format!("<{} that ensures {}>", described.name, ensures.name);
        if let Some(known) = program.function_named(&name) {
            return known;
        }
        let mut writer = Writer::new(world, &class, name);
        let parameters: Vec<Operand> = described
            .parameters
            .iter()
            .map(|parameter| writer.builder.parameter(parameter.name.clone(), parameter.ty).into())
            .collect();
        if let Some(result) = described.result {
            writer.builder.result(result);
        }
        writer.builder.at(program.functions[ensures.function].position);
        let old: Vec<Option<Operand>> = ensures
            .given
            .iter()
            .map(|given| match given {
                Given::Old(function, places) => {
                    let arguments: Vec<Operand> = std::iter::once(parameters[0])
                        .chain(places.iter().map(|place| parameters[place + 1]))
                        .collect();
                    let to = program.functions[*function].result.map(|ty| writer.local(ty));
                    let callee = ir::Callee::Function(*function);
                    writer.builder.push(StatementKind::Call { to, callee, arguments: arguments.into() });
                    to.map(Operand::from)
                }
                Given::Parameter(_) | Given::Result => None,
            })
            .collect();
        let to = described.result.map(|ty| writer.local(ty));
        let callee = ir::Callee::Function(operation.function);
        writer.builder.push(StatementKind::Call { to, callee, arguments: parameters.clone().into() });
        let mut arguments = vec![parameters[0]];
        for (given, old) in ensures.given.iter().zip(old) {
            arguments.extend(match given {
                Given::Parameter(place) => Some(parameters[place + 1]),
                Given::Result => to.map(Operand::from),
                Given::Old(..) => old,
            });
        }
        if let Some(result) = program.functions[ensures.function].result {
            let condition = writer.truth(ensures.function, result, arguments);
            let message = format!("the postcondition `{}` of `{}`", ensures.name, operation.name).into();
            writer.builder.push(StatementKind::Assert { condition, message });
        }
        writer.end(TerminatorKind::Return(to.map(Operand::from)));
        match writer.finish() {
            Ok(function) | Err(function) => function,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        assert_eq!(call("f()"), Some(("f", vec![])));
        assert_eq!(call("f( a,b )"), Some(("f", vec!["a", "b"])));
        assert_eq!(call("f(old(g(a, b)), result)"), Some(("f", vec!["old(g(a, b))", "result"])));
        for text in ["f", "f(", "f(a))", "(a)", "f(a) && g(b)", "1(a)", "!f(a)", "f(a)) && (b)"] {
            assert_eq!(call(text), None, "{text}");
        }
    }
}
