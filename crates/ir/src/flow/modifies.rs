//! What a call of a function may modify, itself and all that it may call.
//!
//! A call of `f` writes no memory that existed before but what [`Modifies::of`] reports: every write
//! is a `store` of a function that the [`CallGraph`] shows to be reachable from `f`, and each store is
//! reported as below. If an unknown function is reachable ([`CallGraph::is_unknown`]), the report is
//! *unknown* too, and every question is answered with "maybe". An `init` may do what the initialiser of
//! the class does. Giving a new object its zeros is not a modification, nor is making the object of a
//! literal. Threads that a call starts belong to the unknown function that starts them.
//!
//! # What is reported for memory
//! - A global, or a field of whatever object: by its id. Ids have no aliases, so this is exact up to
//!   the choice of objects and paths.
//! - Array elements: by the type that the *array object was made with*. A local that is declared `T[]`
//!   refers to arrays that were made as `S[]` for `T` itself or a subtype `S` and to no others: the
//!   verifier lets only those in (its check 9), and a cast to `T[]` traps on others. That any
//!   reference fits an *interface* does not matter here, because the rule is about the outermost type
//!   only; an array of another element type does not fit an array of interfaces. So a store through `T[]`
//!   is reported as all the `S[]` that the program has. Supertypes are not reported, because no such
//!   array can be hit. Yet a *reader* whose local is declared as an array of a supertype can see the
//!   change: [`Effects::may_change_elements`] answers for readers, by asking for a reported type that
//!   is a subtype of the reader's.
//!
//! # Exceptions
//! [`Modifies::may_throw`] is about the function alone: an exception can only leave it from a block
//! without a handler in which something can throw, and every call can throw (stack overflow).

use super::BitSet;
use super::calls::CallGraph;
use crate::ids::{ArrayTypeId, FieldId, FunctionId, GlobalId, IdVec};
use crate::program::{Body, Program};
use crate::statement::{Place, Rvalue, StatementKind};
use crate::types::{RefType, Type};

/// What a call may do to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    fields: BitSet<FieldId>,
    globals: BitSet<GlobalId>,
    arrays: BitSet<ArrayTypeId>,
    unknown: bool,
    allocates: bool,
}

impl Effects {
    fn none(program: &Program) -> Self {
        Effects {
            fields: BitSet::new(program.fields.len()),
            globals: BitSet::new(program.globals.len()),
            arrays: BitSet::new(program.array_types().len()),
            unknown: false,
            allocates: false,
        }
    }

    /// Whether an unknown function may run, so that anything may be modified.
    pub fn is_unknown(&self) -> bool {
        self.unknown
    }

    /// Whether the field of some object may be written.
    pub fn may_write_field(&self, field: FieldId) -> bool {
        self.unknown || self.fields.contains(field)
    }

    /// Whether the global may be written.
    pub fn may_write_global(&self, global: GlobalId) -> bool {
        self.unknown || self.globals.contains(global)
    }

    /// Whether an element may be written of an array that was made with exactly this type.
    pub fn may_write_array(&self, made_as: ArrayTypeId) -> bool {
        self.unknown || self.arrays.contains(made_as)
    }

    /// Whether an element may be written of an array that a local of this declared type refers to.
    pub fn may_change_elements(&self, program: &Program, declared: ArrayTypeId) -> bool {
        self.unknown || self.arrays.iter().any(|made_as| may_refer_to(program, declared, made_as))
    }

    /// Whether an object or array may be made.
    pub fn may_allocate(&self) -> bool {
        self.unknown || self.allocates
    }

    /// The fields that known functions may write.
    pub fn fields(&self) -> &BitSet<FieldId> {
        &self.fields
    }

    /// The globals that known functions may write.
    pub fn globals(&self) -> &BitSet<GlobalId> {
        &self.globals
    }

    /// The types with which the arrays were made whose elements known functions may write.
    pub fn arrays(&self) -> &BitSet<ArrayTypeId> {
        &self.arrays
    }

