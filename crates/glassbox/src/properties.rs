//! What the annotations of a method say about the heap: formulas, looked up in the program.

use std::collections::BTreeMap;

use infer::property::{Condition, Context, Problem, Property, read};
use ir::suggest::nearest;
use ir::{Annotated, Code, Diagnostic, FunctionId, IdVec, Position, Program, Source, SourceId};
use java::{Said, Unfit};

use crate::input::{JavaProgram, Rejection, sources};

/// What the annotations of a method say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MethodProperties {
    /// What `@Requires` says.
    pub requires: Option<Property>,
    /// What `@Ensures` says.
    pub ensures: Option<Property>,
}

/// What the annotations of a method say about the heap before and after it.
pub fn properties_of_method(program: &Program, function: FunctionId) -> Result<MethodProperties, Rejection> {
    let property = |annotation: &str, condition: Condition| {
        let found =
            program.annotations.find(Annotated::Function(function), &format!("glassbox.api.{annotation}"));
        let Some(text) = found.as_ref().and_then(|found| found.text("value")) else { return Ok(None) };
        let context = Context::new(program, function, condition);
        let property = read(text, &context);
        let position = program.functions[function].position;
        let name = &program.functions[function].name;
        property.map(Some).map_err(|problem| rejected(program, (name, position), annotation, text, &problem))
    };
    Ok(MethodProperties {
        requires: property("Requires", Condition::Requires)?,
        ensures: property("Ensures", Condition::Ensures)?,
    })
}

/// What specs say about methods of the classes that they describe, as if it stood there.
pub(crate) fn properties_of_specs(
    java: &JavaProgram,
    program: &Program,
) -> Result<BTreeMap<FunctionId, MethodProperties>, Rejection> {
    let mut all = BTreeMap::new();
    for said in java.library.said(program)? {
        let function = match &said.function {
            Ok(function) => *function,
            Err(unfit) => return Err(unfitting(program, &said, unfit)),
        };
        let property = |annotation: &str, text: &Option<String>, condition: Condition| {
            let Some(text) = text else { return Ok(None) };
            let mut context = Context::new(program, function, condition);
            let receiver = usize::from(context.has_receiver());
            for (parameter, name) in context.parameters.iter_mut().skip(receiver).zip(&said.parameters) {
                parameter.name.clone_from(name);
            }
            let named = (said.method.as_str(), said.position);
            let property = read(text, &context);
            property.map(Some).map_err(|problem| rejected(program, named, annotation, text, &problem))
        };
        let properties = MethodProperties {
            requires: property("Requires", &said.requires, Condition::Requires)?,
            ensures: property("Ensures", &said.ensures, Condition::Ensures)?,
        };
        all.insert(function, properties);
    }
    Ok(all)
}

/// What the user is told about a method of a spec that the class does not have.
fn unfitting(program: &Program, said: &Said, unfit: &Unfit) -> Rejection {
    let Said { target, method, .. } = said;
    let (what, remedy) = match unfit {
        Unfit::Missing(known) => {
            let remedy = match nearest(method, known.iter().cloned()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has {}", known.join(", ")),
            };
            (format!("{target} has no method `{method}`"), remedy)
        }
        Unfit::Inherited(owner) => (
            format!("{target} inherits `{method}` from {owner}"),
            format!("say it of {owner}, with @Spec(\"{owner}\")"),
        ),
        Unfit::Abstract => (
            format!("`{method}` of {target} is abstract, so no call goes there"),
            "say it of the classes that implement it".to_string(),
        ),
        Unfit::Annotated => (
            format!("`{method}` of {target} has formulas of its own"),
            "leave out those of the spec".to_string(),
        ),
    };
    let file = &program.sources[said.position.source].name;
    let diagnostic = Diagnostic::new(Code::BadSpec, format!("`{file}`: {what}"), remedy);
    let text = program.sources[said.position.source].text.as_deref();
    let formulas = [("Requires", &said.requires), ("Ensures", &said.ensures)];
    let mut places = formulas.iter().filter_map(|(annotation, formula)| {
        java::Quoted::find(text?, annotation, formula.as_deref()?, said.position.line)?.part(0, 1)
    });
    match places.next() {
        Some((line, column, _)) => {
            let place = Position::new(said.position.source, line, column);
            Rejection { diagnostics: vec![diagnostic.at(place, 1)], sources: sources(program) }
        }
        None => diagnostic.into(),
    }
}

/// What is wrong with a formula: in the source if it is known, otherwise in the formula itself.
fn rejected(
    program: &Program,
    (name, method): (&str, Position),
    annotation: &str,
    text: &str,
    problem: &Problem,
) -> Rejection {
    let diagnostic = Diagnostic::new(Code::BadFormula, problem.message.clone(), problem.remedy.clone());
    let source = &program.sources[method.source];
    let quoted =
        source.text.as_deref().and_then(|code| java::Quoted::find(code, annotation, text, method.line));
    let part = quoted.and_then(|quoted| quoted.part(problem.span.start, problem.span.end));
    if let Some((line, column, length)) = part {
        let place = Position::new(method.source, line, column);
        return Rejection { diagnostics: vec![diagnostic.at(place, length)], sources: sources(program) };
    }
    let mut sources: IdVec<SourceId, Source> = IdVec::new();
    // Tools that point into a text need one line, and something to point at behind the end.
    let shown: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let name = format!("@{annotation} of {name}");
    let source = sources.push(Source { name, text: Some(format!("{shown} ").into()) });
    let small = |number: usize| u32::try_from(number).unwrap_or(1);
    let place = Position::new(source, 1, small(problem.span.start + 1));
    Rejection { diagnostics: vec![diagnostic.at(place, small(problem.span.length()))], sources }
}
