//! Class-hierarchy analysis: which methods a virtual call may find.
//!
//! A virtual call runs the method that the class of the receiver has for the selector
//! ([`Program::method`]). The receiver is an object of some class that is not an interface, so the
//! methods of all those classes are all that can be found. (The receiver may be an array; whatever
//! class the machine lends it for the call is one of them.) If the receiver is a local whose declared type
//! is a class proper, verified code keeps only objects of the class and its subclasses there, and
//! only those are asked. An interface as declared type says nothing, because it is a hint only
//! (see [`RefType::Class`]).
//!
//! A method that is listed in [`Class::methods`](crate::Class::methods) counts even if it has no body: a
//! front end that leaves abstract methods out of that list gets the better answer.
//!
//! Only complete classes have objects, so classes that are only declared are not asked. A receiver that
//! is declared with one of those may be any object: the class may turn out to be an interface.

use super::adjacency::Adjacency;
use crate::ids::{ClassId, FunctionId, Id as _, IdVec, SelectorId};
use crate::program::{Body, ClassKind, Program};
use crate::statement::{Callee, Operand};
use crate::types::{RefType, Type};

/// The classes of a program laid out so that the methods below a class are found quickly. Valid until
/// the program gets another class or method, or completes a class.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    /// The number of a class, and the first number after its subclasses.
    interval: IdVec<ClassId, (u32, u32)>,
    /// What classes have for a selector, by number: every class that has a method of its own or may
    /// have one from an interface. A class that is missing has what its superclass has.
    methods: IdVec<SelectorId, Vec<(u32, FunctionId)>>,
}

impl Hierarchy {
    /// The hierarchy of a program. It ends on cyclic hierarchies too, but means nothing for them; the
    /// verifier rejects them.
    pub fn new(program: &Program) -> Self {
        let mut superclass = Adjacency::new();
        let mut supertypes = Adjacency::new();
        for id in (0..program.classes.len()).map(ClassId::new) {
            // A class that is only declared has a row as well, because rows are found by their number.
            let class = program.classes.get(id);
            let interfaces = class.into_iter().flat_map(|class| &class.interfaces).copied();
            let parent = class.and_then(|class| class.superclass);
            superclass.push_row(parent);
            supertypes.push_row(parent.into_iter().chain(interfaces));
        }
        let interval = intervals(program, &superclass.reversed());
        let subtypes = supertypes.reversed();

        let mut declaring_interfaces = IdVec::filled(Vec::new(), program.selectors.len());
        let mut methods = IdVec::filled(Vec::new(), program.selectors.len());
        for (id, class) in program.classes.enumerate() {
            for &(selector, function) in &class.methods {
                match class.kind {
                    ClassKind::Class => methods[selector].push((interval[id].0, function)),
                    ClassKind::Interface => declaring_interfaces[selector].push(id),
                }
            }
        }
        for (selector, interfaces) in declaring_interfaces.enumerate() {
            if !interfaces.is_empty() {
                for class in subtypes.reachable(interfaces.iter().copied()).iter() {
                    if is_proper(program, class)
                        && let Some(function) = program.method(class, selector)
                    {
                        methods[selector].push((interval[class].0, function));
                    }
                }
            }
            methods[selector].sort_unstable();
            methods[selector].dedup();
        }
        Hierarchy { interval, methods }
    }

    /// The methods that objects of class `within` and its subclasses have for the selector; of all
    /// classes for `None`, an interface or a class that is only declared. Ascending, none twice.
    pub fn targets(
        &self,
        program: &Program,
        selector: SelectorId,
        within: Option<ClassId>,
    ) -> Vec<FunctionId> {
        let all = &self.methods[selector];
        let mut targets: Vec<FunctionId> = match within.filter(|&class| is_proper(program, class)) {
            None => all.iter().map(|&(_, function)| function).collect(),
            Some(class) => {
                let (start, end) = self.interval[class];
                let below = all.partition_point(|&(number, _)| number < start)
                    ..all.partition_point(|&(number, _)| number < end);
                let inherited = program.method(class, selector);
                all[below].iter().map(|&(_, function)| function).chain(inherited).collect()
            }
        };
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The functions that a call in a body may run, traps aside. Ascending, none twice; empty for a
    /// virtual call that can only trap.
    pub fn callees(
        &self,
        program: &Program,
        body: &Body,
        callee: Callee,
        arguments: &[Operand],
    ) -> Vec<FunctionId> {
        match callee {
            Callee::Function(function) | Callee::Special(function) => vec![function],
            Callee::Virtual(selector) => self.targets(program, selector, receiver_class(body, arguments)),
        }
    }
}

/// Whether a class is complete and can have objects.
fn is_proper(program: &Program, class: ClassId) -> bool {
    program.classes.get(class).is_some_and(|class| class.kind == ClassKind::Class)
}

/// The class that the receiver of a virtual call is declared with.
pub(super) fn receiver_class(body: &Body, arguments: &[Operand]) -> Option<ClassId> {
    match body.operand_type(*arguments.first()?)? {
        Type::Ref(RefType::Class(class)) => Some(class),
        Type::Ref(RefType::Any | RefType::Array(_)) | Type::Bool | Type::Int(_) | Type::Float(_) => None,
    }
}

/// Numbers classes so that a class and its subclasses have consecutive numbers.
fn intervals(program: &Program, subclasses: &Adjacency<ClassId>) -> IdVec<ClassId, (u32, u32)> {
    let mut interval = IdVec::filled((0, 0), program.classes.len());
    let roots = program.classes.enumerate().rev().filter(|(_, class)| class.superclass.is_none());
    let mut open: Vec<ClassId> = roots.map(|(id, _)| id).collect();
    let mut order = Vec::new();
    while let Some(class) = open.pop() {
        let number = u32::try_from(order.len()).expect("class ids fit 32 bits");
        interval[class] = (number, number + 1);
        order.push(class);
        open.extend(subclasses.row(class).iter().rev());
    }
    for &class in order.iter().rev() {
        if let Some(superclass) = program.classes[class].superclass {
            interval[superclass].1 = interval[superclass].1.max(interval[class].1);
        }
    }
    interval
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::flow::testing::Random;

    #[test]
    fn agrees_with_asking_every_class() {
        let mut random = Random::new(7);
        for _ in 0..600 {
            let program = random.program();
            let hierarchy = Hierarchy::new(&program);
            let proper = |&class: &ClassId| is_proper(&program, class);
            let all = || (0..program.classes.len()).map(ClassId::new);
            for selector in program.selectors.ids() {
                for within in all().map(Some).chain([None]) {
                    let limit = within.filter(proper);
                    let expected: BTreeSet<FunctionId> = all()
                        .filter(proper)
                        .filter(|&class| limit.is_none_or(|limit| program.is_subclass(class, limit)))
                        .filter_map(|class| program.method(class, selector))
                        .collect();
                    let targets = hierarchy.targets(&program, selector, within);
                    assert_eq!(targets, Vec::from_iter(expected), "{:?}", program.classes);
                }
            }
        }
    }

    #[test]
    fn ends_on_a_cycle() {
        let mut program = Random::new(8).program();
        let mut classes = program.classes.ids();
        let first = classes.next().expect("a program has a complete class");
        let last = classes.next_back().unwrap_or(first);
        program.classes[first].superclass = Some(last);
        program.classes[last].superclass = Some(first);
        let hierarchy = Hierarchy::new(&program);
        for selector in program.selectors.ids() {
            hierarchy.targets(&program, selector, Some(first));
        }
    }
}
