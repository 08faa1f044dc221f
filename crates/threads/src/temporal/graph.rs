//! The states of a program as a graph, and executions without end in it.
//!
//! The search makes the graph: a node for every state, with what is true there, an edge for every transition, with the thread
//! that goes on. An execution that ends, or gets stuck, stays where it is for ever.
//!
//! [`Graph::lasso`] looks for a way through the graph and an automaton at once that the automaton accepts: a stem, and a cycle that is
//! gone through for ever. It looks at the strongly connected parts of the product (Tarjan's algorithm). A part has such a cycle if
//! it has an edge and comes by every set of the automaton; that is exact, because all its nodes can be visited in one cycle. A cycle is
//! *fair* if every thread goes on in it, or cannot go on somewhere in it (weak fairness); that, too, is a set to come by. Threads are
//! known by their places, which change when one ends; a part in which threads start or end says nothing about fairness
//! ([`Found::Unclear`]).

use std::collections::{HashMap, HashSet, VecDeque};

use super::automaton::Automaton;

/// The number of a node: a state, or an end.
type Place = u32;

/// The nodes from here on are ends.
const ENDS: Place = 1 << 31;

/// A transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    to: Place,
    /// The thread that goes on.
    thread: u32,
    /// The answer that it was given.
    value: i128,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct State {
    /// The names that are true.
    letter: u64,
    /// How many threads there are.
    threads: u32,
    /// Those of the first 64 that can go on.
    enabled: u64,
    edges: Vec<Edge>,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    states: Vec<State>,
    /// What is true where executions end.
    ends: Vec<u64>,
}

/// A way that is gone for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lasso {
    /// The answers that lead to the cycle.
    pub(crate) stem: Vec<i128>,
    /// The answers of the cycle; none if the execution has ended.
    pub(crate) cycle: Vec<i128>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A way.
    Lasso(Lasso),
    /// None.
    Nothing,
    /// None, but there may be a fair one in which threads start and end.
    Unclear,
}

/// Which ways count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    /// Only fair ones.
    pub(crate) fair: bool,
    /// Also executions that end.
    pub(crate) ends: bool,
}

impl Graph {
    /// Adds the next state.
    pub(crate) fn state(&mut self, letter: u64, threads: usize, enabled: &[usize]) {
        let enabled = enabled.iter().fold(0, |set, &thread| set | crate::sleep::only(thread));
        self.states.push(State { letter, threads: threads as u32, enabled, edges: Vec::new() });
    }

    /// Adds a transition from one state to another.
    pub(crate) fn edge(&mut self, from: usize, value: i128, thread: usize, to: usize) {
        let to = to as Place;
        self.states[from].edges.push(Edge { to, thread: thread as u32, value });
    }

    /// Adds a transition to an end.
    pub(crate) fn end(&mut self, from: usize, value: i128, thread: usize, letter: u64) {
        let known = self.ends.iter().position(|&other| other == letter);
        let number = known.unwrap_or_else(|| {
            self.ends.push(letter);
            self.ends.len() - 1
        });
        let to = ENDS | number as Place;
        self.states[from].edges.push(Edge { to, thread: thread as u32, value });
    }

    fn letter(&self, place: Place) -> u64 {
        if place & ENDS == 0 {
            self.states[place as usize].letter
        } else {
            self.ends[(place & !ENDS) as usize]
        }
    }

    fn edges(&self, place: Place) -> &[Edge] {
        if place & ENDS == 0 { &self.states[place as usize].edges } else { &[] }
    }

