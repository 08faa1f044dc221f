//! Which fields are abstract, from what a user says: `Event.count=signs`.

use std::path::Path;

use ir::{ClassId, Code, Diagnostic, Id as _, IntType, Program, Type};
use threads::abstraction::{Abstraction, Declaration, Place, Plan, parse_declarations};

use crate::input::Input;
use ir::suggest::nearest;

/// What a user says of abstractions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Abstractions {
    /// Fields with abstractions, as in `Event.count=signs`.
    pub fields: Vec<String>,
    /// The text of a file with abstractions, and its name.
    pub declared: Option<(String, String)>,
    /// Whether abstractions are refined until there is an answer.
    pub refine: bool,
}

impl Abstractions {
    /// What is said on the command line, with the file that it names.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn new(fields: &[String], file: Option<&Path>, refine: bool) -> Result<Self, Diagnostic> {
        let declared = match file {
            None => None,
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).map_err(|error| {
                    let what = format!("the file `{name}` with abstractions cannot be read: {error}");
                    Diagnostic::new(
                        Code::Unreadable,
                        what,
                        "name a file that can be read with --abstractions",
                    )
                })?;
                Some((name, text))
            }
        };
        Ok(Abstractions { fields: fields.to_vec(), declared, refine })
    }
}

/// Which fields of a program are abstract.
///
/// # Errors
/// What is wrong with what was said.
pub(crate) fn plan(input: &Input, said: &Abstractions) -> Result<Plan, Diagnostic> {
    let declared = match &said.declared {
        None => Vec::new(),
        Some((name, text)) => parse_declarations(text).map_err(|wrong| {
            let what = format!("{name}:{}: {}", wrong.line, wrong.what);
            Diagnostic::new(
                Code::BadAbstraction,
                what,
                "a line is `abstraction NAME` or `token NAME: CONDITION`",
            )
        })?,
    };
    let mut plan = Plan::default();
    for field in &said.fields {
        let (name, place, abstraction) = one(input, field, &declared)?;
        if plan.places.iter().any(|(_, other, _)| *other == place) {
            let what = format!("`{name}` has two abstractions");
            return Err(Diagnostic::new(Code::BadAbstraction, what, "leave one of them out"));
        }
        plan.places.push((name, place, abstraction));
    }
    Ok(plan)
}

fn one(
    input: &Input,
    said: &str,
    declared: &[Declaration],
) -> Result<(String, Place, Abstraction), Diagnostic> {
    let example = "say which field and how, as in --abstract Event.count=signs";
    let wrong = |what: String, remedy: &str| Diagnostic::new(Code::BadAbstraction, what, remedy);
    let (name, text) = said
        .split_once('=')
        .ok_or_else(|| wrong(format!("`{said}` does not say how the field is abstracted"), example))?;
    let name = name.trim();
    let (class, field) = name
        .rsplit_once('.')
        .filter(|(class, field)| !class.is_empty() && !field.is_empty())
        .ok_or_else(|| wrong(format!("`{name}` does not name a class and a field"), example))?;
    let abstraction = Abstraction::parse(text, declared).map_err(|what| {
        let known = Abstraction::NAMES.iter().map(|name| (*name).to_string());
        let kind = text.trim().split(['(', '{']).next().unwrap_or_default();
        let names = known.chain(declared.iter().map(|declaration| declaration.name().to_string()));
        let names: Vec<String> =
            names.map(|name| name.split(['(', '{']).next().unwrap_or_default().to_string()).collect();
        let remedy = match nearest(kind, names.clone()) {
            Some(near) if near != kind => format!("did you mean `{near}`?"),
            Some(_) | None => format!("there are {}", Abstraction::NAMES.join(", ")),
        };
        wrong(format!("`{text}` is no abstraction: {what}"), &remedy)
    })?;
    let program = &input.program;
    let place = classes(input, class).into_iter().find_map(|class| member(program, class, field));
    let Some((place, ty)) = place else {
        let known = known(program);
        let remedy = match nearest(name, known.iter().cloned()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "the program has no fields of integers".to_string(),
            None => format!(
                "there are {}",
                known.iter().take(8).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ),
        };
        return Err(Diagnostic::new(Code::NoField, format!("there is no field `{name}`"), remedy));
    };
    if integer(ty).is_none() {
        let what = format!("`{name}` is no integer: it cannot be abstracted to {}", abstraction.name);
        return Err(wrong(what, "abstractions are for byte, short, char, int and long"));
    }
    Ok((name.to_string(), place, abstraction))
}

/// The type, if it is an integer that abstractions are for.
fn integer(ty: Type) -> Option<IntType> {
    match ty {
        Type::Int(int) if int.signed || int == IntType::U16 => Some(int),
        Type::Int(_) | Type::Bool | Type::Float(_) | Type::Ref(_) => None,
    }
}

/// The classes that a name may mean: itself, or inside the class or package of the program.
fn classes(input: &Input, name: &str) -> Vec<ClassId> {
    let program = &input.program;
    let mut names = vec![name.to_string(), name.replace('.', "$")];
    if let Some(java) = &input.java {
        names.push(format!("{}${name}", java.class));
        if let Some((package, _)) = java.class.rsplit_once('.') {
            names.push(format!("{package}.{name}"));
        }
    }
    names.iter().filter_map(|name| program.load_class(name)).collect()
}

/// The field of a class or of a superclass.
fn member(program: &Program, class: ClassId, name: &str) -> Option<(Place, Type)> {
    let mut next = Some(class);
    while let Some(class) = next {
        let declared = program.classes.get(class)?;
        let found = declared.fields.iter().find(|&&field| program.fields[field].name == name);
        if let Some(&field) = found {
            return Some((Place::Field(field), program.fields[field].ty));
        }
        let global = program.global_named(&format!("{}.{name}", program.class_name(class)));
        if let Some(global) = global {
            return Some((Place::Global(global), program.globals[global].ty));
        }
        next = declared.superclass;
    }
    None
}

/// The fields of integers of the program's own classes, as a user would name them.
fn known(program: &Program) -> Vec<String> {
    let mut known = Vec::new();
    for index in 0..program.fields.len() {
        let field = &program.fields[ir::FieldId::new(index)];
        let owner = program.class_name(field.owner);
        if !machine::replay::is_library(&format!("{owner}.")) && integer(field.ty).is_some() {
            known.push(format!("{}.{}", owner.rsplit(['.', '$']).next().unwrap_or(owner), field.name));
        }
    }
    for index in 0..program.globals.len() {
        let global = &program.globals[ir::GlobalId::new(index)];
        let made_up = global.name.contains(['<', ' ']);
        if !made_up && !machine::replay::is_library(&global.name) && integer(global.ty).is_some() {
            let mut parts = global.name.rsplit(['.', '$']);
            if let (Some(field), Some(class)) = (parts.next(), parts.next()) {
                known.push(format!("{class}.{field}"));
            }
        }
    }
    known.sort();
    known.dedup();
    known
}
