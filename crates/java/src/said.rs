//! What specs say of methods that their targets have: formulas for calls of code that cannot be edited.
//!
//! A method of a spec with `@Requires` or `@Ensures` speaks of the target's method of the same name and types. Its own code, if it has any,
//! counts for nothing; the names of its parameters are those that its formulas use.

use ir::{AnnotationValue, Diagnostic, FunctionId, Position, Program};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassFile, Method, MethodAccessFlags};

use crate::class_path::Origin;
use crate::descriptor::{JavaType, Signature};
use crate::raw::{self, RawCode};
use crate::specs::{Spec, class_file};
use crate::world::{JavaClass, Library, MethodInfo, World, dotted};

/// What a spec says of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The class that is described, such as `java.util.BitSet`.
    pub target: String,
    /// The method as people write it: `boolean get(int)`.
    pub method: String,
    /// The target's function, or why there is none.
    pub function: Result<FunctionId, Unfit>,
    /// The names of the parameters, without the receiver.
    pub parameters: Vec<String>,
    /// What `@Requires` says.
    pub requires: Option<String>,
    /// What `@Ensures` says.
    pub ensures: Option<String>,
    /// Where the spec says so.
    pub position: Position,
}

/// Why a method that a spec speaks of is none of the target's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// The target has no such method; these are what it has.
    Missing(Vec<String>),
    /// It is another class that has it.
    Inherited(String),
    /// It is declared there, and has its code elsewhere.
    Abstract,
    /// It has formulas itself.
    Annotated,
}

impl Library {
    /// What the specs say of methods, in their order.
    pub fn said(&self, program: &Program) -> Result<Vec<Said>, Diagnostic> {
        let world = self.world(program);
        let mut said = Vec::new();
        for spec in self.specs().all() {
            let Some(target) = world.load(&spec.target) else { return Err(world.trouble(&spec.target)) };
            said.extend(world.said_by(spec, &target)?);
        }
        Ok(said)
    }
}

impl World<'_> {
    fn said_by(&self, spec: &Spec, target: &JavaClass) -> Result<Vec<Said>, Diagnostic> {
        let class_path = self.library.class_path();
        let damaged = |what: &str| {
            let message = format!("class {} {what}", dotted(&spec.name));
            Diagnostic::new(ir::Code::BadClassFile, message, "compile it again")
        };
        let (Some(mut file), Some((bytes, _))) =
            (class_file(class_path, &spec.name)?, class_path.find(&spec.name)?)
        else {
            return Err(damaged("is gone"));
        };
        let raw = raw::code_attributes(&bytes).ok_or_else(|| damaged("is cut short"))?;
        self.library.specs().rename(&mut file).map_err(|error| damaged(&error.to_string()))?;
        let source = self.source(&spec.name, &file, Origin::User);
        let mut said = Vec::new();
        for (index, method) in file.methods.iter().enumerate() {
            let formula = |name: &str| {
                let found = crate::annotations::read(&file.constant_pool, &method.attributes);
                let found = found.into_iter().find(|found| found.name == format!("glassbox.api.{name}"))?;
                found.values.into_iter().find_map(|(element, value)| match value {
                    AnnotationValue::Text(text) if element == "value" => Some(text),
                    AnnotationValue::Text(_)
                    | AnnotationValue::Constant(_)
                    | AnnotationValue::Name(_)
                    | AnnotationValue::Annotation(_)
                    | AnnotationValue::List(_) => None,
                })
            };
            let (requires, ensures) = (formula("Requires"), formula("Ensures"));
            if requires.is_none() && ensures.is_none() {
                continue;
            }
            let text = |index: u16| {
                let text = file.constant_pool.try_get_utf8(index);
                text.map(|text| text.to_rust_string()).map_err(|error| damaged(&error.to_string()))
            };
            let (name, descriptor) = (text(method.name_index)?, text(method.descriptor_index)?);
            let Some(signature) = Signature::parse(&descriptor) else { continue };
            let raw = raw.get(index).and_then(Option::as_ref);
            said.push(Said {
                target: dotted(&target.name),
                method: shown(&name, &signature),
                function: self.described(target, &name, &descriptor),
                parameters: parameter_names(&file, method, raw, &signature),
                requires,
                ensures,
                position: Position::new(source, first_line(method), 0),
            });
        }
        Ok(said)
    }

    /// The target's method that a spec speaks of.
    fn described(&self, target: &JavaClass, name: &str, descriptor: &str) -> Result<FunctionId, Unfit> {
        let own = |method: &&MethodInfo| !method.is_mixed;
        match target.method(name, descriptor).filter(own) {
            Some(method) if method.is_abstract() => Err(Unfit::Abstract),
            Some(method) => {
                let says = |annotation: &str| {
                    crate::method::formula(self.program, method.function, annotation).is_some()
                };
                let is_annotated = says("glassbox.api.Requires") || says("glassbox.api.Ensures");
                if is_annotated { Err(Unfit::Annotated) } else { Ok(method.function) }
            }
            None => {
                let parents = target.superclass.iter().chain(&target.interfaces);
                let inherited = parents.filter_map(|parent| self.resolve(&parent.name, name, descriptor));
                let is_constructor = name.starts_with('<');
                let owner = inherited.map(|(owner, _)| dotted(&owner.name)).find(|_| !is_constructor);
                let methods = target.methods.iter().filter(own).filter(|method| method.name != "<clinit>");
                let known = methods.map(|method| shown(&method.name, &method.signature)).collect();
                Err(owner.map_or(Unfit::Missing(known), Unfit::Inherited))
            }
        }
    }
}