    /// Looks for a way that the automaton accepts.
    pub(crate) fn lasso(&self, automaton: &Automaton, ways: Ways) -> Found {
        if self.states.is_empty() {
            return Found::Nothing;
        }
        let product = Product::new(self, automaton, ways.ends);
        let mut best: Option<Vec<u32>> = None;
        let mut unclear = false;
        for part in product.parts() {
            let nodes: HashSet<u32> = part.iter().copied().collect();
            let has_edge =
                part.iter().any(|&node| product.next[node as usize].iter().any(|(to, _)| nodes.contains(to)));
            let accepted = automaton.sets.iter().all(|set| part.iter().any(|&node| set[product.node(node)]));
            if !has_edge || !accepted {
                continue;
            }
            if ways.fair {
                match self.is_fair(&product, &part, &nodes) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => {
                        unclear = true;
                        continue;
                    }
                }
            }
            let first = |part: &[u32]| part.iter().min().copied();
            if best.as_ref().is_none_or(|best| first(&part) < first(best)) {
                best = Some(part);
            }
        }
        match best {
            Some(part) => Found::Lasso(self.way(&product, automaton, ways, &part)),
            None if unclear => Found::Unclear,
            None => Found::Nothing,
        }
    }

    /// Whether a cycle through the whole part is fair; `None` if it starts or ends threads.
    fn is_fair(&self, product: &Product, part: &[u32], nodes: &HashSet<u32>) -> Option<bool> {
        let places = part.iter().map(|&node| product.nodes[node as usize].0);
        let states: Vec<&State> =
            places.filter(|place| place & ENDS == 0).map(|place| &self.states[place as usize]).collect();
        let Some(first) = states.first() else { return Some(true) };
        if states.iter().any(|state| state.threads != first.threads) || first.threads > 64 {
            return None;
        }
        let moves = |thread: u32| {
            part.iter().any(|&node| {
                let edges = &product.next[node as usize];
                edges
                    .iter()
                    .any(|(to, edge)| nodes.contains(to) && edge.is_some_and(|edge| edge.thread == thread))
            })
        };
        let stands = |thread: u32| states.iter().any(|state| state.enabled >> thread & 1 == 0);
        Some((0..first.threads).all(|thread| stands(thread) || moves(thread)))
    }

    /// A way to a part and a cycle through what it must come by there.
    fn way(&self, product: &Product, automaton: &Automaton, ways: Ways, part: &[u32]) -> Lasso {
        let nodes: HashSet<u32> = part.iter().copied().collect();
        let start = *part.iter().min().expect("a part has nodes");
        let mut stem = Vec::new();
        let mut node = start;
        while let Some((before, value)) = product.before[node as usize] {
            stem.push(value);
            node = before;
        }
        stem.reverse();
        let mut cycle: Vec<i128> = Vec::new();
        let mut at = start;
        // To the nearest node or edge that is wanted, by way of the part.
        let mut go = |at: u32, wanted: &dyn Fn(u32, Option<(u32, Option<Edge>)>) -> bool| -> u32 {
            if wanted(at, None) {
                return at;
            }
            let mut before: HashMap<u32, (u32, Option<Edge>)> = HashMap::new();
            let mut open = VecDeque::from([at]);
            while let Some(node) = open.pop_front() {
                for &(to, edge) in product.next[node as usize].iter().filter(|(to, _)| nodes.contains(to)) {
                    let found = wanted(to, Some((node, edge)));
                    let new = !before.contains_key(&to) && to != at;
                    if new {
                        before.insert(to, (node, edge));
                        open.push_back(to);
                    }
                    if found {
                        let mut values = vec![edge];
                        let mut back = node;
                        while back != at {
                            let (earlier, edge) = before[&back];
                            values.push(edge);
                            back = earlier;
                        }
                        cycle.extend(values.into_iter().rev().flatten().map(|edge| edge.value));
                        return to;
                    }
                }
            }
            unreachable!("everything in a part can be reached from everywhere in it")
        };
        for set in &automaton.sets {
            at = go(at, &|node, _| set[product.node(node)]);
        }
        let threads =
            self.states.get(product.nodes[start as usize].0 as usize).map_or(0, |state| state.threads);
        if ways.fair {
            for thread in 0..threads {
                at = go(at, &|node, edge| {
                    let place = product.nodes[node as usize].0;
                    let stands = place & ENDS == 0 && self.states[place as usize].enabled >> thread & 1 == 0;
                    stands || edge.is_some_and(|(_, edge)| edge.is_some_and(|edge| edge.thread == thread))
                });
            }
        }
        // Back to where the cycle begins, by an edge at least.
        go(at, &|node, edge| node == start && edge.is_some());
        Lasso { stem, cycle }
    }
}

