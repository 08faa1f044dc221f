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

#[cfg(test)]
mod tests {
    use super::super::generate::{Feature, program as random};
    use super::super::program::{
        Catch, Comparison, Condition, Expression, Operator, Place, Statement as S, Term, Thread,
    };
    use super::*;

    fn program(threads: &[&[S]]) -> Program {
        let thread = |body: &&[S]| Thread { daemon: false, body: body.to_vec() };
        let threads = threads.iter().map(thread).collect();
        Program { name: "Hand".to_string(), latch: 1, permits: 0, threads }
    }

    fn truth(threads: &[&[S]]) -> Truth {
        explore(&program(threads), 100_000).expect("programs in tests are small")
    }

    fn values(truth: &Truth, places: &[usize]) -> BTreeSet<Vec<i32>> {
        let values = |outcome: &Outcome| places.iter().map(|place| outcome.values[*place]).collect();
        truth.outcomes.iter().map(values).collect()
    }

    const X: Place = Place::Static(0);
    const V: Place = Place::Volatile(0);

    fn set(place: Place, value: i32) -> S {
        S::Set(place, Term::Constant(value).into())
    }

    fn copy(to: Place, from: Place) -> S {
        S::Set(to, Term::Shared(from).into())
    }

    fn is(place: Place, value: i32) -> Condition {
        Condition { left: Term::Shared(place), how: Comparison::Equal, right: Term::Constant(value) }
    }

    fn ends(deadlock: bool, truth: &Truth) -> bool {
        truth.deadlock == deadlock && truth.ends
    }

    /// Dekker's protocol: with memory that is sequentially consistent, one of the two sees the other.
    #[test]
    fn store_buffers_do_not_show() {
        let (first, second) = (Place::Element(0), Place::Element(1));
        let truth = truth(&[
            &[S::Start(1), set(X, 1), copy(first, Place::Static(1))],
            &[set(Place::Static(1), 1), copy(second, X)],
        ]);
        let seen = values(&truth, &[4, 5]);
        assert_eq!(seen, BTreeSet::from([vec![0, 1], vec![1, 0], vec![1, 1]]));
        assert!(truth.race);
    }

    #[test]
    fn an_increment_is_a_read_and_a_write() {
        let truth = truth(&[&[S::Start(1), S::Increment(V)], &[S::Increment(V)]]);
        assert_eq!(values(&truth, &[2]), BTreeSet::from([vec![1], vec![2]]));
        assert!(!truth.race);
    }

    #[test]
    fn monitors_exclude_each_other_and_order_what_they_guard() {
        let guarded = || S::Synchronized(0, vec![S::Increment(X)]);
        let truth = truth(&[&[S::Start(1), guarded()], &[guarded()]]);
        assert_eq!(values(&truth, &[0]), BTreeSet::from([vec![2]]));
        assert!(!truth.race && ends(false, &truth));
    }

    #[test]
    fn opposite_orders_of_monitors_get_stuck() {
        let both = |first, second| S::Synchronized(first, vec![S::Synchronized(second, vec![])]);
        assert!(ends(true, &truth(&[&[S::Start(1), both(0, 1)], &[both(1, 0)]])));
        assert!(ends(false, &truth(&[&[S::Start(1), both(0, 1)], &[both(0, 1)]])));
    }

    /// A thread that dies gives back monitors, but not locks.
    #[test]
    fn a_thread_that_dies_keeps_its_locks() {
        let dies = S::Synchronized(0, vec![S::Throw]);
        let after = [S::Start(1), S::Join { thread: 1, timed: false }, S::Synchronized(0, vec![set(X, 1)])];
        let monitor = truth(&[&after, &[dies]]);
        assert!(ends(false, &monitor) && monitor.exception && !monitor.race);
        assert_eq!(values(&monitor, &[0]), BTreeSet::from([vec![1]]));
        let lock = S::Lock { lock: 0, interruptible: false };
        let after = [S::Start(1), S::Join { thread: 1, timed: false }, lock.clone()];
        assert!(truth(&[&after, &[lock, S::Throw]]).deadlock);
    }

