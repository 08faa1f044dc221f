//! How states were reached: for each state the one before and the choice that led from there.

use std::collections::BTreeMap;

use crate::growth::push_slowly;
use crate::store::StateId;

/// No state is before this one.
const ROOT: u32 = u32::MAX;

/// Says that the choice is in the list of the large ones.
const LARGE: i32 = i32::MIN;

/// A tree over the states of a store; states are added in the order of their ids.
#[derive(Debug, Default)]
pub struct Tree {
    links: Vec<(u32, i32)>,
    large: BTreeMap<u32, i128>,
}

impl Tree {
    /// A tree without states.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next state: the one before it, unless it is the first on its path, and the choice.
    pub fn push(&mut self, before: Option<StateId>, choice: i128) {
        let small = i32::try_from(choice).ok().filter(|&small| small != LARGE);
        if small.is_none() {
            self.large.insert(StateId::new(self.links.len()).index() as u32, choice);
        }
        let before = before.map_or(ROOT, |state| state.index() as u32);
        push_slowly(&mut self.links, (before, small.unwrap_or(LARGE)));
    }

    /// Bytes of memory that the tree has asked for.
    pub fn size(&self) -> usize {
        self.links.capacity() * size_of::<(u32, i32)>() + self.large.len() * size_of::<(u32, i128)>()
    }

    /// The choices that lead to a state, from the start. The first state on a path is reached without
    /// a choice, so its own does not count.
    pub fn path(&self, state: StateId) -> Vec<i128> {
        let mut choices = Vec::new();
        let mut current = state.index() as u32;
        loop {
            let (before, small) = self.links[current as usize];
            if before == ROOT {
                break;
            }
            choices.push(if small == LARGE { self.large[&current] } else { i128::from(small) });
            current = before;
        }
        choices.reverse();
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_the_start() {
        let mut tree = Tree::new();
        tree.push(None, 0);
        tree.push(Some(StateId::new(0)), 5);
        tree.push(Some(StateId::new(0)), i128::from(u64::MAX));
        tree.push(Some(StateId::new(2)), i128::from(i32::MIN));
        assert_eq!(tree.path(StateId::new(0)), []);
        assert_eq!(tree.path(StateId::new(1)), [5]);
        assert_eq!(tree.path(StateId::new(3)), [i128::from(u64::MAX), i128::from(i32::MIN)]);
    }
}
