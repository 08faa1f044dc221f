//! The atoms: which objects there can be, and which numbers.
//!
//! A *pool* holds the objects of one class, or the arrays of one type; its atoms are numbered one after the other, and an atom has its class for
//! ever. How many atoms a pool has is the *scope*: in every execution that is looked at, there are at most so many objects of
//! that class, those before the call and those that it makes together.
//!
//! Exceptions of the library are different. Nobody counts them, and nothing is known about them but their class: a pool of
//! that kind has one atom that stands for all objects of the class. Two of them are one atom, so whoever
//! compares them or keeps one in the heap is told that this is not supported ([`Universe::is_shared`]).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::{ArrayTypeId, ClassId, Program, RefType, Type};

/// An object that there can be.
pub type Atom = u32;

/// Bounds of what is looked at, as the user gave them or by default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// How many objects of each class there are, if nothing else is said of it.
    pub objects: usize,
    /// How many objects of a class there are.
    pub classes: BTreeMap<ClassId, usize>,
    /// The least and the greatest number in fields, arrays and parameters before the call.
    pub numbers: (i64, i64),
    /// The greatest length of arrays.
    pub length: usize,
}

impl Scope {
    /// So many objects of each class, and arrays of at most that length, with numbers of three bits.
    pub fn of(objects: usize) -> Self {
        Scope { objects, classes: BTreeMap::new(), numbers: (-4, 3), length: objects }
    }
}

/// The objects of one class, or the arrays of one type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// The class or array type.
    pub ty: RefType,
    /// The first atom.
    pub first: Atom,
    /// How many atoms there are.
    pub count: usize,
    /// Whether the one atom stands for all objects of the class.
    pub shared: bool,
    /// Whether before the call, no place has one that can hold anything.
    pub apart: bool,
}

/// All atoms.
#[derive(Clone, Debug)]
pub struct Universe {
    pools: Vec<Pool>,
    /// How many bits numbers have.
    pub width: usize,
    /// The least and the greatest number before the call.
    pub numbers: (i64, i64),
    /// The greatest length of arrays.
    pub length: usize,
    /// The atoms that fit types, of the types of which somebody asked.
    fitting: RefCell<BTreeMap<RefType, Rc<[Atom]>>>,
}

impl Universe {
    /// The atoms of these types, and of these classes one each that stands for all objects.
    pub fn new(types: &[RefType], shared: &[ClassId], scope: &Scope, width: usize) -> Self {
        Self::with(types, shared, &BTreeSet::new(), scope, width)
    }

    /// The same, where before the call places that can hold anything have nothing of some classes.
    pub fn with(
        types: &[RefType],
        shared: &[ClassId],
        apart: &BTreeSet<ClassId>,
        scope: &Scope,
        width: usize,
    ) -> Self {
        let mut pools = Vec::new();
        let mut first = 0;
        let mut add = |ty: RefType, count: usize, shared: bool| {
            let apart = matches!(ty, RefType::Class(class) if apart.contains(&class));
            pools.push(Pool { ty, first, count, shared, apart });
            first += count as Atom;
        };
        for &ty in types {
            let said = match ty {
                RefType::Class(class) => scope.classes.get(&class).copied(),
                RefType::Array(_) | RefType::Any => None,
            };
            add(ty, said.unwrap_or(scope.objects), false);
        }
        for &class in shared {
            add(RefType::Class(class), 1, true);
        }
        let fitting = RefCell::default();
        Universe { pools, width, numbers: scope.numbers, length: scope.length, fitting }
    }

    /// The least and the greatest number of a type before the call: not every type has all numbers of the scope.
    pub fn within(&self, ty: Type) -> (i64, i64) {
        let (low, high) = self.numbers;
        match ty {
            Type::Bool => (0, 1),
            Type::Int(int) => {
                let bits = int.width.bits();
                let (least, greatest) = match int.signed {
                    true => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
                    false => (0, (u64::MAX >> (64 - bits).max(1)) as i64),
                };
                (low.max(least), high.min(greatest))
            }
            Type::Float(_) | Type::Ref(_) => (low, high),
        }
    }

