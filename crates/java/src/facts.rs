//! What a class file says about its class that the program may ask for while it runs.

use ir::{ClassFacts, MemberFacts};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ConstantPool};

use crate::world::{JavaClass, dotted};

/// The facts of a class; `None` if the file is damaged.
#[expect(clippy::wildcard_enum_match_arm, reason = "class files have many more attributes")]
pub(crate) fn of(class: &JavaClass) -> Option<ClassFacts> {
    let file = &class.file;
    let pool = &file.constant_pool;
    // Bit 0x20 of a class file's flags is no modifier.
    let own_flags = u32::from((file.access_flags - ClassAccessFlags::SUPER).bits());
    let mut facts = ClassFacts {
        // Java 1 is version 45.
        release: u32::from(file.version.major()).saturating_sub(44),
        flags: own_flags,
        own_flags,
        simple_name: Some(class.name.rsplit('/').next().unwrap_or(&class.name).to_string()),
        ..ClassFacts::default()
    };
    for attribute in &file.attributes {
        match attribute {
            Attribute::Signature { signature_index, .. } => {
                facts.signature = Some(text(pool, *signature_index)?);
            }
            Attribute::InnerClasses { classes, .. } => {
                for inner in classes {
                    let outer = inner.outer_class_info_index;
                    if class_name(pool, inner.class_info_index)? == class.name {
                        facts.flags = inner.access_flags.bits().into();
                        facts.simple_name = match inner.name_index {
                            0 => None,
                            index => Some(text(pool, index)?),
                        };
                        if outer != 0 {
                            facts.declaring = Some(dotted(&class_name(pool, outer)?));
                        }
                    } else if outer != 0 && class_name(pool, outer)? == class.name {
                        facts.members.push(dotted(&class_name(pool, inner.class_info_index)?));
                    }
                }
            }
            Attribute::EnclosingMethod { class_index, method_index, .. } => {
                let method = match *method_index {
                    0 => None,
                    index => {
                        let (name, descriptor) = pool.try_get_name_and_type(index).ok()?;
                        Some((text(pool, *name)?, text(pool, *descriptor)?))
                    }
                };
                facts.enclosing = Some((dotted(&class_name(pool, *class_index)?), method));
            }
            Attribute::NestHost { host_class_index, .. } => {
                facts.nest_host = Some(dotted(&class_name(pool, *host_class_index)?));
            }
            Attribute::PermittedSubclasses { class_indexes, .. } => {
                let names = class_indexes.iter().map(|&index| Some(dotted(&class_name(pool, index)?)));
                facts.permitted = Some(names.collect::<Option<_>>()?);
            }
            Attribute::Record { records, .. } => {
                let components = records
                    .iter()
                    .map(|part| member(pool, part.name_index, part.descriptor_index, 0, &part.attributes));
                facts.components = Some(components.collect::<Option<_>>()?);
            }
            _ => {}
        }
    }
    for field in &file.fields {
        let flags = field.access_flags.bits().into();
        facts.fields.push(member(pool, field.name_index, field.descriptor_index, flags, &field.attributes)?);
    }
    for method in &file.methods {
        let flags = method.access_flags.bits().into();
        facts.methods.push(member(
            pool,
            method.name_index,
            method.descriptor_index,
            flags,
            &method.attributes,
        )?);
    }
    Some(facts)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "class files have many more attributes")]
fn member(
    pool: &ConstantPool<'_>,
    name: u16,
    descriptor: u16,
    flags: u32,
    attributes: &[Attribute],
) -> Option<MemberFacts> {
    let mut facts = MemberFacts {
        name: text(pool, name)?,
        descriptor: text(pool, descriptor)?,
        flags,
        ..MemberFacts::default()
    };
    for attribute in attributes {
        match attribute {
            Attribute::Signature { signature_index, .. } => {
                facts.signature = Some(text(pool, *signature_index)?);
            }
            Attribute::Exceptions { exception_indexes, .. } => {
                for &index in exception_indexes {
                    facts.exceptions.push(dotted(&class_name(pool, index)?));
                }
            }
            other => facts.annotated |= is_annotation(other),
        }
    }
    Some(facts)
}

fn is_annotation(attribute: &Attribute) -> bool {
    matches!(
        attribute,
        Attribute::RuntimeVisibleAnnotations { .. }
            | Attribute::RuntimeVisibleParameterAnnotations { .. }
            | Attribute::RuntimeVisibleTypeAnnotations { .. }
            | Attribute::AnnotationDefault { .. }
    )
}

fn text(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    Some(pool.try_get_utf8(index).ok()?.to_rust_string())
}

fn class_name(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    Some(pool.try_get_class(index).ok()?.to_rust_string())
}
