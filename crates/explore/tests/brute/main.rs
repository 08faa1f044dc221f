//! The numbers of states of the subjects in `bench/subjects`, against closed forms and published figures.

mod subjects;

use subjects::{NAMES, counts, executed};

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |result, i| result * (n - i) / (i + 1))
}

/// Arrangements of `k` out of `n` things.
fn arrangements(n: usize, k: usize) -> usize {
    (n - k + 1..=n).product()
}

fn catalan(k: usize) -> usize {
    binomial(2 * k, k) / (k + 1)
}

fn power(n: usize, k: usize) -> usize {
    n.pow(u32::try_from(k).expect("a small exponent"))
}

/// Checks the new states of every iteration against a formula for sequences of `k` calls with values from 1 to `n`.
fn closed_form(subject: &str, most: usize, formula: impl Fn(usize, usize) -> usize) {
    for n in 0..=most {
        let expected: Vec<usize> = (0..=n).map(|k| formula(n, k)).collect();
        assert_eq!(counts(subject, n), expected, "{subject}, {n} values");
    }
}

#[test]
fn search_trees_are_chosen_keys_and_a_shape() {
    closed_form("Bst", 7, |n, k| binomial(n, k) * catalan(k));
}

#[test]
fn stacks_are_sequences() {
    closed_form("Stack", 6, power);
}

#[test]
fn deques_are_arrangements() {
    closed_form("Deque", 7, arrangements);
}

/// A queue that was never emptied is its back stack. Otherwise the front needs one object more than it has, which was
/// taken out, so that `t` objects of which some are in front need `t + 2` calls.
#[test]
fn queues_are_two_sequences() {
    closed_form("Queue", 6, |n, k| power(n, k) + k.checked_sub(2).map_or(0, |t| t * power(n, t)));
}

/// Table 1 of d'Amorim, Lauterburg and Marinov: states and executions.
#[test]
fn published_figures() {
    for (subject, n, states, executions) in [
        ("Binheap", 7, 16_864, 236_096),
        ("Bst", 9, 46_960, 845_280),
        ("Deque", 8, 69_281, 1_108_496),
        ("Fibheap", 6, 3_003, 21_021),
        ("Fibheap", 7, 36_730, 293_840),
        ("FileSystem", 3, 58, 6_264),
        ("HeapArray", 8, 97_092, 873_828),
        ("Queue", 6, 10_057, 70_399),
        ("Queue", 7, 147_995, 1_183_960),
        ("Stack", 6, 9_331, 65_317),
        ("TreeMap", 12, 96_401, 2_313_624),
        ("Ubstack", 8, 109_681, 987_129),
    ] {
        assert_eq!(executed(subject, n), (states, executions), "{subject}, {n} values");
    }
}

/// Our file system is not the one of the table, where there are 1,353 states.
#[test]
fn file_systems() {
    assert_eq!(executed("FileSystem", 4), (1_417, 1_417 * 144));
}

#[test]
fn every_subject_starts_with_one_state() {
    for subject in NAMES {
        assert_eq!(counts(subject, 0), [1], "{subject}");
        assert_eq!(counts(subject, 2).len(), 3, "{subject}");
    }
}
