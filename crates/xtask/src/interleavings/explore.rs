//! Every interleaving of a program of the mini-language, and what is true of it.

use std::collections::{BTreeSet, HashSet};

use super::program::{Kind, Program};
use super::state::{Next, Noticed, Phase, State, System};

/// How an execution came to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// All threads have ended but daemons.
    Over,
    /// Some live, and none can go on.
    Stuck,
    /// By `System.exit`.
    Exit,
}

/// What can be seen of an execution from outside.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// How it came to its end.
    pub ending: Ending,
    /// By which exceptions threads have ended.
    pub exceptions: Vec<Option<Kind>>,
    /// The shared numbers in the end.
    pub values: Vec<i32>,
}

/// What is true of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// An `assert` statement can fail.
    pub assertion: bool,
    /// An exception can leave a thread.
    pub exception: bool,
    /// Threads can get stuck.
    pub deadlock: bool,
    /// Two threads can touch the same plain variable at the same time.
    pub race: bool,
    /// How many states there are.
    pub states: usize,
    /// Whether an execution can get to an end that counts.
    pub ends: bool,
    /// What can be seen from outside.
    pub outcomes: BTreeSet<Outcome>,
}

/// What is true of a program, unless it has more states than `most`.
pub fn explore(program: &Program, most: usize) -> Option<Truth> {
    let system = System::new(program);
    let mut truth = Truth::default();
    let mut noticed = Noticed::default();
    let first = system.first(&mut noticed);
    let mut seen = HashSet::from([first.clone()]);
    let mut left = vec![first];
    while let Some(state) = left.pop() {
        if system.is_over(&state) {
            truth.outcomes.insert(outcome(&state, Ending::Over));
            continue;
        }
        truth.race |= system.has_race(&state);
        let mut moved = false;
        for thread in 0..state.threads.len() {
            for next in system.steps(&state, thread, &mut noticed) {
                moved = true;
                match next {
                    Next::State(next) => {
                        if seen.insert(next.clone()) {
                            left.push(next);
                        }
                    }
                    Next::Exit => truth.ends = true,
                    Next::Discarded => {}
                }
            }
        }
        if !moved {
            truth.deadlock = true;
            truth.outcomes.insert(outcome(&state, Ending::Stuck));
        }
        if seen.len() > most {
            return None;
        }
    }
    truth.ends |= !truth.outcomes.is_empty();
    truth.assertion = noticed.assertion;
    truth.exception = noticed.exception;
    truth.states = seen.len();
    Some(truth)
}

fn outcome(state: &State, ending: Ending) -> Outcome {
    let exceptions = state.threads.iter().map(|thread| match thread.phase {
        Phase::Ended(exception) => exception,
        Phase::New | Phase::Ready | Phase::Blocked | Phase::Waiting(_) | Phase::Notified { .. } => None,
    });
    let numbers = super::lower::VARIABLES - usize::from(super::program::REFERENCES);
    Outcome { ending, exceptions: exceptions.collect(), values: state.variables[..numbers].to_vec() }
}
