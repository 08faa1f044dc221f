//! Threads that go round in circles, where nobody has asked for livelocks.
//!
//! A program that waits busily for something that never comes violates nothing that is looked at by default, so a search
//! without violations would say that all is well. It notes its transitions therefore, and when it is over a line among the
//! assumptions says that there are executions without end in which every thread goes on. That is no verdict:
//! `--property livelock` makes one of it, with a trace that was replayed.
//!
//! # Why it is never said wrongly
//! Transitions between exact states of the concrete machine are noted as they are executed, so a strongly connected part of
//! them is a cycle that the program can go through for ever. It is fair if every thread goes on in it, or cannot go on
//! somewhere in it: what is not known (where a thread is in the middle of something) counts as being able to go on. A part in
//! which the number of threads changes says nothing. What was not noted, because it sleeps or because there is too much of it,
//! can only hide a cycle. (`busy_waiting_is_told_and_violates_nothing` in the tests of the command line.)

use space::StateId;

/// More transitions than this are not kept, some 60 MB with their states. Programs that wait busily are small, or wait busily
/// in a small part of them as well.
const MOST_EDGES: usize = 1 << 22;

/// More threads than this are not told apart.
const MOST_THREADS: usize = 64;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Facts {
    /// The threads that may be able to go on.
    enabled: u64,
    /// How many threads there are.
    threads: u8,
    /// The thread that led here.
    mover: u8,
}

/// The transitions of a search. See the module's documentation.
#[derive(Default)]
pub(super) struct Circles {
    /// Whether nothing is noted, or no longer.
    off: bool,
    states: Vec<Facts>,
    from: Vec<u32>,
    to: Vec<u32>,
    movers: Vec<u8>,
    /// States from which an execution ends.
    exits: Vec<u32>,
}

impl Circles {
    /// Notes transitions if somebody wants that.
    pub(super) fn new(wanted: bool) -> Self {
        Circles { off: !wanted, ..Circles::default() }
    }

    fn give_up(&mut self) {
        *self = Circles { off: true, ..Circles::default() };
    }

    /// A new state was found, the next one.
    pub(super) fn state(&mut self, threads: usize, mover: usize) {
        if self.off {
            return;
        }
        if threads > MOST_THREADS || mover >= MOST_THREADS {
            return self.give_up();
        }
        self.states.push(Facts { enabled: u64::MAX, threads: threads as u8, mover: mover as u8 });
    }

    /// Which threads can go on from a state.
    pub(super) fn enabled(&mut self, state: StateId, enabled: impl IntoIterator<Item = usize>) {
        if let Some(facts) = self.states.get_mut(state.index()) {
            let bits = enabled.into_iter().filter(|&thread| thread < MOST_THREADS);
            facts.enabled = bits.fold(0, |set, thread| set | 1 << thread);
        }
    }

    /// Whether anything is noted.
    pub(super) fn is_on(&self) -> bool {
        !self.off
    }

    /// The thread that led to a state; while it is in the middle of something it is the one that goes on.
    pub(super) fn mover(&self, state: StateId) -> usize {
        self.states.get(state.index()).map_or(0, |facts| facts.mover.into())
    }

    /// A thread led from one state to another.
    pub(super) fn edge(&mut self, from: StateId, mover: usize, to: StateId) {
        if self.off {
            return;
        }
        if self.to.len() == MOST_EDGES {
            return self.give_up();
        }
        self.from.push(from.index() as u32);
        self.to.push(to.index() as u32);
        self.movers.push(mover as u8);
    }

    /// An execution ends after a state.
    pub(super) fn exits(&mut self, from: Option<StateId>) {
        if let Some(from) = from.filter(|_| !self.off)
            && self.exits.last() != Some(&(from.index() as u32))
        {
            self.exits.push(from.index() as u32);
        }
    }

