//! The order of variables in decision diagrams.
//!
//! Fields of the backbone come in the order of a walk that meets an object between the two halves of its children: what
//! hangs together is near, and at any place of the order few objects have neighbours on both sides. (Seed 000 has
//! post-order, which needs half as many nodes again for red-black trees of height 6, and four times as many for binomial
//! heaps.) A global invariant may relate variables in other ways, such as the elements of a heap in an array. Which ones
//! is found by executing it on a few states and looking at what it compares. Where that makes trees, these are
//! brought into post-order: operations compare siblings as well, which are nearer to each other that way.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::model::Model;
use crate::runner::Runner;
use crate::tracked::Value;

/// The variables of objects in the order in which diagrams should ask for them.
pub(crate) fn order(runner: &mut Runner<'_, '_, '_>, model: &Model) -> Vec<usize> {
    let usual = runner.space.in_order();
    let Some(invariant) = model.invariant else { return usual };
    let mut related: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let variables = runner.space.variables.len();
    for greatest in [true, false] {
        runner.clear();
        for variable in 0..variables {
            let last = runner.space.variables[variable].domain.len() as u32 - 1;
            runner.set(variable, if greatest { last } else { 0 });
        }
        let first = Value::constant(runner.references[0].into());
        runner.call(invariant, &[first], &mut |_| true);
        let domain = runner.machine.domain();
        for condition in domain.conditions() {
            if let [a, b] = domain.terms.all_variables(condition.term)[..] {
                related.entry(a as usize).or_default().insert(b as usize);
                related.entry(b as usize).or_default().insert(a as usize);
            }
        }
    }
    runner.clear();
    // A depth-first walk from the first variable of each component; who has been left comes first.
    let mut walked = Vec::new();
    let mut met = HashSet::new();
    for &start in related.keys() {
        let mut open = vec![(start, false)];
        while let Some((variable, done)) = open.pop() {
            if done {
                walked.push(variable);
            } else if met.insert(variable) {
                open.push((variable, true));
                open.extend(related[&variable].iter().rev().map(|&next| (next, false)));
            }
        }
    }
    // They take the places that they had together.
    let mut walked = walked.into_iter();
    usual
        .into_iter()
        .map(|variable| if met.contains(&variable) { walked.next().unwrap_or(variable) } else { variable })
        .collect()
}
