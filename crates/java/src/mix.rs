//! How a spec comes into the class that it describes.
//!
//! When the target is loaded it gets, behind its own members, the spec's methods and its ghosts. Another field of
//! the spec *is* the target's field of that name: it only adds annotations. The methods' code stays in the
//! description's class file, which is kept beside the target as a class of the same name with nothing else in it
//! ([`JavaClass::mixin`]): whoever translates a method looks up constants there.
//!
//! Nothing that the target does changes. A method that it has itself or inherits is not replaced, so a spec may
//! declare such a method to be able to call it.

use std::collections::HashMap;
use std::sync::Arc;

use ir::{Field, FieldId};
use ristretto_classfile::{ClassFile, FieldAccessFlags};

use crate::class_path::Origin;
use crate::descriptor::Signature;
use crate::raw;
use crate::specs::{Spec, is_mixed};
use crate::world::{FieldInfo, Header, JavaClass, MethodInfo, World};

impl World<'_> {
    /// Puts a spec into its target, whose fields of the program are `fields`.
    pub(crate) fn mix(
        &self,
        target: &mut JavaClass,
        fields: &mut Vec<FieldId>,
        spec: &Spec,
    ) -> Result<(), String> {
        let found = self.library.class_path().find(&spec.name).map_err(|why| why.message)?;
        let (bytes, _) = found.ok_or("its spec is gone")?;
        let raw = raw::code_attributes(&bytes).ok_or("its spec is cut short")?;
        let mut file = ClassFile::from_bytes(&bytes).map_err(|error| error.to_string())?.into_owned();
        self.library.specs().rename(&mut file).map_err(|error| error.to_string())?;
        let source = self.source(&spec.name, &file, Origin::User);
        let text = |index: u16| -> Result<String, String> {
            let text = file.constant_pool.try_get_utf8(index);
            text.map(|text| text.to_rust_string()).map_err(|error| error.to_string())
        };
        let mut mixed = HashMap::new();
        for field in &file.fields {
            if field.access_flags.contains(FieldAccessFlags::STATIC) {
                continue;
            }
            let (name, descriptor) = (text(field.name_index)?, text(field.descriptor_index)?);
            let Some(said) = spec.fields.get(&name) else { continue };
            let own = (name.clone(), said.own.to_string());
            let info = match &said.owner {
                Some(owner) => self.declared(target, owner).and_then(|fields| fields.get(&own).copied()),
                None => {
                    let ty = self.ir_type(&said.own);
                    let ghost = Field { name: name.clone(), owner: target.id, ty };
                    let ghost = self.program.add_detached_field(ghost);
                    fields.push(ghost);
                    target.fields.insert(own, FieldInfo::Instance(ghost));
                    Some(FieldInfo::Instance(ghost))
                }
            };
            mixed.extend(info.map(|info| ((name, descriptor), info)));
        }
        let mut methods = Vec::new();
        for (index, method) in file.methods.iter().enumerate() {
            let (name, descriptor) = (text(method.name_index)?, text(method.descriptor_index)?);
            if !is_mixed(&name, method.access_flags) || self.has_method(target, &name, &descriptor) {
                continue;
            }
            let signature = Signature::parse(&descriptor)
                .ok_or_else(|| format!("`{descriptor}` is not a method descriptor"))?;
            let header = Header { name: &name, descriptor: &descriptor, signature: &signature, source };
            let raw = raw.get(index).and_then(Option::as_ref);
            let function = self.declare_method(&target.name, target.id, header, method, &file, raw)?;
            let flags = method.access_flags;
            let info = MethodInfo { function, name, descriptor, signature, flags, index, is_mixed: true };
            target.add_method(info.clone());
            methods.push(info);
        }
        let mixin = JavaClass {
            name: target.name.clone(),
            id: target.id,
            file,
            origin: Origin::User,
            superclass: target.superclass.clone(),
            interfaces: target.interfaces.clone(),
            methods,
            raw,
            source,
            fields: mixed,
            method_of: HashMap::new(),
            mixin: None,
        };
        self.annotate(&mixin);
        target.mixin = Some(Arc::new(mixin));
        Ok(())
    }

    /// The fields that a class or one of its superclasses declares.
    fn declared<'c>(
        &self,
        class: &'c JavaClass,
        owner: &str,
    ) -> Option<&'c HashMap<(String, String), FieldInfo>> {
        let mut current = Some(class);
        while let Some(class) = current {
            if class.name == owner {
                return Some(&class.fields);
            }
            current = class.superclass.as_deref();
        }
        None
    }

    /// Whether a class has a method, or inherits it.
    fn has_method(&self, class: &JavaClass, name: &str, descriptor: &str) -> bool {
        let inherits = |parent: &Arc<JavaClass>| {
            self.resolve(&parent.name, name, descriptor).is_some_and(|(_, method)| !method.is_private())
        };
        class.method(name, descriptor).is_some()
            || class.superclass.iter().any(inherits)
            || class.interfaces.iter().any(inherits)
    }
}
