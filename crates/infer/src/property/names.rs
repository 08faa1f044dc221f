//! What names mean in the formulas of one method: its parameters, the classes that it can know, and their fields.
//!
//! Names are looked up as Java does it. The simple name of a class is looked for among the classes nested in that of the method and
//! in those around it, then in its package, then among all that the program mentions. What a front end knows of the source
//! (boolean parameters, which are numbers in the program; private fields; nested classes) comes from the program's
//! [`ir::ClassFacts`], whose descriptors and flags are those of class files.

use ir::{ClassFacts, ClassId, FieldId, FunctionId, GlobalId, Id as _, Program, RefType, Type};

use super::core::Sort;

/// The flag of private members in a class file.
const PRIVATE: u32 = 0x2;
/// The flag of static members in a class file.
const STATIC: u32 = 0x8;

/// When a formula is to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// When the method is called.
    Requires,
    /// When it has returned.
    Ensures,
}

/// A parameter of the method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; `this` for the receiver.
    pub name: String,
    /// What it can be; `None` for floating-point numbers.
    pub sort: Option<Sort>,
}

/// A field of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Member {
    /// One that each object has.
    Instance(FieldId),
    /// One that there is once.
    Static(GlobalId),
}

/// What names mean in the formulas of one method.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The method.
    pub function: FunctionId,
    /// When the formula is to be true.
    pub condition: Condition,
    /// The parameters of the method, the receiver first.
    pub parameters: Vec<Parameter>,
    /// What the method gives; `None` if it gives nothing.
    pub result: Option<Option<Sort>>,
    /// The class that declares the method.
    pub class: Option<ClassId>,
    /// The classes of the same package that the method can come across.
    known: Vec<ClassId>,
}

