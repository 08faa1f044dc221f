//! The set of all states that satisfy the invariant (seed 000, figure 22).
//!
//! Local invariants come first, from the leaves of the backbone to its root. For an object, `repOkLocal` is executed on
//! the least assignment that is left; the path says which others it answers for; and so on until none is left.
//! The set of a subtree is what its root's local invariant allows, where every child that is there has its own subtree's
//! set. That is the seed's algorithm, with one small set for each subtree instead of one that is cut
//! down again and again: the result is the same, because a local invariant speaks of its object's neighbours only (which is
//! checked while it is executed).
//!
//! # Derived variables
//! A variable of a tree child for which its parent's local invariant leaves one value whenever the child is there is
//! derived: it is that value (`parent`). A variable of an object itself is derived if no two of its values are possible
//! for the same values of the other variables of the subtree (`blackHeight`): each value has the
//! set of assignments in which it is the one. Derived variables are then taken out of the sets. In every state of
//! the result there is exactly one way to put them back, so a condition on a derived variable is a condition on
//! the others.
//!
//! That is so for objects of the tree. An object of the backbone that is not in the tree, because only some other field
//! or an argument refers to it, satisfies no local invariant, so nothing is derived where that can be:
//! see [`crate::loose`].

use std::rc::Rc;

use logic::bdd::Set;

use crate::local::Local;
use crate::loose;
use crate::model::{Model, Role};
use crate::open::{Decisions, Open};
use crate::product::Product;
use crate::runner::{End, Runner};
use crate::sets::Sets;
use crate::space::Kind;
use crate::tracked::{Reach, Value};

/// Why there is no initial set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Stopped,
    /// Something in the invariant was not executed, in words that follow "not supported:".
    Skipped(String),
    /// The local invariant of a class reads an object that is not its neighbour: the class, and the object read.
    Strayed(String, String),
    /// A method of the invariant changes something: its class.
    Changes(String),
    /// A ghost field has several possible values in the same state: its name.
    Ghost(String),
    /// A method of the invariant uses keys for something else than to compare them.
    Order(String),
}

/// What building the initial set has cost.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    /// Executions of methods of the invariant.
    pub(crate) executions: u64,
}

pub(crate) struct Initial<'a, 'i, 'p, 's> {
    pub(crate) runner: &'a mut Runner<'i, 'p, 's>,
    pub(crate) sets: &'a mut Sets,
    pub(crate) model: &'a Model,
    pub(crate) stop: &'a mut dyn FnMut(u64) -> bool,
    pub(crate) effort: Effort,
    /// Whether a method of the invariant has asked for an identity hash code.
    pub(crate) asked_hashes: bool,
    /// What was found to be derived: it counts when all is done.
    derived: Vec<(usize, Vec<(u32, Set)>)>,
    is_derived: Vec<bool>,
    /// What the local invariant of each object says.
    pub(crate) locals: Vec<Option<Local>>,
    /// Whether fields are derived that are no ghosts.
    derives: bool,
}

impl<'a, 'i, 'p, 's> Initial<'a, 'i, 'p, 's> {
    pub(crate) fn new(
        runner: &'a mut Runner<'i, 'p, 's>,
        sets: &'a mut Sets,
        model: &'a Model,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        let is_derived = vec![false; runner.space.variables.len()];
        let locals = vec![None; runner.space.objects.len()];
        Initial {
            runner,
            sets,
            model,
            stop,
            effort: Effort::default(),
            asked_hashes: false,
            derived: Vec::new(),
            is_derived,
            locals,
            derives: true,
        }
    }

    /// The set.
    pub(crate) fn build(&mut self) -> Result<Set, Failure> {
        let space = self.runner.space;
        let mut set = self.well_built()?;
        let derives = self.sets.derives_fields(space);
        if derives && loose::in_arguments(space) {
            set = self.begin_again(false)?;
        } else if derives && !self.sets.bdds.is_none(&loose::states(space, self.sets, &set)) {
            // The global invariant may exclude them.
            set = self.begin_again(false)?;
            let loose = loose::states(space, self.sets, &set);
            let valid = self.global(loose)?;
            if self.sets.bdds.is_none(&valid) {
                set = self.begin_again(true)?;
            }
        }
        for variable in 0..space.variables.len() {
            if let Some(codes) = self.sets.limits(variable) {
                self.runner.machine.domain_mut().limit(variable, codes);
            }
        }
        self.narrow_locals();
        let set = self.ordered(set)?;
        self.global(set)
    }

    /// Builds the set of the local invariants once more.
    fn begin_again(&mut self, derives: bool) -> Result<Set, Failure> {
        self.derives = derives;
        self.sets.derive_nothing();
        self.is_derived.fill(false);
        self.locals.fill(None);
        self.well_built()
    }

