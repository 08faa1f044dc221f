//! Specs of classes that cannot be edited: which class describes which, and what its fields are.
//!
//! A class annotated with `@Spec("java.util.TreeMap")` has no objects. Its target stands for it wherever a class file
//! mentions it: that is done by [`Specs::rename`], which changes a class file as it is read, so that nobody
//! behind it ever sees a spec in a descriptor or in a reference to a member. The exceptions are static fields
//! with their initialiser and class literals: a spec has these under its own name. How its methods and fields
//! come into the target is in the module `mix`.

use std::collections::{BTreeMap, BTreeSet};

use ir::{AnnotationValue, Diagnostic};
use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::{ClassFile, Constant, ConstantPool, Error, FieldAccessFlags, MethodAccessFlags};

use crate::class_path::{ClassPath, Origin};
use crate::descriptor::{JavaType, Signature};
use crate::raw::RawCode;
use crate::trouble::missing_class;
use crate::world::dotted;

/// The annotation that makes a class a spec.
const SPEC: &str = "glassbox.api.Spec";

/// The annotation of a field that the target does not have.
const GHOST: &str = "glassbox.api.Ghost";

/// A class that describes another one.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its internal name.
    pub name: String,
    /// The internal name of the class that it describes.
    pub target: String,
    /// The methods to check, by their names, if it says which.
    pub methods: Vec<String>,
    /// The exceptions that may leave any method, such as `java.util.NoSuchElementException`.
    pub allows: Vec<String>,
    /// Its instance fields by their names.
    pub(crate) fields: BTreeMap<String, SpecField>,
    /// The names of its static fields.
    statics: BTreeSet<String>,
    /// Where it begins in its source.
    line: u16,
}

/// An instance field of a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SpecField {
    /// The type in the spec, in which targets stand for their specs.
    pub(crate) said: JavaType,
    /// The type that it has in the program.
    pub(crate) own: JavaType,
    /// The class that declares it; none for a ghost, which the target does not have.
    pub(crate) owner: Option<String>,
}

/// What is wrong with specs.
#[derive(Clone, Debug)]
pub enum SpecProblem {
    /// No class has the annotation.
    NoSpec,
    /// The class that is described does not exist: the spec, and the target.
    NoTarget(String, String),
    /// A class is described twice: its name.
    Twice(String),
    /// The target has no such field: its name, the field, and the fields that it has.
    NoField(String, String, Vec<String>),
    /// The field of the target has another type: its name, the field, the type that was said, and the real one.
    OtherType(String, String, String, String),
    /// The target has a field of the name of a ghost: its name, and the field.
    NoGhost(String, String),
    /// A class cannot be read.
    Unreadable(Diagnostic),
}

impl From<Diagnostic> for SpecProblem {
    fn from(diagnostic: Diagnostic) -> Self {
        SpecProblem::Unreadable(diagnostic)
    }
}

/// The specs that a program is loaded with.
#[derive(Clone, Debug, Default)]
pub struct Specs {
    /// In the order of the source.
    all: Vec<Spec>,
}

impl Specs {
    /// The specs among the classes with these internal names.
    pub fn read(class_path: &ClassPath, names: &[String]) -> Result<Specs, SpecProblem> {
        let mut files = Vec::new();
        let mut specs = Specs::default();
        for name in names {
            let file = class_file(class_path, name)?.ok_or_else(|| missing_class(class_path, name))?;
            let Some(spec) = described(name, &file) else { continue };
            if specs.describing(&spec.target).is_some() {
                return Err(SpecProblem::Twice(dotted(&spec.target)));
            }
            specs.all.push(spec);
            files.push(file);
        }
        if specs.all.is_empty() {
            return Err(SpecProblem::NoSpec);
        }
        for (place, file) in files.iter().enumerate() {
            let fields = specs.fields(class_path, &specs.all[place], file)?;
            specs.all[place].fields = fields;
        }
        specs.all.sort_by_key(|spec| spec.line);
        Ok(specs)
    }

    /// The specs in the order of the source.
    pub fn all(&self) -> &[Spec] {
        &self.all
    }

    /// The spec of a class, by the class's internal name.
    pub fn describing(&self, target: &str) -> Option<&Spec> {
        self.all.iter().find(|spec| spec.target == target)
    }

