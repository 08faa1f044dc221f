//! Remembering which methods virtual calls have found.

use ir::{ClassId, FunctionId, Id as _, SelectorId};

use crate::image::Image;

/// Remembers which method a class has for a selector: as many entries as a program has hot calls.
#[derive(Clone, Debug)]
pub(crate) struct MethodCache {
    entries: Box<[(ClassId, SelectorId, FunctionId)]>,
}

impl MethodCache {
    const SIZE: usize = 1 << 10;

    pub(crate) fn new() -> Self {
        // No class has this number, so the entries match nothing.
        let nobody = ClassId::new(u32::MAX as usize);
        let empty = (nobody, SelectorId::new(0), FunctionId::new(0));
        MethodCache { entries: vec![empty; Self::SIZE].into() }
    }

    #[inline(always)]
    pub(crate) fn find(
        &mut self,
        image: &Image<'_>,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FunctionId> {
        let hash = class.index().wrapping_mul(0x9e37_79b1) ^ selector.index().wrapping_mul(0x85eb_ca6b);
        let entry = &mut self.entries[(hash ^ (hash >> 12)) % Self::SIZE];
        if entry.0 == class && entry.1 == selector {
            return Some(entry.2);
        }
        let function = image.method(class, selector)?;
        *entry = (class, selector, function);
        Some(function)
    }
}
