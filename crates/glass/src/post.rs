//! Whether the invariant is true after an operation, for all states that take the same path.
//!
//! The state after the operation is at hand on the tracked machine; what is looked at here adds to the path. Only what can
//! be different from before is looked at.
//!
//! # Why this is sound
//! Let *T* be the states of the path when all is done. All of them satisfied the invariant before, and after the
//! operation each is what the heap of the tracked machine says for its values of the variables (see [`crate::tracked`]).
//!
//! *The backbone is a tree.* The walk from the root follows every tree slot whose value is the same in all of *T*.
//! Any other tree slot holds the value of a tree variable *v* that the operation has not looked at: it stands for the
//! *whole subtree* that hangs at *v* before, whatever that is. Such a subtree is a tree, its objects are
//! those whose places lie below *v*, and nothing in it was written. So the whole is a tree in all of *T* if no object is
//! met twice, no two of the *v* are the same, and no object that was met or written, and no owner of another *v*,
//! has its place below a *v*. Where that is not so the walk fixes *v* and begins again; at the latest when all is fixed it
//! says what is the case for the state at hand. That the subtree of *v* was part of the tree before
//! needs the path from the root to the owner of *v*, which is fixed as well.
//!
//! *Local invariants*, and ghosts: see [`crate::local`]. An object of the tree whose slots, and whose children's slots, are those from
//! before, and that was in the tree before, satisfies its local invariant as it did: the invariant reads nothing else
//! (checked while it is executed). Every other one is looked at. A written slot is one whose value is not the same *term* as before, and whose word is
//! not the same on the whole path; so the seed's `flipX` is looked at again for every `y`.
//!
//! *Keys* ascend: see [`crate::keys`].
//!
//! *The global invariant* is executed, and its decisions join the path.

use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};
use std::collections::BTreeSet;

use ir::RefType;
use logic::bdd::Set;
use machine::{Domain as _, Reference};

use crate::local::{Local, Memory};
use crate::model::{Content, Model, Role};
use crate::runner::{End, Runner};
use crate::sets::Sets;
use crate::space::Item;
use crate::terms::{KEY, Term};
use crate::tracked::Value;

/// What was found out about the state after an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The invariant is true on the whole path.
    Holds,
    /// It is not true in the state at hand.
    Violated,
    /// The operation may not be called there.
    Excluded,
    /// That cannot be said, in words that follow "not supported:".
    Skipped(String),
    Stopped,
}

/// An object that the walk came to.
pub(crate) struct Node {
    pub(crate) reference: Reference,
    /// The objects below, arrays included.
    pub(crate) children: Vec<usize>,
}

/// The tree after an operation, as far as it was looked at.
#[derive(Default)]
pub(crate) struct Walk {
    pub(crate) nodes: Vec<Node>,
    places: HashMap<Reference, usize>,
    /// Tree variables whose subtrees were not looked at.
    unseen: Vec<usize>,
}

pub(crate) struct Post<'a, 'i, 'p, 's> {
    pub(crate) runner: &'a mut Runner<'i, 'p, 's>,
    pub(crate) sets: &'a mut Sets,
    pub(crate) model: &'a Model,
    /// The codes of the state before.
    pub(crate) codes: &'a [u32],
    /// The objects of the state before.
    pub(crate) present: &'a [usize],
    pub(crate) stop: &'a mut dyn FnMut(u64) -> bool,
    /// For each object the least and the greatest key below it.
    pub(crate) keys: &'a [Option<(i64, i64)>],
    /// Leaves out what makes this sound: only for the test that an audit sees it.
    pub(crate) unsound: bool,
    /// What must be true besides the path.
    pub(crate) answers: Vec<(usize, Set)>,
    /// What the local invariant of each object says.
    pub(crate) locals: &'a [Option<Local>],
    /// Objects that were in the tree before, in all states of the path.
    pub(crate) were_there: Vec<usize>,
    /// What was found out in other transitions.
    pub(crate) memory: &'a mut Memory,
    /// Whether a local invariant has asked for an identity hash code, which was undone.
    pub(crate) asked_hashes: bool,
}