    /// The states in which all local invariants are true.
    fn well_built(&mut self) -> Result<Set, Failure> {
        let space = self.runner.space;
        // The sets of subtrees whose parents are still to come.
        let mut subtrees: Vec<Option<Set>> = vec![None; space.objects.len()];
        for object in post_order(space) {
            let set = self.subtree(object, &mut subtrees)?;
            subtrees[object] = Some(set);
        }
        let mut set = subtrees[0].take().unwrap_or_else(|| self.sets.bdds.all());
        for (variable, map) in std::mem::take(&mut self.derived) {
            if space.owner(variable) == Some(0) {
                set = self.sets.bdds.exists(&set, &self.sets.bits[variable]);
            }
            self.sets.derive(variable, map);
        }
        Ok(set)
    }

    /// Leaves out of local invariants the values that derived variables never have: that makes them much smaller.
    fn narrow_locals(&mut self) {
        let space = self.runner.space;
        for object in 0..space.objects.len() {
            let Some(Local { mut set, .. }) = self.locals[object].take() else { continue };
            let support = self.sets.bdds.support(&set);
            let mut variables = Vec::new();
            for variable in near(space, object).into_iter().flat_map(|near| space.variables_of(near)) {
                if !self.sets.bits[variable].iter().any(|bit| support.binary_search(bit).is_ok()) {
                    continue;
                }
                variables.push(variable);
                if let Some(codes) = self.sets.derived_codes(variable).map(<[u32]>::to_vec) {
                    set = self.sets.with_all_bits(|sets| sets.bdds.and(&set, &sets.codes(variable, &codes)));
                }
            }
            self.locals[object] = Some(Local { set, variables: variables.into() });
        }
    }

    /// The set of a subtree, in which the root's own derived variables still have their bits.
    fn subtree(&mut self, object: usize, subtrees: &mut [Option<Set>]) -> Result<Set, Failure> {
        let space = self.runner.space;
        let local = self.local(object)?;
        if !self.sets.bdds.is_all(&local) {
            self.locals[object] = Some(Local { set: local.clone(), variables: Rc::new([]) });
        }
        let mut set = local.clone();
        let support = self.sets.bdds.support(&local);
        let mentions = |sets: &Sets, variable: usize| {
            sets.bits[variable].iter().any(|bit| support.binary_search(bit).is_ok())
        };
        let mut gone: Vec<usize> = Vec::new();
        for variable in space.tree_variables(object).collect::<Vec<_>>() {
            for child in space.children(variable).collect::<Vec<_>>() {
                let code = space.variables[variable].code(crate::space::Item::Object(child));
                let code = code.expect("a child should be in the domain") as u32;
                let there = self.sets.codes(variable, &[code]);
                let below = subtrees[child].take().unwrap_or_else(|| self.sets.bdds.all());
                let allowed = self.sets.bdds.or(&self.sets.bdds.not(&there), &below);
                set = self.sets.bdds.and(&set, &allowed);
                self.look()?;
                // What hangs in an array is near the object that has the array: it is looked at there.
                if let Kind::Array(..) = space.objects[object].kind {
                    continue;
                }
                // What the child's parent says alone. A variable that matters below as well stays: what is
                // derived below may follow from it.
                let matters = self.sets.bdds.support(&below);
                for (child, there) in self.hanging(child, there) {
                    let with_child = self.sets.bdds.and(&local, &there);
                    for own in space.variables_of(child).collect::<Vec<_>>() {
                        if self.is_derived[own] {
                            gone.extend(&self.sets.bits[own]);
                        } else if self.derives
                            && !space.variables[own].is_backbone
                            && mentions(self.sets, own)
                            && self.sets.bits[own].iter().all(|bit| matters.binary_search(bit).is_err())
                            && let Some(code) = self.only_code(&with_child, own)
                        {
                            self.derive(own, vec![(code, self.sets.bdds.all())]);
                            gone.extend(&self.sets.bits[own]);
                        }
                    }
                }
            }
        }
        gone.sort_unstable();
        set = self.sets.bdds.exists(&set, &gone);
        // Ghosts come first: of two that follow from each other, the ghost is the derived one.
        let mut candidates: Vec<usize> = space.variables_of(object).collect();
        candidates.sort_by_key(|&own| space.variables[own].role != Role::Ghost);
        for own in candidates {
            let variable = &space.variables[own];
            let is_ghost = variable.role == Role::Ghost;
            if variable.is_backbone || !(self.derives && mentions(self.sets, own) || is_ghost) {
                continue;
            }
            self.look()?;
            match self.function_of_the_rest(&set, object, own) {
                Some(map) => self.derive(own, map),
                None if is_ghost => {
                    return Err(Failure::Ghost(space.name(self.model, own)));
                }
                None => {}
            }
        }
        // What one derived variable follows from may have been another one that is derived as well.
        let own: Vec<usize> = space.variables_of(object).filter(|&own| self.is_derived[own]).collect();
        let mut bits: Vec<usize> = own.iter().flat_map(|&own| self.sets.bits[own].iter().copied()).collect();
        bits.sort_unstable();
        for (_, map) in self.derived.iter_mut().filter(|(variable, _)| own.contains(variable)) {
            for (_, set) in map {
                *set = self.sets.bdds.exists(set, &bits);
            }
        }
        Ok(set)
    }

