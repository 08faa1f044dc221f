//! Which state is next.

use std::collections::{BTreeMap, VecDeque};

use crate::store::StateId;

/// In which order states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The state that was found first: paths are shortest.
    BreadthFirst,
    /// The state that was found last: one path is followed to its end before the next.
    DepthFirst,
    /// The state of the least rank that was found first.
    Ranked,
}

/// States that wait, each with how many of its alternatives are done. New states must come in the
/// order of their ids.
#[derive(Debug)]
pub struct Frontier {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The queue is a range of ids. `done` counts the alternatives of the first state; levels are
    /// told apart by where the current one ends.
    Queue { first: u32, end: u32, done: u128, level: u64, level_end: u32 },
    /// The path to the current state, and what is done of each state on it.
    Stack(Vec<(StateId, u128)>),
    /// For each rank the states that wait with their depths, the first of the least rank being the current one, and how
    /// many of its alternatives are done.
    Ranks {
        ranks: BTreeMap<u32, VecDeque<(StateId, u64)>>,
        current: Option<(StateId, u64)>,
        done: u128,
        len: usize,
    },
}

impl Frontier {
    /// An empty frontier.
    pub fn new(order: Order) -> Self {
        let kind = match order {
            Order::BreadthFirst => Kind::Queue { first: 0, end: 0, done: 0, level: 0, level_end: 0 },
            Order::DepthFirst => Kind::Stack(Vec::new()),
            Order::Ranked => Kind::Ranks { ranks: BTreeMap::new(), current: None, done: 0, len: 0 },
        };
        Frontier { kind }
    }

    /// Adds a state that was just found.
    ///
    /// # Panics
    /// If a breadth-first frontier does not get the ids in order.
    pub fn push(&mut self, state: StateId) {
        self.push_ranked(state, 0);
    }

    /// Adds a state that was just found, with a rank, which matters in that order only.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn push_ranked(&mut self, state: StateId, rank: u32) {
        match &mut self.kind {
            Kind::Queue { first, end, level_end, .. } => {
                assert_eq!(state.index(), *end as usize, "states come in the order of their ids");
                *end += 1;
                if *first == *level_end {
                    *level_end = *end;
                }
            }
            Kind::Stack(stack) => stack.push((state, 0)),
            Kind::Ranks { ranks, current, len, .. } => {
                *len += 1;
                let depth = current.map_or(0, |(_, depth)| depth + 1);
                if current.is_none() {
                    *current = Some((state, depth));
                } else {
                    ranks.entry(rank).or_default().push_back((state, depth));
                }
            }
        }
    }

    /// The state that is expanded now, and how many of its alternatives are done.
    pub fn current(&self) -> Option<(StateId, u128)> {
        match &self.kind {
            Kind::Queue { first, end, done, .. } => {
                (first < end).then(|| (StateId::new(*first as usize), *done))
            }
            Kind::Stack(stack) => stack.last().copied(),
            Kind::Ranks { current, done, .. } => current.map(|(state, _)| (state, *done)),
        }
    }

    /// Notes that another alternative of the current state is done.
    pub fn advance(&mut self) {
        match &mut self.kind {
            Kind::Queue { done, .. } | Kind::Ranks { done, .. } => *done += 1,
            Kind::Stack(stack) => {
                if let Some((_, done)) = stack.last_mut() {
                    *done += 1;
                }
            }
        }
    }

    /// Notes that the alternatives of the current state are to be looked at once more.
    pub fn restart(&mut self) {
        match &mut self.kind {
            Kind::Queue { done, .. } | Kind::Ranks { done, .. } => *done = 0,
            Kind::Stack(stack) => {
                if let Some((_, done)) = stack.last_mut() {
                    *done = 0;
                }
            }
        }
    }

    /// Notes that the current state is done.
    pub fn finish(&mut self) {
        match &mut self.kind {
            Kind::Queue { first, end, done, level, level_end } => {
                *first += 1;
                *done = 0;
                if *first == *level_end && *first < *end {
                    *level += 1;
                    *level_end = *end;
                }
            }
            Kind::Stack(stack) => {
                stack.pop();
            }
            Kind::Ranks { ranks, current, done, len } => {
                *done = 0;
                *len -= 1;
                *current = None;
                if let Some(mut least) = ranks.first_entry() {
                    *current = least.get_mut().pop_front();
                    if least.get().is_empty() {
                        least.remove();
                    }
                }
            }
        }
    }

    /// How many states wait, the current one included.
    pub fn len(&self) -> usize {
        match &self.kind {
            Kind::Queue { first, end, .. } => (end - first) as usize,
            Kind::Stack(stack) => stack.len(),
            Kind::Ranks { len, .. } => *len,
        }
    }

    /// Whether no state waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many choices lead to the current state: on a shortest path for breadth-first order, on the
    /// path that is followed for depth-first order.
    pub fn depth(&self) -> u64 {
        match &self.kind {
            Kind::Queue { level, .. } => *level,
            Kind::Stack(stack) => stack.len().saturating_sub(1) as u64,
            Kind::Ranks { current, .. } => current.map_or(0, |(_, depth)| depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_knows_its_levels() {
        let mut frontier = Frontier::new(Order::BreadthFirst);
        frontier.push(StateId::new(0));
        assert_eq!((frontier.current(), frontier.depth()), (Some((StateId::new(0), 0)), 0));
        frontier.push(StateId::new(1));
        frontier.advance();
        frontier.push(StateId::new(2));
        assert_eq!(frontier.current(), Some((StateId::new(0), 1)));
        frontier.finish();
        assert_eq!((frontier.current(), frontier.depth()), (Some((StateId::new(1), 0)), 1));
        frontier.push(StateId::new(3));
        frontier.finish();
        assert_eq!(frontier.depth(), 1);
        frontier.finish();
        assert_eq!((frontier.current(), frontier.depth()), (Some((StateId::new(3), 0)), 2));
        frontier.finish();
        assert!(frontier.is_empty());
    }

    #[test]
    fn a_stack_follows_one_path() {
        let mut frontier = Frontier::new(Order::DepthFirst);
        frontier.push(StateId::new(0));
        frontier.advance();
        frontier.push(StateId::new(1));
        assert_eq!((frontier.current(), frontier.depth()), (Some((StateId::new(1), 0)), 1));
        frontier.finish();
        assert_eq!((frontier.current(), frontier.depth()), (Some((StateId::new(0), 1)), 0));
    }
}
