//! Glass-box checking of structures with arrays of several lengths, operations that take arrays, and keys that are more
//! than places in an order.

use crate::support::{glassbox, repository, stat, text, written};

/// Runs a check; gives the exit code and the report.
fn run(file: &str, arguments: &[&str]) -> (i32, String) {
    let all = [&["check", file, "--engine", "glass", "--format", "json"], arguments].concat();
    let output = glassbox(&all);
    let report = text(&output.stdout) + &text(&output.stderr);
    (output.status.code().expect("the process was not killed"), report)
}

fn check(subject: &str, arguments: &[&str]) -> (i32, String) {
    let file = repository().join(format!("bench/subjects/{subject}.java"));
    run(file.to_str().expect("paths of the project are UTF-8"), arguments)
}

/// Every planted bug of a subject is found, and its report replays.
fn finds_planted_bugs(subject: &str, names: Option<&[&str]>, bounds: &[&str]) {
    let bugs = xtask::plant::bugs(&repository(), subject).expect("the bugs can be read");
    let source = xtask::plant::source(&repository(), subject).expect("the subject can be read");
    let mut found = 0;
    for bug in bugs.iter().filter(|bug| names.is_none_or(|names| names.contains(&bug.name.as_str()))) {
        let planted = bug.plant(&source).expect("the bug fits");
        let (directory, file) = written(subject, &planted);
        let report = directory.path().join("report.json").display().to_string();
        let (code, told) = run(&file, &[bounds, &["-o", &report]].concat());
        assert_eq!(code, 1, "{subject} {}: {told}", bug.name);
        let written = std::fs::read_to_string(&report).expect("the report is there");
        assert!(written.contains("before `"), "{subject} {}: there is no drawing", bug.name);
        let again = glassbox(&["replay", &report]);
        assert_eq!(again.status.code(), Some(1), "{subject} {}: {}", bug.name, text(&again.stderr));
        found += 1;
    }
    assert!(found > 0, "{subject} has no such bugs");
}

/// A node of a B-tree has room for three keys and four children, whatever the size is.
#[test]
fn arrays_of_a_field_have_the_lengths_that_a_new_object_gives_them() {
    let (code, report) = check("BTree", &["--size", "1", "--audit"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("Node.keys of length 3, Node.children of length 4"), "{report}");
    assert_eq!(stat(&report, "audited_states"), 3, "{report}");
    let (code, report) = check("BTree", &["--size", "1", "--length", "Node.keys=2"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("only one state satisfies the invariant"), "{report}");
    let (code, report) = check("BTree", &["--length", "Node.count=2"]);
    assert_eq!(code, 2, "{report}");
    assert!(report.contains("has no arrays of 1 dimensions"), "{report}");
}

/// Ghosts of nodes that hang in arrays: the nodes below must be counted right.
const COUNTED: &str = "import glassbox.api.*;
public class Counted {
    static class Node {
        @Tree Node[] children = new Node[2];
        @Ghost int count;
        boolean repOkLocal() {
            if (children == null || children.length != 2) return false;
            int sum = 1;
            for (Node child : children) if (child != null) sum += child.count;
            return count == sum && count != 2;
        }
    }
    @Tree Node root;
    public void make() { root = new Node(); }
    public void clear() { if (root != null) { root.children[0] = null; root.children[1] = null; } }
    public void drop() { if (root != null) root.children[0] = null; }
}";

#[test]
fn ghosts_of_nodes_in_arrays_follow_from_what_is_below() {
    let (_directory, file) = written("Counted", COUNTED);
    let (code, report) = run(&file, &["--height", "2", "--audit", "--methods", "clear"]);
    assert_eq!(code, 0, "{report}");
    // No tree, one node, and three.
    assert_eq!(stat(&report, "audited_states"), 3, "{report}");
    let (code, report) = run(&file, &["--height", "2", "--audit", "--methods", "drop"]);
    assert_eq!(code, 1, "{report}");
}

/// Arrays as arguments: they are looked at, copied, kept, and written to.
const TAKES: &str = "public class Takes {
    private int[] kept;
    private int least;
    public boolean repOk() {
        if (kept == null) return true;
        for (int i = 0; i < kept.length; i++) if (kept[i] < least) return false;
        return true;
    }
    public void limit(int value) { if (kept == null) least = value; }
    public void keep(int[] values) {
        if (values == null) return;
        for (int i = 0; i < values.length; i++) if (values[i] < least) return;
        kept = values;
    }
    public void keepFirst(int[] values) {
        if (values != null && values.length > 0 && values[0] >= least) kept = values;
    }
    public void raise(int[] values) {
        if (values == null || kept == null) return;
        for (int i = 0; i < values.length; i++) values[i]++;
        for (int i = 0; i < values.length && i < kept.length; i++) if (values[i] > kept[i]) kept[i] = values[i];
    }
    public int sum(int[][] rows) {
        int sum = 0;
        if (rows != null) for (int[] row : rows) if (row != null) for (int number : row) sum += number;
        return sum;
    }
}";

#[test]
fn arguments_that_are_arrays_are_all_looked_at() {
    let (_directory, file) = written("Takes", TAKES);
    let small = ["--size", "2", "--audit", "--all"];
    for methods in ["keep", "raise"] {
        let (code, report) = run(&file, &[&small[..], &["--methods", methods]].concat());
        assert_eq!(code, 0, "{methods}: {report}");
        assert!(stat(&report, "audited_transitions") > stat(&report, "transitions"), "{report}");
    }
    let (code, report) = run(&file, &[&small[..], &["--methods", "keepFirst"]].concat());
    assert_eq!(code, 1, "{report}");
    assert!(report.contains("keepFirst(new int[] {"), "{report}");
    let one = ["--size", "1", "--audit", "--methods", "sum", "--length", "sum.rows=0..2x1"];
    let (code, report) = run(&file, &one);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("sum.rows of length 0..2 x 1"), "{report}");
}