    /// Whether somebody wants to stop; large diagrams are work as well.
    fn look(&mut self) -> Result<(), Failure> {
        let work = self.runner.steps + self.sets.bdds.created() / 4;
        if (self.stop)(work) { Err(Failure::Stopped) } else { Ok(()) }
    }

    /// A child and, if it is an array, what hangs in there, each with the assignments in which it is there.
    fn hanging(&self, child: usize, there: Set) -> Vec<(usize, Set)> {
        let space = self.runner.space;
        let mut all = vec![(child, there)];
        let mut next = 0;
        while let Some((object, there)) = all.get(next).cloned() {
            next += 1;
            if let Kind::Array(..) = space.objects[object].kind {
                for variable in space.tree_variables(object) {
                    for below in space.children(variable) {
                        let code = space.variables[variable].code(crate::space::Item::Object(below));
                        let code = code.expect("a child should be in the domain") as u32;
                        let here = self.sets.codes(variable, &[code]);
                        all.push((below, self.sets.bdds.and(&there, &here)));
                    }
                }
            }
        }
        all
    }

    fn derive(&mut self, variable: usize, map: Vec<(u32, Set)>) {
        self.sets.limit(variable, map.iter().map(|(code, _)| *code).collect());
        self.derived.push((variable, map));
        self.is_derived[variable] = true;
    }

    /// The one code that a variable has in a set, if it is one.
    fn only_code(&self, set: &Set, variable: usize) -> Option<u32> {
        let bits = &self.sets.bits[variable];
        let others: Vec<usize> =
            self.sets.bdds.support(set).into_iter().filter(|bit| bits.binary_search(bit).is_err()).collect();
        let mut left = self.sets.bdds.exists(set, &others);
        let least = self.sets.bdds.least(&left)?;
        let code = self.sets.code(&least, variable);
        left = self.sets.bdds.minus(&left, &self.sets.codes(variable, &[code]));
        self.sets.bdds.is_none(&left).then_some(code)
    }

    /// For each code of a variable of an object the set in which it has it, if these are disjoint.
    fn function_of_the_rest(&self, set: &Set, object: usize, variable: usize) -> Option<Vec<(u32, Set)>> {
        let bdds = &self.sets.bdds;
        let space = self.runner.space;
        // Other variables of the object that are derived, or must be, follow from the same.
        let others: Vec<usize> = space
            .variables_of(object)
            .filter(|&own| {
                let is_ghost = space.variables[own].role == Role::Ghost;
                own != variable && (self.is_derived[own] || is_ghost)
            })
            .flat_map(|own| self.sets.bits[own].clone())
            .collect();
        let set = bdds.exists(set, &others);
        let mut union = bdds.none();
        let mut map = Vec::new();
        for code in 0..space.variables[variable].domain.len() as u32 {
            let there = bdds.and(&set, &self.sets.codes(variable, &[code]));
            if bdds.is_none(&there) {
                continue;
            }
            let rest = bdds.exists(&there, &self.sets.bits[variable]);
            if !bdds.is_none(&bdds.and(&union, &rest)) {
                return None;
            }
            union = bdds.or(&union, &rest);
            map.push((code, rest));
        }
        Some(map)
    }

    /// The assignments in which the local invariant of an object is true, whatever else there is.
    fn local(&mut self, object: usize) -> Result<Set, Failure> {
        let all = self.sets.bdds.all();
        let Kind::Class(class, _) = self.runner.space.objects[object].kind else { return Ok(all) };
        let Some(function) = self.model.classes[class].local else { return Ok(all) };
        let near = near(self.runner.space, object);
        let reach: Vec<_> = near.iter().map(|&object| self.runner.references[object]).collect();
        let reach = self.runner.reach(&reach);
        let variables: Vec<usize> =
            near.iter().flat_map(|&object| self.runner.space.variables_of(object)).collect();
        let name = self.model.classes[class].name.clone();
        let argument = Value::constant(self.runner.references[object].into());
        let mut all = all;
        for &variable in &variables {
            if let Some(codes) = self.sets.limits(variable) {
                all = self.sets.bdds.and(&self.sets.codes(variable, codes), &all);
            }
        }
        self.explore(all, Some((function, argument)), &variables, Some(&reach), &name)
    }

