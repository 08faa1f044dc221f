//! Arguments of calls: what people write for them, and the functions that make them.
//!
//! | type | what people write |
//! |---|---|
//! | `boolean`, `Boolean` | `false`, `true` |
//! | whole and broken numbers, boxed or not | numbers of the type |
//! | `char`, `Character` | a character that is no digit, or the number of one |
//! | `String`, `CharSequence` | the text |
//! | an enum | the name of a constant |
//! | `Object`, `Number`, `Comparable`, `Serializable` | a number, for an `Integer` |
//! | an array | `[]`, `[1 2]`: its elements, with spaces between them |
//! | a class with a constructor without parameters | `new`, and `new2`, `new3` for other objects |
//! | any class or array | `null` |

use std::sync::Arc;

use ir::{
    ClassId, Constant, FunctionId, IntType, Operand, Place, Program, RefType, Rvalue, StatementKind, Type,
};

use crate::descriptor::JavaType;
use crate::synthesis::{Value, Writer, is_primitive, object, wrapper_of};
use crate::world::{JavaClass, Library, World, dotted};

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A number, a truth value or `null`.
    Constant(Constant),
    /// The object that a function without parameters makes.
    Made(FunctionId),
}

/// The types that have wrappers.
const PRIMITIVES: [JavaType; 8] = [
    JavaType::Boolean,
    JavaType::Byte,
    JavaType::Char,
    JavaType::Short,
    JavaType::Int,
    JavaType::Long,
    JavaType::Float,
    JavaType::Double,
];

impl Library {
    /// The argument of a type that people write as this text; `None` if the type has no such value.
    /// The documentation of the module `arguments` has the forms.
    pub fn argument(&self, program: &Program, ty: &JavaType, text: &str) -> Option<Argument> {
        let world = self.world(program);
        let whole = |low: i64, high: i64| -> Option<Constant> {
            let value: i64 = text.parse().ok()?;
            (low..=high).contains(&value).then_some(Constant::Int(IntType::I32, value))
        };
        let constant = match ty {
            JavaType::Boolean => Constant::i32(text.parse::<bool>().ok()?.into()),
            JavaType::Byte => whole(i8::MIN.into(), i8::MAX.into())?,
            JavaType::Short => whole(i16::MIN.into(), i16::MAX.into())?,
            JavaType::Int => whole(i32::MIN.into(), i32::MAX.into())?,
            JavaType::Char => match whole(0, u16::MAX.into()) {
                Some(constant) => constant,
                None => {
                    let mut units = text.encode_utf16();
                    let (unit, None) = (units.next()?, units.next()) else { return None };
                    Constant::i32(unit.into())
                }
            },
            JavaType::Long => Constant::Int(IntType::I64, text.parse().ok()?),
            JavaType::Float => Constant::F32(text.parse::<f32>().ok()?.to_bits()),
            JavaType::Double => Constant::F64(text.parse::<f64>().ok()?.to_bits()),
            JavaType::Object(_) | JavaType::Array(_) if text == "null" => Constant::Null,
            JavaType::Object(name) => return world.made(name, text).map(Argument::Made),
            JavaType::Array(element) => return world.array(ty, element, text).map(Argument::Made),
        };
        Some(Argument::Constant(constant))
    }

    /// The values that a type has by itself: both truth values, the constants of an enum.
    pub fn all_values(&self, program: &Program, ty: &JavaType) -> Option<Vec<String>> {
        match ty {
            JavaType::Boolean => Some(vec!["false".to_string(), "true".to_string()]),
            JavaType::Object(name) if &**name == "java/lang/Boolean" => {
                self.all_values(program, &JavaType::Boolean)
            }
            JavaType::Object(name) => self.world(program).enum_constants(name),
            JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double
            | JavaType::Array(_) => None,
        }
    }

    /// The classes whose objects people think of as values, as they do of numbers: boxed numbers, texts,
    /// the constants of enums.
    pub fn value_classes(&self, program: &Program) -> Vec<ClassId> {
        let world = self.world(program);
        let boxed = PRIMITIVES.iter().map(wrapper_of);
        let names = boxed.chain(["java/lang/String", "java/lang/Enum"]);
        names.filter_map(|name| Some(world.load(name)?.id)).collect()
    }
}

