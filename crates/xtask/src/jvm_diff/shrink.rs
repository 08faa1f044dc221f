//! Makes a program smaller as long as it keeps a property: pieces are taken out, expressions become
//! plain values or one of their own parts, statements become what is in them.

use super::tree::{Node, Piece, Role};

/// One change of a tree. Places are counted in the order in which a walk meets them.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Takes something out of a list of the topmost node.
    Top { piece: usize, at: usize },
    /// Takes some neighbours out of a list.
    Remove { list: usize, from: usize, count: usize },
    /// Puts the plainest value of its type in the place of an expression.
    Plain(usize),
    /// Puts an expression inside of it, of the same type, in the place of an expression.
    Inside { node: usize, which: usize },
    /// Puts the statements inside of it in the place of a statement.
    Unwrap { list: usize, at: usize },
}

/// The smallest tree found for which `keeps` is true. At most `tries` are made.
pub fn shrink(tree: &Node, tries: usize, keeps: &mut dyn FnMut(&Node) -> bool) -> Node {
    let mut best = tree.clone();
    let mut left = tries;
    // What uses something comes after it, so the last pieces go first.
    for piece in (0..best.pieces.len()).rev() {
        while let Some(last) = top_length(&best, piece) {
            let before = best.size();
            for at in (0..last).rev() {
                attempt(&mut best, Change::Top { piece, at }, &mut left, keeps);
            }
            if best.size() == before || left == 0 {
                break;
            }
        }
    }
    loop {
        let before = best.size();
        removals(&mut best, &mut left, keeps);
        singles(&mut best, &mut left, keeps);
        if best.size() == before || left == 0 {
            return best;
        }
    }
}

/// Tries a change: keeps it if the property stays.
fn attempt(best: &mut Node, change: Change, left: &mut usize, keeps: &mut dyn FnMut(&Node) -> bool) -> bool {
    if *left == 0 {
        return false;
    }
    let mut changed = best.clone();
    if !apply(&mut changed, change) || changed == *best {
        return false;
    }
    *left -= 1;
    let kept = keeps(&changed);
    if kept {
        *best = changed;
    }
    kept
}

/// Takes out long runs of neighbours first, then shorter ones.
fn removals(best: &mut Node, left: &mut usize, keeps: &mut dyn FnMut(&Node) -> bool) {
    let mut list = 0;
    while let Some(length) = list_length(best, list) {
        let mut count = length;
        while count > 0 {
            let mut from = 0;
            while from + count <= list_length(best, list).unwrap_or(0) {
                if !attempt(best, Change::Remove { list, from, count }, left, keeps) {
                    from += count;
                }
            }
            count /= 2;
        }
        list += 1;
    }
}

/// Replaces single statements and expressions.
fn singles(best: &mut Node, left: &mut usize, keeps: &mut dyn FnMut(&Node) -> bool) {
    let mut list = 0;
    while let Some(length) = list_length(best, list) {
        for at in (0..length).rev() {
            attempt(best, Change::Unwrap { list, at }, left, keeps);
        }
        list += 1;
    }
    let mut node = 0;
    while node < best.size() && *left > 0 {
        if !attempt(best, Change::Plain(node), left, keeps) {
            let mut which = 0;
            while which < 6 && *left > 0 {
                if !has_inside(best, node, which) {
                    break;
                }
                if attempt(best, Change::Inside { node, which }, left, keeps) {
                    which = 0;
                } else {
                    which += 1;
                }
            }
        }
        node += 1;
    }
}

fn lists(node: &mut Node, visit: &mut dyn FnMut(&mut Vec<Node>) -> bool) -> bool {
    for piece in &mut node.pieces {
        let stop = match piece {
            Piece::Text(_) => false,
            Piece::One(node) => lists(node, visit),
            Piece::Many(nodes, _) => visit(nodes) || nodes.iter_mut().any(|node| lists(node, visit)),
        };
        if stop {
            return true;
        }
    }
    false
}

