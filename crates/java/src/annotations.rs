//! What a class file says in annotations, as annotations of the program. Those that are only for the compiler are not in
//! it; whether a running program may see one makes no difference here.

use ir::{Annotation, AnnotationValue, Constant, IntType, Type};
use ristretto_classfile::attributes::{self, AnnotationElement, Attribute};
use ristretto_classfile::{Constant as Entry, ConstantPool};

use crate::descriptor::JavaType;
use crate::world::dotted;

/// The annotations among the attributes of a class, a field or a method. What cannot be read is left out: a
/// damaged annotation does not keep a program from running on a JVM either.
pub(crate) fn read(pool: &ConstantPool<'_>, attributes: &[Attribute]) -> Vec<Annotation> {
    let lists = attributes.iter().filter_map(|attribute| {
        let (Attribute::RuntimeVisibleAnnotations { annotations, .. }
        | Attribute::RuntimeInvisibleAnnotations { annotations, .. }) = attribute
        else {
            return None;
        };
        Some(annotations)
    });
    lists.flatten().filter_map(|found| annotation(pool, found)).collect()
}

fn annotation(pool: &ConstantPool<'_>, found: &attributes::Annotation) -> Option<Annotation> {
    let mut values = Vec::new();
    for pair in &found.elements {
        values.push((text(pool, pair.name_index)?, value(pool, &pair.value)?));
    }
    Some(Annotation { name: type_name(pool, found.type_index)?, values })
}

fn value(pool: &ConstantPool<'_>, element: &AnnotationElement) -> Option<AnnotationValue> {
    use AnnotationElement as E;
    let number = |index: u16, ty: Type| constant(pool, index, ty).map(AnnotationValue::Constant);
    match element {
        E::Boolean { const_value_index } => number(*const_value_index, Type::Bool),
        E::Byte { const_value_index } => number(*const_value_index, Type::Int(IntType::I8)),
        E::Char { const_value_index } => number(*const_value_index, Type::Int(IntType::U16)),
        E::Short { const_value_index } => number(*const_value_index, Type::Int(IntType::I16)),
        E::Int { const_value_index } => number(*const_value_index, Type::I32),
        E::Long { const_value_index } => number(*const_value_index, Type::Int(IntType::I64)),
        E::Float { const_value_index } => number(*const_value_index, Type::Float(ir::FloatType::F32)),
        E::Double { const_value_index } => number(*const_value_index, Type::Float(ir::FloatType::F64)),
        E::String { const_value_index } => text(pool, *const_value_index).map(AnnotationValue::Text),
        E::Enum { type_name_index, const_name_index } => {
            let ty = type_name(pool, *type_name_index)?;
            Some(AnnotationValue::Name(format!("{ty}.{}", text(pool, *const_name_index)?)))
        }
        E::Class { class_info_index } => type_name(pool, *class_info_index).map(AnnotationValue::Name),
        E::Annotation { annotation: inner } => annotation(pool, inner).map(AnnotationValue::Annotation),
        E::Array { values } => {
            let values: Option<Vec<AnnotationValue>> =
                values.iter().map(|element| value(pool, element)).collect();
            values.map(AnnotationValue::List)
        }
    }
}

fn text(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    Some(pool.try_get_utf8(index).ok()?.to_rust_string())
}

/// The type that a descriptor in the pool means, as people write it.
fn type_name(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    let descriptor = text(pool, index)?;
    if descriptor == "V" {
        return Some("void".to_string());
    }
    JavaType::parse(&descriptor).map(|ty| source_name(&ty))
}

fn source_name(ty: &JavaType) -> String {
    match ty {
        JavaType::Boolean => "boolean".to_string(),
        JavaType::Byte => "byte".to_string(),
        JavaType::Char => "char".to_string(),
        JavaType::Short => "short".to_string(),
        JavaType::Int => "int".to_string(),
        JavaType::Long => "long".to_string(),
        JavaType::Float => "float".to_string(),
        JavaType::Double => "double".to_string(),
        JavaType::Object(name) => dotted(name),
        JavaType::Array(element) => format!("{}[]", source_name(element)),
    }
}

/// A number of the pool as a constant of a type that it fits.
fn constant(pool: &ConstantPool<'_>, index: u16, ty: Type) -> Option<Constant> {
    match (pool.get(index)?, ty) {
        (Entry::Integer(value), Type::Bool) => Some(Constant::Bool(*value != 0)),
        (Entry::Integer(value), Type::Int(int)) => {
            let value = i128::from(*value);
            int.contains(value).then(|| Constant::Int(int, int.word(value)))
        }
        (Entry::Long(value), Type::Int(int)) => Some(Constant::Int(int, *value)),
        (Entry::Float(value), Type::Float(ir::FloatType::F32)) => Some(Constant::F32(value.to_bits())),
        (Entry::Double(value), Type::Float(ir::FloatType::F64)) => Some(Constant::F64(value.to_bits())),
        _ => None,
    }
}
