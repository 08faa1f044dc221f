//! Class objects: names and kinds of types. Reflection beyond that is not modelled.

use ir::{ClassKind, RefType};

use super::objects::{class_object, described, type_of};
use crate::domain::Domain;
use crate::natives::{Answer, Call, Native, Problem};

natives! {
    find {
        "java.lang.Class.desiredAssertionStatus()Z" => |call| {
            let class = call.class(0)?;
            let enabled = call.machine.assertions && !super::is_library(name_of(&class));
            call.give_bool(enabled)
        },
        "glassbox.castMessage" => |call| {
            let object = call.object(0)?;
            let from = super::objects::descriptor_of(call.machine, object);
            let to = call.class(1)?;
            let message = cast_message(name_of(&from), name_of(&to));
            call.give_text(&message)
        },
        "java.lang.Class.isHidden()Z" => |call| call.give_bool(false),
        "java.lang.Class.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;" => |call| {
            let name = String::from_utf16_lossy(&call.text(0)?);
            let descriptor = match name.as_str() {
                "boolean" => "Z",
                "byte" => "B",
                "char" => "C",
                "short" => "S",
                "int" => "I",
                "long" => "J",
                "float" => "F",
                "double" => "D",
                "void" => "V",
                _ => return Err(Problem::Unsupported),
            };
            let class = class_object(call.machine, descriptor)?;
            call.give(class.into())
        },
        "java.lang.Class.getName()Ljava/lang/String;" => |call| {
            let descriptor = call.class(0)?;
            let name = name_of(&descriptor).to_string();
            let units: Vec<u16> = name.encode_utf16().collect();
            let id = call.machine.image.program().literal(ir::Literal::Text(units.into()));
            let text = super::objects::literal(call.machine, id)?;
            call.give(text.into())
        },
        "java.lang.Class.getComponentType()Ljava/lang/Class;" => |call| {
            let descriptor = call.class(0)?;
            match descriptor.strip_prefix('[') {
                Some(component) => {
                    let class = class_object(call.machine, component)?;
                    call.give(class.into())
                }
                None => call.give(0),
            }
        },
        "java.lang.Class.isPrimitive()Z" => |call| {
            let primitive = call.class(0)?.len() == 1;
            call.give_bool(primitive)
        },
        "java.lang.Class.isArray()Z" => |call| {
            let array = call.class(0)?.starts_with('[');
            call.give_bool(array)
        },
        "java.lang.Class.isInterface()Z" => |call| {
            let descriptor = call.class(0)?;
            let interface = match type_of(call.machine, &descriptor) {
                Some(RefType::Class(class)) => {
                    call.machine.image.program().classes[class].kind == ClassKind::Interface
                }
                Some(RefType::Any | RefType::Array(_)) | None => false,
            };
            call.give_bool(interface)
        },
        "java.lang.Class.getSuperclass()Ljava/lang/Class;" => |call| {
            let descriptor = call.class(0)?;
            let parent = match type_of(call.machine, &descriptor) {
                Some(RefType::Class(class)) => {
                    let program = call.machine.image.program();
                    let declared = &program.classes[class];
                    match declared.kind {
                        ClassKind::Interface => None,
                        ClassKind::Class => {
                            declared.superclass.map(|class| program.class_name(class).to_string())
                        }
                    }
                }
                Some(RefType::Array(_)) => Some("java.lang.Object".to_string()),
                Some(RefType::Any) | None => None,
            };
            match parent {
                Some(parent) => {
                    let class = class_object(call.machine, &format!("L{parent};"))?;
                    call.give(class.into())
                }
                None => call.give(0),
            }
        },
        "java.lang.Class.isInstance(Ljava/lang/Object;)Z" => |call| {
            let is = is_instance(call)?;
            call.give_bool(is)
        },
        "java.lang.Class.cast(Ljava/lang/Object;)Ljava/lang/Object;" => |call| {
            let object = call.reference(1)?;
            // The exception comes from the method's own code.
            if object != 0 && !is_instance(call)? {
                return Ok(Answer::Decline);
            }
            Ok(Answer::Result(Some(call.arguments[1])))
        },
        "java.lang.Class.isAssignableFrom(Ljava/lang/Class;)Z" => |call| {
            let (to, from) = (call.class(0)?, call.class(1)?);
            let fits = match (type_of(call.machine, &to), type_of(call.machine, &from)) {
                (Some(to), Some(from)) => call.machine.image.belongs(from, to),
                _ => to == from,
            };
            call.give_bool(fits)
        },
        // Who calls the method that asks.
        "jdk.internal.reflect.Reflection.getCallerClass()Ljava/lang/Class;" => |call| {
            let owner = super::handles::method_class(call, 1).ok_or(Problem::Unsupported)?;
            let class = class_object(call.machine, &format!("L{owner};"))?;
            call.give(class.into())
        },
        // The library asks for classes by name; programs that do it load classes.
        "java.lang.Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;" => {
            |call| {
                let name = String::from_utf16_lossy(&call.text(0)?);
                if call.reference(2)? != 0 || !super::members::asks_for_library(call) {
                    return Err(Problem::Unsupported);
                }
                let initialise = call.int(1)? != 0;
                let program = call.machine.image.program();
                let class = program.load_class(&name).ok_or(Problem::Unsupported)?;
                let object = class_object(call.machine, &format!("L{name};"))?;
                match program.classes[class].initialiser {
                    Some(initialiser) if initialise && !call.machine.is_initialised(initialiser)? => {
                        Ok(Answer::First(initialiser.function))
                    }
                    Some(_) | None => call.give(object.into()),
                }
            }
        },
        // The library asks for a field to know where it is.
        "java.lang.Class.getDeclaredField(Ljava/lang/String;)Ljava/lang/reflect/Field;" => |call| {
            if !super::handles::is_from_library(call) {
                return Err(Problem::Unsupported);
            }
            super::members::declared_field(call)
        },
        "java.lang.reflect.Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;" => |call| {
            call.object(0)?;
            let descriptor = format!("[{}", call.class(0)?);
            let length = call.int(1)?;
            let Some(RefType::Array(array)) = type_of(call.machine, &descriptor) else {
                return Err(Problem::Unsupported);
            };
            let Ok(length) = usize::try_from(length) else {
                return Err(Problem::Throw("java.lang.NegativeArraySizeException", Some(length.to_string())));
            };
            let element = call.machine.image.program().element_type(array);
            let array = call.machine.make_array(element, length)?;
            call.give(array.into())
        },
        // The constants of an enum come from the method that its compiler writes.
        "java.lang.Class.getEnumConstantsShared()[Ljava/lang/Object;" => |call| {
            let class = call.class(0)?;
            let name = name_of(&class);
            let values = format!("{name}.values()[L{};", name.replace('.', "/"));
            let program = call.machine.image.program();
            program.load_class(name);
            match program.function_named(&values) {
                Some(function) => Ok(Answer::Call(function, Vec::new())),
                None => call.give(0),
            }
        },
        "jdk.internal.misc.Unsafe.ensureClassInitialized(Ljava/lang/Class;)V" => |call| {
            let index = call.arguments.len() - 1;
            let object = call.object(index)?;
            let descriptor = described(call.machine, object)?;
            let Some(RefType::Class(class)) = type_of(call.machine, &descriptor) else {
                return call.nothing();
            };
            match call.machine.image.program().classes[class].initialiser {
                Some(initialiser) if !call.machine.is_initialised(initialiser)? => {
                    Ok(Answer::Call(initialiser.function, Vec::new()))
                }
                Some(_) | None => call.nothing(),
            }
        },
    }
}