    fn union_with(&mut self, other: &Effects) {
        self.fields.union_with(&other.fields);
        self.globals.union_with(&other.globals);
        self.arrays.union_with(&other.arrays);
        self.unknown |= other.unknown;
        self.allocates |= other.allocates;
    }

    fn is_subset(&self, other: &Effects) -> bool {
        self.unknown <= other.unknown
            && self.allocates <= other.allocates
            && self.fields.is_subset(&other.fields)
            && self.globals.is_subset(&other.globals)
            && self.arrays.is_subset(&other.arrays)
    }

    fn size(&self) -> usize {
        self.fields.len() + self.globals.len() + self.arrays.len()
    }
}

/// Whether a local that is declared as an array of type `declared` may refer to an array that was
/// made as one of type `made_as`.
fn may_refer_to(program: &Program, declared: ArrayTypeId, made_as: ArrayTypeId) -> bool {
    program.is_subtype(RefType::Array(made_as), RefType::Array(declared))
}

/// What calls of each function of a program may modify. Valid as long as its [`CallGraph`] and until
/// the program gets another field, global or array type.
#[derive(Clone, Debug)]
pub struct Modifies {
    /// The different effects; components of the call graph often have the same as one of their callees.
    effects: Vec<Effects>,
    effects_of: IdVec<FunctionId, u32>,
    throws: BitSet<FunctionId>,
}

impl Modifies {
    /// The effects of every function, bottom-up over the components of the call graph.
    pub fn new(program: &Program, calls: &CallGraph) -> Self {
        let mut stores = Stores::new(program);
        let mut effects: Vec<Effects> = Vec::new();
        let mut sizes: Vec<usize> = Vec::new();
        let mut effects_of = IdVec::filled(u32::MAX, calls.len());
        let mut throws = BitSet::new(calls.len());
        for component in calls.components() {
            let mut own = Effects::none(program);
            let mut inherited = Vec::new();
            for &function in component {
                match &program.functions[function].body {
                    Some(body) => {
                        stores.collect(body, &mut own);
                        if body.blocks.iter().any(|block| block.unwind.is_none() && block.can_throw()) {
                            throws.insert(function);
                        }
                    }
                    None => {
                        throws.insert(function);
                    }
                }
                own.unknown |= calls.is_unknown(function);
                // Callees of the same component have no effects yet: theirs are part of `own`.
                inherited.extend(
                    calls
                        .callees(function)
                        .iter()
                        .map(|&callee| effects_of[callee])
                        .filter(|&of| of != u32::MAX),
                );
            }
            inherited.sort_unstable();
            inherited.dedup();
            // Most components add nothing to the largest of their callees, and then share its sets.
            let largest = inherited.iter().copied().max_by_key(|&of| sizes[of as usize]);
            let adds_nothing = |largest: &Effects| {
                own.is_subset(largest) && inherited.iter().all(|&of| effects[of as usize].is_subset(largest))
            };
            let of = match largest.filter(|&largest| adds_nothing(&effects[largest as usize])) {
                Some(largest) => largest,
                None => {
                    for of in inherited {
                        own.union_with(&effects[of as usize]);
                    }
                    sizes.push(own.size());
                    effects.push(own);
                    u32::try_from(effects.len() - 1).expect("function ids fit 32 bits")
                }
            };
            for &function in component {
                effects_of[function] = of;
            }
        }
        Modifies { effects, effects_of, throws }
    }

    /// What a call of the function may do to memory.
    pub fn of(&self, function: FunctionId) -> &Effects {
        &self.effects[self.effects_of[function] as usize]
    }

    /// Whether a call of the function may end with an exception.
    pub fn may_throw(&self, function: FunctionId) -> bool {
        self.throws.contains(function)
    }
}

/// Collects the stores of bodies, and remembers which arrays each declared type may refer to.
struct Stores<'a> {
    program: &'a Program,
    behind: IdVec<ArrayTypeId, Option<BitSet<ArrayTypeId>>>,
}

impl<'a> Stores<'a> {
    fn new(program: &'a Program) -> Self {
        Stores { program, behind: IdVec::filled(None, program.array_types().len()) }
    }