    /// All pools.
    pub fn pools(&self) -> &[Pool] {
        &self.pools
    }

    /// The pool of a type, if it has one.
    pub fn pool_of(&self, ty: RefType) -> Option<usize> {
        self.pools.iter().position(|pool| pool.ty == ty)
    }

    /// The pool whose one atom stands for all objects of a type.
    pub fn shared_pool_of(&self, ty: RefType) -> Option<usize> {
        self.pools.iter().position(|pool| pool.ty == ty && pool.shared)
    }

    /// The pool of an atom.
    pub fn pool(&self, atom: Atom) -> usize {
        self.pools.partition_point(|pool| pool.first <= atom) - 1
    }

    /// The type of an atom.
    pub fn ty(&self, atom: Atom) -> RefType {
        self.pools[self.pool(atom)].ty
    }

    /// Whether an atom stands for several objects.
    pub fn is_shared(&self, atom: Atom) -> bool {
        self.pools[self.pool(atom)].shared
    }

    /// The atoms of a pool.
    pub fn atoms(&self, pool: usize) -> std::ops::Range<Atom> {
        let pool = &self.pools[pool];
        pool.first..pool.first + pool.count as Atom
    }

    /// How many atoms there are.
    pub fn len(&self) -> usize {
        self.pools.iter().map(|pool| pool.count).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The atoms that a reference of a type can be, ascending.
    pub fn fitting(&self, program: &Program, ty: RefType) -> Vec<Atom> {
        let mut known = self.fitting.borrow_mut();
        let atoms = known.entry(ty).or_insert_with(|| {
            let fits = |&pool: &usize| program.is_subtype(self.pools[pool].ty, ty);
            (0..self.pools.len()).filter(fits).flat_map(|pool| self.atoms(pool)).collect()
        });
        atoms.to_vec()
    }

    /// The atoms that a reference of a type can be before the call, ascending.
    pub fn fitting_before(&self, program: &Program, ty: RefType) -> Vec<Atom> {
        let mut atoms = self.fitting(program, ty);
        atoms.retain(|&atom| self.can_have(ty, atom));
        atoms
    }

    /// Whether a place of a type can have an atom that fits before the call.
    pub fn can_have(&self, ty: RefType, atom: Atom) -> bool {
        let pool = &self.pools[self.pool(atom)];
        !(pool.shared || pool.apart && ty == RefType::Any)
    }

    /// The name of an atom for people.
    pub fn name(&self, program: &Program, atom: Atom) -> String {
        let pool = &self.pools[self.pool(atom)];
        let number = atom - pool.first;
        let class = type_name(program, pool.ty);
        // Nobody takes the first object of `Node1` for the tenth of `Node`.
        let apart = if class.ends_with(|last: char| last.is_ascii_digit()) { "#" } else { "" };
        format!("{class}{apart}{number}")
    }
}

/// The last part of a type's name.
pub fn type_name(program: &Program, ty: RefType) -> String {
    match ty {
        RefType::Class(class) => {
            let name = program.class_name(class);
            // A class that has a number instead of a name, or before it, is told by the one around it.
            let has_name = |&(place, _): &(usize, &str)| {
                !name[place + 1..].starts_with(|first: char| first.is_ascii_digit())
            };
            let named = name.rmatch_indices(['.', '/', '$']).find(has_name);
            named.map_or(name, |(place, _)| &name[place + 1..]).to_string()
        }
        RefType::Array(array) => format!("{}[]", element_name(program, array)),
        RefType::Any => "Object".to_string(),
    }
}

fn element_name(program: &Program, array: ArrayTypeId) -> String {
    match program.element_type(array) {
        Type::Ref(ty) => type_name(program, ty),
        Type::Bool => "boolean".to_string(),
        Type::Int(int) => int.name().to_string(),
        Type::Float(float) => float.name().to_string(),
    }
}
