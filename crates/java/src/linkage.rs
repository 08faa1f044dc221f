//! Errors of linkage: what the JVM throws where classes do not fit together (JVMS 5.4).
//!
//! A class was compiled against others, and these may be gone or changed when the program runs. The JVM looks
//! at that when an instruction that names a class, a field or a method is executed for the first time, and
//! throws there; so do we: the instruction becomes a call of a function that makes the error and throws it. Every
//! engine then treats it as what it is, an exception of the program, and none has to know about it. What is looked
//! at, in which order, and the words are those of HotSpot's link resolver:
//!
//! - A class that is not there is a `NoClassDefFoundError`, also where only its superclass is missing. It
//!   comes before everything else that the instruction does: before a negative length, before `null`. Only `checkcast`
//!   and `instanceof` do not ask for the class of `null`.
//! - A class that may not be used is an `IllegalAccessError`; one of which there are no objects, an `InstantiationError`.
//! - A method or field that is not there is a `NoSuchMethodError` or a `NoSuchFieldError`, also if only its type has changed;
//!   one that is static where it should not be (or the other way round), an interface where a class was
//!   expected, and the like, an `IncompatibleClassChangeError`; one that may not be used, an `IllegalAccessError`.
//!
//! A class file that is *damaged* has no such meaning: an execution that needs it ends because of the input. Nor has
//! a part of the class library that we do not have: that is a limit of ours.
//!
//! What the JVM's verifier finds when it links a whole class is in the module `verification`.

use std::sync::Arc;

use ir::{Body, ClassId, Code, Constant, Diagnostic, FunctionId, TerminatorKind, Type};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, FieldAccessFlags};

use crate::class_path::Origin;
use crate::descriptor::{JavaType, Signature};
use crate::synthesis::{Writer, object};
use crate::translate::decode::{Invocation, Member};
use crate::world::{FieldInfo, JavaClass, MethodInfo, Synthetic, World, dotted};

/// An error of linkage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinkError {
    /// The internal name of the error's class.
    pub(crate) class: &'static str,
    /// What it says.
    pub(crate) message: String,
    /// The name of the class that was not found, if that is the cause.
    pub(crate) missing: Option<String>,
    /// What people can do about it.
    pub(crate) remedy: String,
}

/// Why a reference of a class file means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unlinked {
    /// The JVM throws.
    Throws(LinkError),
    /// The class of that internal name is damaged: executions that come here have no meaning.
    Damaged(String),
    /// It should be there, but is not among what we have of the library.
    Unmodelled,
}

const NO_CLASS: &str = "java/lang/NoClassDefFoundError";
const NO_METHOD: &str = "java/lang/NoSuchMethodError";
const NO_FIELD: &str = "java/lang/NoSuchFieldError";
const ILLEGAL_ACCESS: &str = "java/lang/IllegalAccessError";
const INSTANTIATION: &str = "java/lang/InstantiationError";
const INCOMPATIBLE: &str = "java/lang/IncompatibleClassChangeError";

/// The release from which on a missing field is described in full.
const FIELDS_IN_FULL: u16 = 21;

impl LinkError {
    fn new(class: &'static str, message: String) -> LinkError {
        let remedy = "compile the classes again, all of them together".to_string();
        LinkError { class, message, missing: None, remedy }
    }

    /// A class is not there.
    pub(crate) fn missing(name: &str, remedy: String) -> LinkError {
        LinkError { class: NO_CLASS, message: name.to_string(), missing: Some(dotted(name)), remedy }
    }

    /// A class that cannot be what it says.
    pub(crate) fn incompatible(message: String) -> LinkError {
        LinkError::new(INCOMPATIBLE, message)
    }

    /// What is wrong with the input, where executions without the error are wanted.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        match &self.missing {
            Some(class) => {
                let what = format!("class {class} was not found");
                Diagnostic::new(Code::MissingClass, what, self.remedy.clone())
            }
            None => {
                let what = format!("the classes do not fit together: {}", self.message);
                Diagnostic::new(Code::BadClassFile, what, self.remedy.clone())
            }
        }
    }

    /// A call site for which no object can be made.
    pub(crate) fn bootstrap() -> LinkError {
        let message = "bootstrap method initialization exception".to_string();
        LinkError::new("java/lang/BootstrapMethodError", message)
    }

    /// For people: what is wrong, what happens for it, and what can be done.
    pub(crate) fn note(&self) -> String {
        let name = dotted(self.class);
        let what = match &self.missing {
            Some(class) => format!("class {class} was not found: what needs it throws {name}"),
            None => format!("what needs it throws {name}: {}", self.message),
        };
        format!("{what}; {}", self.remedy)
    }
}

