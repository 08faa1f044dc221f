//! What happened in an execution, and whether it could have happened one operation after the other.
//!
//! A history is *linearizable* if its operations have an order that keeps the order of each thread, in which an operation that
//! returned before another one was called comes before it, and in which the object gives the same results when the operations
//! are executed in that order, each by its thread and without others in between. What is observed after all threads have ended
//! is part of the history: these operations come after all others, in their order.
//!
//! An operation that was called and has not returned may have taken effect or not. So it is either in the order, and its result
//! is not looked at, or it is not.
//!
//! What the object gives in an order is asked of [`Sequential`]; there may be several answers if an operation chooses. The test
//! `agrees_with_another_judge` compares with a judge that works on the state of a model.

use std::fmt;
use std::sync::Arc;

/// What an operation gave.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// Nothing.
    Void,
    /// `null`.
    Null,
    /// A truth value.
    Truth(bool),
    /// A character by its number.
    Character(u16),
    /// A whole number.
    Number(i64),
    /// A broken number by its bits.
    Real(u64),
    /// A text.
    Text(String),
    /// An object that stands for a value: its class, and how it is shown.
    Boxed(String, String),
    /// The object that operations are called on.
    Itself,
    /// An object that was an argument.
    Given(usize),
    /// Any other object. All of them count as the same.
    Object,
    /// An exception of that class.
    Thrown(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Void => write!(f, "void"),
            Value::Null => write!(f, "null"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Character(unit) => {
                match char::from_u32((*unit).into()).filter(|char| !char.is_control()) {
                    Some(char) => write!(f, "'{char}'"),
                    None => write!(f, "(char) {unit}"),
                }
            }
            Value::Number(number) => write!(f, "{number}"),
            Value::Real(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Boxed(_, shown) => write!(f, "{shown}"),
            Value::Itself => write!(f, "the object itself"),
            Value::Given(place) => write!(f, "value{}", place + 1),
            Value::Object => write!(f, "an object"),
            Value::Thrown(class) => write!(f, "throws {}", class.rsplit('.').next().unwrap_or(class)),
        }
    }
}

/// An operation in a history.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Performed {
    /// How many operations of each thread had returned when it was called.
    pub after: Vec<usize>,
    /// What it gave; `None` if it has not returned.
    pub result: Option<Value>,
}

/// What happened in an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct History {
    /// The operations of each thread that were called.
    pub threads: Vec<Vec<Performed>>,
    /// What was observed when all threads had ended; nothing if some never end.
    pub observed: Vec<Value>,
}

/// What operations give that are executed one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// What each gave, in the order of execution.
    pub results: Vec<Value>,
    /// What was observed afterwards, if everything was executed.
    pub observed: Vec<Value>,
}

/// Somebody who executes operations one after the other.
pub trait Sequential {
    /// Why nothing can be said.
    type Trouble;

    /// What the operations give if the threads take turns in this order, each with its next operation: nothing if one of them does not
    /// return then.
    fn outcomes(&mut self, order: &[usize]) -> Result<Arc<[Outcome]>, Self::Trouble>;
}

