//! The classes of a program. A class is declared by its name as soon as something mentions it, and
//! complete when its parents, fields and methods are known.

use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use crate::growing::Growing;
use crate::ids::ClassId;
use crate::program::Class;

#[derive(Clone, Debug)]
struct Entry {
    name: String,
    class: OnceLock<Class>,
}

/// The classes of a program: those that are complete, and those that are only mentioned.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    entries: Growing<ClassId, Entry>,
}

impl Classes {
    /// Adds a complete class.
    pub fn push(&self, class: Class) -> ClassId {
        self.entries.push(Entry { name: class.name.clone(), class: class.into() })
    }

    /// Adds a class of which only the name is known.
    pub(crate) fn declare(&self, name: String) -> ClassId {
        self.entries.push(Entry { name, class: OnceLock::new() })
    }

    /// Completes a declared class.
    ///
    /// # Panics
    /// If it is complete already.
    pub(crate) fn complete(&self, id: ClassId, class: Class) {
        let fresh = self.entries[id].class.set(class).is_ok();
        assert!(fresh, "a class is completed once");
    }

    /// The name of a class.
    pub(crate) fn name(&self, id: ClassId) -> &str {
        &self.entries[id].name
    }

    /// Whether the id is that of a class, complete or not.
    pub fn contains(&self, id: ClassId) -> bool {
        self.entries.get(id).is_some()
    }

    /// The class, if it is complete.
    #[inline]
    pub fn get(&self, id: ClassId) -> Option<&Class> {
        self.entries.get(id)?.class.get()
    }

    /// How many classes there are, complete or not: every id is below.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The ids of all complete classes, ascending.
    pub fn ids(&self) -> std::vec::IntoIter<ClassId> {
        self.enumerate().map(|(id, _)| id).collect::<Vec<_>>().into_iter()
    }

    /// All complete classes in the order of their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Class> + '_ {
        self.entries.iter().filter_map(|entry| entry.class.get())
    }

    /// All complete classes with their ids.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (ClassId, &Class)> + '_ {
        self.entries.enumerate().filter_map(|(id, entry)| Some((id, entry.class.get()?)))
    }
}

impl Index<ClassId> for Classes {
    type Output = Class;
    #[inline]
    fn index(&self, id: ClassId) -> &Class {
        self.get(id).unwrap_or_else(|| panic!("{id:?} is complete"))
    }
}

impl IndexMut<ClassId> for Classes {
    fn index_mut(&mut self, id: ClassId) -> &mut Class {
        self.entries[id].class.get_mut().unwrap_or_else(|| panic!("{id:?} is complete"))
    }
}

impl<'a> IntoIterator for &'a Classes {
    type Item = &'a Class;
    type IntoIter = std::vec::IntoIter<&'a Class>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}
