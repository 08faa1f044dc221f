//! `glassbox check` with the engines that execute every operation on every state: the published counts, violations,
//! and honesty about what was not looked at.

use crate::support::{class_file, glassbox, stat, text, with_api, written};

/// States and transitions.
fn counts(file: &str, arguments: &[&str]) -> (u64, u64) {
    let output = glassbox(&[&["check", file, "--format", "json"], arguments].concat());
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{file} {arguments:?}: {report}{}", text(&output.stderr));
    (stat(&report, "states"), stat(&report, "transitions"))
}

fn valid(file: &str, size: u64) -> (u64, u64) {
    counts(file, &["--engine", "blackbox", "--size", &size.to_string()])
}

fn reachable(file: &str, size: u64, more: &[&str]) -> (u64, u64) {
    let size = size.to_string();
    counts(file, &[&["--engine", "blackbox", "--states", "reachable", "--size", &size], more].concat())
}

/// A subject, compiled once for many runs.
fn subject(name: &str) -> (tempfile::TempDir, String) {
    let directory = with_api(&[format!("bench/subjects/{name}.java")]);
    let file = class_file(&directory, name);
    (directory, file)
}

const STACK: &str = "bench/subjects/LinkedStack.java";
const HEAP: &str = "bench/subjects/ArrayHeap.java";

// Figure 25 of Darga and Boyapati, OOPSLA 2006.
#[test]
fn stacks() {
    let (_directory, stack) = subject("LinkedStack");
    for (n, states) in (1..).zip([3, 8, 23, 75, 278, 1155, 5295]) {
        assert_eq!(valid(&stack, n), (states, states * (n + 2)), "valid, {n} nodes");
        assert_eq!(reachable(&stack, n, &[]), (states, states * (n + 2)), "reachable, {n} nodes");
    }
}

#[test]
fn queues() {
    let (_directory, queue) = subject("TwoStackQueue");
    for (n, states) in (1..).zip([9, 89, 1322, 29405]) {
        assert_eq!(valid(&queue, n), (states, states * (n + 2)), "{n} nodes");
    }
}

#[test]
fn heaps() {
    let (_directory, heap) = subject("ArrayHeap");
    for (n, states) in (1..).zip([2, 6, 24, 110, 664, 4515, 41696]) {
        assert_eq!(valid(&heap, n), (states, states * (n + 1)), "valid, length {n}");
        let factory = format!("ofCapacity({n})");
        let found = reachable(&heap, n, &["--factory", &factory]);
        assert_eq!(found, (states, states * (n + 1)), "reachable, length {n}");
    }
}

#[test]
fn red_black_trees() {
    let (_directory, tree) = subject("RedBlackTree");
    // Without objects all values are null: what an abstraction that ignores them leaves.
    for (keys, states) in [(1, 2), (3, 11), (7, 561)] {
        let found = reachable(&tree, keys, &["--objects", "Object=0"]);
        assert_eq!(found, (states, states * 3 * keys), "{keys} keys");
    }
    // With as many objects as keys.
    assert_eq!(reachable(&tree, 1, &[]), (3, 12));
    assert_eq!(reachable(&tree, 3, &[]), (52, 936));
}

/// A stack with a method that stands for the state, whatever the objects are.
const COUNTED: &str = "
import glassbox.api.Tree;

public class Counted {
    static class Node {
        Object value;
        @Tree Node next;
    }
    @Tree private Node top;

    public void push(Object value) {
        Node node = new Node();
        node.value = value;
        node.next = top;
        top = node;
    }

    public void pop() {
        if (top != null) top = top.next;
    }

    int depth() {
        int depth = 0;
        for (Node node = top; node != null; node = node.next) depth++;
        return depth;
    }

    String text() {
        return \"#\".repeat(depth());
    }

    boolean[] array() {
        return new boolean[depth()];
    }
}";

