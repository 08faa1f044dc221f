//! Typed `u32` ids, and vectors that only the matching id can index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A `u32` that names one thing of one kind.
pub trait Id: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    /// The id of the `index`th thing.
    ///
    /// # Panics
    /// If `index` does not fit 32 bits: no program has four billion of anything.
    fn new(index: usize) -> Self;
    /// The position of the thing in its [`IdVec`].
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Id for $name {
            #[inline]
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("ids fit 32 bits"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A class or an interface of a [`Program`](crate::Program).
    ClassId "class";
    /// An instance field; every class's fields share one numbering.
    FieldId "field";
    /// A global variable (a static field of Java, a variable with static storage of C).
    GlobalId "global";
    /// A function: also static, instance and initialiser methods.
    FunctionId "function";
    /// What a virtual call asks for: a name with a signature.
    SelectorId "selector";
    /// An array type, by its element type.
    ArrayTypeId "array";
    /// An object that stands in the program's text.
    LiteralId "literal";
    /// A file that statements come from.
    SourceId "source";
    /// A local variable of one function; the parameters come first.
    LocalId "local";
    /// A basic block of one function; block 0 is the entry.
    BlockId "block";
}

/// A vector that is indexed by one kind of id.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        IdVec { items: Vec::new(), id: PhantomData }
    }

    /// A vector with `count` copies of `item`.
    pub fn filled(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        IdVec { items: vec![item; count], id: PhantomData }
    }

    /// Appends `item` and gives its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next [`push`](Self::push) gives.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, unless the id is out of range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids, ascending.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// All items in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items with their ids.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }

    /// The items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        IdVec { items: items.into_iter().collect(), id: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_from_zero_in_order() {
        let mut letters: IdVec<BlockId, char> = IdVec::new();
        assert!(letters.is_empty());
        assert_eq!(letters.next_id(), BlockId::new(0));
        let a = letters.push('a');
        let b = letters.push('b');
        assert!(a < b);
        assert_eq!((a.index(), b.index(), letters.len()), (0, 1, 2));
        assert_eq!(letters.ids().collect::<Vec<_>>(), [a, b]);
        assert_eq!(letters.enumerate().rev().collect::<Vec<_>>(), [(b, &'b'), (a, &'a')]);
        assert_eq!(letters.as_slice(), ['a', 'b']);
        letters[a] = 'z';
        assert_eq!(letters.iter().collect::<String>(), "zb");
        assert_eq!(letters.get(BlockId::new(2)), None);
    }

    #[test]
    fn ids_show_what_they_name() {
        assert_eq!(format!("{:?}", ClassId::new(3)), "class3");
        assert_eq!(format!("{:?}", ArrayTypeId::new(0)), "array0");
        let filled: IdVec<LocalId, u8> = IdVec::filled(7, 2);
        assert_eq!(format!("{filled:?}"), "[7, 7]");
        assert_eq!(filled, IdVec::from_iter([7, 7]));
    }

    #[test]
    #[should_panic(expected = "ids fit 32 bits")]
    fn ids_do_not_wrap_around() {
        let _ = LocalId::new(1 << 32);
    }
}
