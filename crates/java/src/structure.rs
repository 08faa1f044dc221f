//! What objects of a class are made of: the classes that its fields can refer to, with what annotations say.

use std::sync::Arc;

use ir::{Annotated, ArrayTypeId, ClassId, Diagnostic, FieldId, FunctionId, Program};

use crate::class_path::Origin;
use crate::descriptor::JavaType;
use crate::specs::Spec;
use crate::world::{FieldInfo, JavaClass, Library, World, dotted};

/// A class, and everything that its objects can refer to through fields.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The classes; the first one is the one that was asked for.
    pub classes: Vec<Part>,
}

/// A class of a structure.
#[derive(Clone, Debug)]
pub struct Part {
    /// The class.
    pub class: ClassId,
    /// Its name, such as `java.util.TreeMap$Entry`.
    pub name: String,
    /// Its fields in the order of their slots, inherited ones first.
    pub fields: Vec<StructureField>,
    /// The method `boolean repOkLocal()`.
    pub local: Option<FunctionId>,
    /// Whether it belongs to the JDK.
    pub is_library: bool,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct StructureField {
    /// The field.
    pub field: FieldId,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: JavaType,
    /// The type of what it refers to: a spec may say less than the field's own type allows.
    pub holds: JavaType,
    /// Whether a spec of its class says nothing of it.
    pub is_left_out: bool,
    /// Whether it is annotated with `@Tree`.
    pub is_tree: bool,
    /// Whether it is annotated with `@Ghost`.
    pub is_ghost: bool,
    /// Whether it is annotated with `@Sorted`.
    pub is_sorted: bool,
}

impl Structure {
    /// The places of the classes whose objects a field of the type can refer to.
    pub fn fitting(&self, program: &Program, library: &Library, ty: &JavaType) -> Vec<usize> {
        let JavaType::Object(name) = ty else { return Vec::new() };
        let world = library.world(program);
        let Some(class) = world.load(name) else { return Vec::new() };
        // Any object will do for `Object`: the plainest one.
        let exact = class.name == "java/lang/Object";
        let fits = |part: &Part| match exact {
            true => part.class == class.id,
            false => program.is_subclass(part.class, class.id),
        };
        (0..self.classes.len()).filter(|&place| fits(&self.classes[place])).collect()
    }
}

impl Library {
    /// What objects of a class are made of.
    pub fn structure(&self, program: &Program, class: &str) -> Result<Structure, Diagnostic> {
        let world = self.world(program);
        let name = class.replace('.', "/");
        let first = world.load_linked(&name)?;
        let mut structure = Structure { classes: Vec::new() };
        let mentioned = world.all_mentioned(&first);
        let mut open = vec![first];
        while let Some(class) = open.pop() {
            if structure.classes.iter().any(|part| part.class == class.id) {
                continue;
            }
            let is_own = class.origin == Origin::User;
            let part = world.part(&class);
            for field in part.fields.iter().filter(|field| !field.is_left_out) {
                let mut ty = &field.holds;
                while let JavaType::Array(element) = ty {
                    ty = element;
                }
                let JavaType::Object(name) = ty else { continue };
                // Keys are numbers that nobody but the order looks at.
                let name = if field.is_sorted { "java/lang/Integer" } else { name };
                let Some(target) = world.load(name) else { continue };
                let is_foreign = class.origin == Origin::User || class.mixin.is_some();
                let of_library = target.origin == Origin::Library && is_foreign;
                // Of the library's classes only those are known that have specs, are as good as numbers, or have
                // nothing inside.
                let is_known =
                    target.mixin.is_some() || target.name == "java/lang/Object" || is_box(&target.name);
                if (!of_library || is_known) && !target.is_abstract() && !target.is_interface() {
                    open.push(Arc::clone(&target));
                }
                // Its subclasses, as far as the program's own classes mention them.
                let is_object = target.name == "java/lang/Object";
                open.extend(
                    mentioned
                        .iter()
                        .filter(|other| {
                            is_own
                                && !is_object
                                && !other.is_abstract()
                                && program.is_subclass(other.id, target.id)
                        })
                        .cloned(),
                );
            }
            structure.classes.push(part);
        }
        Ok(structure)
    }

