//! What a check of a method takes for granted, and which of its heaps may be none.

use std::collections::BTreeSet;

use infer::reach::Touched;
use infer::universe::{Atom, type_name};
use infer::{PreState, Question, Setting};
use ir::{ClassId, Program, RefType, Type};

use crate::input::JavaProgram;

/// What is taken for granted of the heap before the call, and of the library.
pub(crate) fn assumed(java: &JavaProgram, question: &Question<'_>, setting: &Setting) -> Vec<String> {
    let program = question.program;
    let mut assumptions =
        vec!["static fields have the values that they get when their classes are initialised".to_string()];
    for &ty in &setting.reach.nothing {
        let name = type_name(program, ty);
        assumptions.push(format!("whatever has the type {name} is null before the call"));
    }
    for class in lambdas(java, question, setting) {
        let name = type_name(program, RefType::Class(class));
        assumptions.push(format!("whatever has the type {name} before the call is no lambda"));
    }
    for ty in alike(program, setting) {
        let name = type_name(program, ty);
        assumptions
            .push(format!("no array of type {name} before the call was made for elements of a subclass"));
    }
    assumptions.extend(specified(program, setting));
    assumptions
}

/// Interfaces that lambdas can implement, of places that have objects before the call.
fn lambdas(java: &JavaProgram, question: &Question<'_>, setting: &Setting) -> Vec<ClassId> {
    let program = question.program;
    let reach = &setting.reach;
    let parameters = program.functions[question.function].parameters.iter().map(|parameter| parameter.ty);
    let fields = reach.fields.iter().map(|&field| program.fields[field].ty);
    let elements = reach.types.iter().filter_map(|&ty| match ty {
        RefType::Array(array) => Some(program.element_type(array)),
        RefType::Class(_) | RefType::Any => None,
    });
    let classes = parameters.chain(fields).chain(elements).filter_map(|ty| match ty {
        Type::Ref(ty @ RefType::Class(class)) if !reach.nothing.contains(&ty) => Some(class),
        Type::Ref(_) | Type::Bool | Type::Int(_) | Type::Float(_) => None,
    });
    let classes: BTreeSet<ClassId> = classes.collect();
    let mut classes: Vec<ClassId> = classes.into_iter().collect();
    classes.retain(|&class| java.library.is_functional(program, class));
    classes
}

/// Types of arrays into which something is stored that not every array of a subtype could hold, where there is none.
fn alike(program: &Program, setting: &Setting) -> BTreeSet<RefType> {
    let reach = &setting.reach;
    let is_lacking = |array: RefType| {
        let RefType::Array(of) = array else { return false };
        let Type::Ref(element) = program.element_type(of) else { return false };
        let below = |&&ty: &&RefType| ty != element && program.is_subtype(ty, element);
        let has = |ty: RefType| {
            let found = program.find_array_type(Type::Ref(ty));
            found.is_some_and(|found| reach.types.contains(&RefType::Array(found)))
        };
        reach.types.contains(&array) && reach.types.iter().filter(below).any(|&ty| !has(ty))
    };
    let written = reach.effects.values().flat_map(|effects| &effects.writes);
    let arrays = written.filter_map(|touched| match *touched {
        Touched::Elements(ty) => Some(ty),
        Touched::Field(_) | Touched::Global(_) | Touched::Made(_) => None,
    });
    arrays.filter(|&ty| is_lacking(ty)).collect()
}

/// Why a heap may be one that no program has, in words that follow "not supported:". What is true of all objects of a class of the library is
/// not known unless there is a specification, and constants of an enum are made by nobody but their class.
pub(crate) fn doubt(
    java: &JavaProgram,
    question: &Question<'_>,
    setting: &Setting,
    state: &PreState,
) -> Option<String> {
    let (program, reach) = (question.program, &setting.reach);
    let doubt_of = |class: ClassId| {
        let name = program.class_name(class);
        let is_looked_into = |&field: &ir::FieldId| program.is_subclass(class, program.fields[field].owner);
        if !reach.fields.iter().any(is_looked_into) {
            None
        } else if java.library.constants(program, class).is_some() {
            Some(format!("an object of the enum {name} that has other fields than its constants may have"))
        } else if machine::replay::is_library(name)
            && !reach.specified.contains_key(&class)
            && !java::models::is_boxed(name)
        {
            Some(format!("an object of class {name} before the call, whose fields may not fit together"))
        } else {
            None
        }
    };
    let doubt_at = |atom: Atom| match setting.universe.ty(atom) {
        RefType::Class(class) => doubt_of(class),
        RefType::Array(_) | RefType::Any => None,
    };
    // What nothing but such objects refers to changes nothing.
    let parameters = program.functions[question.function].parameters.iter().zip(&state.parameters);
    let parameters = parameters.filter(|(parameter, _)| parameter.ty.is_ref()).map(|(_, &value)| value);
    let fields = state
        .fields
        .iter()
        .filter(|&(&(field, atom), _)| program.fields[field].ty.is_ref() && doubt_at(atom).is_none());
    let elements = state.elements.iter().filter(|&(&(array, _), _)| match setting.universe.ty(array) {
        RefType::Array(array) => program.element_type(array).is_ref(),
        RefType::Class(_) | RefType::Any => false,
    });
    let values = parameters.chain(fields.map(|(_, &value)| value)).chain(elements.map(|(_, &value)| value));
    let atoms = values.filter_map(|value| u32::try_from(value - 1).ok());
    let atoms: BTreeSet<Atom> = atoms.collect();
    atoms.into_iter().find_map(doubt_at)
}

/// What is assumed about the library where its classes take part as specifications.
fn specified(program: &Program, setting: &Setting) -> Vec<String> {
    let reach = &setting.reach;
    let name = |class: ClassId| type_name(program, RefType::Class(class));
    let qualified = |class: &ClassId| program.class_name(*class).replace('$', ".");
    let list = |classes: &mut dyn Iterator<Item = String>| {
        let names: BTreeSet<String> = classes.collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    let mut assumptions = Vec::new();
    if !reach.specified.is_empty() {
        let classes = list(&mut reach.specified.keys().map(qualified));
        assumptions.push(format!("classes of the library do what their specifications say: {classes}"));
    }
    for (&class, standing) in &reach.standing {
        let classes = list(&mut standing.iter().map(|&class| name(class))).replace(", ", " or ");
        assumptions.push(format!(
            "of the library's classes, whatever has the type {} before the call is {classes}",
            name(class)
        ));
    }
    if !reach.apart.is_empty() {
        let classes = list(&mut reach.apart.iter().map(|&class| name(class)));
        assumptions.push(format!("whatever has the type Object before the call is none of {classes}"));
    }
    if reach.specified.keys().any(|&class| name(class).contains("Hash")) {
        let what = "equals and hashCode keep their contract, and what is in a hash map or set does not change in them";
        assumptions.push(what.to_string());
    }
    let is_sorted = |name: &str| name.starts_with("Tree") || name == "PriorityQueue";
    if reach.specified.keys().any(|&class| is_sorted(&name(class))) {
        let what = "compareTo and comparators keep their contract, and what is in a sorted map, set or queue does not change its order in them";
        assumptions.push(what.to_string());
    }
    for &class in &reach.values {
        assumptions
            .push(format!("formulas do not tell objects of {} with the same value apart", name(class)));
    }
    assumptions
}