    /// The spec of that internal name.
    pub fn named(&self, name: &str) -> Option<&Spec> {
        self.all.iter().find(|spec| spec.name == name)
    }

    /// The instance fields of a spec.
    fn fields(
        &self,
        class_path: &ClassPath,
        spec: &Spec,
        file: &ClassFile<'_>,
    ) -> Result<BTreeMap<String, SpecField>, SpecProblem> {
        let target = dotted(&spec.target);
        let Some(known) = target_fields(class_path, &spec.target)? else {
            return Err(SpecProblem::NoTarget(dotted(&spec.name), target));
        };
        let mut fields = BTreeMap::new();
        for field in &file.fields {
            if field.access_flags.intersects(FieldAccessFlags::STATIC | FieldAccessFlags::SYNTHETIC) {
                continue;
            }
            let name = text(&file.constant_pool, field.name_index);
            let descriptor = text(&file.constant_pool, field.descriptor_index);
            let Some((name, said)) = name.zip(descriptor.and_then(|said| JavaType::parse(&said))) else {
                continue;
            };
            let said = self.target_type(&said);
            let annotations = crate::annotations::read(&file.constant_pool, &field.attributes);
            let is_ghost = annotations.iter().any(|annotation| annotation.name == GHOST);
            let own = known.iter().find(|(_, other, _)| *other == name);
            let entry = match own {
                Some(_) if is_ghost => return Err(SpecProblem::NoGhost(target, name)),
                Some((owner, _, own)) if *own == said || is_reference(own) && is_reference(&said) => {
                    SpecField { said, own: own.clone(), owner: Some(owner.clone()) }
                }
                Some((_, _, own)) => {
                    return Err(SpecProblem::OtherType(target, name, said.shown(), own.shown()));
                }
                None if is_ghost => SpecField { own: said.clone(), said, owner: None },
                None => {
                    let known = known.into_iter().map(|(_, name, _)| name).collect();
                    return Err(SpecProblem::NoField(target, name, known));
                }
            };
            fields.insert(name, entry);
        }
        Ok(fields)
    }

