//! Search trees, as persistent values: an operation makes a new tree and shares nothing by reference.

use super::{Model, Value};

/// A binary search tree.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum SearchTree {
    Empty,
    Node(Box<SearchTree>, Value, Box<SearchTree>),
}

impl SearchTree {
    fn with(&self, added: Value) -> Self {
        match self {
            SearchTree::Empty => {
                SearchTree::Node(Box::new(SearchTree::Empty), added, Box::new(SearchTree::Empty))
            }
            SearchTree::Node(left, value, right) if added < *value => {
                SearchTree::Node(Box::new(left.with(added)), *value, right.clone())
            }
            SearchTree::Node(left, value, right) if added > *value => {
                SearchTree::Node(left.clone(), *value, Box::new(right.with(added)))
            }
            SearchTree::Node(..) => self.clone(),
        }
    }

    fn without(&self, removed: Value) -> Self {
        match self {
            SearchTree::Empty => SearchTree::Empty,
            SearchTree::Node(left, value, right) if removed < *value => {
                SearchTree::Node(Box::new(left.without(removed)), *value, right.clone())
            }
            SearchTree::Node(left, value, right) if removed > *value => {
                SearchTree::Node(left.clone(), *value, Box::new(right.without(removed)))
            }
            SearchTree::Node(left, _, right) => match (left.as_ref(), right.least()) {
                (SearchTree::Empty, _) => right.as_ref().clone(),
                (_, None) => left.as_ref().clone(),
                (_, Some(least)) => SearchTree::Node(left.clone(), least, Box::new(right.without(least))),
            },
        }
    }

    fn least(&self) -> Option<Value> {
        match self {
            SearchTree::Empty => None,
            SearchTree::Node(left, value, _) => left.least().or(Some(*value)),
        }
    }
}

impl Model for SearchTree {
    fn initial() -> Self {
        SearchTree::Empty
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            visit(self.with(value));
            visit(self.without(value));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Color {
    Red,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A red-black tree. Both sides are handled by the same code: children are found by [`Side`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct RedBlackTree(Option<Box<Node>>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    color: Color,
    key: Value,
    children: [Option<Box<Node>>; 2],
}

type Link = Option<Box<Node>>;

fn is_red(link: &Link) -> bool {
    link.as_ref().is_some_and(|node| node.color == Color::Red)
}

impl Node {
    fn child(&self, side: Side) -> &Link {
        &self.children[side as usize]
    }

    fn child_mut(&mut self, side: Side) -> &mut Link {
        &mut self.children[side as usize]
    }

    /// The child of the other side comes up; the node goes down to the given side.
    fn rotate(mut self: Box<Self>, down: Side) -> Box<Self> {
        let mut up = self.child_mut(down.other()).take().expect("a child that comes up");
        *self.child_mut(down.other()) = up.child_mut(down).take();
        *up.child_mut(down) = Some(self);
        up
    }

    fn side_of(&self, key: Value) -> Side {
        if key < self.key { Side::Left } else { Side::Right }
    }
}

/// Inserts below; a red node with a red child may be left for the caller one level further up.
fn insert(link: Link, key: Value) -> Box<Node> {
    let Some(mut node) = link else {
        return Box::new(Node { color: Color::Red, key, children: [None, None] });
    };
    if key == node.key {
        return node;
    }
    let side = node.side_of(key);
    let child = node.child_mut(side).take();
    *node.child_mut(side) = Some(insert(child, key));
    let child = node.child(side).as_ref().expect("what was inserted");
    let inner = is_red(child.child(side.other()));
    let faulty = child.color == Color::Red && (inner || is_red(child.child(side)));
    if !faulty {
        return node;
    }
    if is_red(node.child(side.other())) {
        node.color = Color::Red;
        for child in node.children.iter_mut().flatten() {
            child.color = Color::Black;
        }
        return node;
    }
    if inner {
        let child = node.child_mut(side).take().expect("what was inserted");
        *node.child_mut(side) = Some(child.rotate(side));
    }
    node.color = Color::Red;
    let mut top = node.rotate(side.other());
    top.color = Color::Black;
    top
}

/// A tree, and whether its paths lack a black node.
struct Removed {
    link: Link,
    short: bool,
}

fn remove(link: Link, key: Value) -> Removed {
    let Some(mut node) = link else {
        return Removed { link: None, short: false };
    };
    let (side, below) = if key == node.key {
        match node.children {
            [None, None] => return Removed { link: None, short: node.color == Color::Black },
            [Some(mut only), None] | [None, Some(mut only)] => {
                // An only child is red and has no children: it takes over the colour of a black node.
                only.color = Color::Black;
                return Removed { link: Some(only), short: false };
            }
            [Some(_), Some(_)] => {
                let mut successor = node.child(Side::Right);
                let mut least = key;
                while let Some(next) = successor {
                    least = next.key;
                    successor = next.child(Side::Left);
                }
                node.key = least;
                (Side::Right, least)
            }
        }
    } else {
        (node.side_of(key), key)
    };
    let child = node.child_mut(side).take();
    let removed = remove(child, below);
    *node.child_mut(side) = removed.link;
    if removed.short { repair(node, side) } else { Removed { link: Some(node), short: false } }
}

/// Makes up for a black node that the paths on one side lack.
fn repair(mut node: Box<Node>, side: Side) -> Removed {
    let far = side.other();
    if is_red(node.child(far)) {
        node.color = Color::Red;
        let mut top = node.rotate(side);
        top.color = Color::Black;
        let lower = top.child_mut(side).take().expect("the node that went down");
        let repaired = repair(lower, side);
        *top.child_mut(side) = repaired.link;
        return Removed { link: Some(top), short: repaired.short };
    }
    let sibling = node.child_mut(far).as_mut().expect("the other side has a black node more");
    let near_red = is_red(sibling.child(side));
    let far_red = is_red(sibling.child(far));
    if !near_red && !far_red {
        sibling.color = Color::Red;
        let short = node.color == Color::Black;
        node.color = Color::Black;
        return Removed { link: Some(node), short };
    }
    if !far_red {
        sibling.color = Color::Red;
        let mut up = node.child_mut(far).take().expect("the sibling").rotate(far);
        up.color = Color::Black;
        *node.child_mut(far) = Some(up);
    }
    let color = node.color;
    node.color = Color::Black;
    let mut top = node.rotate(side);
    top.color = color;
    if let Some(outer) = top.child_mut(far) {
        outer.color = Color::Black;
    }
    Removed { link: Some(top), short: false }
}

impl Model for RedBlackTree {
    fn initial() -> Self {
        RedBlackTree(None)
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for key in 1..=n {
            let mut root = insert(self.0.clone(), key);
            root.color = Color::Black;
            visit(RedBlackTree(Some(root)));
            let mut root = remove(self.0.clone(), key).link;
            if let Some(node) = &mut root {
                node.color = Color::Black;
            }
            visit(RedBlackTree(root));
        }
    }
}
