//! What the annotations of a method say about the heap: formulas, looked up in the program.

use infer::property::{Condition, Context, Problem, Property, read};
use ir::{Annotated, Code, Diagnostic, FunctionId, IdVec, Position, Program, Source, SourceId};

use crate::input::{Rejection, sources};

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
        property.map(Some).map_err(|problem| rejected(program, function, annotation, text, &problem))
    };
    Ok(MethodProperties {
        requires: property("Requires", Condition::Requires)?,
        ensures: property("Ensures", Condition::Ensures)?,
    })
}

/// What is wrong with a formula: in the source if it is known, otherwise in the formula itself.
fn rejected(
    program: &Program,
    function: FunctionId,
    annotation: &str,
    text: &str,
    problem: &Problem,
) -> Rejection {
    let diagnostic = Diagnostic::new(Code::BadFormula, problem.message.clone(), problem.remedy.clone());
    let method = program.functions[function].position;
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
    let name = format!("@{annotation} of {}", program.functions[function].name);
    let source = sources.push(Source { name, text: Some(format!("{shown} ").into()) });
    let small = |number: usize| u32::try_from(number).unwrap_or(1);
    let place = Position::new(source, 1, small(problem.span.start + 1));
    Rejection { diagnostics: vec![diagnostic.at(place, small(problem.span.length()))], sources }
}
