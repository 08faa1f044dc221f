//! `glassbox explore` on whole classes: counts that are known by other means, violations, bad input.

mod arguments;
mod guards;
mod input;
mod matching;
mod sets;

use std::process::{Command, Output};

use crate::support::{class_file, compiled, stat, text, written};

/// Runs `glassbox explore`.
fn glassbox(arguments: &[&str]) -> Output {
    crate::support::glassbox(&[&["explore"], arguments].concat())
}

/// States that were executed from, and executions.
fn counts(arguments: &[&str]) -> (u64, u64) {
    let mut all = vec!["--format", "json"];
    all.extend(arguments);
    let output = glassbox(&all);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {report}{}", text(&output.stderr));
    (stat(&report, "states"), stat(&report, "executions"))
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

fn catalan(n: u64) -> u64 {
    choose(2 * n, n) / (n + 1)
}

const TREE: &str = "
public class Tree {
    private static final class Node {
        Node left, right;
        final int value;
        Node(int value) { this.value = value; }
    }
    private Node root;
    private int size;

    public void add(int value) {
        if (root == null) {
            root = new Node(value);
            size++;
            return;
        }
        for (Node node = root; ; ) {
            if (value == node.value) {
                return;
            }
            Node next = value < node.value ? node.left : node.right;
            if (next == null) {
                if (value < node.value) {
                    node.left = new Node(value);
                } else {
                    node.right = new Node(value);
                }
                size++;
                return;
            }
            node = next;
        }
    }

    public boolean repOk() {
        return count(root, Integer.MIN_VALUE, Integer.MAX_VALUE) == size;
    }

    private static int count(Node node, long low, long high) {
        if (node == null) {
            return 0;
        }
        if (node.value <= low || node.value >= high) {
            return -1000;
        }
        return 1 + count(node.left, low, node.value) + count(node.right, node.value, high);
    }
}";

/// Every search tree over a subset of the keys is reached, and nothing else: the number of subsets of k
/// of n keys times the number of binary trees with k nodes. Of those with n nodes nothing is executed.
#[test]
fn search_trees_are_counted() {
    let (_kept, file) = written("Tree", TREE);
    let classes = compiled(&[file]);
    let file = class_file(&classes, "Tree");
    for n in 1..=5 {
        let bounds = format!("1..{n}");
        let length = n.to_string();
        let expected: u64 = (0..n).map(|k| choose(n, k) * catalan(k)).sum();
        for threads in ["1", "3"] {
            let arguments =
                [&file, "--length", &length, "--values", &bounds, "--invariant", "--threads", threads];
            assert_eq!(counts(&arguments), (expected, expected * n), "n = {n}, {threads} threads");
        }
    }
}

/// A class of the JDK: the lists over n values with fewer than n elements, made by adding at the end and
/// removing there.
#[test]
fn classes_of_the_jdk_are_explored() {
    let n = 4u64;
    let expected: u64 = (0..n).map(|k| n.pow(k as u32)).sum();
    let arguments = [
        "--class",
        "java.util.LinkedList",
        "--methods",
        "addLast,pollLast",
        "--length",
        "4",
        "--values",
        "1..4",
    ];
    // The number of modifications is part of the state, unless somebody says that it is not.
    let (states, executions) = counts(&arguments);
    assert!(states > expected, "{states} states");
    assert_eq!(executions, states * (n + 1));
    let mut ignoring = arguments.to_vec();
    ignoring.extend(["--ignore", "java.util.LinkedList.modCount"]);
    assert_eq!(counts(&ignoring), (expected, expected * (n + 1)));
}

/// The shortest sequence is shown as statements, and it is the same with several threads.
#[test]
fn violations_come_with_the_shortest_sequence() {
    let program = "
public class Account {
    private int balance;
    private int operations;
    public void deposit(int amount) { balance += amount; operations = Math.min(3, operations + 1); }
    public void withdraw(int amount) {
        if (operations < 3 && amount > balance) {
            throw new IllegalArgumentException();
        }
        balance -= amount;
    }
    public boolean repOk() { return balance >= 0; }
}";
    let (_kept, file) = written("Account", program);
    let arguments = [
        &file,
        "--length",
        "6",
        "--values",
        "1..2",
        "--invariant",
        "--allow",
        "java.lang.IllegalArgumentException",
    ];
    for threads in ["1", "2"] {
        let mut all = arguments.to_vec();
        all.extend(["--threads", threads]);
        let output = glassbox(&all);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
        assert!(said.contains("the invariant `repOk` of Account"), "{said}");
        assert!(said.contains("var object = new Account();"), "{said}");
        // Three deposits of 1 and two withdrawals of 2: nothing shorter breaks it.
        assert_eq!(said.matches("object.deposit(1);").count(), 3, "{said}");
        assert_eq!(said.matches("object.withdraw(2);").count(), 2, "{said}");
    }
    // Without the flag the exception is a violation of its own.
    let output = glassbox(&[&file, "--length", "6", "--values", "1..2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("IllegalArgumentException"), "{}", text(&output.stdout));
}

/// A report can be replayed by itself.
#[test]
fn reports_of_explorations_replay() {
    let program = "
public class Pair {
    public enum Colour { RED, GREEN }
    private Colour first = Colour.RED;
    private String text = \"\";
    private Object object;
    public void paint(Colour colour) { first = colour; }
    public void write(String text) { this.text = text; }
    public void keep(Object object, boolean really) {
        if (really) {
            this.object = object;
        }
        assert first != Colour.GREEN || !text.equals(\"2\") || !Integer.valueOf(2).equals(this.object);
    }
}";
    let (kept, file) = written("Pair", program);
    let report = kept.path().join("report.json").display().to_string();
    let output = glassbox(&[&file, "--length", "3", "--values", "1..2", "--format", "json", "-o", &report]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    let output = command.args(["replay", &report]).output().expect("the tool runs");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    for statement in ["object.paint(Colour.GREEN);", "object.write(\"2\");", "object.keep(2, true);"] {
        assert!(said.contains(statement), "{statement} in {said}");
    }
}

/// What is wrong is told, and what cannot be done is unknown.
#[test]
fn bad_input_is_rejected() {
    let (_kept, file) = written("Tree", TREE);
    let (_other, without) =
        written("Hidden", "public class Hidden { private Hidden() {} public void step() {} }");
    let classes = compiled(&[file, without]);
    let (file, without) = (class_file(&classes, "Tree"), class_file(&classes, "Hidden"));
    let rejected: [(&[&str], &str); 11] = [
        (&[&file, "--ignore", "Tree.colour"], "has no field `colour`"),
        (&[&file, "--ignore", "size"], "no field with its class"),
        (&[&file, "--methods", "grow"], "has no method `grow`"),
        (&[&file, "--values", "5..1"], "is empty"),
        (&[&file, "--values", "1..x"], "no range of numbers"),
        (&[&file, "--domain", "add.1=red"], "is no value of type int"),
        (&[&file, "--domain", "add.7=1"], "there is no parameter `7`"),
        (&[&file, "--allow", "java.lang.NoSuch"], "java.lang.NoSuch"),
        (&[&without], "no constructor without parameters"),
        (&[&file, "--factory", "make"], "no static method `make`"),
        (&["examples/gbir/lock.gbir"], ""),
    ];
    for (arguments, expected) in rejected {
        let output = glassbox(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let program = "
public class Spin {
    private int count;
    public void deep(int n) { deep(n + 1); }
    public void forever() { while (true) { count++; } }
}";
    let (_spin, file) = written("Spin", program);
    let output = glassbox(&[&file, "--methods", "forever", "--time", "2s"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    let output = glassbox(&[&file, "--methods", "deep"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("StackOverflowError"));
    let output = glassbox(&[&file, "--methods", "deep", "--length", "0"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

/// All ten subjects at small sizes, against the enumeration.
#[test]
fn subjects_have_as_many_states_as_an_independent_enumeration_finds() {
    let files = ["mkdir", "rmdir", "create", "unlink", "write", "read"];
    let inodes: Vec<String> =
        files.iter().flat_map(|method| ["--domain".to_string(), format!("{method}.1=0..5")]).collect();
    let classes = compiled(&crate::brute::NAMES.map(|name| format!("bench/subjects/{name}.java")));
    for name in crate::brute::NAMES {
        let sizes = if name == "FileSystem" { 2..=3 } else { 3..=5 };
        for n in sizes {
            let file = class_file(&classes, name);
            let (length, values) = (n.to_string(), format!("1..{n}"));
            let mut arguments = vec![file.as_str(), "--length", &length, "--values", &values, "--invariant"];
            if name == "FileSystem" {
                arguments.extend(inodes.iter().map(String::as_str));
            }
            let (states, executions) = crate::brute::executed(name, n);
            assert_eq!(counts(&arguments), (states as u64, executions as u64), "{name}, n = {n}");
        }
    }
}

/// The tree map of the JDK, as it is, has the states of ours: it only counts modifications besides.
#[test]
fn the_tree_map_of_the_jdk_has_the_same_states() {
    let n = 6;
    let arguments = [
        "--class",
        "java.util.TreeMap",
        "--methods",
        "put,remove",
        "--domain",
        "put.2=0",
        "--ignore",
        "java.util.TreeMap.modCount",
        "--length",
        "6",
        "--values",
        "1..6",
    ];
    // `remove(Object, Object)` of the interface is a method of that name, too.
    let (states, _) = counts(&arguments);
    assert_eq!(states, crate::brute::executed("TreeMap", n).0 as u64);
}

/// Where an object cannot be made nothing was looked at, and nothing holds.
#[test]
fn nothing_holds_without_an_object() {
    let unknown = [
        ("Null", "public static Null make() { return null; }", "makes no object"),
        ("Dropped", "public Dropped() { glassbox.api.Verify.assume(false); }", "assumes what is false"),
        (
            "Endless",
            "public Endless() { for (int i = 0; ; i++) { if (i == -1) { break; } i = 0; } }",
            "--time",
        ),
        ("Chooses", "public void flip() { glassbox.api.Verify.choose(0, 1); }", "a choice inside a method"),
    ];
    for (name, member, expected) in unknown {
        let program = format!("public class {name} {{ {member} public void step() {{}} }}");
        let (_kept, file) = written(name, &program);
        let mut arguments = vec![file.as_str(), "--length", "2", "--time", "3s"];
        if name == "Null" {
            arguments.extend(["--factory", "make"]);
        }
        let output = glassbox(&arguments);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{name}: {said}{}", text(&output.stderr));
        assert!(said.contains(expected), "{name}: {said}");
    }
}

/// A call that changes what initialisers of the library read is not foreseen here: the object is
/// explored again, with nothing initialised beforehand.
#[test]
fn what_initialisers_read_can_be_changed_by_a_call() {
    let program = "
import java.util.Locale;
public class Speaker {
    private String last = \"\";
    public void speak(int way) {
        if (way == 2) {
            Locale.setDefault(Locale.FRANCE);
        }
        last = Locale.getDefault().getCountry();
    }
    public boolean repOk() { return !last.equals(\"FR\"); }
}";
    let (_kept, file) = written("Speaker", program);
    let explore = |values: &str| {
        let output = glassbox(&[&file, "--length", "2", "--values", values, "--invariant"]);
        (text(&output.stdout), output.status.code())
    };
    let (said, status) = explore("1..3");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("object.speak(2);"), "{said}");
    assert_eq!(explore("3..5").1, Some(0));
}

/// A state whose invariant is false is nearer than a call on another state of its level.
#[test]
fn a_broken_invariant_comes_before_a_longer_sequence() {
    let program = "
public class Order {
    private int first, second;
    public void a() { if (first == 2) { throw new IllegalStateException(); } first++; }
    public void b() { if (second < 3) { second++; } }
    public boolean repOk() { return !(first == 1 && second == 1); }
}";
    let (_kept, file) = written("Order", program);
    for threads in ["1", "4"] {
        let arguments = [&file, "--length", "5", "--invariant", "--threads", threads];
        let output = glassbox(&arguments);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("the invariant `repOk`"), "{said}");
        assert_eq!(said.matches("object.").count(), 2, "{said}");
    }
}

/// A field that is ignored and decides what happens shows when the violation is replayed.
#[test]
fn ignored_fields_that_matter_are_told() {
    let program = "
public class Armed {
    private boolean armed = true;
    private int calls;
    public void step() { if (calls == 1 && !armed) { throw new IllegalStateException(); } calls++; }
}";
    let (_kept, file) = written("Armed", program);
    let output = glassbox(&[&file, "--length", "3", "--ignore", "Armed.armed"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("do matter"), "{}", text(&output.stderr));
}

/// An execution ends at a broken invariant, so that what would come behind it is not looked at.
#[test]
fn nothing_is_called_on_a_state_whose_invariant_is_broken() {
    let program = "
public class Ends {
    private int count;
    public void step() { count++; if (count == 3) { throw new IllegalStateException(); } }
    public boolean repOk() { return count < 2; }
}";
    let (_kept, file) = written("Ends", program);
    let output = glassbox(&[&file, "--length", "5", "--invariant", "--all"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    assert!(said.contains("the invariant `repOk`") && !said.contains("IllegalState"), "{said}");
}
