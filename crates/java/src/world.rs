//! Classes of the class path as classes of the program: loaded when they are first needed.
//!
//! A [`Library`] belongs to one program and fills it. A class is *declared* as soon as something
//! mentions it and *loaded* when something needs to know what is in it: its superclasses and
//! interfaces, its fields, the signatures of its methods. Bodies are translated when a method is first
//! called. So a small program costs what it touches, not what the JDK has.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::{
    ArrayTypeId, Body, Callee, Class, ClassId, ClassKind, Code, Constant, Diagnostic, Field, FieldId,
    FloatType, Function, FunctionId, Global, GlobalId, IntType, LiteralId, Local, Position, Program, RefType,
    Source, SourceId, Type,
};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ClassFile, FieldAccessFlags, MethodAccessFlags};

use crate::class_path::{ClassPath, Origin};
use crate::descriptor::{JavaType, Signature};
use crate::raw::{self, RawCode};
use crate::translate::decode::{Invocation, Member};

/// A method that a class declares.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// The function.
    pub function: FunctionId,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// What the descriptor says.
    pub signature: Signature,
    /// Its flags.
    pub flags: MethodAccessFlags,
    /// Its index in the class file.
    pub(crate) index: usize,
}

impl MethodInfo {
    /// Whether it has no receiver.
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodAccessFlags::STATIC)
    }

    pub(crate) fn is_synchronized(&self) -> bool {
        self.flags.contains(MethodAccessFlags::SYNCHRONIZED)
    }

    pub(crate) fn is_private(&self) -> bool {
        self.flags.contains(MethodAccessFlags::PRIVATE)
    }

    /// Whether it has neither code nor a native implementation.
    pub fn is_abstract(&self) -> bool {
        self.flags.contains(MethodAccessFlags::ABSTRACT)
    }

    /// Whether its implementation is outside the class file.
    pub fn is_native(&self) -> bool {
        self.flags.contains(MethodAccessFlags::NATIVE)
    }

    fn is_package_private(&self) -> bool {
        !self
            .flags
            .intersects(MethodAccessFlags::PUBLIC | MethodAccessFlags::PROTECTED | MethodAccessFlags::PRIVATE)
    }

    /// Whether calls are dispatched by the class of the receiver.
    fn is_virtual(&self) -> bool {
        !self.is_static() && !self.is_private() && self.name != "<init>"
    }
}

/// A field that a class declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FieldInfo {
    Instance(FieldId),
    Static(GlobalId),
}

/// A loaded class.
pub struct JavaClass {
    /// The internal name, such as `java/util/Map$Entry`.
    pub name: String,
    /// The class of the program.
    pub id: ClassId,
    /// The class file.
    pub file: ClassFile<'static>,
    /// Where it was found.
    pub origin: Origin,
    /// The class that it extends; `None` for `java/lang/Object`.
    pub superclass: Option<Arc<JavaClass>>,
    /// The interfaces that it names.
    pub interfaces: Vec<Arc<JavaClass>>,
    /// Its methods in the order of the class file.
    pub methods: Vec<MethodInfo>,
    pub(crate) raw: Vec<Option<RawCode>>,
    pub(crate) source: SourceId,
    fields: HashMap<(String, String), FieldInfo>,
    method_of: HashMap<(String, String), usize>,
}

impl std::fmt::Debug for JavaClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JavaClass({})", self.name)
    }
}

impl JavaClass {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.file.access_flags.contains(ClassAccessFlags::INTERFACE)
    }

    /// The method that it declares itself.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&MethodInfo> {
        // The map owns its keys, so a look-up needs owned ones, too.
        let index = self.method_of.get(&(name.to_string(), descriptor.to_string()))?;
        Some(&self.methods[*index])
    }

    fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }
}

/// What a class file says about a method before anything else is known.
#[derive(Clone, Copy)]
struct Header<'a> {
    name: &'a str,
    descriptor: &'a str,
    signature: &'a Signature,
    source: SourceId,
}

/// What is known about a name.
#[derive(Clone)]
enum Known {
    Loaded(Arc<JavaClass>),
    /// It is being loaded: asking again means that it is its own ancestor.
    Loading,
    Missing,
}

