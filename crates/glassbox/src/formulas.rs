//! Formulas of linear temporal logic on the command line: what their names stand for in a program.

use ir::{Code, Diagnostic, IdVec, Position, Program, Source, SourceId, Type};
use threads::{Observed, Temporal};

use crate::input::{Input, Rejection};
use ir::suggest::nearest;

/// The flags of members in a class file.
const STATIC: u32 = 0x8;
const FINAL: u32 = 0x10;

/// A formula with its names looked up in a program.
pub(crate) fn temporal(input: &Input, text: &str, fair: bool) -> Result<Temporal, Rejection> {
    let parsed = threads::parse(text).map_err(|error| {
        rejected(text, error.at, error.length, &error.message, "write it as in G (Door.asked -> F Door.open)")
    })?;
    let mut names = Vec::new();
    for name in &parsed.names {
        let found = match name.call {
            true => method(&input.program, &name.text),
            false => field(&input.program, &name.text),
        };
        let length = name.text.chars().count();
        names.push(found.map_err(|(message, remedy)| rejected(text, name.at, length, &message, &remedy))?);
    }
    Ok(Temporal { text: text.to_string(), formula: parsed.formula, names, fair })
}

/// What is wrong with a formula, with the place in it.
fn rejected(text: &str, at: usize, length: usize, message: &str, remedy: &str) -> Rejection {
    // Tools that point into a text need one line.
    let shown: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let mut sources: IdVec<SourceId, Source> = IdVec::new();
    // There must be something to point at behind the end.
    let behind = if at >= shown.chars().count() { " " } else { "" };
    let shown = Some(format!("{shown}{behind}").into());
    let source = sources.push(Source { name: "the formula".to_string(), text: shown });
    let column = u32::try_from(at + 1).unwrap_or(1);
    let position = Position { source, line: 1, column };
    let diagnostic = Diagnostic::new(Code::BadFormula, message, remedy);
    let length = u32::try_from(length).unwrap_or(1);
    Rejection { diagnostics: vec![diagnostic.at(position, length)], sources }
}

type Wrong = (String, String);

/// The class of a name, loaded, with what it is about.
fn split<'a>(program: &Program, name: &'a str) -> Result<(&'a str, &'a str), Wrong> {
    let (class, member) = name.rsplit_once('.').unwrap_or(("", name));
    if program.is_supplied() && program.load_class(class).is_none() {
        let message = format!("there is no class `{class}`");
        return Err((message, "name it with its packages, and nested classes as in Outer$Inner".to_string()));
    }
    Ok((class, member))
}

fn field(program: &Program, name: &str) -> Result<Observed, Wrong> {
    let (class, member) = split(program, name)?;
    let facts = program.facts(class);
    let fields = || facts.iter().flat_map(|facts| &facts.fields).filter(|field| field.flags & STATIC != 0);
    let booleans = || fields().filter(|field| field.descriptor == "Z").map(|field| field.name.clone());
    let global = program.global_named(name);
    let is_boolean = match &facts {
        Some(_) => booleans().any(|field| field == member),
        None => global.is_some_and(|global| program.globals[global].ty == Type::Bool),
    };
    let is_final = fields().any(|field| field.name == member && field.flags & FINAL != 0);
    match global {
        // Where its class is initialised, several may change in one step.
        Some(_) if is_boolean && is_final => Err((
            format!("`{name}` is final, so it says nothing about what happens"),
            "name a field that changes".to_string(),
        )),
        Some(global) if is_boolean => Ok(Observed::Field(global)),
        Some(_) | None => {
            let message = format!("`{name}` is no static boolean field");
            let remedy = match nearest(member, booleans()) {
                Some(near) => format!("did you mean {class}.{near}?"),
                None => "name a static field of type boolean, or a method with `()` behind it".to_string(),
            };
            Err((message, remedy))
        }
    }
}

fn method(program: &Program, name: &str) -> Result<Observed, Wrong> {
    let (class, member) = split(program, name)?;
    let facts = program.facts(class);
    let fits = |method: &&ir::MemberFacts| method.flags & STATIC != 0 && method.descriptor == "()Z";
    let methods =
        || facts.iter().flat_map(|facts| &facts.methods).filter(fits).map(|method| method.name.clone());
    let function = match &facts {
        Some(_) => {
            program.function_named(&format!("{name}()Z")).filter(|_| methods().any(|method| method == member))
        }
        None => program.function_named(name).filter(|&function| {
            let declared = &program.functions[function];
            declared.parameters.is_empty() && declared.result == Some(Type::Bool)
        }),
    };
    function.map(Observed::Method).ok_or_else(|| {
        let message = format!("`{name}()` is no static method without parameters that gives a boolean");
        let remedy = match nearest(member, methods()) {
            Some(near) => format!("did you mean {class}.{near}()?"),
            None => "write one that tells what you want to know, without changing anything".to_string(),
        };
        (message, remedy)
    })
}
