//! Types of Java as types of the intermediate form, and how they relate.

use ir::{ArrayTypeId, ClassId, ClassKind, FloatType, IntType, RefType, Type};

use crate::descriptor::JavaType;
use crate::world::{World, dotted};

impl World<'_> {
    /// The class of that internal name, which need not exist.
    pub(crate) fn declare(&self, name: &str) -> ClassId {
        self.program.declare_class(&dotted(name))
    }

    /// The reference type of a declared type.
    pub(crate) fn ref_type(&self, ty: &JavaType) -> RefType {
        match ty {
            JavaType::Object(name) if &**name == "java/lang/Object" => RefType::Any,
            JavaType::Object(name) => RefType::Class(self.declare(name)),
            JavaType::Array(element) => RefType::Array(self.array_of(element)),
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double => RefType::Any,
        }
    }

    /// The type of a field or array element.
    pub(crate) fn ir_type(&self, ty: &JavaType) -> Type {
        match ty {
            JavaType::Boolean => Type::Bool,
            JavaType::Byte => Type::Int(IntType::I8),
            JavaType::Char => Type::Int(IntType::U16),
            JavaType::Short => Type::Int(IntType::I16),
            JavaType::Int => Type::I32,
            JavaType::Long => Type::I64,
            JavaType::Float => Type::Float(FloatType::F32),
            JavaType::Double => Type::Float(FloatType::F64),
            JavaType::Object(_) | JavaType::Array(_) => Type::Ref(self.ref_type(ty)),
        }
    }

    /// The type of a local, parameter or result: narrow integers are `i32`.
    pub(crate) fn local_type(&self, ty: &JavaType) -> Type {
        match ty {
            JavaType::Boolean | JavaType::Byte | JavaType::Char | JavaType::Short => Type::I32,
            JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double
            | JavaType::Object(_)
            | JavaType::Array(_) => self.ir_type(ty),
        }
    }

    pub(crate) fn array_of(&self, element: &JavaType) -> ArrayTypeId {
        self.program.array_type(self.ir_type(element))
    }

    pub(crate) fn object_array(&self) -> ArrayTypeId {
        self.program.array_type(Type::ANY)
    }

    pub(crate) fn throwable(&self) -> RefType {
        RefType::Class(self.declare("java/lang/Throwable"))
    }

    pub(crate) fn string(&self) -> RefType {
        RefType::Class(self.declare("java/lang/String"))
    }

    pub(crate) fn class_class(&self) -> RefType {
        RefType::Class(self.declare("java/lang/Class"))
    }

    /// The type of the elements of an array type, if they are references.
    pub(crate) fn element(&self, ty: RefType) -> Option<RefType> {
        match ty {
            RefType::Array(array) => match self.program.element_type(array) {
                Type::Ref(element) => Some(element),
                Type::Bool | Type::Int(_) | Type::Float(_) => None,
            },
            RefType::Any | RefType::Class(_) => None,
        }
    }

    /// Loads the class that a type is about, if it is about one.
    pub(crate) fn load_type(&self, ty: &JavaType) {
        match ty {
            JavaType::Object(name) => drop(self.load(name)),
            JavaType::Array(element) => self.load_type(element),
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double => {}
        }
    }

    pub(crate) fn load_id(&self, class: ClassId) -> bool {
        if self.program.is_loaded(class) {
            return true;
        }
        let name = self.program.class_name(class).replace('.', "/");
        self.load(&name).is_some()
    }

    /// Whether a reference of a type may go where another is expected, as the verifier sees it.
    pub(crate) fn fits(&self, from: RefType, to: RefType) -> bool {
        if from == to || to == RefType::Any {
            return true;
        }
        match to {
            RefType::Class(class) => {
                if !self.load_id(class) {
                    return false;
                }
                if self.program.classes[class].kind == ClassKind::Interface {
                    return true;
                }
                match from {
                    RefType::Class(sub) => self.load_id(sub) && self.program.is_subclass(sub, class),
                    RefType::Any | RefType::Array(_) => false,
                }
            }
            RefType::Array(_) => {
                // The elements' classes must be known to be compared.
                for ty in [from, to] {
                    let mut ty = ty;
                    while let Some(element) = self.element(ty) {
                        ty = element;
                    }
                    if let RefType::Class(class) = ty {
                        self.load_id(class);
                    }
                }
                self.program.is_subtype(from, to)
            }
            RefType::Any => true,
        }
    }

    /// The most specific type that two types fit.
    pub(crate) fn join(&self, a: RefType, b: RefType) -> RefType {
        if a == b {
            return a;
        }
        match (a, b) {
            (RefType::Class(a), RefType::Class(b)) => {
                if !self.load_id(a) || !self.load_id(b) {
                    return RefType::Any;
                }
                // Interfaces say nothing that the verifier would believe.
                let interface = |class: ClassId| self.program.classes[class].kind == ClassKind::Interface;
                if interface(a) || interface(b) {
                    return RefType::Any;
                }
                let mut current = Some(a);
                while let Some(class) = current {
                    let next = self.program.classes[class].superclass;
                    // The root of all classes is not among the types of variables.
                    if next.is_none() {
                        break;
                    }
                    if self.program.is_subclass(b, class) {
                        return RefType::Class(class);
                    }
                    current = next;
                }
                RefType::Any
            }
            (RefType::Array(_), RefType::Array(_)) => match (self.element(a), self.element(b)) {
                (Some(a), Some(b)) => RefType::Array(self.program.array_type(Type::Ref(self.join(a, b)))),
                _ => RefType::Any,
            },
            _ => RefType::Any,
        }
    }
}