/// What an instruction wants of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FieldUse {
    pub(crate) is_static: bool,
    pub(crate) writes: bool,
}

impl World<'_> {
    /// The class that a reference in a class means.
    pub(crate) fn class_for(&self, from: &JavaClass, name: &str) -> Result<Arc<JavaClass>, Unlinked> {
        let Some(class) = self.load(name) else {
            return Err(match (from.origin, self.load_error(name)) {
                (Origin::Library, _) => Unlinked::Unmodelled,
                // Without them there is nothing to throw.
                (Origin::User, _) if name.starts_with("java/lang/") => Unlinked::Unmodelled,
                (Origin::User, Some(error)) => Unlinked::Throws(error),
                (Origin::User, None) => Unlinked::Damaged(name.to_string()),
            });
        };
        if from.origin == Origin::User
            && class.origin == Origin::User
            && !class_is_open(from, &class)
            && !self.is_spec_of(&class, from)
        {
            let message = format!(
                "failed to access class {} from class {} ({})",
                dotted(&class.name),
                dotted(&from.name),
                both(&class, from)
            );
            return Err(Unlinked::Throws(LinkError::new(ILLEGAL_ACCESS, message)));
        }
        Ok(class)
    }

    /// Looks at the class that a type is about, if it is about one.
    pub(crate) fn type_for(&self, from: &JavaClass, ty: &JavaType) -> Result<(), Unlinked> {
        match ty {
            JavaType::Object(name) => self.class_for(from, name).map(drop),
            JavaType::Array(element) => {
                let found = self.type_for(from, element);
                let own = match &**element {
                    JavaType::Object(name) => name.to_string(),
                    JavaType::Array(_)
                    | JavaType::Boolean
                    | JavaType::Byte
                    | JavaType::Char
                    | JavaType::Short
                    | JavaType::Int
                    | JavaType::Long
                    | JavaType::Float
                    | JavaType::Double => element.to_string(),
                };
                found.map_err(|unlinked| match unlinked {
                    // Of a class whose superclass is missing, that is named.
                    Unlinked::Throws(error) if error.missing.is_some() && error.message == own => {
                        Unlinked::Throws(LinkError { message: ty.to_string(), ..error })
                    }
                    Unlinked::Throws(_) | Unlinked::Damaged(_) | Unlinked::Unmodelled => unlinked,
                })
            }
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double => Ok(()),
        }
    }

    /// The class of which an object is to be made.
    pub(crate) fn class_to_make(&self, from: &JavaClass, name: &str) -> Result<Arc<JavaClass>, Unlinked> {
        let class = self.class_for(from, name)?;
        if class.is_interface() || class.is_abstract() {
            return Err(Unlinked::Throws(LinkError::new(INSTANTIATION, dotted(name))));
        }
        Ok(class)
    }

    /// The method that a call in a class means, as far as it is decided before the receiver is known.
    pub(crate) fn method_for(
        &self,
        from: &JavaClass,
        how: Invocation,
        member: &Member<'_>,
    ) -> Result<(Arc<JavaClass>, MethodInfo), Unlinked> {
        let owner = if member.owner.starts_with('[') {
            // Arrays have the methods of `Object`.
            let ty = JavaType::of_class_constant(member.owner).ok_or(Unlinked::Unmodelled)?;
            self.type_for(from, &ty)?;
            "java/lang/Object"
        } else {
            member.owner
        };
        let class = self.class_for(from, owner)?;
        if from.origin == Origin::Library {
            return self
                .resolve(owner, member.name, member.descriptor)
                .filter(|(_, method)| method.is_static() == (how == Invocation::Static))
                .ok_or(Unlinked::Unmodelled);
        }
        let incompatible = |message: String| Unlinked::Throws(LinkError::incompatible(message));
        let named = external_method(owner, member);
        match (how, class.is_interface()) {
            (Invocation::Virtual, true) => {
                let name = dotted(owner);
                return Err(incompatible(format!("Found interface {name}, but class was expected")));
            }
            (Invocation::Interface, false) => {
                let name = dotted(owner);
                return Err(incompatible(format!("Found class {name}, but interface was expected")));
            }
            (Invocation::Static | Invocation::Special, is_interface) if is_interface != member.interface => {
                let kind = if is_interface { "InterfaceMethodref" } else { "Methodref" };
                return Err(incompatible(format!("Method '{named}' must be {kind} constant")));
            }
            (
                Invocation::Virtual | Invocation::Interface | Invocation::Static | Invocation::Special,
                true | false,
            ) => {}
        }
        let found = self.resolve(owner, member.name, member.descriptor);
        let Some((declaring, method)) =
            found.filter(|(found, method)| method.name != "<init>" || found.id == class.id)
        else {
            // What we have of the library may be a part only.
            if class.origin == Origin::Library && self.library.class_path().models().is_some() {
                return Err(Unlinked::Unmodelled);
            }
            return Err(Unlinked::Throws(LinkError::new(NO_METHOD, format!("'{named}'"))));
        };
        if declaring.origin == Origin::User && !self.may_use(from, &declaring, Access::of_method(&method)) {
            let declared = Member { owner: &declaring.name, ..member.clone() };
            let message = format!(
                "class {} tried to access {}method '{}' ({})",
                dotted(&from.name),
                Access::of_method(&method).word(),
                external_method(&declaring.name, &declared),
                both(from, &declaring),
            );
            return Err(Unlinked::Throws(LinkError::new(ILLEGAL_ACCESS, message)));
        }
        let declared = external_method(&declaring.name, member);
        match (how, method.is_static()) {
            (Invocation::Static, false) => Err(incompatible(format!("Expected static method '{declared}'"))),
            (Invocation::Interface, true) => {
                Err(incompatible(format!("Expected instance not static method '{declared}'")))
            }
            (Invocation::Virtual | Invocation::Special, true) => {
                Err(incompatible(format!("Expecting non-static method '{declared}'")))
            }
            (Invocation::Static, true)
            | (Invocation::Virtual | Invocation::Interface | Invocation::Special, false) => {
                Ok((declaring, method))
            }
        }
    }

    /// The field that an instruction means, and the class that declares it.
    pub(crate) fn field_for(
        &self,
        from: &JavaClass,
        wanted: FieldUse,
        member: &Member<'_>,
    ) -> Result<(FieldInfo, ClassId, Type), Unlinked> {
        let class = self.class_for(from, member.owner)?;
        let Some((declaring, field)) = self.field(&class, member.name, member.descriptor) else {
            if from.origin == Origin::Library
                || class.origin == Origin::Library && self.library.class_path().models().is_some()
            {
                return Err(Unlinked::Unmodelled);
            }
            let message = if self.library.class_path().release() >= FIELDS_IN_FULL {
                let ty = JavaType::parse(member.descriptor).map(|ty| external(&ty)).unwrap_or_default();
                let name = dotted(member.owner);
                format!("Class {name} does not have member field '{ty} {}'", member.name)
            } else {
                member.name.to_string()
            };
            return Err(Unlinked::Throws(LinkError::new(NO_FIELD, message)));
        };
        let (is_static, ty) = match field {
            FieldInfo::Instance(field) => (false, self.program.fields[field].ty),
            FieldInfo::Static(global) => (true, self.program.globals[global].ty),
        };
        if from.origin == Origin::Library {
            let right = is_static == wanted.is_static;
            return right.then_some((field, declaring.id, ty)).ok_or(Unlinked::Unmodelled);
        }
        let flags = field_flags(&declaring, member);
        let access = Access::of_field(flags);
        if declaring.origin == Origin::User && !self.may_use(from, &declaring, access) {
            let message = format!(
                "class {} tried to access {}field {}.{} ({})",
                dotted(&from.name),
                access.word(),
                dotted(&declaring.name),
                member.name,
                both(from, &declaring),
            );
            return Err(Unlinked::Throws(LinkError::new(ILLEGAL_ACCESS, message)));
        }
        let kind = |is_static: bool| if is_static { "static" } else { "non-static" };
        if is_static != wanted.is_static {
            let (kind, name) = (kind(wanted.is_static), dotted(member.owner));
            let message = format!("Expected {kind} field {name}.{}", member.name);
            return Err(Unlinked::Throws(LinkError::incompatible(message)));
        }
        if wanted.writes && flags.contains(FieldAccessFlags::FINAL) && declaring.id != from.id {
            let message = format!(
                "Update to {} final field {}.{} attempted from a different class ({}) than the field's declaring class",
                kind(is_static),
                dotted(&declaring.name),
                member.name,
                dotted(&from.name),
            );
            return Err(Unlinked::Throws(LinkError::new(ILLEGAL_ACCESS, message)));
        }
        Ok((field, declaring.id, ty))
    }

    /// Whether code of a class is that of a spec, which is moved into what it describes and goes on to use what is its own.
    fn is_spec_of(&self, spec: &JavaClass, from: &JavaClass) -> bool {
        let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_string();
        let describing = self.library.specs().describing(&from.name);
        describing.is_some_and(|found| outermost(&found.name) == outermost(&spec.name))
    }

    /// Whether code of a class may use a member of another.
    fn may_use(&self, from: &JavaClass, declaring: &JavaClass, access: Access) -> bool {
        match access {
            Access::Public => true,
            Access::Private | Access::Package | Access::Protected if self.is_spec_of(declaring, from) => true,
            Access::Private => from.id == declaring.id || nest_host(from) == nest_host(declaring),
            Access::Package => from.package() == declaring.package(),
            Access::Protected => {
                from.package() == declaring.package() || self.program.is_subclass(from.id, declaring.id)
            }
        }
    }

    /// What is wrong with a class and what it extends, seen from the outside.
    pub(crate) fn objection_to_parents(
        &self,
        name: &str,
        file: &ristretto_classfile::ClassFile<'_>,
        superclass: Option<&JavaClass>,
        interfaces: &[Arc<JavaClass>],
    ) -> Option<LinkError> {
        let own = dotted(name);
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let closed = |parent: &JavaClass| {
            let permitted = parent.file.attributes.iter().find_map(|attribute| {
                let Attribute::PermittedSubclasses { class_indexes, .. } = attribute else { return None };
                Some(class_indexes)
            });
            permitted.is_some_and(|permitted| {
                !permitted.iter().any(|&index| {
                    parent
                        .file
                        .constant_pool
                        .try_get_class(index)
                        .is_ok_and(|class| class.to_rust_string() == name)
                })
            })
        };
        let barred = |parent: &JavaClass, what: &str| {
            let open = parent.origin == Origin::Library
                || parent.file.access_flags.contains(ClassAccessFlags::PUBLIC)
                || parent.package() == package;
            (!open).then(|| {
                let parent = dotted(&parent.name);
                LinkError::new(
                    ILLEGAL_ACCESS,
                    format!(
                        "class {own} cannot access its {what} {parent} ({own} and {parent} are in unnamed module of loader 'app')"
                    ),
                )
            })
        };
        if let Some(parent) = superclass {
            let is_interface = file.access_flags.contains(ClassAccessFlags::INTERFACE);
            let theirs = dotted(&parent.name);
            if parent.is_interface() && !is_interface {
                let message = format!("class {own} has interface {theirs} as super class");
                return Some(LinkError::incompatible(message));
            }
            if parent.file.access_flags.contains(ClassAccessFlags::FINAL) {
                let message = format!("class {own} cannot inherit from final class {theirs}");
                return Some(LinkError::incompatible(message));
            }
            if closed(parent) {
                let message = format!("class {own} cannot inherit from sealed class {theirs}");
                return Some(LinkError::incompatible(message));
            }
            if let Some(error) = barred(parent, "superclass") {
                return Some(error);
            }
        }
        for parent in interfaces {
            let theirs = dotted(&parent.name);
            if !parent.is_interface() {
                let message = format!(
                    "class {own} can not implement {theirs}, because it is not an interface ({theirs} is in unnamed module of loader 'app')"
                );
                return Some(LinkError::incompatible(message));
            }
            if closed(parent) {
                let message = format!("class {own} cannot implement sealed interface {theirs}");
                return Some(LinkError::incompatible(message));
            }
            if let Some(error) = barred(parent, "superinterface") {
                return Some(error);
            }
        }
        None
    }

    /// A function that throws the error instead of giving a value of that type.
    pub(crate) fn thrower(&self, error: &LinkError, result: Option<Type>) -> FunctionId {
        self.write_thrower(error, result, false)
    }

    /// A function that throws the error, unless it is given `null`: that it gives back, or 0 if a number is wanted.
    pub(crate) fn thrower_unless_null(&self, error: &LinkError, result: Type) -> FunctionId {
        self.write_thrower(error, Some(result), true)
    }

    fn write_thrower(&self, error: &LinkError, result: Option<Type>, passes_null: bool) -> FunctionId {
        let suffix = result.map_or(String::new(), |ty| format!(": {}", self.program.printer().ty(ty)));
        let unless = if passes_null { " unless null" } else { "" };
        let class = dotted(error.class);
        // The name hides the frame from stack traces, as the names of other functions that make exceptions do.
        let name = format!("<trap {class} {}{unless}{suffix}>", error.message);
        if let Some(known) = self.program.function_named(&name) {
            return known;
        }
        let root = self.load("java/lang/Object").expect("the root of all classes is loaded first");
        let mut writer = Writer::new(*self, &root, name);
        if passes_null {
            let value = writer.parameter(&object("java/lang/Object"));
            if let Some(result) = result {
                writer.builder.result(result);
                let is_null = writer.compare(ir::CompareOp::Eq, value.operand, Constant::Null.into());
                let (null, other) = (writer.block(), writer.block());
                let (condition, then) = (is_null.into(), null);
                writer.end(TerminatorKind::Branch { condition, then, otherwise: other });
                writer.go_to(null);
                writer.end(TerminatorKind::Return(Some(Constant::zero(result).into())));
                writer.go_to(other);
            }
        } else if let Some(result) = result {
            writer.builder.result(result);
        }
        writer.throw_linkage(error);
        let function = writer.builder.finish();
        let body = function.body.clone();
        match self.program.add_function(ir::Function { body: None, ..function }) {
            Ok(id) => {
                if let Some(body) = body {
                    self.note_thrower(id, body, error);
                }
                id
            }
            Err(known) => known,
        }
    }

    fn note_thrower(&self, function: FunctionId, body: Body, error: &LinkError) {
        self.library.state().synthetic.insert(function, Synthetic::Thrower(body, error.clone()));
    }
}

