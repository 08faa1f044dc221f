//! Which operations the threads call: every small scenario once, small ones first.
//!
//! A scenario is what was called before the threads start, and a sequence of calls for each thread. Which thread has which
//! sequence does not matter: threads differ in nothing but their names. So sequences are numbered (short ones first, then by
//! their calls), and the numbers of a scenario's threads do not descend. With `s` sequences and `t` threads there are `s + t -
//! 1` over `t` such scenarios for each beginning, which [`count`] says and the test `there_are_as_many_as_there_should_be`
//! compares.
//!
//! Calls are not exchanged for others with other values: whether a class treats values alike is not known.

/// What is combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many calls there are to choose from.
    pub calls: usize,
    /// How many threads there are.
    pub threads: usize,
    /// How many calls a thread makes at most; each makes one at least.
    pub operations: usize,
}

/// What threads call, after a beginning.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Scenario {
    /// The beginning, by its place among all of them.
    pub beginning: usize,
    /// The calls of each thread.
    pub threads: Vec<Vec<usize>>,
}

/// How many scenarios there are for one beginning, if the number is not too large to say.
pub fn count(bounds: Bounds) -> Option<u64> {
    let calls = bounds.calls as u128;
    let mut sequences: u128 = 0;
    for length in 1..=bounds.operations {
        sequences = sequences.checked_add(calls.checked_pow(u32::try_from(length).ok()?)?)?;
    }
    // Combinations with repetition; each quotient is a whole number.
    let mut combinations: u128 = 1;
    for thread in 0..bounds.threads as u128 {
        combinations = combinations.checked_mul(sequences.checked_add(thread)?)? / (thread + 1);
    }
    u64::try_from(combinations).ok()
}

/// All scenarios: those with fewer calls first, those before the threads start included.
#[derive(Clone, Debug)]
pub struct Scenarios {
    bounds: Bounds,
    /// How many calls each beginning has.
    beginnings: Vec<usize>,
    weight: usize,
    beginning: usize,
    /// How long the sequence of each thread is, ascending; empty if the next ones are to be found.
    lengths: Vec<usize>,
    /// The sequences, each a number with a digit for each call.
    sequences: Vec<Vec<usize>>,
}

impl Scenarios {
    /// All scenarios with beginnings of these lengths, which ascend.
    pub fn new(bounds: Bounds, beginnings: Vec<usize>) -> Self {
        let weight = bounds.threads + beginnings.first().copied().unwrap_or(0);
        Scenarios { bounds, beginnings, weight, beginning: 0, lengths: Vec::new(), sequences: Vec::new() }
    }

    /// Goes on to the next lengths of sequences, with the least sequences; says whether there are some.
    fn next_lengths(&mut self) -> bool {
        let Bounds { threads, operations, .. } = self.bounds;
        let most = threads * operations + self.beginnings.last().copied().unwrap_or(0);
        loop {
            if self.weight > most || self.beginnings.is_empty() {
                return false;
            }
            let total = self.weight.checked_sub(self.beginnings[self.beginning]);
            let found = match (self.lengths.is_empty(), total) {
                (_, None) => None,
                (true, Some(total)) => first_lengths(threads, operations, total),
                (false, Some(_)) => following_lengths(&self.lengths, operations),
            };
            if let Some(lengths) = found {
                self.sequences = lengths.iter().map(|&length| vec![0; length]).collect();
                self.lengths = lengths;
                return true;
            }
            self.lengths.clear();
            self.beginning += 1;
            if self.beginning == self.beginnings.len() {
                self.beginning = 0;
                self.weight += 1;
            }
        }
    }

    /// Goes on to the next sequences of the same lengths; says whether there are some.
    fn next_sequences(&mut self) -> bool {
        for thread in (0..self.sequences.len()).rev() {
            if !increment(&mut self.sequences[thread], self.bounds.calls) {
                continue;
            }
            // Those behind begin with the least that does not descend.
            for later in thread + 1..self.sequences.len() {
                self.sequences[later] = if self.lengths[later] == self.lengths[later - 1] {
                    self.sequences[later - 1].clone()
                } else {
                    vec![0; self.lengths[later]]
                };
            }
            return true;
        }
        false
    }
}

impl Iterator for Scenarios {
    type Item = Scenario;