impl<'a> Context<'a> {
    /// The names that the formulas of a method can use.
    pub fn new(program: &'a Program, function: FunctionId, condition: Condition) -> Self {
        let declared = &program.functions[function];
        let receiver = declared.parameters.first().filter(|first| first.name == "this");
        let is_method = receiver.is_some();
        let class = match declared.name.split_once('(').and_then(|(path, _)| path.rsplit_once('.')) {
            Some((class, _)) => program.load_class(class),
            None => match receiver.map(|receiver| receiver.ty) {
                Some(Type::Ref(RefType::Class(class))) => Some(class),
                Some(Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_)) | None => None,
            },
        };
        let mut parameters: Vec<Parameter> = declared
            .parameters
            .iter()
            .map(|local| Parameter { name: local.name.clone(), sort: sort_of(local.ty) })
            .collect();
        let mut result = declared.result.map(sort_of);
        if let Some(descriptor) = class.and_then(|class| descriptor(program, class, &declared.name)) {
            let (booleans, gives_boolean) = booleans(&descriptor);
            let own = parameters.iter_mut().skip(usize::from(is_method));
            for (parameter, _) in own.zip(booleans).filter(|(_, is_boolean)| *is_boolean) {
                parameter.sort = Some(Sort::Bool);
            }
            if gives_boolean {
                result = Some(Some(Sort::Bool));
            }
        }
        let mut context =
            Context { program, function, condition, parameters, result, class, known: Vec::new() };
        context.meet_classes();
        context
    }

    /// Whether the method has a receiver.
    pub fn has_receiver(&self) -> bool {
        self.parameters.first().is_some_and(|first| first.name == "this")
    }

    /// The name of the method without its class and types.
    pub fn method_name(&self) -> &'a str {
        let name = &self.program.functions[self.function].name;
        let path = name.split_once('(').map_or(name.as_str(), |(path, _)| path);
        path.rsplit_once('.').map_or(path, |(_, method)| method)
    }

    /// Finds the classes that the method can come across: those of what it has and gives, and of what can be reached from there.
    /// Other packages keep how they work to themselves, so the way does not lead through them.
    fn meet_classes(&mut self) {
        let sorts = self.parameters.iter().map(|parameter| parameter.sort).chain(self.result);
        let mut waiting: Vec<ClassId> =
            sorts.flatten().filter_map(|sort| self.class_of(sort)).chain(self.class).rev().collect();
        if self.class.is_none() && !self.program.is_supplied() {
            waiting.extend(self.program.classes.ids());
        }
        while let Some(class) = waiting.pop() {
            if self.known.contains(&class) || !self.is_near(class) {
                continue;
            }
            self.known.push(class);
            let Some(declared) = self.loaded(class) else { continue };
            let fields = declared.fields.iter().map(|&field| self.program.fields[field].ty);
            let globals = self.statics(class).into_iter().map(|(_, global)| self.program.globals[global].ty);
            let types = fields.chain(globals).filter_map(sort_of).filter_map(|sort| self.class_of(sort));
            let members = self.facts(class).map(|facts| facts.members).unwrap_or_default();
            let members = members.iter().filter_map(|name| self.program.load_class(name));
            waiting.extend(types.chain(declared.superclass).chain(members).collect::<Vec<_>>());
            waiting.extend(self.enclosing(class));
        }
        let is_below =
            |class: ClassId| self.known.iter().any(|&known| self.program.is_subclass(class, known));
        let below: Vec<ClassId> =
            self.program.classes.ids().filter(|&class| self.is_near(class) && is_below(class)).collect();
        self.known.extend(below);
        self.known.sort_unstable();
        self.known.dedup();
    }

    /// The class of the objects of a sort, or of the elements of arrays.
    fn class_of(&self, sort: Sort) -> Option<ClassId> {
        match sort {
            Sort::Ref(RefType::Class(class)) => Some(class),
            Sort::Ref(RefType::Array(array)) => self.class_of(sort_of(self.program.element_type(array))?),
            Sort::Int | Sort::Bool | Sort::Ref(RefType::Any) => None,
        }
    }

    /// Whether a class is in the package of the method's class.
    fn is_near(&self, class: ClassId) -> bool {
        self.class.is_none_or(|own| {
            package(self.program.class_name(own)) == package(self.program.class_name(class))
        })
    }

    /// A class with what is in it, if it can be had.
    pub(crate) fn loaded(&self, class: ClassId) -> Option<&'a ir::Class> {
        if !self.program.is_loaded(class) {
            self.program.load_class(self.program.class_name(class))?;
        }
        self.program.classes.get(class)
    }

    fn facts(&self, class: ClassId) -> Option<ClassFacts> {
        self.program.facts(self.program.class_name(class))
    }

    /// The static fields that a class declares, by name.
    fn statics(&self, class: ClassId) -> Vec<(String, GlobalId)> {
        let name = self.program.class_name(class);
        let global = |field: &str| self.program.global_named(&format!("{name}.{field}"));
        match self.facts(class) {
            Some(facts) => {
                let fields = facts.fields.iter().filter(|field| field.flags & STATIC != 0);
                fields.filter_map(|field| Some((field.name.clone(), global(&field.name)?))).collect()
            }
            None => {
                let names = self.program.globals.enumerate().filter_map(|(id, global)| {
                    let field = global.name.strip_prefix(name)?.strip_prefix('.')?;
                    Some((field.to_string(), id))
                });
                names.filter(|(field, _)| !field.contains('.')).collect()
            }
        }
    }

    /// The class around a nested one.
    fn enclosing(&self, class: ClassId) -> Option<ClassId> {
        let (outer, _) = self.program.class_name(class).rsplit_once('$')?;
        self.program.load_class(outer)
    }

    /// The method's class, and those around it from the inside out.
    fn around(&self) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = self.class.into_iter().collect();
        while let Some(outer) = classes.last().and_then(|&class| self.enclosing(class)) {
            classes.push(outer);
        }
        classes
    }

    /// A class, its superclasses and their interfaces, the nearest ones first.
    pub(crate) fn parents(&self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        let mut next = 0;
        while let Some(&current) = chain.get(next) {
            next += 1;
            let Some(declared) = self.loaded(current) else { continue };
            for parent in declared.superclass.into_iter().chain(declared.interfaces.iter().copied()) {
                if !chain.contains(&parent) {
                    chain.push(parent);
                }
            }
        }
        chain
    }

    /// The field that an object of a class has under a name, its own or an inherited one.
    pub(crate) fn member(&self, class: ClassId, name: &str) -> Option<Member> {
        self.parents(class).into_iter().find_map(|class| {
            self.loaded(class)?;
            let field = self.program.field_named(class, name).map(Member::Instance);
            let global = || {
                let global = format!("{}.{name}", self.program.class_name(class));
                self.program.global_named(&global).map(Member::Static)
            };
            field.or_else(global)
        })
    }

    /// What a name alone means as a field: one of the receiver, or a static one of the method's class or of those around it.
    pub(crate) fn own_member(&self, name: &str) -> Option<Member> {
        let around = self.around();
        let own = around.first().and_then(|&class| self.member(class, name));
        own.or_else(|| {
            let outer = around.into_iter().skip(1).find_map(|class| self.member(class, name));
            outer.filter(|member| matches!(member, Member::Static(_)))
        })
    }

    /// The fields of that name of objects, in all classes that the method can come across.
    pub(crate) fn fields_named(&self, name: &str) -> Vec<FieldId> {
        self.known.iter().filter_map(|&class| self.program.field_named(class, name)).collect()
    }

    /// The fields of that name that subclasses of a class declare.
    pub(crate) fn fields_below(&self, class: RefType, name: &str) -> Vec<FieldId> {
        let below = |field: &FieldId| {
            let owner = RefType::Class(self.program.fields[*field].owner);
            self.program.is_subtype(owner, class)
        };
        self.fields_named(name).into_iter().filter(below).collect()
    }

    /// The classes that a name can mean: one if it is clear which.
    pub(crate) fn classes_named(&self, name: &str) -> Vec<ClassId> {
        for class in self.around() {
            if simple_name(self.program.class_name(class)) == name {
                return vec![class];
            }
            let nested = self.parents(class).into_iter().find_map(|class| self.nested(class, name));
            if let Some(nested) = nested {
                return vec![nested];
            }
        }
        let near = self.class.map_or("", |class| package(self.program.class_name(class)));
        let in_package = if near.is_empty() { name.to_string() } else { format!("{near}.{name}") };
        if let Some(class) = self.program.load_class(&in_package) {
            return vec![class];
        }
        let named: Vec<ClassId> = (0..self.program.classes.len())
            .map(ClassId::new)
            .filter(|&class| simple_name(self.program.class_name(class)) == name)
            .collect();
        let near: Vec<ClassId> = named.iter().copied().filter(|&class| self.is_near(class)).collect();
        let found = if near.is_empty() { named } else { near };
        found.into_iter().filter(|&class| self.loaded(class).is_some()).collect()
    }

    /// The class that is nested in another under a name.
    pub(crate) fn nested(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let name = format!("{}${name}", self.program.class_name(class));
        self.program.class_named(&name).filter(|&class| self.loaded(class).is_some()).or_else(|| {
            // Asking for a class that nobody mentions is only worth it where classes are nested.
            let is_member = self.facts(class).is_some_and(|facts| facts.members.contains(&name));
            is_member.then(|| self.program.load_class(&name)).flatten()
        })
    }

    /// The class with that full name.
    pub(crate) fn class_at(&self, path: &str) -> Option<ClassId> {
        self.program.load_class(path)
    }

    /// The simple names of classes that formulas can use.
    pub(crate) fn class_names(&self) -> Vec<String> {
        self.known.iter().map(|&class| simple_name(self.program.class_name(class)).to_string()).collect()
    }

    /// The names of the fields that objects of a class have.
    pub(crate) fn field_names(&self, class: ClassId) -> Vec<String> {
        let classes = self.parents(class).into_iter().filter_map(|class| self.loaded(class));
        classes
            .flat_map(|class| &class.fields)
            .map(|&field| self.program.fields[field].name.clone())
            .collect()
    }

    /// The names of the methods of a class.
    pub(crate) fn has_method(&self, class: ClassId, name: &str) -> bool {
        let is_named = |facts: ClassFacts| facts.methods.iter().any(|method| method.name == name);
        self.parents(class).into_iter().any(|class| self.facts(class).is_some_and(is_named))
    }

    /// Whether a field is private to classes that the method is not in.
    pub(crate) fn is_foreign(&self, member: Member) -> bool {
        let (owner, name) = match member {
            Member::Instance(field) => {
                let field = &self.program.fields[field];
                (self.program.class_name(field.owner).to_string(), field.name.clone())
            }
            Member::Static(global) => match self.program.globals[global].name.rsplit_once('.') {
                Some((owner, name)) => (owner.to_string(), name.to_string()),
                None => return false,
            },
        };
        let is_private = |facts: &ClassFacts| {
            facts.fields.iter().any(|field| field.name == name && field.flags & PRIVATE != 0)
        };
        let outermost = |name: &str| name.split('$').next().unwrap_or(name).to_string();
        let own = self.class.map(|class| outermost(self.program.class_name(class)));
        own.is_some_and(|own| own != outermost(&owner))
            && self.program.facts(&owner).is_some_and(|facts| is_private(&facts))
    }
}