/// Whether a history could have happened one operation after the other, with the first `observed` observations.
pub fn is_linearizable<S: Sequential>(
    history: &History,
    observed: usize,
    sequential: &mut S,
) -> Result<bool, S::Trouble> {
    let pending = |thread: &Vec<Performed>| thread.last().is_some_and(|last| last.result.is_none());
    let waiting: Vec<usize> =
        (0..history.threads.len()).filter(|&thread| pending(&history.threads[thread])).collect();
    // Each operation that has not returned has taken effect or not.
    for subset in 0..1u32 << waiting.len() {
        let mut counts: Vec<usize> = history.threads.iter().map(Vec::len).collect();
        for (place, &thread) in waiting.iter().enumerate() {
            counts[thread] -= usize::from(subset >> place & 1 == 0);
        }
        let mut judge = Judge { history, counts, observed, order: Vec::new() };
        if judge.extend(sequential)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tries orders.
struct Judge<'a> {
    history: &'a History,
    /// How many operations of each thread are in the order.
    counts: Vec<usize>,
    observed: usize,
    order: Vec<usize>,
}

impl Judge<'_> {
    /// Whether an order that begins like this one explains the history.
    fn extend<S: Sequential>(&mut self, sequential: &mut S) -> Result<bool, S::Trouble> {
        if self.order.len() == self.counts.iter().sum::<usize>() {
            let outcomes = sequential.outcomes(&self.order)?;
            return Ok(outcomes.iter().any(|outcome| self.is_same(outcome)));
        }
        let mut placed = vec![0; self.counts.len()];
        for &thread in &self.order {
            placed[thread] += 1;
        }
        for thread in 0..self.counts.len() {
            if placed[thread] == self.counts[thread] {
                continue;
            }
            let after = &self.history.threads[thread][placed[thread]].after;
            // What had returned when it was called comes before it.
            if after.iter().zip(&placed).all(|(returned, placed)| returned <= placed) {
                self.order.push(thread);
                let found = self.extend(sequential)?;
                self.order.pop();
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn is_same(&self, outcome: &Outcome) -> bool {
        let mut placed = vec![0; self.counts.len()];
        for (&thread, value) in self.order.iter().zip(&outcome.results) {
            let performed = &self.history.threads[thread][placed[thread]];
            placed[thread] += 1;
            if performed.result.as_ref().is_some_and(|result| result != value) {
                return false;
            }
        }
        let count = self.observed.min(self.history.observed.len());
        outcome.observed.get(..count) == Some(&self.history.observed[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An operation on a queue of numbers.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Call {
        Offer(i64),
        Poll,
        Size,
        /// Does not return while the queue is empty.
        Take,
    }

    fn step(queue: &mut Vec<i64>, call: Call) -> Option<Value> {
        Some(match call {
            Call::Offer(value) => {
                queue.push(value);
                Value::Truth(true)
            }
            Call::Poll if queue.is_empty() => Value::Null,
            Call::Take if queue.is_empty() => return None,
            Call::Poll | Call::Take => Value::Number(queue.remove(0)),
            Call::Size => Value::Number(queue.len() as i64),
        })
    }

    /// What is observed of a queue: as many values whatever is in it.
    fn seen(queue: &[i64]) -> Vec<Value> {
        let values = queue.iter().copied().map(Value::Number);
        values.chain(std::iter::repeat(Value::Null)).take(8).collect()
    }

    struct Model<'a>(&'a [Vec<Call>]);

    impl Sequential for Model<'_> {
        type Trouble = std::convert::Infallible;

        fn outcomes(&mut self, order: &[usize]) -> Result<Arc<[Outcome]>, Self::Trouble> {
            let (mut queue, mut next) = (Vec::new(), vec![0; self.0.len()]);
            let mut results = Vec::new();
            for &thread in order {
                match step(&mut queue, self.0[thread][next[thread]]) {
                    Some(value) => results.push(value),
                    None => return Ok(Arc::new([])),
                }
                next[thread] += 1;
            }
            Ok(Arc::new([Outcome { results, observed: seen(&queue) }]))
        }
    }

    /// Another judge: all permutations of all operations, looked at one by one with their moments of call and return.
    fn judge(calls: &[Vec<Call>], moments: &[Vec<(u32, Option<u32>)>], history: &History) -> bool {
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (thread, performed) in history.threads.iter().enumerate() {
            all.extend((0..performed.len()).map(|place| (thread, place)));
        }
        permutations(&all).into_iter().any(|order| {
            let result = |&(thread, place): &(usize, usize)| &history.threads[thread][place].result;
            let pending: Vec<(usize, usize)> =
                order.iter().copied().filter(|at| result(at).is_none()).collect();
            (0..1u32 << pending.len()).any(|dropped| {
                let is_dropped = |at: &(usize, usize)| {
                    pending
                        .iter()
                        .position(|other| other == at)
                        .is_some_and(|place| dropped >> place & 1 == 1)
                };
                let order: Vec<(usize, usize)> = order.iter().copied().filter(|at| !is_dropped(at)).collect();
                let called = |&(thread, place): &(usize, usize)| moments[thread][place].0;
                let returned = |&(thread, place): &(usize, usize)| moments[thread][place].1;
                let respects = order.iter().enumerate().all(|(place, first)| {
                    // Nothing that comes earlier in the order was called after this one had returned.
                    order[..place]
                        .iter()
                        .all(|earlier| returned(first).is_none_or(|returned| called(earlier) < returned))
                });
                let mut queue = Vec::new();
                respects
                    && order.iter().all(|at| match (step(&mut queue, calls[at.0][at.1]), result(at)) {
                        (None, _) => false,
                        (Some(_), None) => true,
                        (Some(value), Some(result)) => value == *result,
                    })
                    && (!pending.is_empty()
                        || history.observed.is_empty()
                        || seen(&queue) == history.observed)
            })
        })
    }

    fn permutations(all: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
        if all.is_empty() {
            return vec![Vec::new()];
        }
        let mut found = Vec::new();
        for place in 0..all.len() {
            let mut rest = all.to_vec();
            let first = rest.remove(place);
            for mut order in permutations(&rest) {
                order.insert(0, first);
                found.push(order);
            }
        }
        found
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }
    }

    #[test]
    fn agrees_with_another_judge() {
        let mut random = Random(1);
        let (mut yes, mut no, mut stuck) = (0, 0, 0);
        for _ in 0..4_000 {
            let threads = 2 + random.below(2) as usize;
            let mut calls: Vec<Vec<Call>> = Vec::new();
            for _ in 0..threads {
                let count = 1 + random.below(2) as usize;
                calls.push(
                    (0..count)
                        .map(|_| match random.below(6) {
                            0 => Call::Poll,
                            1 => Call::Size,
                            2 => Call::Take,
                            value => Call::Offer(value as i64 - 2),
                        })
                        .collect(),
                );
            }
            // Calls, effects and returns come in a random order. Effects are those of a queue, and now and then wrong.
            let mut queue = Vec::new();
            let mut moments: Vec<Vec<(u32, Option<u32>)>> = vec![Vec::new(); threads];
            let mut performed: Vec<Vec<Performed>> = vec![Vec::new(); threads];
            let mut effects: Vec<Option<Value>> = vec![None; threads];
            let mut now = 0;
            for _ in 0..60 {
                now += 1;
                let thread = random.below(threads as u64) as usize;
                let open = performed[thread].last().is_some_and(|last| last.result.is_none());
                let place = performed[thread].len();
                if !open && place < calls[thread].len() {
                    let returned =
                        |list: &Vec<Performed>| list.iter().filter(|one| one.result.is_some()).count();
                    let after = performed.iter().map(returned).collect();
                    performed[thread].push(Performed { after, result: None });
                    moments[thread].push((now, None));
                } else if open && effects[thread].is_none() {
                    effects[thread] = step(&mut queue, calls[thread][place - 1]);
                    if let Some(Value::Number(number)) = &mut effects[thread]
                        && random.below(8) == 0
                    {
                        *number = *number % 3 + 1;
                    }
                } else if open && let Some(value) = effects[thread].take() {
                    performed[thread][place - 1].result = Some(value);
                    moments[thread][place - 1].1 = Some(now);
                }
            }
            let complete = performed.iter().zip(&calls).all(|(performed, calls)| {
                performed.len() == calls.len() && performed.iter().all(|one| one.result.is_some())
            });
            let observed = if complete { seen(&queue) } else { Vec::new() };
            let history = History { threads: performed, observed };
            let Ok(ours) = is_linearizable(&history, usize::MAX, &mut Model(&calls));
            assert_eq!(ours, judge(&calls, &moments, &history), "{calls:?} {history:?}");
            match (complete, ours) {
                (false, _) => stuck += 1,
                (true, true) => yes += 1,
                (true, false) => no += 1,
            }
        }
        assert!(yes > 500 && no > 100 && stuck > 500, "{yes} {no} {stuck}");
    }
}
