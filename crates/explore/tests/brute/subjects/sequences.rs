//! Subjects that are sequences.

use super::{Model, Value};

/// The object on top is the last one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Stack(Vec<Value>);

impl Model for Stack {
    fn initial() -> Self {
        Stack(Vec::new())
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            let mut after = self.clone();
            after.0.push(value);
            visit(after);
        }
        let mut after = self.clone();
        after.0.pop();
        visit(after);
    }
}

/// The stacks with their tops last.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct TwoStackQueue {
    front: Vec<Value>,
    back: Vec<Value>,
}

impl Model for TwoStackQueue {
    fn initial() -> Self {
        TwoStackQueue { front: Vec::new(), back: Vec::new() }
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            let mut after = self.clone();
            after.back.push(value);
            visit(after);
        }
        let mut after = self.clone();
        if after.front.is_empty() {
            after.front.extend(after.back.drain(..).rev());
        }
        after.front.pop();
        visit(after);
    }
}

/// Different values from front to back.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Deque(Vec<Value>);

impl Model for Deque {
    fn initial() -> Self {
        Deque(Vec::new())
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            let rest: Vec<Value> = self.0.iter().copied().filter(|&other| other != value).collect();
            visit(Deque([&[value], rest.as_slice()].concat()));
            visit(Deque([rest.as_slice(), &[value]].concat()));
        }
    }
}

/// Different values from the bottom to the top, and what was left in the slots above.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BoundedStack {
    used: Vec<Value>,
    above: Vec<Value>,
}

impl Model for BoundedStack {
    fn initial() -> Self {
        BoundedStack { used: Vec::new(), above: vec![0; 10] }
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            let mut after = self.clone();
            if let Some(place) = after.used.iter().position(|&other| other == value) {
                after.used[place..].rotate_left(1);
            } else if !after.above.is_empty() {
                after.used.push(value);
                after.above.remove(0);
            }
            visit(after);
        }
        let mut after = self.clone();
        if let Some(top) = after.used.pop() {
            after.above.insert(0, top);
        }
        visit(after);
    }
}
