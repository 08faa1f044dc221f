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

use super::adjacency::Adjacency;
use crate::ids::{ClassId, FunctionId, IdVec, SelectorId};
use crate::program::{Body, ClassKind, Program};
use crate::statement::{Callee, Operand};
use crate::types::{RefType, Type};

/// The classes of a program laid out so that the methods below a class are found quickly. Valid until
/// the program gets another class or method.
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
        for class in &program.classes {
            superclass.push_row(class.superclass);
            supertypes.push_row(class.superclass.into_iter().chain(class.interfaces.iter().copied()));
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
                    if program.classes[class].kind == ClassKind::Class
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
    /// classes for `None` or an interface. Ascending, none twice.
    pub fn targets(
        &self,
        program: &Program,
        selector: SelectorId,
        within: Option<ClassId>,
    ) -> Vec<FunctionId> {
        let all = &self.methods[selector];
        let mut targets: Vec<FunctionId> =
            match within.filter(|&class| program.classes[class].kind == ClassKind::Class) {
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
            Callee::Function(function) => vec![function],
            Callee::Virtual(selector) => self.targets(program, selector, receiver_class(body, arguments)),
        }
    }
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
    use crate::ids::Id as _;

    #[test]
    fn agrees_with_asking_every_class() {
        let mut random = Random::new(7);
        for _ in 0..600 {
            let program = random.program();
            let hierarchy = Hierarchy::new(&program);
            let proper = |class: &ClassId| program.classes[*class].kind == ClassKind::Class;
            for selector in program.selectors.ids() {
                for within in program.classes.ids().map(Some).chain([None]) {
                    let limit = within.filter(proper);
                    let expected: BTreeSet<FunctionId> = program
                        .classes
                        .ids()
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
        let (first, last) = (ClassId::new(0), ClassId::new(program.classes.len() - 1));
        program.classes[first].superclass = Some(last);
        program.classes[last].superclass = Some(first);
        let hierarchy = Hierarchy::new(&program);
        for selector in program.selectors.ids() {
            hierarchy.targets(&program, selector, Some(first));
        }
    }
}