impl World<'_> {
    /// The names of the constants of an enum.
    fn enum_constants(&self, name: &str) -> Option<Vec<String>> {
        const ENUM: u32 = 0x4000;
        let class = self.load(name)?;
        let facts = crate::facts::of(&class)?;
        if facts.flags & ENUM == 0 {
            return None;
        }
        let constants = facts.fields.into_iter().filter(|field| field.flags & ENUM != 0);
        Some(constants.map(|field| field.name).collect())
    }

    /// The function that makes the object of a class that people write as this text.
    fn made(&self, name: &str, text: &str) -> Option<FunctionId> {
        let class = self.load(name)?;
        if let Some(constants) = self.enum_constants(name) {
            let ty = format!("L{name};");
            return constants.iter().any(|constant| constant == text).then(|| {
                self.synthetic(&class, format!("<{}.{text}>", dotted(name)), |writer| {
                    writer.static_field(name, text, &ty)
                })
            });
        }
        let string = self.load("java/lang/String")?;
        let holds = |value: &JavaClass| self.fits(RefType::Class(value.id), RefType::Class(class.id));
        if name == "java/lang/String" || name == "java/lang/CharSequence" {
            return Some(
                self.synthetic(&string, format!("<text {text:?}>"), |writer| writer.text(text).operand),
            );
        }
        if let Some(function) = self.fresh(&class, text) {
            return Some(function);
        }
        let primitive = match name {
            "java/lang/Boolean" => JavaType::Boolean,
            "java/lang/Byte" => JavaType::Byte,
            "java/lang/Character" => JavaType::Char,
            "java/lang/Short" => JavaType::Short,
            "java/lang/Long" => JavaType::Long,
            "java/lang/Float" => JavaType::Float,
            "java/lang/Double" => JavaType::Double,
            _ => JavaType::Int,
        };
        let wrapper = wrapper_of(&primitive);
        let wrapped = self.load(wrapper)?;
        let interface =
            ["java/lang/Comparable", "java/lang/Number", "java/lang/Object", "java/io/Serializable"];
        if name != wrapper && !interface.contains(&name) || !holds(&wrapped) {
            return None;
        }
        let Argument::Constant(constant) = self.library.argument(self.program(), &primitive, text)? else {
            return None;
        };
        debug_assert!(is_primitive(&primitive));
        let descriptor = format!("({primitive})L{wrapper};");
        Some(self.synthetic(&wrapped, format!("<{} {text}>", dotted(wrapper)), |writer| {
            let value = Value { operand: constant.into(), ty: primitive.clone() };
            writer.invoke_static(wrapper, "valueOf", &descriptor, &[value]).operand
        }))
    }

    /// The function that makes an object with the constructor without parameters, if that is what the
    /// text says and the class has one. Different texts are different objects.
    fn fresh(&self, class: &Arc<JavaClass>, text: &str) -> Option<FunctionId> {
        let number = text.strip_prefix("new")?;
        if !number.bytes().all(|byte| byte.is_ascii_digit()) || class.is_abstract() || class.is_interface() {
            return None;
        }
        class.method("<init>", "()V").filter(|method| !method.is_private())?;
        Some(self.synthetic(class, format!("<{text} of {}>", dotted(&class.name)), |writer| {
            writer.make(&class.name, "()V", &[]).operand
        }))
    }

    /// The function that makes the array that people write as this text.
    fn array(&self, ty: &JavaType, element: &JavaType, text: &str) -> Option<FunctionId> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let arguments: Vec<Argument> = inner
            .split_whitespace()
            .map(|text| self.library.argument(self.program(), element, text))
            .collect::<Option<_>>()?;
        let length = i32::try_from(arguments.len()).ok()?;
        let class = self.load("java/lang/Object")?;
        self.load_type(ty);
        let (array, stored) = (self.array_of(element), self.ir_type(element));
        Some(self.synthetic(&class, format!("<array {ty} {inner:?}>"), |writer| {
            let to = writer.local(Type::Ref(RefType::Array(array)));
            let length = Constant::i32(length).into();
            writer.builder.push(StatementKind::NewArray { to, array, length });
            for (argument, index) in arguments.iter().zip(0..) {
                let value = match argument {
                    Argument::Constant(constant) => narrowed(*constant, stored).into(),
                    Argument::Made(function) => {
                        let made = writer.call_function(*function, Type::ANY, &object("java/lang/Object"));
                        writer.fitting(&made, stored)
                    }
                };
                let index = Constant::i32(index).into();
                writer.builder.push(StatementKind::Store { to: Place::Element { array: to, index }, value });
            }
            to.into()
        }))
    }
}

/// The constant as an element of an array of the type.
fn narrowed(constant: Constant, ty: Type) -> Constant {
    match (constant, ty) {
        (Constant::Int(_, value), Type::Bool) => Constant::Bool(value != 0),
        (Constant::Int(_, value), Type::Int(int)) => Constant::Int(int, value),
        (
            Constant::Int(..) | Constant::Bool(_) | Constant::F32(_) | Constant::F64(_) | Constant::Null,
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_),
        ) => constant,
    }
}

impl Writer<'_> {
    /// Reads a static field, after its class is initialised.
    fn static_field(&mut self, owner: &str, name: &str, descriptor: &str) -> Operand {
        let null: Operand = Constant::Null.into();
        let Some(class) = self.world.load(owner) else { return null };
        if self.world.needs_initialising(class.id) {
            self.builder.push(StatementKind::Initialise { class: class.id });
        }
        match class.fields.get(&(name.to_string(), descriptor.to_string())) {
            Some(crate::world::FieldInfo::Static(global)) => {
                let ty = self.world.program().globals[*global].ty;
                self.assign(ty, Rvalue::Load(Place::Global(*global))).into()
            }
            Some(crate::world::FieldInfo::Instance(_)) | None => null,
        }
    }
}