#[derive(Default)]
struct State {
    classes: HashMap<String, Known>,
    /// The class and the index of each method.
    methods: HashMap<FunctionId, (Arc<JavaClass>, usize)>,
    /// Bodies that do not come from a class file, until they are asked for.
    synthetic: HashMap<FunctionId, Synthetic>,
    /// How many call sites were linked.
    call_sites: usize,
    sources: HashMap<String, SourceId>,
    /// Source files that are known, by their names without directories.
    texts: HashMap<String, Source>,
    /// What went wrong with classes and methods, to be reported when they are reached.
    troubles: Vec<String>,
}

/// A body that does not come from a class file.
enum Synthetic {
    Ready(Body),
    /// What makes the exception for a trap.
    Trap(ir::Trap),
    /// The initialiser of a class, with its fields that start with a text.
    Initialiser(String, Vec<crate::initialise::Text>),
}

/// The classes of a class path, for one program.
pub struct Library {
    class_path: ClassPath,
    state: Mutex<State>,
}

impl Library {
    /// A library that has loaded nothing yet.
    pub fn new(class_path: ClassPath) -> Self {
        Library { class_path, state: Mutex::new(State::default()) }
    }

    /// The class path.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A program that this library fills.
    pub fn program(self: &Arc<Self>, name: &str) -> Program {
        let mut program = Program::new(name);
        program.set_supplier(Arc::clone(self) as Arc<dyn ir::Supplier>);
        let text = program.declare_class("java.lang.String");
        let class = program.declare_class("java.lang.Class");
        program.set_literal_classes(text, class);
        let root = program.declare_class("java.lang.Object");
        program.set_array_class(root);
        // Everything else rests on these.
        for name in ["java/lang/Object", "java/lang/String", "java/lang/Class"] {
            self.world(&program).load(name);
        }
        let traps = crate::traps::declare(&mut program);
        self.state()
            .synthetic
            .extend(traps.into_iter().map(|(function, trap)| (function, Synthetic::Trap(trap))));
        program
    }

    /// The library's view of a program.
    pub fn world<'a>(&'a self, program: &'a Program) -> World<'a> {
        World { library: self, program }
    }

    /// Makes a source file known, so that the user's classes point to it.
    pub fn add_source(&self, path: &str, text: Arc<str>) {
        let name = path.rsplit('/').next().unwrap_or(path).to_string();
        self.state().texts.insert(name, Source { name: path.to_string(), text: Some(text) });
    }

    /// What could not be loaded or translated, in words.
    pub fn troubles(&self) -> Vec<String> {
        self.state().troubles.clone()
    }
}

/// A library together with the program that it fills.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub(crate) library: &'a Library,
    pub(crate) program: &'a Program,
}

/// A static field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FieldTarget {
    pub(crate) global: GlobalId,
    /// The class that declares it.
    pub(crate) class: ClassId,
    pub(crate) ty: Type,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) callee: Callee,
    /// The class that must be initialised before.
    pub(crate) initialise: Option<ClassId>,
}

impl Target {
    pub(crate) fn parameters(&self, program: &Program) -> Vec<Type> {
        match self.callee {
            Callee::Function(function) | Callee::Special(function) => {
                program.functions[function].parameters.iter().map(|parameter| parameter.ty).collect()
            }
            Callee::Virtual(selector) => std::iter::once(Type::ANY)
                .chain(program.selectors[selector].parameters.iter().copied())
                .collect(),
        }
    }

    pub(crate) fn result(&self, program: &Program) -> Option<Type> {
        match self.callee {
            Callee::Function(function) | Callee::Special(function) => program.functions[function].result,
            Callee::Virtual(selector) => program.selectors[selector].result,
        }
    }
}

/// The name that people see: with dots.
pub(crate) fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

impl<'a> World<'a> {
    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    // Types.

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