/// The other engines know such arguments as well.
#[test]
fn baselines_take_arrays_as_arguments() {
    let (_directory, file) = written("Takes", TAKES);
    for engine in [&["--engine", "korat"][..], &["--engine", "blackbox", "--states", "reachable"]] {
        let common = ["check", &file, "--size", "2", "--methods"];
        let output = glassbox(&[&common[..], &["keep,raise,limit"], engine].concat());
        assert_eq!(output.status.code(), Some(0), "{engine:?}: {}", text(&output.stderr));
        let output = glassbox(&[&common[..], &["keepFirst,limit"], engine].concat());
        assert_eq!(output.status.code(), Some(1), "{engine:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("keepFirst(new int[] {"), "{}", text(&output.stdout));
    }
}

#[test]
fn file_systems_stand_the_audit() {
    let bounds = ["--height", "2", "--degree", "1", "--domain", "File.blocks=0,1"];
    let (code, report) = check("FileTree", &[&bounds[..], &["--audit"]].concat());
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("File.blocks of length 1 x 2"), "{report}");
}

/// With d slots and h levels there are d^(h - 1) directories on the lowest level, and d names in each.
#[test]
fn file_systems_have_polynomially_many_transitions() {
    let transitions = |degree: usize, height: usize| {
        let (degree, height) = (degree.to_string(), height.to_string());
        let (code, report) = check("FileTree", &["--degree", &degree, "--height", &height]);
        assert_eq!(code, 0, "{report}");
        stat(&report, "transitions")
    };
    let (two, three, six) = (transitions(2, 2), transitions(3, 2), transitions(6, 2));
    assert!(three < 4 * two && six < 8 * three, "{two}, {three}, {six}");
}

#[test]
fn planted_bugs_of_file_systems_are_found() {
    finds_planted_bugs("FileTree", None, &["--degree", "2", "--height", "3"]);
}

#[test]
fn planted_bugs_of_skip_lists_are_found() {
    finds_planted_bugs("SkipList", None, &["--size", "3"]);
}

#[test]
fn planted_bugs_of_b_trees_are_found() {
    let small =
        ["split-keeps-the-middle-key", "remove-leaves-an-empty-root", "split-does-not-move-the-others"];
    finds_planted_bugs("BTree", Some(&small), &["--height", "2"]);
}

/// Which parameters are keys is found out: a level is none.
#[test]
fn parameters_that_are_no_keys_are_numbers() {
    let (code, report) = check("SkipList", &["--size", "2", "--audit"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("insert.level in 0..2"), "{report}");
}

/// A sorted list whose keys are compared with a constant: the keys are numbers.
const GUARDED: &str = "import glassbox.api.*;
public class Guarded {
    static class Node {
        @Sorted int key;
        @Tree Node next;
        Node(int key, Node next) { this.key = key; this.next = next; }
    }
    @Tree Node first;
    public void add(int key) throws IllegalArgumentException {
        if (key < 1) throw new IllegalArgumentException();
        if (first == null || key < first.key) {
            first = new Node(key, first);
            return;
        }
        Node node = first;
        while (node.next != null && node.next.key <= key) node = node.next;
        if (node.key < key) node.next = new Node(key, node.next);
    }
    public void addAtFront(int key) {
        if (first == null || first.key > 1 && key < 2) first = new Node(key, first);
    }
    public void addSomewhere(int key) {
        if (key > 0 && first != null && first.next != null && first.key < key) {
            first.next = new Node(key, first.next);
        }
    }
}";

#[test]
fn keys_that_are_compared_with_constants_are_numbers() {
    let (_directory, file) = written("Guarded", GUARDED);
    let small = ["--size", "3", "--audit", "--methods"];
    for (methods, expected) in [("add", 0), ("addAtFront", 0), ("add,addAtFront", 0), ("addSomewhere", 1)] {
        let (code, report) = run(&file, &[&small[..], &[methods]].concat());
        assert_eq!(code, expected, "{methods}: {report}");
        assert!(report.contains("Node.key in 0..3"), "{methods}: {report}");
    }
}

/// A sentinel has a key that is outside of the usual ones: the numbers that keys are compared with are among their values.
const SENTINEL: &str = "import glassbox.api.*;
public class Sentinel {
    static class Node {
        @Sorted int key;
        @Tree Node next;
    }
    @Tree Node head = new Node();
    public Sentinel() { head.key = Integer.MIN_VALUE; }
    public boolean repOk() { return head != null && head.key == Integer.MIN_VALUE; }
    public void add(int key) {
        Node node = head;
        while (node.next != null && node.next.key < key) node = node.next;
        if (node.key == key || node.next != null && node.next.key == key) return;
        Node made = new Node();
        made.key = key;
        made.next = node.next;
        node.next = made;
    }
    public void addWrongly(int key) {
        Node made = new Node();
        made.key = key;
        made.next = head.next;
        head.next = made;
    }
}";

#[test]
fn sentinels_have_their_keys() {
    let (_directory, file) = written("Sentinel", SENTINEL);
    let (code, report) = run(&file, &["--size", "3", "--audit", "--methods", "add"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("-2147483648"), "{report}");
    assert!(stat(&report, "audited_states") > 8, "{report}");
    let (code, report) = run(&file, &["--size", "2", "--audit", "--methods", "addWrongly"]);
    assert_eq!(code, 1, "{report}");
}