/// What values of a type are; `None` for floating-point numbers.
pub(crate) fn sort_of(ty: Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Int(_) => Some(Sort::Int),
        Type::Float(_) => None,
        Type::Ref(reference) => Some(Sort::Ref(reference)),
    }
}

/// The name of a class without packages and the classes around it.
pub(crate) fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

fn package(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The descriptor of a function that a front end has made of a method.
fn descriptor(program: &Program, class: ClassId, function: &str) -> Option<String> {
    let method = function.strip_prefix(program.class_name(class))?.strip_prefix('.')?;
    let facts = program.facts(program.class_name(class))?;
    let found = facts.methods.iter().find(|member| {
        method.strip_prefix(member.name.as_str()).is_some_and(|rest| rest == member.descriptor)
    });
    found.map(|member| member.descriptor.clone())
}

/// Which parameters of a descriptor are truth values, and whether the result is one.
fn booleans(descriptor: &str) -> (Vec<bool>, bool) {
    let (parameters, result) = descriptor.split_once(')').unwrap_or((descriptor, ""));
    let mut found = Vec::new();
    let mut rest = parameters.strip_prefix('(').unwrap_or(parameters);
    while let Some(first) = rest.chars().next() {
        let element = rest.trim_start_matches('[');
        let brackets = rest.len() - element.len();
        let length = match element.chars().next() {
            Some('L') => element.find(';').map_or(element.len(), |end| end + 1),
            Some(letter) => letter.len_utf8(),
            None => 0,
        };
        found.push(first == 'Z');
        rest = &rest[brackets + length..];
    }
    (found, result == "Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_tell_truth_values_from_numbers() {
        assert_eq!(
            booleans("(IZ[ZLa/Z;J[[LZ;Z)Z"),
            (vec![false, true, false, false, false, false, true], true)
        );
        assert_eq!(booleans("()V"), (vec![], false));
        assert_eq!(booleans("([Z)[Z"), (vec![false], false));
        assert_eq!(booleans("(["), (vec![false], false));
    }
}
