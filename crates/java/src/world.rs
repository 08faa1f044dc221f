//! Classes of the class path as classes of the program: loaded when they are first needed.
//!
//! A [`Library`] belongs to one program and fills it. A class is *declared* as soon as something
//! mentions it and *loaded* when something needs to know what is in it: its superclasses and
//! interfaces, its fields, the signatures of its methods. Bodies are translated when a method is first
//! called. So a small program costs what it touches, not what the JDK has.

mod supply;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::{
    Annotated, Body, Callee, Class, ClassId, ClassKind, Code, Constant, Diagnostic, Field, FieldId, Function,
    FunctionId, Global, GlobalId, LiteralId, Local, Position, Program, RefType, Source, SourceId, Type,
};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ClassFile, FieldAccessFlags, MethodAccessFlags};

use crate::class_path::{ClassPath, Origin};
use crate::constants::{constant_index, constant_value};
use crate::descriptor::{JavaType, Signature};
use crate::failures::CaughtAssertions;
use crate::linkage::LinkError;
use crate::raw::{self, RawCode};
use crate::said::{first_line, parameter_names};
use crate::specs::Specs;
use crate::translate::Instructions;
use crate::trouble::{Trouble, missing_class};
use crate::turn::Turn;
use crate::verification::{Linking, Peek, Unseen};

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
    /// Whether it comes from a spec, and the index is one of that class file.
    pub(crate) is_mixed: bool,
}

impl MethodInfo {
    /// Whether it has no receiver.
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodAccessFlags::STATIC)
    }

    pub(crate) fn is_synchronized(&self) -> bool {
        self.flags.contains(MethodAccessFlags::SYNCHRONIZED)
    }

    pub(crate) fn is_public(&self) -> bool {
        self.flags.contains(MethodAccessFlags::PUBLIC)
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

    pub(crate) fn is_package_private(&self) -> bool {
        !self
            .flags
            .intersects(MethodAccessFlags::PUBLIC | MethodAccessFlags::PROTECTED | MethodAccessFlags::PRIVATE)
    }

    /// Whether calls are dispatched by the class of the receiver.
    pub(crate) fn is_virtual(&self) -> bool {
        !self.is_static() && !self.is_private() && self.name != "<init>"
    }
}

/// A field that a class declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldInfo {
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
    pub(crate) fields: HashMap<(String, String), FieldInfo>,
    pub(crate) method_of: HashMap<(String, String), usize>,
    /// What a spec adds: see the module `mix`.
    pub(crate) mixin: Option<Arc<JavaClass>>,
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

    pub(crate) fn is_abstract(&self) -> bool {
        self.file.access_flags.contains(ClassAccessFlags::ABSTRACT)
    }

    /// The method that it declares itself.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&MethodInfo> {
        // The map owns its keys, so a look-up needs owned ones, too.
        let index = self.method_of.get(&(name.to_string(), descriptor.to_string()))?;
        Some(&self.methods[*index])
    }

    pub(crate) fn add_method(&mut self, method: MethodInfo) {
        self.method_of.insert((method.name.clone(), method.descriptor.clone()), self.methods.len());
        self.methods.push(method);
    }

    pub(crate) fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }
}

/// What a class file says about a method before anything else is known.
#[derive(Clone, Copy)]
pub(crate) struct Header<'a> {
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
    pub(crate) signature: &'a Signature,
    pub(crate) source: SourceId,
}

/// What is known about a name.
#[derive(Clone)]
enum Known {
    Loaded(Arc<JavaClass>),
    /// It is being loaded: asking again means that it is its own ancestor.
    Loading,
    Missing(Trouble),
}

#[derive(Default)]
pub(crate) struct State {
    classes: HashMap<String, Known>,
    /// The class and the index of each method.
    methods: HashMap<FunctionId, (Arc<JavaClass>, usize)>,
    /// Bodies that do not come from a class file, until they are asked for.
    pub(crate) synthetic: HashMap<FunctionId, Synthetic>,
    /// Which instruction the statements of translated methods come from.
    instructions: HashMap<FunctionId, Instructions>,
    /// How many call sites were linked.
    pub(crate) call_sites: usize,
    sources: HashMap<String, SourceId>,
    /// Source files that are known, by their names without directories.
    texts: HashMap<String, Source>,
    /// What went wrong with classes and methods, to be reported when they are reached.
    troubles: Vec<String>,
    /// The class that a function without a body would belong to, if it could be had.
    wanting: HashMap<FunctionId, String>,
    /// Why functions are not modelled.
    reasons: HashMap<FunctionId, &'static str>,
    /// What is wrong with the classes that an execution could not do without.
    reached: Vec<Diagnostic>,
    /// What came of linking classes.
    pub(crate) linked: HashMap<ClassId, Linking>,
    /// Classes that were looked at without loading them.
    pub(crate) peeks: HashMap<String, Result<Arc<Peek>, Unseen>>,
    /// Errors of linkage that are thrown, in words.
    thrown: Vec<LinkError>,
}

