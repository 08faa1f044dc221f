//! Constants that class files tell: those that fields are declared with, and those of enums.

use ir::{Constant, FloatType, Program, Type};
use ristretto_classfile::FieldAccessFlags;
use ristretto_classfile::attributes::Attribute;

use crate::world::{JavaClass, Library};

impl Library {
    /// The number or truth value that the source gives a final field where it declares it, if that is a constant: every object has it whose
    /// constructor has run.
    pub fn constant(&self, program: &Program, field: ir::FieldId) -> Option<i64> {
        let declared = &program.fields[field];
        let class = self.world(program).load(&program.class_name(declared.owner).replace('.', "/"))?;
        match class.constant_of(&declared.name, declared.ty)? {
            Constant::Bool(is) => Some(i64::from(is)),
            Constant::Int(int, word) => i64::try_from(int.value(word)).ok(),
            Constant::F32(_) | Constant::F64(_) | Constant::Null => None,
        }
    }

    /// How many constants a class has, if it is an enum, or is that of one constant.
    pub fn constants(&self, program: &Program, class: ir::ClassId) -> Option<usize> {
        self.world(program).load(&program.class_name(class).replace('.', "/"))?.constants()
    }
}

impl JavaClass {
    /// The constant that an instance field is declared with.
    fn constant_of(&self, name: &str, ty: Type) -> Option<Constant> {
        let pool = &self.file.constant_pool;
        let is_named = |index: u16| pool.try_get_utf8(index).is_ok_and(|text| text.to_rust_string() == name);
        let field = self.file.fields.iter().find(|field| {
            let flags = field.access_flags;
            flags.contains(FieldAccessFlags::FINAL)
                && !flags.contains(FieldAccessFlags::STATIC)
                && is_named(field.name_index)
        })?;
        constant_value(pool, constant_index(&field.attributes)?, ty)
    }

    /// How many constants it has, if it is an enum; one, if it is the class of a constant with a body of its own.
    fn constants(&self) -> Option<usize> {
        let is_enum = |class: &JavaClass| {
            class.superclass.as_ref().is_some_and(|superclass| superclass.name == "java/lang/Enum")
        };
        if self.superclass.as_deref().is_some_and(is_enum) {
            return Some(1);
        }
        let constants =
            self.file.fields.iter().filter(|field| field.access_flags.contains(FieldAccessFlags::ENUM));
        is_enum(self).then(|| constants.count())
    }
}

/// Where the constant of a field is in the pool.
pub(crate) fn constant_index(attributes: &[Attribute]) -> Option<u16> {
    attributes.iter().find_map(|attribute| {
        let Attribute::ConstantValue { constant_value_index, .. } = attribute else { return None };
        Some(*constant_value_index)
    })
}

/// The number that a constant gives a field; `None` for strings.
pub(crate) fn constant_value(
    pool: &ristretto_classfile::ConstantPool<'_>,
    index: u16,
    ty: Type,
) -> Option<Constant> {
    use ristretto_classfile::Constant as C;
    match (pool.get(index)?, ty) {
        (C::Integer(value), Type::Bool) => Some(Constant::Bool(*value != 0)),
        (C::Integer(value), Type::Int(int)) => {
            let modulus = 1i128 << int.width.bits();
            let low = i128::from(*value).rem_euclid(modulus);
            let value = if int.contains(low) { low } else { low - modulus };
            Some(Constant::Int(int, int.word(value)))
        }
        (C::Long(value), Type::Int(int)) => Some(Constant::Int(int, *value)),
        (C::Float(value), Type::Float(FloatType::F32)) => Some(Constant::F32(value.to_bits())),
        (C::Double(value), Type::Float(FloatType::F64)) => Some(Constant::F64(value.to_bits())),
        _ => None,
    }
}
