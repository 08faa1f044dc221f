//! What the references in class files mean: methods and fields by names.

use std::sync::Arc;

use ir::{Callee, ClassId, FieldId, Function, FunctionId, Local, Position, Type};
use ristretto_classfile::MethodAccessFlags;

use crate::class_path::Origin;
use crate::descriptor::Signature;
use crate::linkage::Unlinked;
use crate::translate::decode::{Invocation, Member};
use crate::world::{FieldInfo, FieldTarget, JavaClass, MethodInfo, Synthetic, Target, World, dotted};

impl World<'_> {
    /// The selector that a method answers to. Methods that only their package may override have
    /// selectors of their own for each package.
    pub(crate) fn selector(&self, package: &str, method: &MethodInfo) -> ir::SelectorId {
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
    pub(crate) fn method_table(&self, class: &JavaClass) -> Vec<(ir::SelectorId, FunctionId)> {
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
        let owner = class.id;
        let mut waiting = vec![class];
        let mut seen: Vec<ClassId> = Vec::new();
        while let Some(candidate) = waiting.pop() {
            if seen.contains(&candidate.id) {
                continue;
            }
            seen.push(candidate.id);
            // What is private or static in an interface is not inherited.
            let inherits =
                |method: &&MethodInfo| candidate.id == owner || !method.is_static() && !method.is_private();
            if candidate.is_interface()
                && let Some(method) = candidate.method(name, descriptor).filter(inherits)
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
        let direct = |callee| Target { callee, initialise: None };
        if let Some(function) = self.cloning(member.owner, member.name) {
            return direct(Callee::Function(function));
        }
        let is_made_up = HANDLES.contains(&member.owner)
            && self.resolve(member.owner, member.name, member.descriptor).is_none();
        let found = if is_made_up { Err(Unlinked::Unmodelled) } else { self.method_for(from, how, member) };
        let (class, method) = match found {
            Ok(found) => found,
            Err(Unlinked::Throws(error)) => {
                let result = Signature::parse(member.descriptor).and_then(|types| types.result);
                let result = result.map(|ty| self.local_type(&ty));
                return direct(Callee::Function(self.thrower(&error, result)));
            }
            Err(Unlinked::Damaged(_) | Unlinked::Unmodelled) => {
                let function = self.unresolved(how, member);
                // The types of a call that the JVM makes a method up for are its own; `null` is found as always.
                return match how == Invocation::Virtual && HANDLES.contains(&member.owner) {
                    true => direct(Callee::Special(function)),
                    false => direct(Callee::Function(function)),
                };
            }
        };
        if let Some(row) = crate::unmodelled::find(&class.name, &method.name)
            && class.origin == Origin::Library
            && from.origin == Origin::User
        {
            let declared = Member {
                owner: &class.name,
                name: member.name,
                descriptor: member.descriptor,
                interface: member.interface,
            };
            let function = self.unresolved(how, &declared);
            self.note_reason(function, row.reason);
            return direct(Callee::Function(function));
        }
        match how {
            Invocation::Static => {
                Target { callee: Callee::Function(method.function), initialise: Some(class.id) }
            }
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
                    return direct(Callee::Special(self.unresolved(how, member)));
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
        let function = self.bodyless(format!("{name}#call"), parameters, result);
        self.note_wanting(function, member.owner);
        function
    }

    pub(crate) fn bodyless(&self, name: String, parameters: Vec<Local>, result: Option<Type>) -> FunctionId {
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

    /// The instance field that a reference means, its class and type.
    pub(crate) fn instance_field(
        &self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(FieldId, ClassId, Type)> {
        match self.field(&self.load(owner)?, name, descriptor)? {
            (class, FieldInfo::Instance(field)) => Some((field, class.id, self.program.fields[field].ty)),
            (_, FieldInfo::Static(_)) => None,
        }
    }

    /// The static field that a reference means.
    pub(crate) fn static_field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldTarget> {
        match self.field(&self.load(owner)?, name, descriptor)? {
            (class, FieldInfo::Static(global)) => {
                Some(FieldTarget { global, class: class.id, ty: self.program.globals[global].ty })
            }
            (_, FieldInfo::Instance(_)) => None,
        }
    }

    /// The field that a reference means (JVMS 5.4.3.2): in the class, its superinterfaces, then its
    /// superclass.
    pub(crate) fn field(
        &self,
        owner: &Arc<JavaClass>,
        name: &str,
        descriptor: &str,
    ) -> Option<(Arc<JavaClass>, FieldInfo)> {
        let key = (name.to_string(), descriptor.to_string());
        let mut waiting = vec![Arc::clone(owner)];
        while let Some(class) = waiting.pop() {
            if let Some(&field) = class.fields.get(&key) {
                return Some((class, field));
            }
            waiting.extend(class.superclass.iter().cloned());
            waiting.extend(class.interfaces.iter().rev().cloned());
        }
        None
    }
}

/// The classes with methods that the JVM makes up for each call.
const HANDLES: [&str; 2] = ["java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"];

/// Whether the JVM makes the method up for each call.
fn is_polymorphic(class: &JavaClass, method: &MethodInfo) -> bool {
    HANDLES.contains(&class.name.as_str())
        && method.is_native()
        && method.flags.contains(MethodAccessFlags::VARARGS)
}
