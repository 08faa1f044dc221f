//! From formulas to automata: the tableau of Gerth, Peled, Vardi and Wolper, *Simple on-the-fly automatic verification of linear
//! temporal logic*.
//!
//! A node says what must be true now, by its names, and what must be true from the next letter on, by the nodes that follow it. A
//! word is accepted if a way through the nodes fits its letters and comes, for every `U` of the formula, again and again by
//! nodes where that `U` is not waiting for its second part.

use std::collections::BTreeSet;

use super::formula::Formula;

/// How many nodes an automaton may have.
const MOST: usize = 5_000;

/// An automaton with several sets of nodes, each of which must be come by again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Automaton {
    pub(crate) nodes: Vec<Node>,
    /// Where words begin.
    pub(crate) initial: Vec<usize>,
    /// For each set, for each node whether it is in it.
    pub(crate) sets: Vec<Vec<bool>>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Node {
    /// The names that must be true.
    pub(crate) is: u64,
    /// The names that must be false.
    pub(crate) is_not: u64,
    /// The nodes that may follow.
    pub(crate) next: Vec<usize>,
}

impl Node {
    /// Whether a letter fits.
    pub(crate) fn fits(&self, letter: u64) -> bool {
        letter & self.is == self.is && letter & self.is_not == 0
    }
}

/// A node that is not finished.
#[derive(Clone, Debug, Default)]
struct Draft {
    /// The nodes before it; `None` for the beginning.
    before: BTreeSet<Option<usize>>,
    new: Vec<Formula>,
    old: BTreeSet<Formula>,
    next: BTreeSet<Formula>,
}

impl Automaton {
    /// The automaton that accepts every word.
    pub(crate) fn everything() -> Automaton {
        let node = Node { next: vec![0], ..Node::default() };
        Automaton { nodes: vec![node], initial: vec![0], sets: Vec::new() }
    }

    /// The automaton of the words that the formula is true of; `None` if it is too large.
    pub(crate) fn of(formula: &Formula) -> Option<Automaton> {
        let mut done: Vec<Draft> = Vec::new();
        let first = Draft { before: BTreeSet::from([None]), new: vec![formula.clone()], ..Draft::default() };
        let mut open = vec![first];
        while let Some(mut draft) = open.pop() {
            let Some(one) = draft.new.pop() else {
                let known = done.iter_mut().find(|other| other.old == draft.old && other.next == draft.next);
                match known {
                    Some(known) => known.before.extend(draft.before),
                    None => {
                        let number = done.len();
                        if number == MOST {
                            return None;
                        }
                        let new = draft.next.iter().cloned().collect();
                        done.push(draft);
                        open.push(Draft { before: BTreeSet::from([Some(number)]), new, ..Draft::default() });
                    }
                }
                continue;
            };
            if draft.old.contains(&one) {
                open.push(draft);
                continue;
            }
            draft.old.insert(one.clone());
            match &one {
                Formula::False => {}
                Formula::True => open.push(draft),
                Formula::Name(..) => {
                    if !draft.old.contains(&one.not()) {
                        open.push(draft);
                    }
                }
                Formula::And(first, second) => {
                    draft.new.extend([(**first).clone(), (**second).clone()]);
                    open.push(draft);
                }
                Formula::Or(first, second) => {
                    let mut other = draft.clone();
                    draft.new.push((**first).clone());
                    other.new.push((**second).clone());
                    open.extend([draft, other]);
                }
                Formula::Until(first, second) => {
                    let mut other = draft.clone();
                    draft.new.push((**first).clone());
                    draft.next.insert(one.clone());
                    other.new.push((**second).clone());
                    open.extend([draft, other]);
                }
                Formula::Release(first, second) => {
                    let mut other = draft.clone();
                    draft.new.push((**second).clone());
                    draft.next.insert(one.clone());
                    other.new.extend([(**first).clone(), (**second).clone()]);
                    open.extend([draft, other]);
                }
            }
            if open.len() > MOST * 4 {
                return None;
            }
        }
        Some(finish(&done, formula))
    }
}

fn finish(done: &[Draft], formula: &Formula) -> Automaton {
    let mut nodes: Vec<Node> = done.iter().map(|draft| literals(&draft.old)).collect();
    let mut initial = Vec::new();
    for (number, draft) in done.iter().enumerate() {
        for before in &draft.before {
            match before {
                None => initial.push(number),
                Some(before) => nodes[*before].next.push(number),
            }
        }
    }
    let mut untils = BTreeSet::new();
    collect(formula, &mut untils);
    let set = |until: &(Formula, Formula)| {
        let whole = Formula::Until(Box::new(until.0.clone()), Box::new(until.1.clone()));
        done.iter().map(|draft| !draft.old.contains(&whole) || draft.old.contains(&until.1)).collect()
    };
    Automaton { sets: untils.iter().map(set).collect(), nodes, initial }
}

fn literals(old: &BTreeSet<Formula>) -> Node {
    let mut node = Node::default();
    for formula in old {
        match formula {
            Formula::Name(number, true) => node.is |= 1 << number,
            Formula::Name(number, false) => node.is_not |= 1 << number,
            Formula::True
            | Formula::False
            | Formula::And(..)
            | Formula::Or(..)
            | Formula::Until(..)
            | Formula::Release(..) => {}
        }
    }
    node
}

/// The formulas with `U` inside.
fn collect(formula: &Formula, untils: &mut BTreeSet<(Formula, Formula)>) {
    match formula {
        Formula::True | Formula::False | Formula::Name(..) => {}
        Formula::Until(one, other) => {
            untils.insert(((**one).clone(), (**other).clone()));
            collect(one, untils);
            collect(other, untils);
        }
        Formula::And(one, other) | Formula::Or(one, other) | Formula::Release(one, other) => {
            collect(one, untils);
            collect(other, untils);
        }
    }
}