/// A method as people declare it.
fn shown(name: &str, signature: &Signature) -> String {
    let types: Vec<String> = signature.parameters.iter().map(JavaType::shown).collect();
    let result = signature.result.as_ref().map_or_else(|| "void".to_string(), JavaType::shown);
    format!("{result} {name}({})", types.join(", "))
}

/// The names of a method's parameters, without the receiver, as far as the class file has them.
pub(crate) fn parameter_names(
    file: &ClassFile<'_>,
    method: &Method,
    raw: Option<&RawCode>,
    signature: &Signature,
) -> Vec<String> {
    let text = |index: u16| Some(file.constant_pool.try_get_utf8(index).ok()?.to_rust_string());
    let name_of = |slot: u16| {
        let &(_, _, name, _, _) = raw?.locals.iter().find(|local| local.0 == 0 && local.4 == slot)?;
        text(name)
    };
    // Methods without code have no locals, but compilers can be told to keep the names of parameters.
    let declared = method.attributes.iter().find_map(|attribute| {
        let Attribute::MethodParameters { parameters, .. } = attribute else { return None };
        raw.is_none().then_some(parameters.as_slice())
    });
    let has_receiver = !method.access_flags.contains(MethodAccessFlags::STATIC);
    let mut slot = u16::from(has_receiver);
    let mut names: Vec<String> = Vec::new();
    for (index, ty) in signature.parameters.iter().enumerate() {
        let declared_name = || text(declared?.get(index)?.name_index);
        let mut name = name_of(slot).or_else(declared_name).unwrap_or_else(|| format!("p{slot}"));
        while names.contains(&name) || has_receiver && name == "this" {
            name.push('_');
        }
        names.push(name);
        slot += if ty.is_wide() { 2 } else { 1 };
    }
    names
}

/// The first line that a method has code for; 0 if it has none.
pub(crate) fn first_line(method: &Method) -> u32 {
    let lines = method.attributes.iter().find_map(|attribute| {
        let Attribute::Code { attributes, .. } = attribute else { return None };
        attributes.iter().find_map(|attribute| {
            let Attribute::LineNumberTable { line_numbers, .. } = attribute else { return None };
            line_numbers.iter().map(|line| u32::from(line.line_number)).min()
        })
    });
    lines.unwrap_or(0)
}