/// States and nodes of an automaton at once.
struct Product {
    nodes: Vec<(Place, usize)>,
    /// Where each can go; no edge where an execution stays at its end.
    next: Vec<Vec<(u32, Option<Edge>)>>,
    /// How each was reached first.
    before: Vec<Option<(u32, i128)>>,
}

impl Product {
    fn new(graph: &Graph, automaton: &Automaton, ends: bool) -> Self {
        let mut product = Product { nodes: Vec::new(), next: Vec::new(), before: Vec::new() };
        let mut known: HashMap<(Place, usize), u32> = HashMap::new();
        let mut open = VecDeque::new();
        let mut add =
            |product: &mut Product, open: &mut VecDeque<u32>, node: (Place, usize), before| -> u32 {
                *known.entry(node).or_insert_with(|| {
                    let number = product.nodes.len() as u32;
                    product.nodes.push(node);
                    product.next.push(Vec::new());
                    product.before.push(before);
                    open.push_back(number);
                    number
                })
            };
        for &node in automaton.initial.iter().filter(|&&node| automaton.nodes[node].fits(graph.letter(0))) {
            add(&mut product, &mut open, (0, node), None);
        }
        while let Some(number) = open.pop_front() {
            let (place, node) = product.nodes[number as usize];
            let fits = |to: Place| {
                let letter = graph.letter(to);
                automaton.nodes[node]
                    .next
                    .iter()
                    .copied()
                    .filter(move |&next| automaton.nodes[next].fits(letter))
            };
            let mut next = Vec::new();
            for &edge in graph.edges(place) {
                if edge.to & ENDS != 0 && !ends {
                    continue;
                }
                for after in fits(edge.to) {
                    let to = add(&mut product, &mut open, (edge.to, after), Some((number, edge.value)));
                    next.push((to, Some(edge)));
                }
            }
            if place & ENDS != 0 {
                for after in fits(place) {
                    let to = add(&mut product, &mut open, (place, after), None);
                    // The stem of what follows an end is that of the end.
                    if product.before[to as usize].is_none() && to != number {
                        product.before[to as usize] = product.before[number as usize];
                    }
                    next.push((to, None));
                }
            }
            product.next[number as usize] = next;
        }
        product
    }

    fn node(&self, number: u32) -> usize {
        self.nodes[number as usize].1
    }

