//! Operations on two nodes.

use super::table::{ALL, NONE, Table};

/// An operation on two nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// Intersection.
    And,
    /// Union.
    Or,
    /// Difference.
    Minus,
    /// Quantification of the variables of a cube, which is the second operand.
    Exists,
    /// Replacement of variables by values, which are a cube and the second operand.
    With,
}

/// What is to do for an operation on two nodes.
enum Step {
    /// Nothing: this is the result.
    Done(u32),
    /// The same operation on two other nodes has the same result.
    Instead(u32, u32),
    /// The same operation on the parts for each value of the variable, false first.
    Split(u32, [(u32, u32); 2]),
}

/// An operation whose parts are being worked on.
pub(super) struct Frame {
    a: u32,
    b: u32,
    variable: u32,
    /// The operands for the variable's value true.
    high: (u32, u32),
    /// The result for the value false, once it is there.
    low: Option<u32>,
}

impl Table {
    /// The result of an operation.
    ///
    /// There may be more variables than the thread's stack has room for, so the frames are in a list.
    pub(super) fn apply(&mut self, operation: Operation, a: u32, b: u32) -> u32 {
        let mut frames = std::mem::take(&mut self.frames);
        debug_assert!(frames.is_empty());
        let result = self.apply_in(&mut frames, operation, a, b);
        self.frames = frames;
        result
    }

    fn apply_in(&mut self, frames: &mut Vec<Frame>, operation: Operation, a: u32, b: u32) -> u32 {
        let (mut a, mut b) = (a, b);
        loop {
            let mut result = match self.step(operation, a, b) {
                Step::Done(result) => result,
                Step::Instead(other_a, other_b) => {
                    (a, b) = (other_a, other_b);
                    continue;
                }
                Step::Split(variable, [low, high]) => match self.remembered(operation, a, b) {
                    Some(result) => result,
                    None => {
                        self.watch.count();
                        frames.push(Frame { a, b, variable, high, low: None });
                        (a, b) = low;
                        continue;
                    }
                },
            };
            // The result is a part of the topmost frame. It may complete it, and that the one below.
            loop {
                let Some(frame) = frames.last_mut() else { return result };
                let Some(low) = frame.low else {
                    frame.low = Some(result);
                    (a, b) = frame.high;
                    break;
                };
                let Frame { a, b, variable, .. } = *frame;
                frames.pop();
                result = self.join(operation, b, variable, low, result);
                self.remember(operation, a, b, result);
            }
        }
    }

    /// The result from those for both values of the variable.
    fn join(&mut self, operation: Operation, b: u32, variable: u32, low: u32, high: u32) -> u32 {
        match operation {
            // A union never comes back here, so this goes one level deep.
            Operation::Exists if self[b].variable == variable => self.apply(Operation::Or, low, high),
            Operation::And | Operation::Or | Operation::Minus | Operation::Exists | Operation::With => {
                self.node(variable, low, high)
            }
        }
    }

    /// What is to do for an operation.
    fn step(&self, operation: Operation, a: u32, b: u32) -> Step {
        match operation {
            Operation::And => match (a, b) {
                (NONE, _) | (_, NONE) => Step::Done(NONE),
                (ALL, other) | (other, ALL) => Step::Done(other),
                (a, b) if a == b => Step::Done(a),
                (a, b) if a > b => Step::Instead(b, a),
                (a, b) => self.split(a, b),
            },
            Operation::Or => match (a, b) {
                (ALL, _) | (_, ALL) => Step::Done(ALL),
                (NONE, other) | (other, NONE) => Step::Done(other),
                (a, b) if a == b => Step::Done(a),
                (a, b) if a > b => Step::Instead(b, a),
                (a, b) => self.split(a, b),
            },
            Operation::Minus => match (a, b) {
                (NONE, _) | (_, ALL) => Step::Done(NONE),
                (a, NONE) => Step::Done(a),
                (a, b) if a == b => Step::Done(NONE),
                (a, b) => self.split(a, b),
            },
            Operation::Exists | Operation::With => self.step_of_cube(operation, a, b),
        }
    }

    /// What is to do for an operation whose second operand is a cube.
    fn step_of_cube(&self, operation: Operation, a: u32, cube: u32) -> Step {
        if a <= ALL || cube == ALL {
            return Step::Done(a);
        }
        let (node, literal) = (self[a], self[cube]);
        let (rest, value) = if literal.low == NONE { (literal.high, true) } else { (literal.low, false) };
        if literal.variable < node.variable {
            return Step::Instead(a, rest);
        }
        if node.variable < literal.variable {
            return Step::Split(node.variable, [(node.low, cube), (node.high, cube)]);
        }
        if operation == Operation::With {
            return Step::Instead(if value { node.high } else { node.low }, rest);
        }
        Step::Split(node.variable, [(node.low, rest), (node.high, rest)])
    }

    /// The operands for both values of the first variable that one of them tests.
    fn split(&self, a: u32, b: u32) -> Step {
        let (first, second) = (self[a], self[b]);
        let variable = first.variable.min(second.variable);
        let (a_low, a_high) = if first.variable == variable { (first.low, first.high) } else { (a, a) };
        let (b_low, b_high) = if second.variable == variable { (second.low, second.high) } else { (b, b) };
        Step::Split(variable, [(a_low, b_low), (a_high, b_high)])
    }
}