/// A body that does not come from a class file.
pub(crate) enum Synthetic {
    Ready(Body),
    /// It throws an error of linkage, of which people are told once it is needed.
    Thrower(Body, LinkError),
    /// What makes the exception for a trap.
    Trap(ir::Trap),
    /// The initialiser of a class, with its fields that start with a text.
    Initialiser(String, Vec<crate::initialise::Text>),
}

/// The classes of a class path, for one program.
pub struct Library {
    class_path: ClassPath,
    state: Mutex<State>,
    /// Whose turn it is to load classes: what is being loaded, this thread is loading.
    pub(crate) loading: Turn,
    /// Properties of the system and variables of the environment that programs are told.
    properties: BTreeMap<String, String>,
    variables: BTreeMap<String, String>,
    /// What else they are told, by names of the tool's own.
    settings: BTreeMap<String, String>,
    /// Whether also methods are translated that executions must not get to.
    everything: bool,
    /// Whether failing assertions count that something catches.
    pub(crate) caught: CaughtAssertions,
    specs: Specs,
}

impl Library {
    /// A library that has loaded nothing yet.
    pub fn new(class_path: ClassPath) -> Self {
        let (properties, variables, settings) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (state, specs) = (Mutex::new(State::default()), Specs::default());
        let loading = Turn::default();
        let caught = CaughtAssertions::default();
        let everything = false;
        Library { class_path, state, loading, properties, variables, settings, everything, caught, specs }
    }

    /// Says which classes describe others. Nothing may be loaded yet.
    pub fn describe(&mut self, specs: Specs) {
        self.specs = specs;
    }

    /// The specs of classes.
    pub fn specs(&self) -> &Specs {
        &self.specs
    }

    /// Translates also what is not modelled: for whoever looks at code and executes nothing.
    pub(crate) fn translate_everything(&mut self) {
        self.everything = true;
    }

    /// Says what programs are told about the world: properties of the system, variables of the environment.
    pub fn give(&mut self, properties: BTreeMap<String, String>, variables: BTreeMap<String, String>) {
        self.properties = properties;
        self.variables = variables;
    }

    /// Says what else programs find in the world: see `machine::OUTSIDE_WORLD`.
    pub fn set(&mut self, settings: BTreeMap<String, String>) {
        self.settings = settings;
    }

    fn given(&self, what: ir::Given) -> &BTreeMap<String, String> {
        match what {
            ir::Given::Setting => &self.settings,
            ir::Given::Property => &self.properties,
            ir::Given::Variable => &self.variables,
        }
    }

    /// The class path.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
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
        for name in ["java.lang.Cloneable", "java.io.Serializable"] {
            let interface = program.declare_class(name);
            program.add_array_interface(interface);
        }
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

    /// What is wrong with the classes that executions needed and could not have, in the order in which they
    /// were needed.
    pub fn missing(&self) -> Vec<Diagnostic> {
        self.state().reached.clone()
    }