    /// The type with the targets of specs.
    fn target_type(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Object(name) => match self.named(name) {
                Some(spec) => JavaType::Object(spec.target.as_str().into()),
                None => ty.clone(),
            },
            JavaType::Array(element) => JavaType::Array(Box::new(self.target_type(element))),
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int
            | JavaType::Long
            | JavaType::Float
            | JavaType::Double => ty.clone(),
        }
    }

    /// The descriptor of a field or a method with the targets of specs, if it mentions one.
    fn target_descriptor(&self, descriptor: &str) -> Option<String> {
        let renamed = match Signature::parse(descriptor) {
            Some(signature) => {
                let parameters = signature.parameters.iter().map(|ty| self.target_type(ty).to_string());
                let result = signature.result.as_ref().map(|ty| self.target_type(ty).to_string());
                format!("({}){}", parameters.collect::<String>(), result.as_deref().unwrap_or("V"))
            }
            None => self.target_type(&JavaType::parse(descriptor)?).to_string(),
        };
        (renamed != descriptor).then_some(renamed)
    }

    /// Lets targets stand for their specs in a class file.
    pub(crate) fn rename(&self, file: &mut ClassFile<'static>) -> Result<(), Error> {
        if self.all.is_empty() {
            return Ok(());
        }
        let pool = &mut file.constant_pool;
        let length = u16::try_from(pool.len()).unwrap_or(u16::MAX);
        let mut classes: BTreeMap<u16, u16> = BTreeMap::new();
        for index in 1..=length {
            let Some(Constant::Class(_)) = pool.get(index) else { continue };
            let name = pool.try_get_class(index)?.to_rust_string();
            let Some(ty) = JavaType::of_class_constant(&name) else { continue };
            let renamed = self.target_type(&ty);
            let renamed =
                if let JavaType::Object(target) = renamed { target.into() } else { renamed.to_string() };
            if renamed != name {
                classes.insert(index, pool.add_class(renamed)?);
            }
        }
        for index in 1..=length {
            self.rename_constant(pool, index, &classes)?;
        }
        for descriptor in file
            .fields
            .iter_mut()
            .map(|field| &mut field.descriptor_index)
            .chain(file.methods.iter_mut().map(|method| &mut method.descriptor_index))
        {
            *descriptor = self.renamed_text(&mut file.constant_pool, *descriptor)?;
        }
        let code = file.methods.iter_mut().flat_map(|method| &mut method.attributes);
        for attribute in code {
            if let Attribute::Code { code, .. } = attribute {
                code.iter_mut().for_each(|instruction| rename_instruction(instruction, &classes));
            }
        }
        Ok(())
    }

    /// Changes what a constant refers to.
    fn rename_constant(
        &self,
        pool: &mut ConstantPool<'static>,
        index: u16,
        classes: &BTreeMap<u16, u16>,
    ) -> Result<(), Error> {
        let renamed = |class: u16| classes.get(&class).copied().unwrap_or(class);
        let changed = match pool.get(index).cloned() {
            Some(Constant::FieldRef { class_index, name_and_type_index }) => {
                let owner = pool.try_get_class(class_index)?.to_rust_string();
                let (&name_index, &descriptor_index) = pool.try_get_name_and_type(name_and_type_index)?;
                let name = pool.try_get_utf8(name_index)?.to_rust_string();
                let spec = self.named(&owner);
                let field = spec.and_then(|spec| spec.fields.get(&name));
                // The name and the type are shared with other fields that happen to have the same.
                let descriptor_index = match field {
                    Some(field) => pool.add_utf8(field.own.to_string())?,
                    None => self.renamed_text(pool, descriptor_index)?,
                };
                let named = pool.add(Constant::NameAndType { name_index, descriptor_index })?;
                let is_static = spec.is_some_and(|spec| spec.statics.contains(&name));
                let class_index = if is_static { class_index } else { renamed(class_index) };
                Constant::FieldRef { class_index, name_and_type_index: named }
            }
            Some(Constant::MethodRef { class_index, name_and_type_index }) => {
                let class_index = renamed(class_index);
                Constant::MethodRef { class_index, name_and_type_index }
            }
            Some(Constant::InterfaceMethodRef { class_index, name_and_type_index }) => {
                let class_index = renamed(class_index);
                Constant::InterfaceMethodRef { class_index, name_and_type_index }
            }
            Some(Constant::NameAndType { name_index, descriptor_index }) => {
                let descriptor_index = self.renamed_text(pool, descriptor_index)?;
                Constant::NameAndType { name_index, descriptor_index }
            }
            Some(Constant::MethodType(descriptor)) => {
                Constant::MethodType(self.renamed_text(pool, descriptor)?)
            }
            // Others mention no classes.
            _ => return Ok(()),
        };
        pool.set(index, changed)
    }

    /// The index of a descriptor with the targets of specs.
    fn renamed_text(&self, pool: &mut ConstantPool<'static>, index: u16) -> Result<u16, Error> {
        let descriptor = pool.try_get_utf8(index)?.to_rust_string();
        match self.target_descriptor(&descriptor) {
            Some(renamed) => pool.add_utf8(renamed),
            None => Ok(index),
        }
    }
}

/// Changes the class that an instruction names. Class literals stay.
#[expect(clippy::wildcard_enum_match_arm, reason = "other instructions name no classes")]
fn rename_instruction(instruction: &mut Instruction, classes: &BTreeMap<u16, u16>) {
    match instruction {
        Instruction::New(class)
        | Instruction::Anewarray(class)
        | Instruction::Checkcast(class)
        | Instruction::Instanceof(class)
        | Instruction::Multianewarray(class, _) => {
            if let Some(&renamed) = classes.get(class) {
                *class = renamed;
            }
        }
        _ => {}
    }
}

/// Leaves of a spec what it has under its own name: its static fields and what initialises them.
pub(crate) fn keep_statics(file: &mut ClassFile<'static>, raw: &mut Vec<Option<RawCode>>) {
    file.fields.retain(|field| field.access_flags.contains(FieldAccessFlags::STATIC));
    let pool = &file.constant_pool;
    let is_initialiser: Vec<bool> = file
        .methods
        .iter()
        .map(|method| text(pool, method.name_index).as_deref() == Some("<clinit>"))
        .collect();
    let mut kept = is_initialiser.iter();
    file.methods.retain(|_| kept.next() == Some(&true));
    let mut kept = is_initialiser.iter();
    raw.retain(|_| kept.next() == Some(&true));
}