impl Writer<'_> {
    /// Makes the error and throws it.
    pub(crate) fn throw_linkage(&mut self, error: &LinkError) {
        let message = self.text(&error.message);
        let made = match &error.missing {
            Some(missing) => {
                let name = self.text(missing);
                let cause = self.make("java/lang/ClassNotFoundException", "(Ljava/lang/String;)V", &[name]);
                self.make_missing_class(message, cause)
            }
            None => self.make(error.class, "(Ljava/lang/String;)V", &[message]),
        };
        self.end(TerminatorKind::Throw(made.operand));
    }
}

/// Who may use a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Public,
    Protected,
    Package,
    Private,
}

impl Access {
    fn of_method(method: &MethodInfo) -> Access {
        if method.is_public() {
            Access::Public
        } else if method.is_private() {
            Access::Private
        } else if method.is_package_private() {
            Access::Package
        } else {
            Access::Protected
        }
    }

    fn of_field(flags: FieldAccessFlags) -> Access {
        if flags.contains(FieldAccessFlags::PUBLIC) {
            Access::Public
        } else if flags.contains(FieldAccessFlags::PRIVATE) {
            Access::Private
        } else if flags.contains(FieldAccessFlags::PROTECTED) {
            Access::Protected
        } else {
            Access::Package
        }
    }