fn is_instance<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<bool, Problem<D::Fork>> {
    let descriptor = call.class(0)?;
    let object = call.reference(1)?;
    Ok(object != 0
        && type_of(call.machine, &descriptor)
            .is_some_and(|ty| call.machine.image.belongs(call.machine.heap.ty(object), ty)))
}

/// The name that `Class.getName` gives.
pub(super) fn name_of(descriptor: &str) -> &str {
    match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "V" => "void",
        array if array.starts_with('[') => array,
        object => object.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(object),
    }
}

/// HotSpot's message for a cast that fails. It says where the classes come from; the user's are those
/// of the class path.
pub(super) fn cast_message(from: &str, to: &str) -> String {
    let place = |class: &str| {
        let element = class.trim_start_matches('[');
        let element = element.strip_prefix('L').unwrap_or(element);
        let primitive = class.starts_with('[') && element.len() == 1;
        if primitive || super::throwable::module_of(element).is_some() {
            "module java.base of loader 'bootstrap'"
        } else {
            "unnamed module of loader 'app'"
        }
    };
    let (from_place, to_place) = (place(from), place(to));
    if from_place == to_place {
        format!("class {from} cannot be cast to class {to} ({from} and {to} are in {from_place})")
    } else {
        format!(
            "class {from} cannot be cast to class {to} ({from} is in {from_place}; {to} is in {to_place})"
        )
    }
}