fn list_length(tree: &mut Node, list: usize) -> Option<usize> {
    let (mut number, mut length) = (0, None);
    lists(tree, &mut |nodes| {
        let found = number == list;
        if found {
            length = Some(nodes.len());
        }
        number += 1;
        found
    });
    length
}

fn nth(tree: &mut Node, wanted: usize) -> Option<&mut Node> {
    fn find<'a>(node: &'a mut Node, left: &mut usize) -> Option<&'a mut Node> {
        if *left == 0 {
            return Some(node);
        }
        *left -= 1;
        node.children_mut().find_map(|child| find(child, left))
    }
    let mut left = wanted;
    find(tree, &mut left)
}

/// The expressions inside of a node that have its role, nearest first.
fn inside<'a>(node: &'a Node, role: &Role, found: &mut Vec<&'a Node>) {
    for child in node.children() {
        if child.role == *role {
            found.push(child);
        } else {
            inside(child, role, found);
        }
    }
}

fn has_inside(tree: &mut Node, node: usize, which: usize) -> bool {
    nth(tree, node).is_some_and(|node| {
        let mut found = Vec::new();
        if matches!(node.role, Role::Expression(_)) {
            inside(node, &node.role, &mut found);
        }
        which < found.len()
    })
}

/// The statements in a node that are not in another statement of it.
fn statements(node: &Node, found: &mut Vec<Node>) {
    for child in node.children() {
        match child.role {
            Role::Statement => found.push(child.clone()),
            Role::Expression(_) | Role::Member | Role::Part => statements(child, found),
        }
    }
}

fn top_length(tree: &Node, piece: usize) -> Option<usize> {
    match &tree.pieces[piece] {
        Piece::Many(nodes, _) => Some(nodes.len()),
        Piece::Text(_) | Piece::One(_) => None,
    }
}

fn apply(tree: &mut Node, change: Change) -> bool {
    match change {
        Change::Top { piece, at } => match &mut tree.pieces[piece] {
            Piece::Many(nodes, _) if at < nodes.len() => {
                nodes.remove(at);
                true
            }
            Piece::Many(..) | Piece::Text(_) | Piece::One(_) => false,
        },
        Change::Remove { list, from, count } => {
            let mut number = 0;
            lists(tree, &mut |nodes| {
                let found = number == list;
                if found {
                    nodes.drain(from..from + count);
                }
                number += 1;
                found
            })
        }
        Change::Unwrap { list, at } => {
            let mut number = 0;
            let mut changed = false;
            lists(tree, &mut |nodes| {
                let found = number == list;
                if found && nodes[at].role == Role::Statement {
                    let mut inner = Vec::new();
                    statements(&nodes[at], &mut inner);
                    changed = !inner.is_empty();
                    if changed {
                        nodes.splice(at..=at, inner);
                    }
                }
                number += 1;
                found
            });
            changed
        }
        Change::Plain(number) => match nth(tree, number) {
            Some(node) => match &node.role {
                Role::Expression(ty) => {
                    *node = Node::text(node.role.clone(), ty.plain());
                    true
                }
                Role::Statement | Role::Member | Role::Part => false,
            },
            None => false,
        },
        Change::Inside { node, which } => {
            let Some(node) = nth(tree, node) else { return false };
            let mut found = Vec::new();
            inside(node, &node.role, &mut found);
            match found.get(which) {
                Some(&part) => {
                    let part = part.clone();
                    *node = part;
                    true
                }
                None => false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm_diff::generate::{Shape, program};
    use crate::jvm_diff::grammar::Grammar;

    #[test]
    fn a_planted_word_is_what_remains() {
        let grammar = Grammar::load();
        for index in 0..10 {
            let program = program(&grammar, 3, index, Shape::SMALL);
            // Something that stands deep in the tree, and what it needs.
            let wanted = "hit(4)";
            if !program.source().contains(wanted) {
                continue;
            }
            let small = shrink(&program.tree, 5000, &mut |tree| tree.render("A").contains(wanted));
            let text = small.render("A");
            assert!(text.contains(wanted));
            assert!(small.size() < 40, "{} nodes of {}:\n{text}", small.size(), program.tree.size());
        }
    }
}
