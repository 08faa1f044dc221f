//! Words as people see them.

use std::fmt::Write as _;

use ir::{FloatType, IntType, Program, RefType, Type};

use crate::heap::{Heap, Reference};
use crate::word::{self, Word};

/// A word of the type: numbers as in the text format, but without suffix; objects as `Node#3`, where
/// the number tells objects apart; arrays as `i32[4]#5`.
pub fn show(program: &Program, heap: &Heap<Word>, ty: Type, word: Word) -> String {
    match ty {
        Type::Bool => (word != 0).to_string(),
        Type::Int(int) => int.value(word as i64).to_string(),
        Type::Float(FloatType::F32) => format!("{:?}", word::to_f32(word)),
        Type::Float(FloatType::F64) => format!("{:?}", word::to_f64(word)),
        Type::Ref(_) => show_reference(program, heap, word as Reference),
    }
}

/// A type as the source writes it: the text format has names of its own for numbers, and quotes other names.
fn type_name(program: &Program, ty: Type) -> String {
    if !program.is_supplied() {
        return program.printer().ty(ty).to_string();
    }
    match ty {
        Type::Bool => "boolean".to_string(),
        Type::Int(IntType::I8) => "byte".to_string(),
        Type::Int(IntType::I16) => "short".to_string(),
        Type::Int(IntType::U16) => "char".to_string(),
        Type::Int(IntType::I32) => "int".to_string(),
        Type::Int(IntType::I64) => "long".to_string(),
        Type::Float(FloatType::F32) => "float".to_string(),
        Type::Float(FloatType::F64) => "double".to_string(),
        Type::Ref(RefType::Class(class)) => program.class_name(class).to_string(),
        Type::Ref(RefType::Array(array)) => format!("{}[]", type_name(program, program.element_type(array))),
        Type::Int(_) | Type::Ref(RefType::Any) => program.printer().ty(ty).to_string(),
    }
}

/// A reference: `null`, `Node#3` or `i32[4]#5`.
pub fn show_reference(program: &Program, heap: &Heap<Word>, reference: Reference) -> String {
    if reference == 0 {
        return "null".to_string();
    }
    match heap.ty(reference) {
        RefType::Class(class) => format!("{}#{reference}", program.classes[class].name),
        RefType::Array(array) => {
            let mut shown = type_name(program, program.element_type(array));
            // The length belongs to the outermost dimension, which is written first.
            let at = shown.find("[]").unwrap_or(shown.len());
            shown.insert_str(at, &format!("[{}]", heap.length(reference)));
            write!(shown, "#{reference}").expect("writing to a string does not fail");
            shown
        }
        RefType::Any => format!("#{reference}"),
    }
}