    /// The type of arrays with these elements.
    pub fn array_of(&self, program: &Program, element: &JavaType) -> ArrayTypeId {
        self.world(program).array_of(element)
    }
}

/// Whether objects of a class of the library stand for the number in their only field.
pub fn is_box(class: &str) -> bool {
    ["Integer", "Long", "Short", "Byte", "Character", "Boolean"].iter().any(|name| {
        class.strip_prefix("java/lang/").or_else(|| class.strip_prefix("java.lang.")) == Some(name)
    })
}

/// A class and its superclasses, the nearest first.
fn ancestors(class: &Arc<JavaClass>) -> Vec<Arc<JavaClass>> {
    let above = std::iter::successors(Some(class), |class| class.superclass.as_ref());
    above.cloned().collect()
}

impl World<'_> {
    fn part(&self, class: &Arc<JavaClass>) -> Part {
        let program = self.program();
        let chain = ancestors(class);
        let mut fields = Vec::new();
        for (place, owner) in chain.iter().enumerate().rev() {
            // A spec speaks of the fields of its class and of those that the class inherits.
            let below = chain[..=place].iter();
            let specs: Vec<&Spec> =
                below.filter_map(|class| self.library.specs().describing(&class.name)).collect();
            for &field in &program.classes[owner.id].fields {
                let ty = owner.fields.iter().find_map(|((_, descriptor), info)| match info {
                    FieldInfo::Instance(other) if *other == field => JavaType::parse(descriptor),
                    FieldInfo::Instance(_) | FieldInfo::Static(_) => None,
                });
                let ty = ty.unwrap_or(JavaType::Int);
                let name = &program.fields[field].name;
                let said = specs.iter().find_map(|spec| {
                    let said = spec.fields.get(name)?;
                    let is_own =
                        said.owner.as_ref().map_or(spec.target == owner.name, |other| *other == owner.name);
                    is_own.then(|| said.said.clone())
                });
                let says = |name: &str| program.annotations.find(Annotated::Field(field), name).is_some();
                fields.push(StructureField {
                    field,
                    name: name.clone(),
                    is_left_out: !specs.is_empty() && said.is_none(),
                    holds: said.unwrap_or_else(|| ty.clone()),
                    ty,
                    is_tree: says("glassbox.api.Tree"),
                    is_ghost: says("glassbox.api.Ghost"),
                    is_sorted: says("glassbox.api.Sorted"),
                });
            }
        }
        Part {
            class: class.id,
            name: dotted(&class.name),
            fields,
            local: self.local_invariant(class),
            is_library: class.origin == Origin::Library,
        }
    }

    /// The method `boolean repOkLocal()` of a class or of its nearest superclass that has one.
    pub(crate) fn local_invariant(&self, class: &Arc<JavaClass>) -> Option<FunctionId> {
        let owners = ancestors(class);
        let local = owners.iter().find_map(|owner| owner.method("repOkLocal", "()Z"))?;
        (!local.is_static()).then_some(local.function)
    }

    /// The program's own classes that a class file mentions, that those mention, and so on.
    pub(crate) fn all_mentioned(&self, class: &Arc<JavaClass>) -> Vec<Arc<JavaClass>> {
        let mut all: Vec<Arc<JavaClass>> = Vec::new();
        let mut open = if class.origin == Origin::User { self.mentioned(class) } else { Vec::new() };
        while let Some(next) = open.pop() {
            if !all.iter().any(|known| known.id == next.id) {
                open.extend(self.mentioned(&next));
                all.push(next);
            }
        }
        // The order in which classes are found says nothing to anybody: it should only be the same every time.
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// The program's own classes that a class file mentions.
    fn mentioned(&self, class: &JavaClass) -> Vec<Arc<JavaClass>> {
        let facts = crate::facts::of(class);
        let members = facts.map(|facts| facts.members).unwrap_or_default();
        let loaded = members.iter().filter_map(|name| self.load(&name.replace('.', "/")));
        loaded.filter(|class| class.origin == Origin::User).collect()
    }
}