    /// The errors of linkage that executions may throw: notes in words, and what is wrong with the input, ascending.
    pub fn linkage_errors(&self) -> Vec<(String, Diagnostic)> {
        let mut errors: Vec<(String, Diagnostic)> =
            self.state().thrown.iter().map(|error| (error.note(), error.diagnostic())).collect();
        errors.sort_by(|a, b| a.0.cmp(&b.0));
        errors
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

    // Classes.

    /// The class of that internal name; `None` if it cannot be had.
    pub fn load(&self, name: &str) -> Option<Arc<JavaClass>> {
        let known = || self.library.state().classes.get(name).cloned();
        if let Some(Known::Loaded(class)) = known() {
            return Some(class);
        }
        let _taken = self.library.loading.take();
        match known() {
            Some(Known::Loaded(class)) => return Some(class),
            // A class that is being loaded is its own ancestor.
            Some(Known::Missing(_) | Known::Loading) => return None,
            None => {}
        }
        self.library.state().classes.insert(name.to_string(), Known::Loading);
        let loaded = self.load_now(name);
        let mut state = self.library.state();
        match loaded {
            Ok(class) => {
                for owner in std::iter::once(&class).chain(&class.mixin) {
                    for (index, method) in owner.methods.iter().enumerate() {
                        // Later ones win: a method that was mixed in is where its code is.
                        state.methods.insert(method.function, (Arc::clone(owner), index));
                    }
                }
                state.classes.insert(name.to_string(), Known::Loaded(Arc::clone(&class)));
                Some(class)
            }
            Err(why) => {
                state.troubles.push(why.diagnostic.message.clone());
                state.classes.insert(name.to_string(), Known::Missing(why));
                None
            }
        }
    }

    /// What is wrong with a class that [`load`](Self::load) does not give.
    pub fn trouble(&self, name: &str) -> Diagnostic {
        match self.library.state().classes.get(name) {
            Some(Known::Missing(why)) => why.diagnostic.clone(),
            Some(Known::Loaded(_) | Known::Loading) | None => missing_class(&self.library.class_path, name),
        }
    }

    /// What the JVM throws where a class is needed that [`load`](Self::load) does not give; `None` if its file is
    /// damaged.
    pub(crate) fn load_error(&self, name: &str) -> Option<LinkError> {
        match self.library.state().classes.get(name) {
            Some(Known::Missing(why)) => why.error.as_deref().cloned(),
            Some(Known::Loaded(_) | Known::Loading) | None => None,
        }
    }

    /// The whole of what is wrong with a class.
    fn trouble_of(&self, name: &str) -> Trouble {
        Trouble { diagnostic: self.trouble(name), error: self.load_error(name).map(Box::new) }
    }

    /// Remembers that a function without a body stands for something in a class, so that who calls it hears
    /// what is wrong with the class.
    pub(crate) fn note_wanting(&self, function: FunctionId, class: &str) {
        if !class.starts_with('[') && self.load(class).is_none() {
            self.library.state().wanting.insert(function, class.to_string());
        }
    }

    /// Remembers what is wrong with a class that an execution could not do without.
    fn note_reached(&self, trouble: Diagnostic) {
        let mut state = self.library.state();
        if !state.reached.contains(&trouble) {
            state.reached.push(trouble);
        }
    }

    /// Remembers an error of linkage that is thrown.
    pub(crate) fn note_thrown(&self, error: &LinkError) {
        let mut state = self.library.state();
        if !state.thrown.contains(error) {
            state.thrown.push(error.clone());
        }
    }

    /// Remembers why a function has no body.
    pub(crate) fn note_reason(&self, function: FunctionId, reason: &'static str) {
        self.library.state().reasons.insert(function, reason);
    }

    fn load_now(&self, name: &str) -> Result<Arc<JavaClass>, Trouble> {
        let class_path = &self.library.class_path;
        let (bytes, origin) = class_path.find(name)?.ok_or_else(|| {
            let diagnostic = missing_class(class_path, name);
            let error = Some(Box::new(LinkError::missing(name, diagnostic.remedy.clone())));
            Trouble { diagnostic, error }
        })?;
        let damaged = |why: String| {
            let message = format!("class {} is damaged: {why}", dotted(name));
            Diagnostic::new(Code::BadClassFile, message, "compile it again")
        };
        // The classes of the JDK are taken as they are.
        if origin == Origin::User {
            crate::shape::check(&bytes).map_err(|wrong| {
                Diagnostic::new(wrong.code, format!("class {} {}", dotted(name), wrong.what), wrong.remedy())
            })?;
        }
        let mut file = ClassFile::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        let mut raw =
            raw::code_attributes(&bytes).ok_or_else(|| damaged("its tables are cut short".to_string()))?;
        let own = file.class_name().map_err(|error| damaged(error.to_string()))?.to_rust_string();
        if own != name {
            return Err(damaged(format!("it calls itself {}", dotted(&own))).into());
        }
        if class_path.models().is_some_and(|models| models.has(name))
            && let Some(platform) = class_path.find_platform(name)
        {
            crate::models::fill(&mut file, &mut raw, &platform)
                .map_err(|error| damaged(error.to_string()))?;
        }
        let specs = &self.library.specs;
        if origin == Origin::User {
            specs.rename(&mut file).map_err(|error| damaged(error.to_string()))?;
        }
        if specs.named(name).is_some() {
            crate::specs::keep_statics(&mut file, &mut raw);
        }
        let parent = |index: u16| -> Result<Arc<JavaClass>, Trouble> {
            let name = file.constant_pool.try_get_class(index).map_err(|error| damaged(error.to_string()))?;
            let name = name.to_rust_string();
            let own_ancestor = matches!(self.library.state().classes.get(&name), Some(Known::Loading));
            self.load(&name).ok_or_else(|| {
                if own_ancestor {
                    damaged("it is its own ancestor".to_string()).into()
                } else {
                    self.trouble_of(&name)
                }
            })
        };
        let superclass = (file.super_class != 0).then(|| parent(file.super_class)).transpose();
        let interfaces: Result<Vec<Arc<JavaClass>>, Trouble> =
            file.interfaces.iter().map(|&index| parent(index)).collect();
        // If more than one is missing, the JVM names the interface.
        let (interfaces, superclass) = (interfaces?, superclass?);
        if origin == Origin::User
            && let Some(error) = self.objection_to_parents(name, &file, superclass.as_deref(), &interfaces)
        {
            return Err(Trouble { diagnostic: error.diagnostic(), error: Some(Box::new(error)) });
        }
        self.complete(name, file, raw, origin, superclass, interfaces).map_err(|why| damaged(why).into())
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
                let mut initial = Constant::zero(ty);
                if let Some(index) = constant_index(&field.attributes) {
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
                is_mixed: false,
            };
            if method_of.insert((method_name.clone(), descriptor), methods.len()).is_some() {
                return Err(format!("it has two methods `{method_name}`"));
            }
            methods.push(info);
        }
        let mut java = JavaClass {
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
            mixin: None,
        };
        // Nobody asks what the library's own authors meant.
        if origin == Origin::User {
            self.annotate(&java);
        }
        if let Some(spec) = self.library.specs.describing(name) {
            self.mix(&mut java, &mut class.fields, spec)?;
        }
        class.methods = self.method_table(&java);
        class.initialiser = crate::initialise::initialiser(*self, &java, &texts)?;
        program.complete_class(id, class);
        Ok(Arc::new(java))
    }