    /// The states on cycles that nothing leads out of: whatever threads do there, they come to nothing new. All transitions must have been
    /// noted.
    pub(super) fn closed(&self) -> Vec<StateId> {
        if !self.from.iter().zip(&self.to).any(|(from, to)| from >= to) {
            return Vec::new();
        }
        let part_of = self.parts();
        let parts = part_of.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut has_edge, mut is_open) = (vec![false; parts], vec![false; parts]);
        for (&from, &to) in self.from.iter().zip(&self.to) {
            let (from, to) = (part_of[from as usize], part_of[to as usize]);
            let flags = if from == to { &mut has_edge } else { &mut is_open };
            flags[from as usize] = true;
        }
        for &from in &self.exits {
            is_open[part_of[from as usize] as usize] = true;
        }
        let is_closed = |part: u32| has_edge[part as usize] && !is_open[part as usize];
        let states = part_of.iter().enumerate().filter(|(_, part)| is_closed(**part));
        states.map(|(state, _)| StateId::new(state)).collect()
    }

    /// Whether there is a fair cycle.
    pub(super) fn has_fair(self) -> bool {
        // Every cycle has an edge to a state that was found before, or to the same.
        if self.off || !self.from.iter().zip(&self.to).any(|(from, to)| from >= to) {
            return false;
        }
        let part_of = self.parts();
        let parts = part_of.iter().max().map_or(0, |&last| last as usize + 1);
        // Of each part: the number of threads, 0 where it changes; those that go on or stand; whether it has an edge.
        let mut threads: Vec<Option<u8>> = vec![None; parts];
        let mut fine = vec![0u64; parts];
        let mut has_edge = vec![false; parts];
        for (facts, &part) in self.states.iter().zip(&part_of) {
            let part = part as usize;
            threads[part] = match threads[part] {
                None => Some(facts.threads),
                Some(known) if known == facts.threads => Some(known),
                Some(_) => Some(0),
            };
            fine[part] |= !facts.enabled;
        }
        for ((&from, &to), &mover) in self.from.iter().zip(&self.to).zip(&self.movers) {
            let part = part_of[from as usize];
            if part == part_of[to as usize] {
                has_edge[part as usize] = true;
                fine[part as usize] |= 1u64.checked_shl(mover.into()).unwrap_or(0);
            }
        }
        (0..parts).any(|part| {
            let count = u32::from(threads[part].unwrap_or(0));
            let all = u64::MAX.checked_shr(64 - count).unwrap_or(0);
            has_edge[part] && count > 0 && fine[part] & all == all
        })
    }

    /// The strongly connected part of each state, by Tarjan's algorithm.
    fn parts(&self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let count = self.states.len();
        // The edges of each state behind each other.
        let mut starts = vec![0u32; count + 1];
        for &from in &self.from {
            starts[from as usize + 1] += 1;
        }
        for state in 0..count {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut targets = vec![0u32; self.to.len()];
        for (&from, &to) in self.from.iter().zip(&self.to) {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        let (mut index, mut low) = (vec![NONE; count], vec![0u32; count]);
        let mut part_of = vec![NONE; count];
        let (mut stack, mut parts, mut counter) = (Vec::new(), 0u32, 0u32);
        for root in 0..count as u32 {
            if index[root as usize] != NONE {
                continue;
            }
            let mut calls = vec![(root, starts[root as usize])];
            while let Some((state, edge)) = calls.pop() {
                let at = state as usize;
                if index[at] == NONE {
                    (index[at], low[at]) = (counter, counter);
                    counter += 1;
                    stack.push(state);
                }
                if edge < starts[at + 1] {
                    let to = targets[edge as usize] as usize;
                    calls.push((state, edge + 1));
                    if index[to] == NONE {
                        calls.push((to as u32, starts[to]));
                    } else if part_of[to] == NONE {
                        low[at] = low[at].min(index[to]);
                    }
                    continue;
                }
                if low[at] == index[at] {
                    while let Some(member) = stack.pop() {
                        part_of[member as usize] = parts;
                        if member == state {
                            break;
                        }
                    }
                    parts += 1;
                }
                if let Some(&(above, _)) = calls.last() {
                    low[above as usize] = low[above as usize].min(low[at]);
                }
            }
        }
        part_of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of two threads: for each state those that can go on, and edges with the thread that goes on.
    fn graph(states: &[(usize, &[usize])], edges: &[(usize, usize, usize)]) -> bool {
        let mut circles = Circles::new(true);
        for (place, (threads, enabled)) in states.iter().enumerate() {
            circles.state(*threads, 0);
            circles.enabled(StateId::new(place), enabled.iter().copied());
        }
        for &(from, mover, to) in edges {
            circles.edge(StateId::new(from), mover, StateId::new(to));
        }
        circles.has_fair()
    }

    #[test]
    fn a_cycle_is_fair_if_every_thread_goes_on_or_stands() {
        const BOTH: (usize, &[usize]) = (2, &[0, 1]);
        const FIRST: (usize, &[usize]) = (2, &[0]);
        assert!(!graph(&[BOTH, BOTH], &[(0, 0, 1)]), "no cycle");
        assert!(!graph(&[BOTH, BOTH], &[(0, 0, 1), (1, 0, 0)]), "the second is starved");
        assert!(graph(&[BOTH, BOTH], &[(0, 0, 1), (1, 1, 0)]));
        assert!(graph(&[BOTH, FIRST], &[(0, 0, 1), (1, 0, 0)]), "the second cannot go on somewhere");
        assert!(graph(&[FIRST], &[(0, 0, 0)]), "a state of its own");
        assert!(!graph(&[BOTH], &[(0, 0, 0)]));
        // Threads that start and end have no places.
        assert!(!graph(&[FIRST, (1, &[0])], &[(0, 0, 1), (1, 0, 0)]));
        // The way out of the cycle is no part of it, nor is what the second does on the way into it.
        assert!(!graph(&[BOTH, BOTH, BOTH], &[(0, 1, 1), (1, 0, 1), (1, 1, 2)]));
        assert!(graph(&[BOTH, BOTH, BOTH], &[(0, 1, 1), (1, 0, 2), (2, 1, 1)]));
    }

    #[test]
    fn parts_are_those_of_a_search_from_everywhere() {
        // All graphs of four states in which each has two edges from a small set, by numbers.
        for code in 0..4u32.pow(8) {
            let edges: Vec<(usize, usize)> =
                (0..8).map(|edge| (edge as usize / 2, (code >> (2 * edge) & 3) as usize)).collect();
            let mut circles = Circles::new(true);
            (0..4).for_each(|_| circles.state(1, 0));
            for &(from, to) in &edges {
                circles.edge(StateId::new(from), 0, StateId::new(to));
            }
            let mut reaches = [[false; 4]; 4];
            (0..4).for_each(|state| reaches[state][state] = true);
            edges.iter().for_each(|&(from, to)| reaches[from][to] = true);
            for middle in 0..4 {
                for from in 0..4 {
                    for to in 0..4 {
                        reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                    }
                }
            }
            let parts = circles.parts();
            for from in 0..4 {
                for to in 0..4 {
                    let same = reaches[from][to] && reaches[to][from];
                    assert_eq!(parts[from] == parts[to], same, "{edges:?}: {from} and {to} in {parts:?}");
                }
            }
        }
    }
}
