//! What the columns of relations have in common, and how people call it.

use ir::{ClassId, ClassKind, Program, RefType, Type};

use crate::property::core::{Column, Sort};
use crate::property::names::simple_name;

/// Whether a value can be of both sorts.
fn overlap(program: &Program, one: Sort, other: Sort) -> bool {
    match (one, other) {
        (Sort::Int, Sort::Int) | (Sort::Bool, Sort::Bool) => true,
        (Sort::Ref(one), Sort::Ref(other)) => {
            program.is_subtype(one, other)
                || program.is_subtype(other, one)
                || is_open(program, one)
                    && is_open(program, other)
                    && (is_interface(program, one) || is_interface(program, other))
        }
        (Sort::Int | Sort::Bool | Sort::Ref(_), _) => false,
    }
}

/// Whether objects of a type can belong to types that the program does not say.
fn is_open(program: &Program, ty: RefType) -> bool {
    match ty {
        RefType::Any | RefType::Class(_) => true,
        // Which interfaces arrays have is known.
        RefType::Array(array) => match program.element_type(array) {
            Type::Ref(element) => is_open(program, element),
            Type::Bool | Type::Int(_) | Type::Float(_) => false,
        },
    }
}

/// Whether subclasses of others can belong to a type too, or nobody knows.
fn is_interface(program: &Program, ty: RefType) -> bool {
    match ty {
        RefType::Class(class) => {
            program.classes.get(class).is_none_or(|class| class.kind == ClassKind::Interface)
        }
        RefType::Any | RefType::Array(_) => false,
    }
}

/// What can stand in both columns.
pub(super) fn meet(program: &Program, one: &Column, other: &Column) -> Column {
    let mut common = Vec::new();
    for &first in one.sorts() {
        for &second in other.sorts() {
            if overlap(program, first, second) {
                let second_is_smaller = match (first, second) {
                    (Sort::Ref(first), Sort::Ref(second)) => program.is_subtype(second, first),
                    (Sort::Int | Sort::Bool | Sort::Ref(_), _) => false,
                };
                common.push(if second_is_smaller { second } else { first });
            }
        }
    }
    Column::new(common)
}

/// What can stand in either column. What belongs to another sort of the column anyway is left out.
pub(super) fn either(program: &Program, one: &Column, other: &Column) -> Column {
    let all = Column::new(one.sorts().iter().chain(other.sorts()).copied());
    let is_smaller = |sort: Sort, than: Sort| match (sort, than) {
        (Sort::Ref(sort), Sort::Ref(than)) => sort != than && program.is_subtype(sort, than),
        (Sort::Int | Sort::Bool | Sort::Ref(_), _) => false,
    };
    let kept = all.sorts().iter().copied();
    Column::new(kept.filter(|&sort| !all.sorts().iter().any(|&other| is_smaller(sort, other))))
}

/// Whether values of different kinds can stand in a column: numbers beside objects, say.
pub(super) fn is_mixed(column: &Column) -> bool {
    let kinds = [Sort::Int, Sort::Bool].map(|kind| column.sorts().contains(&kind));
    let objects = column.sorts().iter().any(|sort| matches!(sort, Sort::Ref(_)));
    usize::from(kinds[0]) + usize::from(kinds[1]) + usize::from(objects) > 1
}

/// What can stand in a column, as people call it.
pub(super) fn shown(program: &Program, column: &Column) -> String {
    let sorts: Vec<String> = column.sorts().iter().map(|&sort| shown_sort(program, sort)).collect();
    if sorts.is_empty() { "nothing".to_string() } else { sorts.join(" or ") }
}

fn shown_sort(program: &Program, sort: Sort) -> String {
    match sort {
        Sort::Int => "numbers".to_string(),
        Sort::Bool => "truth values".to_string(),
        Sort::Ref(RefType::Any) => "objects".to_string(),
        Sort::Ref(RefType::Class(class)) => format!("objects of {}", class_name(program, class)),
        Sort::Ref(RefType::Array(array)) => {
            format!("arrays of {}", element_name(program, program.element_type(array)))
        }
    }
}

fn element_name(program: &Program, ty: Type) -> String {
    match ty {
        Type::Bool => "truth values".to_string(),
        Type::Int(_) | Type::Float(_) => "numbers".to_string(),
        Type::Ref(RefType::Any) => "objects".to_string(),
        Type::Ref(RefType::Class(class)) => class_name(program, class).to_string(),
        Type::Ref(RefType::Array(array)) => {
            format!("arrays of {}", element_name(program, program.element_type(array)))
        }
    }
}

pub(super) fn class_name(program: &Program, class: ClassId) -> &str {
    simple_name(program.class_name(class))
}