    fn next(&mut self) -> Option<Scenario> {
        if self.bounds.calls == 0 || self.bounds.threads == 0 {
            return None;
        }
        let goes_on = !self.lengths.is_empty() && self.next_sequences();
        if !goes_on && !self.next_lengths() {
            return None;
        }
        Some(Scenario { beginning: self.beginning, threads: self.sequences.clone() })
    }
}

/// Adds one to a number with these digits; says whether there is room.
fn increment(digits: &mut [usize], base: usize) -> bool {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < base {
            return true;
        }
        *digit = 0;
    }
    false
}

/// The first lengths, ascending, of so many sequences with this total.
fn first_lengths(threads: usize, most: usize, total: usize) -> Option<Vec<usize>> {
    if total < threads || total > threads * most {
        return None;
    }
    // As short as possible at the start, the rest at the end.
    let mut lengths = vec![1; threads];
    let mut left = total - threads;
    for length in lengths.iter_mut().rev() {
        let more = left.min(most - 1);
        *length += more;
        left -= more;
    }
    Some(lengths)
}

/// The lengths that follow in order, with the same total.
fn following_lengths(lengths: &[usize], most: usize) -> Option<Vec<usize>> {
    for place in (0..lengths.len()).rev() {
        let least = lengths[place] + 1;
        let behind = lengths.len() - place;
        let total: usize = lengths[place..].iter().sum();
        if least > most || total < least * behind {
            continue;
        }
        // From here on at least `least` each, as little as possible first.
        let mut next = lengths[..place].to_vec();
        let start = next.len();
        next.extend(std::iter::repeat_n(least, behind));
        let mut left = total - least * behind;
        for length in next[start + 1..].iter_mut().rev() {
            let more = left.min(most - *length);
            *length += more;
            left -= more;
        }
        if left == 0 {
            return Some(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every tuple of sequences, with its threads in order.
    fn by_brute_force(bounds: Bounds) -> BTreeSet<Vec<Vec<usize>>> {
        let mut sequences: Vec<Vec<usize>> = Vec::new();
        let mut longest: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..bounds.operations {
            longest = longest
                .iter()
                .flat_map(|sequence| {
                    (0..bounds.calls).map(|call| sequence.iter().copied().chain([call]).collect())
                })
                .collect();
            sequences.extend(longest.iter().cloned());
        }
        let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for _ in 0..bounds.threads {
            all = all
                .iter()
                .flat_map(|tuple| {
                    sequences.iter().map(|sequence| tuple.iter().cloned().chain([sequence.clone()]).collect())
                })
                .collect();
        }
        let order = |sequence: &Vec<usize>| (sequence.len(), sequence.clone());
        all.into_iter()
            .map(|mut tuple| {
                tuple.sort_by_key(order);
                tuple
            })
            .collect()
    }

    #[test]
    fn there_are_as_many_as_there_should_be() {
        for (calls, threads, operations) in
            [(1, 2, 1), (2, 2, 1), (3, 2, 2), (2, 3, 2), (2, 2, 3), (5, 3, 1), (1, 4, 3)]
        {
            let bounds = Bounds { calls, threads, operations };
            let all: Vec<Scenario> = Scenarios::new(bounds, vec![0]).collect();
            let different: BTreeSet<Vec<Vec<usize>>> =
                all.iter().map(|scenario| scenario.threads.clone()).collect();
            assert_eq!(different, by_brute_force(bounds), "{bounds:?}");
            assert_eq!(all.len(), different.len(), "each once: {bounds:?}");
            assert_eq!(Some(all.len() as u64), count(bounds), "{bounds:?}");
        }
    }

    #[test]
    fn small_ones_come_first() {
        let bounds = Bounds { calls: 2, threads: 2, operations: 2 };
        let lengths = [0, 1, 1, 2];
        let all: Vec<Scenario> = Scenarios::new(bounds, lengths.to_vec()).collect();
        let weight = |scenario: &Scenario| {
            lengths[scenario.beginning] + scenario.threads.iter().map(Vec::len).sum::<usize>()
        };
        assert!(all.is_sorted_by_key(weight));
        assert_eq!(all.len() as u64, 4 * count(bounds).unwrap());
    }

    #[test]
    fn too_many_are_not_counted() {
        assert_eq!(count(Bounds { calls: 1000, threads: 8, operations: 9 }), None);
    }
}