/// What a class file says if it is that of a spec; its fields are still to come.
fn described(name: &str, file: &ClassFile<'_>) -> Option<Spec> {
    let annotations = crate::annotations::read(&file.constant_pool, &file.attributes);
    let annotation = annotations.into_iter().find(|annotation| annotation.name == SPEC)?;
    let mut spec = Spec {
        name: name.to_string(),
        target: String::new(),
        methods: Vec::new(),
        allows: Vec::new(),
        fields: BTreeMap::new(),
        statics: BTreeSet::new(),
        line: first_line(file),
    };
    for (element, value) in annotation.values {
        match element.as_str() {
            "value" => spec.target = names(value).first()?.replace('.', "/"),
            "methods" => spec.methods = names(value),
            "allows" => spec.allows = names(value),
            _ => {}
        }
    }
    for field in &file.fields {
        if field.access_flags.contains(FieldAccessFlags::STATIC) {
            spec.statics.extend(text(&file.constant_pool, field.name_index));
        }
    }
    Some(spec)
}

/// The texts and names of classes in the value of an annotation's element.
fn names(value: AnnotationValue) -> Vec<String> {
    match value {
        AnnotationValue::Text(text) | AnnotationValue::Name(text) => vec![text],
        AnnotationValue::List(values) => values.into_iter().flat_map(names).collect(),
        AnnotationValue::Constant(_) | AnnotationValue::Annotation(_) => Vec::new(),
    }
}

/// The first line that a class has code for: that of its declaration, where its constructor is.
fn first_line(file: &ClassFile<'_>) -> u16 {
    let mut first = u16::MAX;
    for attribute in file.methods.iter().flat_map(|method| &method.attributes) {
        let Attribute::Code { attributes, .. } = attribute else { continue };
        for attribute in attributes {
            if let Attribute::LineNumberTable { line_numbers, .. } = attribute {
                first = line_numbers.iter().map(|line| line.line_number).fold(first, u16::min);
            }
        }
    }
    first
}

fn is_reference(ty: &JavaType) -> bool {
    ty.primitive_name().is_none()
}

fn text(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    Some(pool.try_get_utf8(index).ok()?.to_rust_string())
}

/// The class file of a class, as it stands there.
pub(crate) fn class_file(
    class_path: &ClassPath,
    name: &str,
) -> Result<Option<ClassFile<'static>>, Diagnostic> {
    let Some((bytes, origin)) = class_path.find(name)? else { return Ok(None) };
    let damaged = |what: String, remedy: &str| {
        Diagnostic::new(ir::Code::BadClassFile, format!("class {} {what}", dotted(name)), remedy)
    };
    if origin == Origin::User {
        crate::shape::check(&bytes).map_err(|wrong| damaged(wrong.what.clone(), wrong.remedy()))?;
    }
    let file = ClassFile::from_bytes(&bytes);
    let file = file.map_err(|error| damaged(format!("is damaged: {error}"), "compile it again"))?;
    Ok(Some(file.into_owned()))
}

/// The instance fields of a class and its superclasses, nearer ones first: who declares it, its name, its type. None if there
/// is no such class.
type TargetFields = Vec<(String, String, JavaType)>;

fn target_fields(class_path: &ClassPath, target: &str) -> Result<Option<TargetFields>, Diagnostic> {
    let mut fields: TargetFields = Vec::new();
    let mut current = Some(target.to_string());
    let mut seen = BTreeSet::new();
    while let Some(name) = current {
        let Some(file) = class_file(class_path, &name)? else {
            return Ok(None);
        };
        let pool = &file.constant_pool;
        for field in &file.fields {
            if field.access_flags.contains(FieldAccessFlags::STATIC) {
                continue;
            }
            let ty = text(pool, field.descriptor_index).and_then(|descriptor| JavaType::parse(&descriptor));
            let own = text(pool, field.name_index).zip(ty);
            fields.extend(own.map(|(field, ty)| (name.clone(), field, ty)));
        }
        let above = pool.try_get_class(file.super_class).ok().map(|name| name.to_rust_string());
        // A class that is its own ancestor is told when it is loaded.
        current = above.filter(|_| seen.insert(name));
    }
    Ok(Some(fields))
}

/// Whether a method of a spec comes into the target.
pub(crate) fn is_mixed(name: &str, flags: MethodAccessFlags) -> bool {
    !name.starts_with('<') && !flags.intersects(MethodAccessFlags::ABSTRACT | MethodAccessFlags::NATIVE)
}