    fn load_id(&self, class: ClassId) -> bool {
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

    // Classes.

    /// The class of that internal name; `None` if it cannot be had.
    pub fn load(&self, name: &str) -> Option<Arc<JavaClass>> {
        let known = self.library.state().classes.get(name).cloned();
        match known {
            Some(Known::Loaded(class)) => return Some(class),
            Some(Known::Missing | Known::Loading) => return None,
            None => {}
        }
        self.library.state().classes.insert(name.to_string(), Known::Loading);
        let loaded = self.load_now(name);
        let mut state = self.library.state();
        match loaded {
            Ok(class) => {
                for (index, method) in class.methods.iter().enumerate() {
                    state.methods.insert(method.function, (Arc::clone(&class), index));
                }
                state.classes.insert(name.to_string(), Known::Loaded(Arc::clone(&class)));
                Some(class)
            }
            Err(why) => {
                state.troubles.push(why);
                state.classes.insert(name.to_string(), Known::Missing);
                None
            }
        }
    }

    fn load_now(&self, name: &str) -> Result<Arc<JavaClass>, String> {
        let class_path = &self.library.class_path;
        let found = class_path.find(name).map_err(|diagnostic| diagnostic.message)?;
        let (bytes, origin) = found.ok_or_else(|| {
            format!("class {} was not found in {}", dotted(name), class_path.places().join(", "))
        })?;
        let damaged = |why: String| format!("class {} is damaged: {why}", dotted(name));
        let file = ClassFile::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        let raw =
            raw::code_attributes(&bytes).ok_or_else(|| damaged("its tables are cut short".to_string()))?;
        let own = file.class_name().map_err(|error| damaged(error.to_string()))?.to_rust_string();
        if own != name {
            return Err(damaged(format!("it calls itself {}", dotted(&own))));
        }
        let parent = |index: u16| -> Result<Arc<JavaClass>, String> {
            let name = file.constant_pool.try_get_class(index).map_err(|error| damaged(error.to_string()))?;
            let name = name.to_rust_string();
            self.load(&name).ok_or_else(|| damaged(format!("its parent {} cannot be loaded", dotted(&name))))
        };
        let superclass = if file.super_class == 0 { None } else { Some(parent(file.super_class)?) };
        let interfaces: Vec<Arc<JavaClass>> =
            file.interfaces.iter().map(|&index| parent(index)).collect::<Result<_, _>>()?;
        self.complete(name, file, raw, origin, superclass, interfaces).map_err(damaged)
    }

    /// Adds a class with its fields and the signatures of its methods to the program.
    fn complete(
        &self,
        name: &str,
        file: ClassFile<'static>,
        raw: Vec<Option<RawCode>>,
        origin: Origin,
        superclass: Option<Arc<JavaClass>>,
        interfaces: Vec<Arc<JavaClass>>,
    ) -> Result<Arc<JavaClass>, String> {
        let program = self.program;
        let id = self.declare(name);
        let source = self.source(name, &file, origin);
        let pool = &file.constant_pool;
        let text = |index: u16| -> Result<String, String> {
            pool.try_get_utf8(index).map(|text| text.to_rust_string()).map_err(|error| error.to_string())
        };
        let kind = if file.access_flags.contains(ClassAccessFlags::INTERFACE) {
            ClassKind::Interface
        } else {
            ClassKind::Class
        };
        let mut class = Class {
            name: dotted(name),
            kind,
            superclass: superclass.as_ref().filter(|_| kind == ClassKind::Class).map(|class| class.id),
            interfaces: interfaces.iter().map(|interface| interface.id).collect(),
            fields: Vec::new(),
            methods: Vec::new(),
            initialiser: None,
        };
        let mut fields = HashMap::new();
        let mut texts = Vec::new();
        for field in &file.fields {
            let (field_name, descriptor) = (text(field.name_index)?, text(field.descriptor_index)?);
            let java = JavaType::parse(&descriptor).ok_or_else(|| format!("`{descriptor}` is not a type"))?;
            let ty = self.ir_type(&java);
            let info = if field.access_flags.contains(FieldAccessFlags::STATIC) {
                let constant = field.attributes.iter().find_map(|attribute| match attribute {
                    Attribute::ConstantValue { constant_value_index, .. } => Some(*constant_value_index),
                    _ => None,
                });
                let mut initial = Constant::zero(ty);
                if let Some(index) = constant {
                    match constant_value(pool, index, ty) {
                        Some(value) => initial = value,
                        None => texts.push((field_name.clone(), descriptor.clone(), index)),
                    }
                }
                let global_name = format!("{}.{field_name}", dotted(name));
                let global = program
                    .add_global(Global { name: global_name, ty, initial })
                    .map_err(|_| format!("it has two fields `{field_name}`"))?;
                FieldInfo::Static(global)
            } else {
                let field = program.add_detached_field(Field { name: field_name.clone(), owner: id, ty });
                class.fields.push(field);
                FieldInfo::Instance(field)
            };
            if fields.insert((field_name.clone(), descriptor), info).is_some() {
                return Err(format!("it has two fields `{field_name}`"));
            }
        }
        let mut methods = Vec::new();
        let mut method_of = HashMap::new();
        for (index, method) in file.methods.iter().enumerate() {
            let (method_name, descriptor) = (text(method.name_index)?, text(method.descriptor_index)?);
            let signature = Signature::parse(&descriptor)
                .ok_or_else(|| format!("`{descriptor}` is not a method descriptor"))?;
            let raw = raw.get(index).and_then(Option::as_ref);
            let header =
                Header { name: &method_name, descriptor: &descriptor, signature: &signature, source };
            let function = self.declare_method(name, id, header, method, &file, raw)?;
            let info = MethodInfo {
                function,
                name: method_name.clone(),
                descriptor: descriptor.clone(),
                signature,
                flags: method.access_flags,
                index,
            };
            if method_of.insert((method_name.clone(), descriptor), methods.len()).is_some() {
                return Err(format!("it has two methods `{method_name}`"));
            }
            methods.push(info);
        }
        let java = JavaClass {
            name: name.to_string(),
            id,
            file,
            origin,
            superclass,
            interfaces,
            methods,
            raw,
            source,
            fields,
            method_of,
        };
        class.methods = self.method_table(&java);
        class.initialiser = crate::initialise::initialiser(*self, &java, &texts)?;
        program.complete_class(id, class);
        Ok(Arc::new(java))
    }

    fn declare_method(
        &self,
        class: &str,
        id: ClassId,
        method: Header<'_>,
        file_method: &ristretto_classfile::Method,
        file: &ClassFile<'static>,
        raw: Option<&RawCode>,
    ) -> Result<FunctionId, String> {
        let mut parameters = Vec::new();
        let mut slot = 0;
        let name_of = |slot: u16| -> Option<String> {
            let locals = &raw?.locals;
            let &(_, _, name, _, _) = locals.iter().find(|local| local.0 == 0 && local.4 == slot)?;
            Some(file.constant_pool.try_get_utf8(name).ok()?.to_rust_string())
        };
        if !file_method.access_flags.contains(MethodAccessFlags::STATIC) {
            let ty = if class == "java/lang/Object" { RefType::Any } else { RefType::Class(id) };
            parameters.push(Local { name: "this".to_string(), ty: Type::Ref(ty) });
            slot += 1;
        }
        for ty in &method.signature.parameters {
            let mut name = name_of(slot).unwrap_or_else(|| format!("p{slot}"));
            while parameters.iter().any(|parameter| parameter.name == name) {
                name.push('_');
            }
            parameters.push(Local { name, ty: self.local_type(ty) });
            slot += if ty.is_wide() { 2 } else { 1 };
        }
        let result = method.signature.result.as_ref().map(|ty| self.local_type(ty));
        let line = file_method
            .attributes
            .iter()
            .find_map(|attribute| match attribute {
                Attribute::Code { attributes, .. } => {
                    attributes.iter().find_map(|attribute| match attribute {
                        Attribute::LineNumberTable { line_numbers, .. } => {
                            line_numbers.iter().map(|line| u32::from(line.line_number)).min()
                        }
                        _ => None,
                    })
                }
                _ => None,
            })
            .unwrap_or(0);
        let function = Function {
            name: format!("{}.{}{}", dotted(class), method.name, method.descriptor),
            parameters,
            result,
            body: None,
            position: Position::new(method.source, line, 0),
        };
        self.program.add_function(function).map_err(|_| format!("it has two methods `{}`", method.name))
    }

    /// The file that a class comes from, as people know it.
    fn source(&self, name: &str, file: &ClassFile<'_>, origin: Origin) -> SourceId {
        let own = file.attributes.iter().find_map(|attribute| match attribute {
            Attribute::SourceFile { source_file_index, .. } => {
                file.constant_pool.try_get_utf8(*source_file_index).ok().map(|text| text.to_rust_string())
            }
            _ => None,
        });
        let source = own.unwrap_or_else(|| format!("{}.class", name.rsplit('/').next().unwrap_or(name)));
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let key = if package.is_empty() { source } else { format!("{package}/{source}") };
        let mut state = self.library.state();
        if let Some(&known) = state.sources.get(&key) {
            return known;
        }
        let base = key.rsplit('/').next().unwrap_or(&key);
        let known = state.texts.get(base).filter(|_| origin == Origin::User).cloned();
        let source = known.unwrap_or_else(|| Source { name: key.clone(), text: None });
        let id = self.program.sources.push(source);
        state.sources.insert(key, id);
        id
    }

    // Methods.

    /// The selector that a method answers to. Methods that only their package may override have
    /// selectors of their own for each package.
    fn selector(&self, package: &str, method: &MethodInfo) -> ir::SelectorId {
        let name = if method.is_package_private() {
            format!("{}{}#{package}", method.name, method.descriptor)
        } else {
            format!("{}{}", method.name, method.descriptor)
        };
        let parameters = method.signature.parameters.iter().map(|ty| self.local_type(ty)).collect();
        let result = method.signature.result.as_ref().map(|ty| self.local_type(ty));
        self.program.selector(ir::Selector { name, parameters, result })
    }

    /// What the methods of a class answer to.
    fn method_table(&self, class: &JavaClass) -> Vec<(ir::SelectorId, FunctionId)> {
        let mut table = Vec::new();
        for method in &class.methods {
            if !method.is_virtual() || method.is_abstract() {
                continue;
            }
            table.push((self.selector(class.package(), method), method.function));
            // A public method may also override one that its package shares.
            if method.is_package_private() {
                continue;
            }
            let mut ancestor = class.superclass.clone();
            while let Some(current) = ancestor {
                if let Some(overridden) = current.method(&method.name, &method.descriptor)
                    && overridden.is_virtual()
                    && overridden.is_package_private()
                    && current.package() == class.package()
                {
                    let selector = self.selector(current.package(), overridden);
                    if !table.iter().any(|&(has, _)| has == selector) {
                        table.push((selector, method.function));
                    }
                }
                ancestor = current.superclass.clone();
            }
        }
        table
    }

    /// The method that a reference means: in the class, its superclasses, its superinterfaces.
    pub fn resolve(&self, owner: &str, name: &str, descriptor: &str) -> Option<(Arc<JavaClass>, MethodInfo)> {
        let class = self.load(owner)?;
        let mut current = Some(Arc::clone(&class));
        while let Some(candidate) = current {
            if let Some(method) = candidate.method(name, descriptor) {
                let method = method.clone();
                return Some((candidate, method));
            }
            current = candidate.superclass.clone();
        }
        // An interface that is not abstract is preferred, as JVMS 5.4.3.3 does.
        let mut found: Option<(Arc<JavaClass>, MethodInfo)> = None;
        let mut waiting = vec![class];
        let mut seen: Vec<ClassId> = Vec::new();
        while let Some(candidate) = waiting.pop() {
            if seen.contains(&candidate.id) {
                continue;
            }
            seen.push(candidate.id);
            if candidate.is_interface()
                && let Some(method) = candidate.method(name, descriptor)
                && found.as_ref().is_none_or(|(_, known)| known.is_abstract())
            {
                found = Some((Arc::clone(&candidate), method.clone()));
            }
            waiting.extend(candidate.interfaces.iter().rev().cloned());
            waiting.extend(candidate.superclass.iter().cloned());
        }
        found
    }

    /// Who a call instruction calls.
    pub(crate) fn callee(&self, from: &JavaClass, how: Invocation, member: &Member<'_>) -> Target {
        // Arrays have the methods of `Object`.
        let owner = if member.owner.starts_with('[') { "java/lang/Object" } else { member.owner };
        let direct = |callee| Target { callee, initialise: None };
        let Some((class, method)) = self.resolve(owner, member.name, member.descriptor) else {
            return direct(Callee::Function(self.unresolved(how, member)));
        };
        match how {
            Invocation::Static => {
                if !method.is_static() {
                    return direct(Callee::Function(self.unresolved(how, member)));
                }
                Target { callee: Callee::Function(method.function), initialise: Some(class.id) }
            }
            _ if method.is_static() => direct(Callee::Function(self.unresolved(how, member))),
            Invocation::Special => {
                if method.name == "<init>" {
                    return direct(Callee::Function(method.function));
                }
                // A call of `super` starts at the superclass of the class that makes it.
                let is_super = !class.is_interface()
                    && from.id != class.id
                    && !member.interface
                    && self
                        .program
                        .is_subclass(from.superclass.as_ref().map_or(class.id, |s| s.id), class.id);
                if is_super
                    && let Some(superclass) = &from.superclass
                    && let Some((_, nearer)) = self.resolve(&superclass.name, member.name, member.descriptor)
                    && !nearer.is_abstract()
                {
                    return direct(Callee::Special(nearer.function));
                }
                direct(Callee::Special(method.function))
            }
            Invocation::Virtual | Invocation::Interface => {
                if method.is_private() {
                    return direct(Callee::Special(method.function));
                }
                if is_polymorphic(&class, &method) {
                    return direct(Callee::Function(self.unresolved(how, member)));
                }
                direct(Callee::Virtual(self.selector(class.package(), &method)))
            }
        }
    }

    /// A function that stands for a method that is not there, or that the JVM makes up for each call
    /// (`MethodHandle.invoke` and its like). It has no body: calling it stops the machine.
    fn unresolved(&self, how: Invocation, member: &Member<'_>) -> FunctionId {
        let name = format!("{}.{}{}", dotted(member.owner), member.name, member.descriptor);
        if let Some(known) = self.program.function_named(&format!("{name}#call")) {
            return known;
        }
        let types =
            Signature::parse(member.descriptor).unwrap_or(Signature { parameters: Vec::new(), result: None });
        let mut parameters = Vec::new();
        if how != Invocation::Static {
            parameters.push(Local { name: "this".to_string(), ty: Type::ANY });
        }
        for (index, ty) in types.parameters.iter().enumerate() {
            parameters.push(Local { name: format!("p{index}"), ty: self.local_type(ty) });
        }
        let result = types.result.as_ref().map(|ty| self.local_type(ty));
        self.bodyless(format!("{name}#call"), parameters, result)
    }

    fn bodyless(&self, name: String, parameters: Vec<Local>, result: Option<Type>) -> FunctionId {
        let position = Position::new(self.program.own_text(), 0, 0);
        let function = Function { name, parameters, result, body: None, position };
        match self.program.add_function(function) {
            Ok(function) | Err(function) => function,
        }
    }

    /// A function of the machine's own that takes objects and gives a text.
    pub(crate) fn native_text(&self, name: &str, parameters: usize) -> FunctionId {
        let parameters =
            (0..parameters).map(|index| Local { name: format!("p{index}"), ty: Type::ANY }).collect();
        self.bodyless(name.to_string(), parameters, Some(Type::Ref(self.string())))
    }

    /// A function without a body whose name says what is not supported.
    pub(crate) fn unsupported(&self, what: &str, result: Option<Type>) -> FunctionId {
        let suffix = result.map_or(String::new(), |ty| format!(": {}", self.program.printer().ty(ty)));
        self.bodyless(format!("{what}{suffix}"), Vec::new(), result)
    }

    /// Adds a function that does not come from a class file.
    pub(crate) fn add_synthetic(&self, function: Function) -> Result<FunctionId, FunctionId> {
        let body = function.body.clone();
        let id = self.program.add_function(Function { body: None, ..function })?;
        if let Some(body) = body {
            self.library.state().synthetic.insert(id, Synthetic::Ready(body));
        }
        Ok(id)
    }

    /// Remembers whose initialiser a function is; its body is made when it is asked for.
    pub(crate) fn note_initialiser(
        &self,
        function: FunctionId,
        class: String,
        texts: Vec<crate::initialise::Text>,
    ) {
        self.library.state().synthetic.insert(function, Synthetic::Initialiser(class, texts));
    }

    /// A number for each call site that is linked.
    pub(crate) fn next_call_site(&self) -> usize {
        let mut state = self.library.state();
        state.call_sites += 1;
        state.call_sites
    }

    /// A function without a body.
    pub(crate) fn signature_only(&self, name: &str, types: &Signature) -> FunctionId {
        let parameters = types
            .parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| Local { name: format!("p{index}"), ty: self.local_type(ty) })
            .collect();
        let result = types.result.as_ref().map(|ty| self.local_type(ty));
        self.bodyless(name.to_string(), parameters, result)
    }