#[test]
fn a_method_stands_for_the_state() {
    let (_directory, file) = written("Counted", COUNTED);
    for method in ["depth", "text", "array"] {
        for states in ["valid", "reachable"] {
            let arguments =
                ["--engine", "blackbox", "--states", states, "--size", "4", "--abstraction", method];
            assert_eq!(counts(&file, &arguments), (5, 5 * 6), "{method}, {states}");
        }
    }
    let output = glassbox(&["check", &file, "--engine", "blackbox", "--size", "2", "--abstraction", "depth"]);
    assert!(text(&output.stdout).contains("`depth` gives the same"), "{}", text(&output.stdout));
    let output = glassbox(&["check", &file, "--engine", "blackbox", "--size", "2", "--abstraction", "push"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn generated_structures_are_the_valid_ones() {
    let ((_stack, stack), (_heap, heap)) = (subject("LinkedStack"), subject("ArrayHeap"));
    for n in 1..=4 {
        let size = n.to_string();
        assert_eq!(counts(&stack, &["--engine", "korat", "--size", &size]), valid(&stack, n), "{n} nodes");
        assert_eq!(counts(&heap, &["--engine", "korat", "--size", &size]), valid(&heap, n), "length {n}");
    }
    let output = glassbox(&["check", HEAP, "--engine", "korat", "--size", "3", "--format", "json"]);
    let report = text(&output.stdout);
    assert!(stat(&report, "candidates") > stat(&report, "states"));
}

/// A set whose `remove` loses what is below the node that it takes out of a chain.
const LOSING: &str = "
import glassbox.api.Tree;

public class Losing {
    static class Node {
        int key;
        @Tree Node next;
    }
    @Tree private Node head;
    private int size;

    public void add(int key) {
        Node node = new Node();
        node.key = key;
        node.next = head;
        head = node;
        size++;
    }

    public void remove() {
        if (size < 3) return;
        head.next = null;
        size--;
    }

    public boolean repOk() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) count++;
        return count == size;
    }
}";

#[test]
fn violations_are_replayed() {
    let (_directory, file) = written("Losing", LOSING);
    for engine in [
        &["--engine", "korat"][..],
        &["--engine", "blackbox"],
        &["--engine", "blackbox", "--states", "reachable"],
    ] {
        let output = glassbox(&[&["check", &file, "--size", "3"], engine].concat());
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{engine:?}: {report}{}", text(&output.stderr));
        assert!(report.contains("the invariant is broken after `remove`"), "{engine:?}: {report}");
        assert!(report.contains("l0.remove();"), "{engine:?}: {report}");
        // The search ended there, so nothing is said of other properties.
        assert!(report.contains("still unknown: exception ("), "{engine:?}: {report}");
        // Two nodes are not enough to see it.
        let output = glassbox(&[&["check", &file, "--size", "2"], engine].concat());
        assert_eq!(output.status.code(), Some(0), "{engine:?}: {}", text(&output.stdout));
    }
}

#[test]
fn reports_of_violations_replay() {
    let (directory, file) = written("Losing", LOSING);
    let recorded = directory.path().join("report.json").display().to_string();
    let engines = [
        &["--engine", "korat", "--size", "3"][..],
        &["--engine", "blackbox", "--size", "3"],
        // Bounds that have grown.
        &["--engine", "blackbox", "--time", "60s"],
        &["--engine", "blackbox", "--states", "reachable", "--size", "3"],
    ];
    for engine in engines {
        let output = glassbox(&[&["check", &file, "--format", "json", "-o", &recorded], engine].concat());
        assert_eq!(output.status.code(), Some(1), "{engine:?}: {}", text(&output.stderr));
        let output = glassbox(&["replay", &recorded]);
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{engine:?}: {report}{}", text(&output.stderr));
        assert!(report.contains("the invariant is broken after `remove`"), "{engine:?}: {report}");
    }
    // What was recorded on other states is no trace of these.
    let report = std::fs::read_to_string(&recorded).expect("a report was written");
    std::fs::write(&recorded, report.replace("\"reachable\"", "\"generated\"")).expect("it can be changed");
    let output = glassbox(&["replay", &recorded]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    std::fs::write(&recorded, report.replace("\"reachable\"", "\"all\"")).expect("it can be changed");
    let output = glassbox(&["replay", &recorded]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("on which states"), "{}", text(&output.stderr));
}

#[test]
fn what_the_budget_does_not_allow_is_unknown() {
    for states in ["valid", "reachable"] {
        let engine = ["--engine", "blackbox", "--states", states];
        let output = glassbox(&[&["check", STACK, "--size", "12", "--time", "3s"][..], &engine].concat());
        assert_eq!(output.status.code(), Some(3), "{states}: {}", text(&output.stdout));
    }
    let output = glassbox(&["check", HEAP, "--engine", "blackbox", "--states", "reachable", "--size", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("a new object is not within the bounds"),
        "{}",
        text(&output.stderr)
    );
}