    /// The states of a set in which the global invariant is true.
    fn global(&mut self, set: Set) -> Result<Set, Failure> {
        let Some(function) = self.model.invariant else { return Ok(set) };
        let name = self.model.classes[0].name.clone();
        let argument = Value::constant(self.runner.references[0].into());
        self.explore(set, Some((function, argument)), &self.of_objects(), None, &name)
    }

    /// The states of a set in which keys that are numbers ascend.
    fn ordered(&mut self, set: Set) -> Result<Set, Failure> {
        if !self.runner.space.has_number_keys() {
            return Ok(set);
        }
        self.explore(set, None, &self.of_objects(), None, "keys")
    }

    /// The variables of objects.
    fn of_objects(&self) -> Vec<usize> {
        let space = self.runner.space;
        (0..space.variables.len()).filter(|&variable| space.owner(variable).is_some()).collect()
    }

    /// Executes a method of the invariant, or looks at the order of keys, until every assignment of a set has its
    /// answer; gives those with true.
    fn explore(
        &mut self,
        all: Set,
        method: Option<(ir::FunctionId, Value)>,
        variables: &[usize],
        reach: Option<&Reach>,
        name: &str,
    ) -> Result<Set, Failure> {
        let mut good = self.sets.bdds.none();
        let mut codes = vec![0; self.runner.space.variables.len()];
        let mut open = Open::new(self.sets, None, Product::whole(&self.sets.bdds, all));
        while let Some((part, assignment)) = open.next(self.sets) {
            self.runner.clear();
            for &variable in variables {
                let code = match self.sets.is_derived(variable) {
                    true => self.sets.derived_code(&assignment, variable).unwrap_or(0),
                    false => self.sets.code(&assignment, variable),
                };
                codes[variable] = code;
                if code != 0 {
                    self.runner.set(variable, code);
                }
            }
            self.runner.machine.domain_mut().reach = reach.cloned();
            self.runner.remember();
            let end = match method {
                Some((function, argument)) => self.runner.call(function, &[argument], self.stop),
                None => self.ascends(),
            };
            self.effort.executions += 1;
            let holds = match end {
                End::Returned(Some(value)) => {
                    let holds = machine::Domain::test(self.runner.machine.domain_mut(), value);
                    holds.unwrap_or_else(|never| match never {})
                }
                // An assertion in it that fails says no as well.
                End::Returned(None) | End::Exception(_) | End::Bug(_) | End::Dropped => false,
                End::Skipped(construct) => return Err(Failure::Skipped(construct)),
                End::Stopped => return Err(Failure::Stopped),
            };
            // Variables that the method may not read it may not write either.
            let is_changed = |&variable: &usize| self.runner.is_changed(variable, codes[variable]);
            let has_written = !self.runner.machine.heap().is_as_marked();
            if has_written && self.of_objects().iter().any(is_changed) {
                return Err(Failure::Changes(name.to_string()));
            }
            self.asked_hashes |= self.runner.machine.heap().has_new_hashes();
            if let Some(beyond) = self.runner.went_beyond() {
                return Err(Failure::Skipped(format!("the invariant of {name}, {beyond}")));
            }
            let domain = self.runner.machine.domain();
            if let Some(read) = domain.strayed {
                let read =
                    self.runner.object(read).map(|object| self.runner.space.objects[object].name.clone());
                return Err(Failure::Strayed(name.to_string(), read.unwrap_or_default()));
            }
            if domain.broken_order {
                return Err(Failure::Order(name.to_string()));
            }
            let decisions = Decisions::new(domain, Vec::new());
            let alike = open.split(self.sets, domain, part, decisions, &codes).set(self.sets);
            assert!(self.sets.bdds.contains(&alike, &assignment), "an execution should satisfy its own path");
            if holds {
                good = self.sets.bdds.or(&good, &alike);
            }
            self.look()?;
        }
        self.runner.clear();
        Ok(good)
    }
}

/// The objects of the backbone, children before parents.
pub(crate) fn post_order(space: &crate::space::Space) -> Vec<usize> {
    let mut order = Vec::new();
    let mut open = vec![0];
    while let Some(object) = open.pop() {
        order.push(object);
        for variable in space.tree_variables(object) {
            open.extend(space.children(variable));
        }
    }
    order.reverse();
    order
}

/// What the local invariant of an object may read: the object, its tree children, and what is in arrays among these.
pub(crate) fn near(space: &crate::space::Space, object: usize) -> Vec<usize> {
    let mut near = vec![object];
    let mut open = vec![object];
    while let Some(object) = open.pop() {
        for variable in space.tree_variables(object) {
            for child in space.children(variable) {
                near.push(child);
                if let Kind::Array(..) = space.objects[child].kind {
                    open.push(child);
                }
            }
        }
    }
    near
}
