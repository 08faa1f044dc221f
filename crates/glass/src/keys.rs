//! Whether the keys of a sorted tree ascend, for all states that take the same path.
//!
//! # Why this is sound
//! The tree is walked in the order of its keys: what comes before a node's key, the key, what comes behind. Wherever the walk
//! follows a reference it is the same on the whole path, and so is the answer of every comparison of two keys that come
//! after each other. Being less than is transitive, so all is ascending on the whole path if every two neighbours are.
//!
//! *Keys that are places in the order.* A subtree that was not looked at has keys that lie between those of its first and last place,
//! whatever of it is there. If everything ascends with these, it does so in all states of the path; otherwise the subtree is
//! looked at.
//!
//! *Keys that are numbers like others* ([`crate::Bounds`] gives them values). Nothing is known of the keys of a subtree that was not
//! looked at, so it is looked at. Comparisons of numbers are conditions, which join the path.

use ir::{CompareOp, RefType};
use machine::word::Order;
use machine::{Domain as _, Reference, Word};

use crate::initial::Initial;
use crate::model::{Content, Model, Role};
use crate::post::{Gave, Post, Walk};
use crate::runner::{End, Runner};
use crate::terms::KEY;
use crate::tracked::Value;

/// A piece of the tree, in the order of its keys.
#[derive(Clone, Copy)]
enum Piece {
    /// The key of an object.
    Key(Value),
    /// A subtree that was not looked at.
    Unseen(usize),
}

/// What a slot of the backbone refers to: an object or `null` that is the same on the whole path, or what hung at a variable.
type Follow<'f, 'i, 'p, 's> = &'f mut dyn FnMut(&mut Runner<'i, 'p, 's>, Value) -> Result<Reference, usize>;

impl Post<'_, '_, '_, '_> {
    /// Whether keys ascend; the variable whose subtree must be looked at to say so.
    pub(crate) fn order(&mut self, walk: &Walk) -> Result<Option<usize>, Gave> {
        let has_number_keys = self.runner.has_number_keys;
        if self.runner.space.keys == 0 && !has_number_keys {
            return Ok(None);
        }
        let root = walk.nodes[0].reference;
        let pieces = pieces(self.runner, self.model, root, &mut |runner, value| Post::follow(runner, value))?;
        let mut before: Option<(Value, Option<usize>)> = None;
        for piece in pieces {
            let (least, greatest, unseen) = match piece {
                Piece::Key(key) => (key, key, None),
                Piece::Unseen(variable) if has_number_keys => return Ok(Some(variable)),
                Piece::Unseen(variable) => {
                    let children = self.runner.space.children(variable);
                    let ranges: Vec<(i64, i64)> = children.filter_map(|child| self.keys[child]).collect();
                    let least = ranges.iter().map(|range| range.0).min();
                    let greatest = ranges.iter().map(|range| range.1).max();
                    let (Some(least), Some(greatest)) = (least, greatest) else { continue };
                    let key = |key: i64| Value { word: key as Word, term: KEY };
                    (key(least), key(greatest), Some(variable))
                }
            };
            if let Some((last, last_unseen)) = before {
                let level = self.runner.machine.domain().level();
                if !is_less(self.runner, last, least) {
                    return match unseen.or(last_unseen) {
                        Some(variable) => {
                            self.runner.machine.domain_mut().back(level);
                            Ok(Some(variable))
                        }
                        None => Err(Gave::Violated),
                    };
                }
            }
            before = Some((greatest, unseen));
        }
        Ok(None)
    }
}

impl Initial<'_, '_, '_, '_> {
    /// Whether keys that are numbers ascend in the state at hand: as if a method of the invariant had said so.
    pub(crate) fn ascends(&mut self) -> End {
        let root = self.runner.references[0];
        let follow = &mut |runner: &mut Runner<'_, '_, '_>, value: Value| {
            runner.machine.domain_mut().fix(value);
            Ok(value.word as Reference)
        };
        let pieces = match pieces(self.runner, self.model, root, follow) {
            Ok(pieces) => pieces,
            Err(Gave::Violated) => return End::Returned(Some(Value::constant(0))),
            Err(Gave::Skipped(construct)) => return End::Skipped(construct),
        };
        let keys: Vec<Value> = pieces
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Key(key) => Some(key),
                Piece::Unseen(_) => None,
            })
            .collect();
        let ascends = keys.windows(2).all(|pair| is_less(self.runner, pair[0], pair[1]));
        End::Returned(Some(Value::constant(ascends.into())))
    }
}

/// Whether a key is less than another; joins the path.
fn is_less(runner: &mut Runner<'_, '_, '_>, a: Value, b: Value) -> bool {
    let domain = runner.machine.domain_mut();
    let Ok(is_less) = domain.compare(CompareOp::Lt, Order::Signed, a, b);
    domain.test(is_less).unwrap_or_else(|never| match never {})
}

/// The pieces of the tree in the order of keys.
fn pieces<'i, 'p, 's>(
    runner: &mut Runner<'i, 'p, 's>,
    model: &Model,
    root: Reference,
    follow: Follow<'_, 'i, 'p, 's>,
) -> Result<Vec<Piece>, Gave> {
    enum Task {
        Node(Reference),
        Piece(Piece),
    }
    let mut pieces = Vec::new();
    let mut open = vec![Task::Node(root)];
    while let Some(task) = open.pop() {
        let reference = match task {
            Task::Piece(piece) => {
                pieces.push(piece);
                continue;
            }
            Task::Node(reference) => reference,
        };
        let RefType::Class(class) = runner.machine.heap().ty(reference) else { continue };
        let Some(described) = model.classes.iter().find(|other| other.class == class) else {
            continue;
        };
        let tree: Vec<u32> = described
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.role == Role::Tree)
            .map(|(slot, _)| slot as u32)
            .collect();
        let sorted = described.fields.iter().position(|field| field.role == Role::Sorted);
        let (before, after) = match (sorted, tree.len()) {
            (Some(_), 2) => tree.split_at(1),
            (Some(_), _) => (&[][..], &tree[..]),
            (None, _) => (&tree[..], &[][..]),
        };
        let mut tasks = Vec::new();
        let mut go = |runner: &mut Runner<'i, 'p, 's>, slot: u32| {
            let value = runner.machine.heap().get(reference, slot);
            match follow(runner, value) {
                Ok(0) => None,
                Ok(child) => Some(Task::Node(child)),
                Err(variable) => Some(Task::Piece(Piece::Unseen(variable))),
            }
        };
        for &slot in before {
            tasks.extend(go(runner, slot));
        }
        if let Some(slot) = sorted {
            let key = key(runner, model, reference, slot, &described.fields[slot].content)?;
            tasks.push(Task::Piece(Piece::Key(key)));
        }
        for &slot in after {
            tasks.extend(go(runner, slot));
        }
        open.extend(tasks.into_iter().rev());
    }
    Ok(pieces)
}

/// The key of a node, which may be in a box.
fn key(
    runner: &mut Runner<'_, '_, '_>,
    model: &Model,
    reference: Reference,
    slot: usize,
    content: &Content,
) -> Result<Value, Gave> {
    let value = runner.machine.heap().get(reference, slot as u32);
    match content {
        Content::Objects(boxes) => {
            runner.machine.domain_mut().fix(value);
            let content = model.box_of(boxes, value.word as Reference, runner.machine.heap());
            content.ok_or(Gave::Violated)?.map_err(Gave::Skipped)
        }
        Content::Truth
        | Content::Integer { .. }
        | Content::Words(_)
        | Content::Array { .. }
        | Content::Unknown(_) => Ok(value),
    }
}
