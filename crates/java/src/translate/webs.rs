//! Which values share a variable.
//!
//! The JVM's locals and stack slots are reused for unrelated values. A *web* is a set of definitions
//! (instructions that write a local or push a value, and parameters) that can reach a common use; it
//! becomes one typed local of the intermediate form. Webs are found by running the method over
//! definitions instead of values and uniting what meets where paths join; a local that is dead there
//! is left out, so that reused slots do not join unrelated values.

use std::collections::HashSet;

use super::decode::Kind;

/// A definition or, after uniting, the web that it belongs to.
pub(super) type Web = u32;

/// Where the type of a reference comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypeSource {
    /// It is `null`.
    Null,
    /// Known by itself.
    Fixed(ir::RefType),
    /// The type of another web.
    Same(Web),
    /// The type of the elements of the array in another web.
    ElementOf(Web),
}

#[derive(Clone, Debug)]
struct Definition {
    parent: Web,
    kind: Kind,
    source: Option<TypeSource>,
}

/// All definitions of a method.
#[derive(Debug, Default)]
pub(super) struct Webs {
    definitions: Vec<Definition>,
    /// Which definitions are known to flow into which variables of a block's stack.
    flows: HashSet<(Web, Web)>,
}

impl Webs {
    pub(super) fn define(&mut self, kind: Kind, source: Option<TypeSource>) -> Web {
        let web = self.definitions.len() as Web;
        self.definitions.push(Definition { parent: web, kind, source });
        web
    }

    pub(super) fn kind(&self, web: Web) -> Kind {
        self.definitions[web as usize].kind
    }

    pub(super) fn len(&self) -> usize {
        self.definitions.len()
    }

    /// The definition that stands for the web.
    pub(super) fn find(&self, mut web: Web) -> Web {
        while self.definitions[web as usize].parent != web {
            web = self.definitions[web as usize].parent;
        }
        web
    }

    fn compress(&mut self, mut web: Web) -> Web {
        let root = self.find(web);
        while self.definitions[web as usize].parent != root {
            web = std::mem::replace(&mut self.definitions[web as usize].parent, root);
        }
        root
    }

    /// Unites two webs, if they hold values of the same kind.
    pub(super) fn unite(&mut self, a: Web, b: Web) -> bool {
        let (a, b) = (self.compress(a), self.compress(b));
        if self.definitions[a as usize].kind != self.definitions[b as usize].kind {
            return false;
        }
        // The older definition stands for both, so that the result does not depend on the order.
        let (old, new) = (a.min(b), a.max(b));
        self.definitions[new as usize].parent = old;
        true
    }

    /// Whether a definition is known to flow into a variable.
    pub(super) fn has_source(&self, variable: Web, from: Web) -> bool {
        self.flows.contains(&(variable, from))
    }

    /// Notes that a definition flows into a variable.
    pub(super) fn note_source(&mut self, variable: Web, from: Web) {
        self.flows.insert((variable, from));
    }

    /// The type of each reference web, by its representative: the join of its definitions' types.
    /// `None` means that only `null` is ever in it.
    pub(super) fn types(
        &self,
        join: &mut dyn FnMut(ir::RefType, ir::RefType) -> ir::RefType,
        element: &dyn Fn(ir::RefType) -> Option<ir::RefType>,
    ) -> Vec<Option<ir::RefType>> {
        let mut types: Vec<Option<ir::RefType>> = vec![None; self.len()];
        loop {
            let mut changed = false;
            for (index, definition) in self.definitions.iter().enumerate() {
                let found = match &definition.source {
                    None | Some(TypeSource::Null) => None,
                    Some(TypeSource::Fixed(ty)) => Some(*ty),
                    Some(TypeSource::Same(web)) => types[self.find(*web) as usize],
                    Some(TypeSource::ElementOf(web)) => types[self.find(*web) as usize].and_then(element),
                };
                let Some(found) = found else { continue };
                let web = self.find(index as Web) as usize;
                let joined = types[web].map_or(found, |known| join(known, found));
                if types[web] != Some(joined) {
                    types[web] = Some(joined);
                    changed = true;
                }
            }
            if !changed {
                return types;
            }
        }
    }
}
