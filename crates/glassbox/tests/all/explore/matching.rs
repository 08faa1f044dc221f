//! `--match shape`, `--seed` and `--coverage`.

use super::{class_file, compiled, glassbox, stat, text, written};

/// The report of an exploration as JSON, with its exit code.
fn report(arguments: &[&str]) -> (String, Option<i32>) {
    let mut all = vec!["--format", "json"];
    all.extend(arguments);
    let output = glassbox(&all);
    (text(&output.stdout), output.status.code())
}

/// How many shapes a subject has for n values is known: a binomial heap one for each size, a stack one for
/// each height, whatever is in it, boxed or not.
#[test]
fn states_of_the_same_shape_are_explored_once() {
    let classes =
        compiled(&["Binheap", "Stack", "Ubstack"].map(|name| format!("bench/subjects/{name}.java")));
    for (name, calls) in [("Binheap", 2 * 9), ("Stack", 9 + 1)] {
        let file = class_file(&classes, name);
        let arguments = [&file, "--length", "9", "--values", "1..9", "--invariant", "--match", "shape"];
        let (said, status) = report(&arguments);
        assert_eq!(status, Some(3), "{said}");
        assert_eq!((stat(&said, "states"), stat(&said, "executions")), (9, 9 * calls), "{name}");
        assert!(said.contains("\"kind\": \"abstract-matching\""), "{said}");
        assert_eq!(stat(&said, "seed"), 1);
        assert!(stat(&said, "branches_covered") * 10 > stat(&said, "branches") * 9, "{name}: {said}");
    }
    // A stack in an array has the shape of the array.
    let file = class_file(&classes, "Ubstack");
    let (said, _) = report(&[&file, "--length", "9", "--values", "1..9", "--match", "shape"]);
    assert_eq!(stat(&said, "states"), 1);
}

/// The same seed gives the same, whatever the number of threads; another seed gives something else.
#[test]
fn the_seed_decides_what_is_explored() {
    let classes = compiled(&["bench/subjects/Bst.java".to_string()]);
    let file = class_file(&classes, "Bst");
    let states = |seed: &str, threads: &str| {
        let arguments = [&file, "--length", "9", "--values", "1..9", "--match", "shape", "--seed", seed];
        let (said, status) = report(&[&arguments[..], &["--threads", threads]].concat());
        assert_eq!(status, Some(3), "{said}");
        (stat(&said, "states"), stat(&said, "visited"), stat(&said, "steps"))
    };
    let all: Vec<_> = ["1", "2", "3", "4"].iter().map(|seed| states(seed, "1")).collect();
    let again: Vec<_> = ["1", "2", "3", "4"].iter().map(|seed| states(seed, "3")).collect();
    assert_eq!(all, again);
    assert!(all.iter().any(|other| *other != all[0]), "{all:?}");
}

/// What is found is real, and the text says that not everything was looked at.
#[test]
fn violations_are_real_and_nothing_holds() {
    let program = "
public class Chain {
    private static final class Link { final int value; Link next; Link(int value, Link next) { this.value = value; this.next = next; } }
    private Link first;
    private int length;
    public void push(int value) { first = new Link(value, first); length++; }
    public boolean repOk() { return length < LIMIT; }
}";
    let (_kept, file) = written("Chain", &program.replace("LIMIT", "4"));
    let arguments = [&file, "--length", "6", "--values", "1..3", "--invariant", "--match", "shape"];
    let output = glassbox(&arguments);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    assert_eq!(said.matches("object.push(").count(), 4, "{said}");
    let (_kept, file) = written("Chain", &program.replace("LIMIT", "40"));
    let arguments =
        [&file, "--length", "6", "--values", "1..3", "--invariant", "--match", "shape", "--seed", "7"];
    let output = glassbox(&arguments);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}{}", text(&output.stderr));
    for expected in ["matching was abstract", "--match exact", "seed 7", "branches"] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

/// Branches of the calls count, those of the invariant and of methods that are not called do not.
#[test]
fn branches_are_counted() {
    let program = "
public class Gate {
    private int level;
    public void up(int by) { if (by > 5) { level = 9; } else if (level < 3) { level += step(by); } }
    public void look(int at) {
        switch (at) {
            case 1: level = 0; break;
            case 2: case 3: level = 1; break;
            default:
        }
    }
    private int step(int by) { return by > 1 ? 2 : 1; }
    public boolean repOk() { return level < 0 || level > -1; }
    int unused(int n) { return n > 3 ? 1 : 0; }
}";
    let (_kept, file) = written("Gate", program);
    // Two conditions of up, one of step, and three ways of the switch.
    let count = |methods: &str, values: &str, threads: &str| {
        let arguments = [&file, "--methods", methods, "--length", "4", "--values", values, "--invariant"];
        let (said, status) = report(&[&arguments[..], &["--coverage", "--threads", threads]].concat());
        assert_eq!(status, Some(0), "{said}");
        (stat(&said, "branches_covered"), stat(&said, "branches"))
    };
    for threads in ["1", "2"] {
        assert_eq!(count("up,look", "1..6", threads), (9, 9));
        assert_eq!(count("up,look", "1..2", threads), (7, 9));
        assert_eq!(count("up", "1", threads), (4, 6));
    }
    let output = glassbox(&[&file, "--length", "2", "--coverage"]);
    assert!(text(&output.stdout).contains(" of 9 branches"), "{}", text(&output.stdout));
}

#[test]
fn a_seed_needs_abstract_matching() {
    let output = glassbox(&["--class", "java.util.TreeMap", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a seed has no effect"), "{}", text(&output.stderr));
}