/// Why the walk gave up.
pub(crate) enum Gave {
    Violated,
    Skipped(String),
}

impl Post<'_, '_, '_, '_> {
    /// Looks at everything.
    pub(crate) fn check(&mut self) -> Verdict {
        let written = self.written();
        let walk = match self.walk(&written) {
            Ok(walk) => walk,
            Err(Gave::Violated) => return Verdict::Violated,
            Err(Gave::Skipped(construct)) => return Verdict::Skipped(construct),
        };
        match self.local(&walk, &written) {
            Verdict::Holds => {}
            other @ (Verdict::Violated | Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => {
                return other;
            }
        }
        let Some(invariant) = self.model.invariant else { return Verdict::Holds };
        let root = Value::constant(self.runner.references[0].into());
        self.ask(invariant, root)
    }

    /// Executes a method of the invariant.
    pub(crate) fn ask(&mut self, function: ir::FunctionId, object: Value) -> Verdict {
        match self.runner.call(function, &[object], self.stop) {
            End::Returned(Some(value)) => {
                let holds = self.runner.machine.domain_mut().test(value);
                let holds = holds.unwrap_or_else(|never| match never {});
                if holds { Verdict::Holds } else { Verdict::Violated }
            }
            End::Returned(None) | End::Exception(_) | End::Bug(_) | End::Dropped => Verdict::Violated,
            End::Skipped(construct) => Verdict::Skipped(construct),
            End::Stopped => Verdict::Stopped,
        }
    }

    /// The objects of the space that the operation has written to.
    fn written(&self) -> BTreeSet<usize> {
        let heap = self.runner.machine.heap();
        let domain = self.runner.machine.domain();
        let mut written = BTreeSet::new();
        for &object in self.present {
            let contents = heap.contents(self.runner.references[object]);
            for (slot, &now) in contents.iter().enumerate() {
                let before = self.runner.before(object, slot, self.codes);
                let same = now == before
                    || now.word == before.word && domain.is_fixed(now) && domain.is_fixed(before);
                if !same {
                    written.insert(object);
                    break;
                }
            }
        }
        written
    }

    /// Fixes the way along the backbone to the place of an object before; says whether it was there.
    pub(crate) fn fix_way(&mut self, object: usize) -> bool {
        let space = self.runner.space;
        let mut there = true;
        let mut current = object;
        while let Some(variable) = space.objects[current].parent {
            let code = self.codes[variable] as usize;
            there &= space.variables[variable].domain[code] == Item::Object(current);
            let word = self.runner.words[variable][code];
            self.runner.machine.domain_mut().fix_variable(variable, word);
            current = space.owner(variable).expect("a tree variable belongs to an object");
        }
        there && current == 0
    }

    /// Walks the tree after the operation.
    fn walk(&mut self, written: &BTreeSet<usize>) -> Result<Walk, Gave> {
        for &object in written {
            // Whether a written object is in the tree must be the same for all.
            if self.fix_way(object) {
                self.were_there.push(object);
            }
        }
        loop {
            let walk = self.walk_once()?;
            let mut conflicts = self.conflicts(&walk, written);
            if conflicts.is_empty() {
                match self.order(&walk)? {
                    None => return Ok(walk),
                    Some(variable) => conflicts.push(variable),
                }
            }
            for variable in conflicts {
                let word = self.runner.words[variable][self.codes[variable] as usize];
                self.runner.machine.domain_mut().fix_variable(variable, word);
            }
        }
    }

    /// Which variables whose subtrees were not looked at must be looked at.
    fn conflicts(&mut self, walk: &Walk, written: &BTreeSet<usize>) -> Vec<usize> {
        let space = self.runner.space;
        let unseen: HashSet<usize> = walk.unseen.iter().copied().collect();
        let mut conflicts = Vec::new();
        let mut met = HashSet::default();
        for &variable in &walk.unseen {
            if !met.insert(variable) {
                conflicts.push(variable);
            }
            let owner = space.owner(variable).expect("a tree variable belongs to an object");
            if !self.fix_way(owner) {
                conflicts.push(variable);
            }
        }
        let owners = walk.unseen.iter().filter_map(|&variable| space.owner(variable));
        let nodes = walk.nodes.iter().filter_map(|node| self.runner.object(node.reference));
        for object in owners.chain(nodes).chain(written.iter().copied()) {
            let mut current = object;
            while let Some(variable) = space.objects[current].parent {
                if unseen.contains(&variable) {
                    conflicts.push(variable);
                }
                current = space.owner(variable).expect("a tree variable belongs to an object");
            }
        }
        conflicts
    }

    fn walk_once(&mut self) -> Result<Walk, Gave> {
        let mut walk = Walk::default();
        // A reference to follow, from which node, whether it must not be met twice, and what elements of an array are.
        let root = self.runner.references[0];
        let mut open: Vec<(Reference, Option<usize>, Role, Option<Content>)> =
            vec![(root, None, Role::Tree, None)];
        while let Some((reference, parent, role, content)) = open.pop() {
            if walk.places.contains_key(&reference) {
                return Err(if role == Role::Tree {
                    Gave::Violated
                } else {
                    Gave::Skipped("an array that two fields refer to".to_string())
                });
            }
            let place = walk.nodes.len();
            walk.places.insert(reference, place);
            walk.nodes.push(Node { reference, children: Vec::new() });
            if let Some(parent) = parent {
                walk.nodes[parent].children.push(place);
            }
            for (slot, role, content) in self.tree_slots(reference, role, content.as_ref())? {
                let value = self.runner.machine.heap().get(reference, slot);
                match Post::follow(self.runner, value) {
                    Ok(0) => {}
                    Ok(child) => open.push((child, Some(place), role, content)),
                    Err(variable) => walk.unseen.push(variable),
                }
            }
        }
        Ok(walk)
    }

    /// What a tree slot refers to: an object or `null` if it is the same on the whole path, or what hung at a variable.
    pub(crate) fn follow(runner: &mut Runner<'_, '_, '_>, value: Value) -> Result<Reference, usize> {
        let domain = runner.machine.domain();
        if !domain.is_fixed(value)
            && value.term > KEY
            && let Term::Variable(variable) = domain.terms.term(value.term)
            && runner.space.variables[variable as usize].is_backbone
            && runner.space.owner(variable as usize).is_some()
        {
            return Err(variable as usize);
        }
        runner.machine.domain_mut().fix(value);
        Ok(value.word as Reference)
    }

    /// The slots of an object that belong to the backbone, with what arrays there have as elements.
    pub(crate) fn tree_slots(
        &self,
        reference: Reference,
        role: Role,
        content: Option<&Content>,
    ) -> Result<Vec<(u32, Role, Option<Content>)>, Gave> {
        let heap = self.runner.machine.heap();
        match heap.ty(reference) {
            RefType::Class(class) => {
                let Some(described) = self.model.classes.iter().find(|other| other.class == class) else {
                    let name = self.runner.machine.image().program().class_name(class);
                    return Err(Gave::Skipped(format!("an object of class {name} in the tree")));
                };
                let slots = described.fields.iter().enumerate();
                Ok(slots
                    .filter_map(|(slot, field)| match (&field.content, field.role) {
                        (_, Role::Initial) => None,
                        (Content::Array { element, .. }, _) => {
                            Some((slot as u32, field.role, Some((**element).clone())))
                        }
                        (_, Role::Tree) => Some((slot as u32, Role::Tree, None)),
                        (_, Role::Plain | Role::Ghost | Role::Sorted) => None,
                    })
                    .collect())
            }
            RefType::Array(_) => {
                let length = heap.length(reference);
                let element = match content {
                    Some(Content::Array { element, .. }) => Some(Some((**element).clone())),
                    Some(Content::Objects(_)) if role == Role::Tree => Some(None),
                    Some(
                        Content::Objects(_)
                        | Content::Truth
                        | Content::Integer { .. }
                        | Content::Words(_)
                        | Content::Unknown(_),
                    )
                    | None => None,
                };
                Ok(match element {
                    Some(element) => (0..length).map(|slot| (slot, role, element.clone())).collect(),
                    None => Vec::new(),
                })
            }
            RefType::Any => Ok(Vec::new()),
        }
    }
}