    /// The strongly connected parts.
    fn parts(&self) -> Vec<Vec<u32>> {
        const NONE: u32 = u32::MAX;
        let count = self.nodes.len();
        let (mut index, mut low) = (vec![NONE; count], vec![0u32; count]);
        let mut on_stack = vec![false; count];
        let (mut stack, mut parts, mut counter) = (Vec::new(), Vec::new(), 0u32);
        for root in 0..count as u32 {
            if index[root as usize] != NONE {
                continue;
            }
            let mut calls: Vec<(u32, usize)> = vec![(root, 0)];
            while let Some((node, edge)) = calls.pop() {
                let at = node as usize;
                if edge == 0 {
                    (index[at], low[at]) = (counter, counter);
                    counter += 1;
                    stack.push(node);
                    on_stack[at] = true;
                }
                if let Some(&(to, _)) = self.next[at].get(edge) {
                    calls.push((node, edge + 1));
                    if index[to as usize] == NONE {
                        calls.push((to, 0));
                    } else if on_stack[to as usize] {
                        low[at] = low[at].min(index[to as usize]);
                    }
                    continue;
                }
                if low[at] == index[at] {
                    let mut part = Vec::new();
                    while let Some(other) = stack.pop() {
                        on_stack[other as usize] = false;
                        part.push(other);
                        if other == node {
                            break;
                        }
                    }
                    parts.push(part);
                }
                if let Some(&(caller, _)) = calls.last() {
                    low[caller as usize] = low[caller as usize].min(low[at]);
                }
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::Formula;
    use super::*;

    /// Numbers without end, the same every time.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }

        fn formula(&mut self, depth: u32) -> Formula {
            let choice = if depth == 0 { self.below(2) } else { self.below(9) };
            let mut both = || (Box::new(self.formula(depth - 1)), Box::new(self.formula(depth - 1)));
            match choice {
                2 => {
                    let (one, other) = both();
                    Formula::And(one, other)
                }
                3 => {
                    let (one, other) = both();
                    Formula::Or(one, other)
                }
                4 | 5 => {
                    let (one, other) = both();
                    Formula::Until(one, other)
                }
                6 | 7 => {
                    let (one, other) = both();
                    Formula::Release(one, other)
                }
                8 => Formula::True,
                _ => Formula::Name(self.below(2) as usize, self.below(2) == 1),
            }
        }
    }

    /// A graph that is one way is accepted if and only if the formula is true of its word.
    #[test]
    fn automata_accept_the_words_that_formulas_are_true_of() {
        let mut random = Random(7);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..3_000 {
            let formula = random.formula(3);
            let length = 1 + random.below(5) as usize;
            let letters: Vec<u64> = (0..length).map(|_| random.below(4)).collect();
            let cycle = random.below(length as u64) as usize;
            let mut graph = Graph::default();
            for &letter in &letters {
                graph.state(letter, 1, &[0]);
            }
            for state in 0..length {
                graph.edge(state, 0, 0, if state + 1 < length { state + 1 } else { cycle });
            }
            let automaton = Automaton::of(&formula).expect("it is small");
            let found = graph.lasso(&automaton, Ways { fair: false, ends: true });
            let expected = formula.holds(&letters, cycle);
            assert_eq!(matches!(found, Found::Lasso(_)), expected, "{formula:?} {letters:?} {cycle}");
            assert_ne!(formula.holds(&letters, cycle), formula.not().holds(&letters, cycle));
            *if expected { &mut yes } else { &mut no } += 1;
        }
        assert!(yes > 300 && no > 300, "{yes} {no}");
    }

    /// What is found is a way of the graph of which the formula is true, and fair if that was asked for.
    #[test]
    fn lassos_are_ways_that_the_formula_is_true_of() {
        let mut random = Random(11);
        let (mut found_some, mut fair_some, mut unfair) = (0, 0, 0);
        for _ in 0..2_000 {
            let formula = random.formula(2);
            let count = 2 + random.below(6) as usize;
            let mut graph = Graph::default();
            let mut states = Vec::new();
            for _ in 0..count {
                let letter = random.below(4);
                // Of two threads one at least can go on.
                let enabled: &[usize] = [&[0][..], &[1], &[0, 1]][random.below(3) as usize];
                graph.state(letter, 2, enabled);
                states.push((letter, enabled.to_vec()));
            }
            let mut edges: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
            for state in 0..count {
                for &thread in &states[state].1 {
                    let to = random.below(count as u64) as usize;
                    graph.edge(state, edges[state].len() as i128, thread, to);
                    edges[state].push((thread, to));
                }
            }
            let automaton = Automaton::of(&formula).expect("it is small");
            for fair in [false, true] {
                let Found::Lasso(Lasso { stem, cycle }) = graph.lasso(&automaton, Ways { fair, ends: true })
                else {
                    unfair += u32::from(fair);
                    continue;
                };
                let mut at = 0;
                let (mut letters, mut movers, mut waiting) = (Vec::new(), Vec::new(), vec![false; 2]);
                for (place, value) in stem.iter().chain(&cycle).enumerate() {
                    letters.push(states[at].0);
                    let (thread, to) = edges[at][*value as usize];
                    if place >= stem.len() {
                        movers.push(thread);
                        for (thread, waits) in waiting.iter_mut().enumerate() {
                            *waits |= !states[at].1.contains(&thread);
                        }
                    }
                    at = to;
                }
                assert!(!cycle.is_empty());
                assert!(formula.holds(&letters, stem.len()), "{formula:?} {letters:?} {}", stem.len());
                found_some += 1;
                if fair {
                    fair_some += 1;
                    assert!((0..2).all(|thread| waiting[thread] || movers.contains(&thread)), "{movers:?}");
                }
            }
        }
        assert!(found_some > 500 && fair_some > 200 && unfair > 200, "{found_some} {fair_some} {unfair}");
    }
}