    fn collect(&mut self, body: &Body, effects: &mut Effects) {
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            match &statement.kind {
                StatementKind::Store { to, .. } => match *to {
                    Place::Global(global) => {
                        effects.globals.insert(global);
                    }
                    Place::Field { field, .. } => {
                        effects.fields.insert(field);
                    }
                    Place::Element { array, .. } => self.collect_array(body.locals[array].ty, effects),
                },
                StatementKind::New { .. }
                | StatementKind::NewArray { .. }
                | StatementKind::Assign { value: Rvalue::Literal(_), .. } => effects.allocates = true,
                StatementKind::Assign { .. }
                | StatementKind::Call { .. }
                | StatementKind::Initialise { .. }
                | StatementKind::Enter { .. }
                | StatementKind::Exit { .. }
                | StatementKind::Assume { .. }
                | StatementKind::Assert { .. }
                | StatementKind::Havoc { .. }
                | StatementKind::Choose { .. } => {}
            }
        }
    }

    fn collect_array(&mut self, declared: Type, effects: &mut Effects) {
        match declared {
            Type::Ref(RefType::Array(declared)) => {
                let program = self.program;
                let behind = self.behind[declared].get_or_insert_with(|| {
                    let mut behind = BitSet::new(program.array_types().len());
                    for made_as in program.array_types().ids() {
                        if may_refer_to(program, declared, made_as) {
                            behind.insert(made_as);
                        }
                    }
                    behind
                });
                effects.arrays.union_with(behind);
            }
            // The verifier wants an array type here; without one, any array may be hit.
            Type::Ref(RefType::Any | RefType::Class(_)) | Type::Bool | Type::Int(_) | Type::Float(_) => {
                for made_as in self.program.array_types().ids() {
                    effects.arrays.insert(made_as);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::flow::testing::{Random, naive_callees, naive_unknown};
    use crate::ids::Id as _;
    use crate::program::{Class, ClassKind};

    #[test]
    fn agrees_with_collecting_from_all_reachable_functions() {
        let mut random = Random::new(10);
        let mut shared = 0;
        for _ in 0..600 {
            let program = random.program();
            let calls = CallGraph::new(&program);
            let modifies = Modifies::new(&program, &calls);
            shared += program.functions.len() - modifies.effects.len();
            for id in program.functions.ids() {
                let mut reachable = vec![id];
                let mut next = 0;
                let mut expected = Effects::none(&program);
                while let Some(&function) = reachable.get(next) {
                    next += 1;
                    for callee in naive_callees(&program, function) {
                        if !reachable.contains(&callee) {
                            reachable.push(callee);
                        }
                    }
                    expected.unknown |= naive_unknown(&program, function);
                    let Some(body) = &program.functions[function].body else { continue };
                    for statement in body.blocks.iter().flat_map(|block| &block.statements) {
                        if let StatementKind::New { .. }
                        | StatementKind::NewArray { .. }
                        | StatementKind::Assign { value: Rvalue::Literal(_), .. } = statement.kind
                        {
                            expected.allocates = true;
                        }
                        let StatementKind::Store { to, .. } = &statement.kind else {
                            continue;
                        };
                        match *to {
                            Place::Global(global) => drop(expected.globals.insert(global)),
                            Place::Field { field, .. } => drop(expected.fields.insert(field)),
                            Place::Element { array, .. } => {
                                let Type::Ref(declared) = body.locals[array].ty else {
                                    panic!("a reference")
                                };
                                for (id, _) in program.array_types().enumerate() {
                                    if belongs(&program, RefType::Array(id), declared) {
                                        expected.arrays.insert(id);
                                    }
                                }
                            }
                        }
                    }
                }
                assert_eq!(*modifies.of(id), expected);
            }
        }
        assert!(shared > 0, "some functions share the effects of a callee");
    }

    /// Subtypes written down once more: the same, anything of `any`, classes, and arrays by their elements.
    fn belongs(program: &Program, sub: RefType, declared: RefType) -> bool {
        match (sub, declared) {
            (_, RefType::Any) => true,
            (RefType::Class(sub), RefType::Class(class)) => program.is_subclass(sub, class),
            (RefType::Array(sub), RefType::Array(array)) => {
                match (program.element_type(sub), program.element_type(array)) {
                    (Type::Ref(sub), Type::Ref(element)) => belongs(program, sub, element),
                    (sub, element) => sub == element,
                }
            }
            (sub, declared) => sub == declared,
        }
    }

    #[test]
    fn a_handler_around_everything_keeps_exceptions_in() {
        let text = "\
fn @outside();
fn @throws() {
b0:
  call @outside()
  return
}
fn @catches() {
  local error: any
b0 unwind b1(error):
  call @outside()
  goto b1
b1:
  return
}
fn @throws_on() {
  local error: any
b0 unwind b1(error):
  call @outside()
  return
b1:
  throw error
}
";
        let program = crate::text::parse("throws.gbir", text).expect("the text is right");
        let modifies = Modifies::new(&program, &CallGraph::new(&program));
        let may_throw: Vec<bool> = program.functions.ids().map(|id| modifies.may_throw(id)).collect();
        assert_eq!(may_throw, [true, true, false, true]);
        assert!(program.functions.ids().all(|id| modifies.of(id).is_unknown()));
    }

    fn class(name: &str, kind: ClassKind, superclass: Option<crate::ids::ClassId>) -> Class {
        Class {
            name: name.to_owned(),
            kind,
            superclass,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initialiser: None,
        }
    }

    #[test]
    fn arrays_are_covariant() {
        let mut program = Program::new("test");
        let animal = program.add_class(class("Animal", ClassKind::Class, None)).unwrap();
        let dog = program.add_class(class("Dog", ClassKind::Class, Some(animal))).unwrap();
        let tame = program.add_class(class("Tame", ClassKind::Interface, None)).unwrap();
        program.classes[dog].interfaces.push(tame);
        let [animals, dogs, tames] =
            [animal, dog, tame].map(|class| program.array_type(Type::Ref(RefType::Class(class))));
        let ints = program.array_type(Type::I32);
        let longs = program.array_type(Type::I64);
        let anys = program.array_type(Type::ANY);
        let int_arrays = program.array_type(Type::Ref(RefType::Array(ints)));
        let dog_arrays = program.array_type(Type::Ref(RefType::Array(dogs)));
        let animal_arrays = program.array_type(Type::Ref(RefType::Array(animals)));
        let behind = |declared| -> BTreeSet<ArrayTypeId> {
            let all = program.array_types().ids();
            all.filter(|&made_as| may_refer_to(&program, declared, made_as)).collect()
        };
        let references = [animals, dogs, tames, anys, int_arrays, dog_arrays, animal_arrays];
        assert_eq!(behind(animals), BTreeSet::from([animals, dogs]));
        assert_eq!(behind(dogs), BTreeSet::from([dogs]));
        assert_eq!(behind(tames), BTreeSet::from([dogs, tames]));
        assert_eq!(behind(anys), BTreeSet::from(references));
        assert_eq!(behind(ints), BTreeSet::from([ints]));
        assert_eq!(behind(longs), BTreeSet::from([longs]));
        assert_eq!(behind(int_arrays), BTreeSet::from([int_arrays]));
        assert_eq!(behind(animal_arrays), BTreeSet::from([dog_arrays, animal_arrays]));

        // A store through Dog[] is seen by readers of Animal[], Tame[] and any[], and not by int[].
        let mut effects = Effects::none(&program);
        effects.arrays.union_with(&{
            let mut only = BitSet::new(program.array_types().len());
            only.insert(dogs);
            only
        });
        let readers =
            program.array_types().ids().filter(|&declared| effects.may_change_elements(&program, declared));
        assert_eq!(readers.collect::<Vec<_>>(), [animals, dogs, tames, anys]);
        assert!(!effects.may_write_array(animals) && effects.may_write_array(dogs));
        effects.unknown = true;
        assert!(effects.may_change_elements(&program, ints) && effects.may_write_array(longs));
        assert!(effects.may_write_global(GlobalId::new(0)) && effects.may_allocate());
    }
}