    /// Takes over the annotations of a class, its fields and its methods.
    pub(crate) fn annotate(&self, class: &JavaClass) {
        let file = &class.file;
        let annotate = |on: Annotated, attributes: &[Attribute]| {
            for annotation in crate::annotations::read(&file.constant_pool, attributes) {
                self.program.annotations.add(on, annotation);
            }
        };
        annotate(Annotated::Class(class.id), &file.attributes);
        let text = |index: u16| Some(file.constant_pool.try_get_utf8(index).ok()?.to_rust_string());
        for field in &file.fields {
            let key = text(field.name_index).zip(text(field.descriptor_index));
            match key.and_then(|key| class.fields.get(&key)) {
                Some(&FieldInfo::Instance(id)) => annotate(Annotated::Field(id), &field.attributes),
                Some(&FieldInfo::Static(id)) => annotate(Annotated::Global(id), &field.attributes),
                None => {}
            }
        }
        for method in &class.methods {
            annotate(Annotated::Function(method.function), &file.methods[method.index].attributes);
        }
    }

    pub(crate) fn declare_method(
        &self,
        class: &str,
        id: ClassId,
        method: Header<'_>,
        file_method: &ristretto_classfile::Method,
        file: &ClassFile<'static>,
        raw: Option<&RawCode>,
    ) -> Result<FunctionId, String> {
        let mut parameters = Vec::new();
        if !file_method.access_flags.contains(MethodAccessFlags::STATIC) {
            let ty = if class == "java/lang/Object" { RefType::Any } else { RefType::Class(id) };
            parameters.push(Local { name: "this".to_string(), ty: Type::Ref(ty) });
        }
        let names = parameter_names(file, file_method, raw, method.signature);
        let own = names.into_iter().zip(&method.signature.parameters);
        parameters.extend(own.map(|(name, ty)| Local { name, ty: self.local_type(ty) }));
        let result = method.signature.result.as_ref().map(|ty| self.local_type(ty));
        let function = Function {
            name: format!("{}.{}{}", dotted(class), method.name, method.descriptor),
            parameters,
            result,
            body: None,
            position: Position::new(method.source, first_line(file_method), 0),
        };
        self.program.add_function(function).map_err(|_| format!("it has two methods `{}`", method.name))
    }

    /// The file that a class comes from, as people know it.
    pub(crate) fn source(&self, name: &str, file: &ClassFile<'_>, origin: Origin) -> SourceId {
        let own = file.attributes.iter().find_map(|attribute| {
            let Attribute::SourceFile { source_file_index, .. } = attribute else { return None };
            file.constant_pool.try_get_utf8(*source_file_index).ok().map(|text| text.to_rust_string())
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