    // Fields.

    /// The instance field that a reference means, its class and type.
    pub(crate) fn instance_field(
        &self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(FieldId, ClassId, Type)> {
        match self.field(owner, name, descriptor)? {
            (class, FieldInfo::Instance(field)) => Some((field, class, self.program.fields[field].ty)),
            (_, FieldInfo::Static(_)) => None,
        }
    }

    /// The static field that a reference means.
    pub(crate) fn static_field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldTarget> {
        match self.field(owner, name, descriptor)? {
            (class, FieldInfo::Static(global)) => {
                Some(FieldTarget { global, class, ty: self.program.globals[global].ty })
            }
            (_, FieldInfo::Instance(_)) => None,
        }
    }

    /// The field that a reference means (JVMS 5.4.3.2): in the class, its superinterfaces, then its
    /// superclass.
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<(ClassId, FieldInfo)> {
        let key = (name.to_string(), descriptor.to_string());
        let mut waiting = vec![self.load(owner)?];
        while let Some(class) = waiting.pop() {
            if let Some(&field) = class.fields.get(&key) {
                return Some((class.id, field));
            }
            waiting.extend(class.superclass.iter().cloned());
            waiting.extend(class.interfaces.iter().rev().cloned());
        }
        None
    }

    // Literals and initialisation.

    pub(crate) fn text(&self, text: &[u16]) -> LiteralId {
        self.program.literal(ir::Literal::Text(text.into()))
    }

    pub(crate) fn class_literal(&self, ty: &JavaType) -> LiteralId {
        self.program.literal(ir::Literal::Class(dotted(&ty.to_string()).into()))
    }

    /// Whether using the class may have to initialise it.
    pub(crate) fn needs_initialising(&self, class: ClassId) -> bool {
        self.program.is_loaded(class) && self.program.classes[class].initialiser.is_some()
    }
}

impl ir::Supplier for Library {
    fn body(&self, program: &Program, function: FunctionId) -> Option<Body> {
        let world = self.world(program);
        let synthetic = self.state().synthetic.remove(&function);
        match synthetic {
            Some(Synthetic::Ready(body)) => return Some(body),
            Some(Synthetic::Trap(trap)) => return crate::traps::body(world, trap),
            Some(Synthetic::Initialiser(class, texts)) => {
                let class = world.load(&class)?;
                return crate::initialise::body(world, &class, function, &texts);
            }
            None => {}
        }
        let (class, index) = self.state().methods.get(&function).cloned()?;
        let method = &class.methods[index];
        if method.is_abstract() || method.is_native() {
            return None;
        }
        match crate::translate::translate(world, &class, method) {
            Ok(body) => Some(body),
            Err(why) => {
                let name = &program.functions[function].name;
                self.state().troubles.push(format!("`{name}` cannot be translated: {why:?}"));
                None
            }
        }
    }

    fn class(&self, program: &Program, name: &str) -> Option<ClassId> {
        Some(self.world(program).load(&name.replace('.', "/"))?.id)
    }
}

/// Whether the JVM makes the method up for each call.
fn is_polymorphic(class: &JavaClass, method: &MethodInfo) -> bool {
    matches!(class.name.as_str(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
        && method.is_native()
        && method.flags.contains(MethodAccessFlags::VARARGS)
}

/// The number that a constant gives a static field; `None` for strings.
fn constant_value(pool: &ristretto_classfile::ConstantPool<'_>, index: u16, ty: Type) -> Option<Constant> {
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

/// The diagnostic for a class that is not there.
pub fn missing_class(class_path: &ClassPath, name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::MissingClass,
        format!("class {} was not found", dotted(name)),
        format!("it was looked for in {}; add its place with --classpath", class_path.places().join(", ")),
    )
}