    fn word(self) -> &'static str {
        match self {
            Access::Private => "private ",
            Access::Protected => "protected ",
            Access::Public | Access::Package => "",
        }
    }
}

fn class_is_open(from: &JavaClass, class: &JavaClass) -> bool {
    from.id == class.id
        || class.file.access_flags.contains(ClassAccessFlags::PUBLIC)
        || from.package() == class.package()
}

/// Where the JVM says that two classes of the user's are.
fn both(a: &JavaClass, b: &JavaClass) -> String {
    format!("{} and {} are in unnamed module of loader 'app'", dotted(&a.name), dotted(&b.name))
}

/// The class whose nest a class is in (JVMS 5.4.4).
fn nest_host(class: &JavaClass) -> String {
    let host = class.file.attributes.iter().find_map(|attribute| {
        let Attribute::NestHost { host_class_index, .. } = attribute else { return None };
        class.file.constant_pool.try_get_class(*host_class_index).ok()
    });
    host.map_or_else(|| class.name.clone(), |name| name.to_rust_string())
}

fn field_flags(class: &JavaClass, member: &Member<'_>) -> FieldAccessFlags {
    let pool = &class.file.constant_pool;
    let is =
        |index: u16, text: &str| pool.try_get_utf8(index).is_ok_and(|name| name.to_rust_string() == text);
    let mut fields = class.file.fields.iter();
    let found = fields
        .find(|field| is(field.name_index, member.name) && is(field.descriptor_index, member.descriptor));
    found.map_or(FieldAccessFlags::PUBLIC, |field| field.access_flags)
}

/// A type in the words of the JVM's messages.
pub(crate) fn external(ty: &JavaType) -> String {
    match ty {
        JavaType::Object(name) => dotted(name),
        JavaType::Array(element) => format!("{}[]", external(element)),
        JavaType::Boolean
        | JavaType::Byte
        | JavaType::Char
        | JavaType::Short
        | JavaType::Int
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double => ty.primitive_name().unwrap_or_default().to_string(),
    }
}

/// A method in the words of the JVM's messages.
fn external_method(owner: &str, member: &Member<'_>) -> String {
    let types =
        Signature::parse(member.descriptor).unwrap_or(Signature { parameters: Vec::new(), result: None });
    let parameters: Vec<String> = types.parameters.iter().map(external).collect();
    let result = types.result.as_ref().map_or("void".to_string(), external);
    format!("{result} {}.{}({})", dotted(owner), member.name, parameters.join(", "))
}