    #[test]
    fn an_assertion_fails_where_it_stands_whatever_catches_it() {
        let caught = S::Try {
            body: vec![S::Assert(is(V, 1))],
            catch: Some((Catch::All, vec![set(X, 2)])),
            last: Vec::new(),
        };
        let truth = truth(&[&[caught]]);
        assert!(truth.assertion && !truth.exception);
        assert_eq!(values(&truth, &[0]), BTreeSet::from([vec![2]]));
    }

    #[test]
    fn what_comes_last_is_done_in_any_case() {
        let divided = Expression { left: Term::Constant(1), right: Some((Operator::Divide, Term::Local(0))) };
        let body = vec![S::Local(0, divided)];
        let truth = truth(&[&[S::Try { body, catch: None, last: vec![set(X, 3)] }, set(X, 4)]]);
        assert_eq!(values(&truth, &[0]), BTreeSet::from([vec![3]]));
        assert!(truth.exception);
    }

    /// After an interrupt and a notification the thread returns normally or throws; the second thread that waits may have had
    /// the notification, or may wait for ever.
    #[test]
    fn an_interrupted_thread_may_take_a_notification() {
        let wait = S::Wait { monitor: 0, timed: false };
        let waits = |number: u8| {
            let body = vec![S::Increment(X), wait.clone(), set(Place::Element(number), 1)];
            let catch = Some((Catch::Interrupted, vec![set(Place::Element(number), 2)]));
            S::Synchronized(0, vec![S::Try { body, catch, last: Vec::new() }])
        };
        let both = S::If(is(X, 2), vec![S::Interrupt(1), S::Notify { monitor: 0, all: false }], Vec::new());
        let truth =
            truth(&[&[S::Start(1), S::Start(2), S::Synchronized(0, vec![both])], &[waits(0)], &[waits(1)]]);
        let seen: BTreeSet<Vec<i32>> = truth
            .outcomes
            .iter()
            .filter(|outcome| outcome.values[4] != 0)
            .map(|outcome| outcome.values[4..6].to_vec())
            .collect();
        assert_eq!(seen, BTreeSet::from([vec![1, 0], vec![2, 1]]));
    }

    #[test]
    fn a_false_assumption_and_an_exit_end_an_execution() {
        let exit = truth(&[&[S::Start(1), S::Exit], &[S::Join { thread: 0, timed: false }, set(X, 1)]]);
        assert!(exit.ends && exit.outcomes.is_empty() && !exit.deadlock);
        let discarded = truth(&[&[S::Assume(is(X, 1)), S::Assert(is(X, 1))]]);
        assert!(!discarded.ends && !discarded.assertion);
    }

    #[test]
    fn objects_race_by_what_refers_to_them() {
        let one = Term::Constant(1);
        let shared = [S::Start(1), S::New, S::Publish(1), S::Put(one.into())];
        assert!(truth(&[&shared, &[S::Fetch(1), S::Get(0)]]).race);
        let private = [S::Start(1), S::New, S::Put(one.into()), S::Publish(1)];
        let read = truth(&[&private, &[S::Fetch(1), S::Get(0)]]);
        assert!(!read.race && read.exception);
    }

    #[test]
    fn a_seed_gives_the_same_programs_again_and_they_have_everything() {
        for index in 0..50 {
            assert_eq!(random(3, index, &[]), random(3, index, &[]));
        }
        assert_ne!(random(3, 1, &[]).threads, random(4, 1, &[]).threads);
        let all: String = (0..400)
            .map(|index| super::super::print::java(&random(3, index, &[]), super::super::print::Reader::Tool))
            .collect();
        for part in [
            "wait()",
            "notifyAll",
            "T0.interrupt",
            "lockInterruptibly",
            "tryLock(5",
            "LATCH.await",
            "PERMITS.acquire",
            "System.exit",
            "Verify.assume",
            "Verify.choose",
            "setDaemon",
            "arraycopy",
            "LOCAL.get",
            "ref1 = own",
            "finally",
            "while (",
            "for (",
            "isAlive",
        ] {
            assert!(all.contains(part), "no program has {part}");
        }
        let none = (0..200)
            .all(|index| !random(3, index, &[Feature::Exits]).any(&|statement| *statement == S::Exit));
        assert!(none, "what is left out should not occur");
    }
}
