//! Glass-box checking of data structures, from the command line.

use crate::support::{glassbox, repository, stat, text, written};
use glassbox::{Context, Failure, JavaOptions, Structures};

/// Runs a check of a subject; gives the exit code and the report.
fn check(subject: &str, arguments: &[&str]) -> (i32, String) {
    let file = repository().join(format!("bench/subjects/{subject}.java"));
    let file = file.to_str().expect("paths of the project are UTF-8");
    run(file, arguments)
}

fn run(file: &str, arguments: &[&str]) -> (i32, String) {
    let all = [&["check", file, "--engine", "glass", "--format", "json"], arguments].concat();
    let output = glassbox(&all);
    let report = text(&output.stdout) + &text(&output.stderr);
    (output.status.code().expect("the process was not killed"), report)
}

/// The number of transitions of a check that holds.
fn transitions(subject: &str, arguments: &[&str]) -> u64 {
    let (code, report) = check(subject, arguments);
    assert_eq!(code, 0, "{subject} {arguments:?}: {report}");
    stat(&report, "transitions")
}

/// The published numbers (figure 23) are reached or undercut; lookups in red-black trees have 3 x 2^h paths.
#[test]
fn transitions_are_as_few_as_published() {
    for size in ["1", "2", "5", "40"] {
        assert_eq!(transitions("LinkedStack", &["--size", size]), 3, "size {size}");
    }
    for (size, published) in [(1, 5), (2, 7), (3, 8), (8, 13), (32, 37)] {
        let found = transitions("TwoStackQueue", &["--size", &size.to_string()]);
        assert!(found <= published, "queue {size}: {found}");
    }
    for (size, published) in [(1, 4), (2, 7), (3, 11), (4, 17), (5, 24), (6, 34), (7, 45)] {
        let found = transitions("ArrayHeap", &["--size", &size.to_string()]);
        assert_eq!(found, published, "heap {size}");
    }
}

/// Lookups, which have 3 x 2^h paths, are answered by one; the rest stays below the published numbers and 3 x 2^h.
#[test]
fn red_black_trees_have_few_transitions() {
    for (height, most) in [(1, 6 + 6), (2, 28 + 12), (3, 108 + 24), (4, 366 + 48), (5, 1094)] {
        let found = transitions("RedBlackTree", &["--height", &height.to_string()]);
        assert!(found <= most, "height {height}: {found}");
    }
    assert_eq!(transitions("RedBlackTree", &["--height", "5", "--methods", "get"]), 1);
}

/// Trees by height and black height: those below a black node have one black node less, those below a red one are black.
#[test]
fn red_black_trees_are_counted() {
    fn black(height: u32, blacks: u32) -> u64 {
        match (height, blacks) {
            (_, 0) => 1,
            (0, _) => 0,
            _ => any(height - 1, blacks - 1).pow(2),
        }
    }
    fn any(height: u32, blacks: u32) -> u64 {
        black(height, blacks) + if height == 0 { 0 } else { black(height - 1, blacks).pow(2) }
    }
    for height in 1..=5 {
        let trees: u64 = (0..=height).map(|blacks| black(height, blacks)).sum();
        let bounds = ["--height", &height.to_string(), "--objects", "Object=0", "--methods", "get"];
        let (code, report) = check("RedBlackTree", &bounds);
        assert_eq!((code, stat(&report, "structures")), (0, trees), "height {height}: {report}");
    }
}

/// Operations that write nothing are answered for by one transition only if they cannot go wrong anywhere.
#[test]
fn lookups_that_can_go_wrong_are_looked_at() {
    let tree = |name: &str, members: &str| {
        format!(
            "import glassbox.api.Sorted; import glassbox.api.Tree;
            public class {name} {{
                static class Node {{ @Sorted int key; int tag; @Tree Node left; @Tree Node right; Node other; }}
                static final Node RING = new Node();
                static {{ RING.left = RING; }}
                @Tree Node root;
                public boolean repOk() {{ return true; }}
                {members}
            }}"
        )
    };
    let verdict = |name: &str, members: &str| {
        let (_directory, file) = written(name, &tree(name, members));
        let (code, report) = run(&file, &["--height", "2", "--audit", "--domain", "Node.tag=0,1"]);
        (code, report)
    };
    // Every node is dereferenced after a test, and the loop goes down.
    let (code, report) = verdict(
        "Fine",
        "public boolean has(int key) {
            for (Node n = root; n != null; n = key < n.key ? n.left : n.right) if (n.key == key) return true;
            return false;
        }",
    );
    // The ring is a node whose tree fields do not go down, so that every path is looked at.
    assert_eq!(code, 0, "{report}");
    assert!(stat(&report, "transitions") > 1, "{report}");
    // Wrong only at one node of all.
    for (name, members) in [
        (
            "Throws",
            "public int deep(int key) {
                Node n = root;
                while (n != null) { if (key < n.key) n = n.left; else if (key > n.key) n = n.right; else return n.right.key; }
                return 0;
            }",
        ),
        ("Asserts", "public void tagged() { for (Node n = root; n != null; n = n.left) assert n.tag == 0; }"),
        ("Divides", "public int part() { int s = 0; for (Node n = root; n != null; n = n.left) s += 1 / (1 - n.tag); return s; }"),
    ] {
        let (code, report) = verdict(name, members);
        assert_eq!(code, 1, "{name}: {report}");
    }
    for (name, members) in [
        (
            "Rings",
            "public void around() { Node n = root; if (n != null && n.tag == 1) n = RING; while (n != null) n = n.left; }",
        ),
        (
            "Strays",
            "public void around() { Node n = root; while (n != null) n = n.tag == 1 ? n.other : n.left; }",
        ),
    ] {
        let (code, report) = verdict(name, members);
        assert_eq!(code, 3, "{name}: {report}");
        assert!(report.contains("does not end within"), "{name}: {report}");
    }
}

/// The same by brute force: every state is valid for both or for neither, and every transition was checked.
#[test]
fn subjects_stand_the_audit() {
    for (subject, bounds, states) in [
        ("LinkedStack", ["--size", "3"], 85),
        ("TwoStackQueue", ["--size", "2"], 169),
        ("ArrayHeap", ["--size", "3"], 24),
        ("RedBlackTree", ["--height", "2"], 165),
        ("SearchTree", ["--height", "2"], 5),
        ("SinglyLinkedList", ["--size", "3"], 85),
        ("DoublyLinkedList", ["--size", "3"], 85),
        ("AvlTree", ["--height", "2"], 5),
        ("BinomialHeap", ["--height", "2"], 15),
        ("FibonacciHeap", ["--height", "1"], 3),
        ("DisjointSets", ["--size", "3"], 274),
        ("HashTable", ["--size", "2"], 46),
        ("Trie", ["--height", "2"], 8),
    ] {
        let (code, report) = check(subject, &[&bounds[..], &["--audit"]].concat());
        assert_eq!(code, 0, "{subject}: {report}");
        assert_eq!(stat(&report, "audited_states"), states, "{subject}");
        assert!(stat(&report, "audited_transitions") > stat(&report, "transitions") / 2, "{subject}");
    }
}

/// The seed's two examples of what must not be pruned.
const FLIP: &str = "public class Flip {
    private boolean x, y;
    public boolean repOk() { return !x || y; }
    public void flipX() { x = !x; }
}";

const FLOW: &str = "public class Flow {
    private boolean b, seen;
    public boolean repOk() { return !seen || b; }
    public void look() {
        boolean x = false;
        if (b) x = true;
        seen = x;
    }
    public void forget() { b = false; seen = false; }
    public void clear() { seen = b; b = false; }
}";

#[test]
fn a_field_that_the_invariant_relates_to_a_written_one_counts() {
    let (_directory, file) = written("Flip", FLIP);
    let (code, report) = run(&file, &["--size", "1", "--audit", "--all"]);
    assert_eq!(code, 1, "{report}");
    let (_directory, file) = written("Flow", FLOW);
    let (code, report) = run(&file, &["--size", "1", "--audit", "--all"]);
    assert_eq!(code, 1, "{report}");
    assert!(report.contains("after `clear`"), "{report}");
    let (code, report) = run(&file, &["--size", "1", "--audit", "--methods", "look,forget"]);
    assert_eq!(code, 0, "{report}");
}

/// A local invariant that relates two nodes, and an operation that only touches one of them.
const LEVELS: &str = "import glassbox.api.Tree;
public class Levels {
    static class Node {
        int level;
        @Tree Node next;
        boolean repOkLocal() { return next == null || next.level >= level; }
    }
    @Tree Node first;
    public void raise() { if (first != null && first.level < 2) first.level++; }
    public void lower() { if (first != null && first.level > 0) first.level--; }
}";

#[test]
fn an_audit_sees_a_generalisation_that_is_not_sound() {
    let (_directory, file) = written("Levels", LEVELS);
    let (code, report) = run(&file, &["--size", "2", "--audit", "--methods", "lower"]);
    assert_eq!(code, 0, "{report}");
    let (code, report) = run(&file, &["--size", "2", "--audit", "--all", "--methods", "raise"]);
    assert_eq!(code, 1, "{report}");
    let input = glassbox::load(std::path::Path::new(&file), &java()).expect("the class compiles");
    let wanted = Structures {
        size: Some(2),
        methods: Some(vec!["raise".to_string()]),
        audit: true,
        unsound: true,
        properties: check::Property::SEQUENTIAL.to_vec(),
        ..Structures::default()
    };
    let found = glassbox::check_structures(&input, &wanted, &mut Context::default());
    let Err(Failure::Fault(fault)) = found else { panic!("the audit has noticed nothing") };
    assert!(fault.message.contains("the audit found a difference"), "{fault}");
}

fn java() -> JavaOptions {
    let home = std::env::var_os("JAVA_HOME").map(std::path::PathBuf::from);
    let on_path = || {
        let paths = std::env::var_os("PATH")?;
        let java = std::env::split_paths(&paths).find_map(|path| path.join("java").canonicalize().ok())?;
        Some(java.parent()?.parent()?.to_path_buf())
    };
    JavaOptions { homes: home.or_else(on_path).into_iter().collect(), ..JavaOptions::default() }
}

/// Plants bugs into a subject, one at a time: each is found.
fn finds_planted_bugs(subject: &str, most: usize, bounds: &[&str]) {
    let bugs = xtask::plant::bugs(&repository(), subject).expect("the bugs can be read");
    let source = xtask::plant::source(&repository(), subject).expect("the subject can be read");
    for bug in bugs.iter().take(most) {
        let planted = bug.plant(&source).expect("the bug fits");
        let (_directory, file) = written(subject, &planted);
        let (code, report) = run(&file, bounds);
        assert_eq!(code, 1, "{subject} {}: {report}", bug.name);
        // The search has ended there, so nothing is known of other properties.
        assert!(!report.contains("\"verdict\": \"holds\""), "{subject} {}: {report}", bug.name);
    }
}

#[test]
fn bugs_in_lists_are_found() {
    finds_planted_bugs("LinkedStack", 3, &["--size", "3"]);
    finds_planted_bugs("DoublyLinkedList", 4, &["--size", "3"]);
}

#[test]
fn bugs_in_heaps_are_found() {
    finds_planted_bugs("ArrayHeap", 7, &["--size", "6"]);
}

#[test]
fn bugs_in_red_black_trees_are_found() {
    finds_planted_bugs("RedBlackTree", 8, &["--height", "4"]);
}

#[test]
fn bugs_in_balanced_trees_are_found() {
    finds_planted_bugs("AvlTree", 5, &["--height", "4"]);
}

#[test]
fn reports_of_violations_replay() {
    let (directory, file) = written("Flip", FLIP);
    let recorded = directory.path().join("report.json");
    let recorded = recorded.to_str().expect("UTF-8");
    for bounds in [&["--size", "1"][..], &[]] {
        let (code, _) = run(&file, &[bounds, &["-o", recorded]].concat());
        assert_eq!(code, 1);
        let output = glassbox(&["replay", recorded]);
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{report}{}", text(&output.stderr));
        assert!(report.contains("the invariant is broken after `flipX`"), "{report}");
    }
}

/// The search space of the paper's figure 12.
#[test]
fn the_search_space_can_be_shown() {
    let file = repository().join("bench/subjects/LinkedStack.java").display().to_string();
    let output = glassbox(&["check", &file, "--engine", "glass", "--size", "3", "--show", "space"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    for line in
        ["operation            {push, pop}", "top                  {null, N0}", "N2.next              {null}"]
    {
        assert!(shown.contains(line), "{line} is not in:\n{shown}");
    }
    // 4^4 times 2^4 assignments.
    assert!(shown.contains("4096 assignments"), "{shown}");
}

/// A state that satisfies the invariant need not be one that operations lead to.
#[test]
fn violations_say_whether_operations_lead_there() {
    let (_directory, file) = written("Flip", FLIP);
    let report = text(&glassbox(&["check", &file, "--engine", "glass", "--size", "1"]).stdout);
    assert!(report.contains("confirmed: operations alone lead to the same violation"), "{report}");
    assert!(report.contains("//   f0.flipX();"), "{report}");
    for picture in ["before `flipX`\n  f0: x false, y false", "after `flipX`\n  f0: x true, y false"] {
        assert!(report.contains(picture), "{report}");
    }
    let program = "public class Both { private boolean a, b;
        public boolean repOk() { return true; }
        public void set(boolean x) { a = x; b = x; }
        public void look() { assert a == b; } }";
    let (_directory, file) = written("Both", program);
    let output = glassbox(&["check", &file, "--engine", "glass", "--size", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("not known to be reachable"), "{}", text(&output.stdout));
}

#[test]
fn what_cannot_be_checked_is_told() {
    let rejected = |name: &str, program: &str, arguments: &[&str], what: &str| {
        let (_directory, file) = written(name, program);
        let (code, report) = run(&file, arguments);
        assert_eq!(code, 2, "{name}: {report}");
        assert!(report.contains(what), "{name}: {report}");
    };
    let size = ["--size", "2"];
    rejected("Bare", "public class Bare { int x; public void set() { x = 1; } }", &size, "has no invariant");
    rejected(
        "Writes",
        "public class Writes { int x; public boolean repOk() { x = 1; return true; } public void go() {} }",
        &size,
        "changes the structure",
    );
    rejected(
        "Starts",
        "public class Starts { int x; public boolean repOk() { return x == 1; } public void go() {} }",
        &size,
        "a new object does not satisfy the invariant",
    );
    rejected(
        "Trees",
        "import glassbox.api.Tree; public class Trees { @Tree int x; public void go() {} }",
        &size,
        "refers to no object",
    );
    rejected(
        "Far",
        "import glassbox.api.Tree; public class Far {
            static class Node { @Tree Node next; int x;
                boolean repOkLocal() { return next == null || next.next == null || next.next.x == x; } }
            @Tree Node first; public void go() {} }",
        &["--size", "3"],
        "which is neither the object nor one of its tree children",
    );
    rejected(
        "Loose",
        "import glassbox.api.*; public class Loose {
            static class Node { @Tree Node next; @Ghost int x; boolean repOkLocal() { return x < 2; } }
            @Tree Node first; public void go() {} }",
        &["--size", "3"],
        "can have several values in the same state",
    );
    // The order of keys is looked at along trees of objects only.
    rejected(
        "Rows",
        "import glassbox.api.*; public class Rows {
            static class Node { @Sorted int key; @Tree Node next; }
            @Tree Node[] rows = new Node[1];
            public void swap() { if (rows != null && rows[0] != null && rows[0].next != null) {
                int key = rows[0].key; rows[0].key = rows[0].next.key; rows[0].next.key = key; } } }",
        &["--size", "2", "--degree", "1"],
        "are in no order that is known",
    );
    rejected("Flip", FLIP, &["--size", "1", "--domain", "Flip.z=1"], "neither a field nor a parameter");
}

#[test]
fn what_no_path_tells_of_is_unknown() {
    for (name, body, what) in [
        ("Counts", "static int n; public void go() { n++; }", "writes the static field"),
        (
            "Notes",
            "static final int[] LOG = new int[1]; public void go() { LOG[0]++; }",
            "writes to an object that is no part of the search space",
        ),
        ("Times", "public void go() { if (System.nanoTime() % 2 == 0) x = 0; }", "depends on the time"),
    ] {
        let program =
            format!("public class {name} {{ int x; public boolean repOk() {{ return x <= 1; }} {body} }}");
        let (_directory, file) = written(name, &program);
        let (code, report) = run(&file, &["--size", "1"]);
        assert_eq!(code, 3, "{name}: {report}");
        assert!(report.contains(what), "{name}: {report}");
    }
}

#[test]
fn an_invariant_may_ask_for_identity_hash_codes() {
    let program = "import java.util.HashSet; public class Chain {
        static class Node { Node next; }
        Node first;
        public boolean repOk() {
            HashSet<Node> met = new HashSet<>();
            for (Node node = first; node != null; node = node.next) if (!met.add(node)) return false;
            return true;
        }
        public void push() { Node node = new Node(); node.next = first; first = node; }
        public void turn() { if (first != null) first.next = first; }
    }";
    let (_directory, file) = written("Chain", program);
    let (code, report) = run(&file, &["--size", "2", "--audit", "--methods", "push"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.contains("the program asks for identity hash codes"), "{report}");
    let (code, report) = run(&file, &["--size", "2", "--audit", "--all", "--methods", "turn"]);
    assert_eq!(code, 1, "{report}");
}

#[test]
fn an_operation_that_does_not_end_is_unknown() {
    let program = "public class Spin { int x; public boolean repOk() { return x <= 1; }
        public void go() { while (x == 1) { } } }";
    let (_directory, file) = written("Spin", program);
    let (code, report) = run(&file, &["--size", "1"]);
    assert_eq!(code, 3, "{report}");
    assert!(report.contains("does not end within"), "{report}");
}

/// States that differ only in which of several equal objects is where are looked at once, although operations look into them.
#[test]
fn objects_that_differ_in_names_only_are_one_case() {
    let program = |name: &str, lighter: &str| {
        format!(
            "import glassbox.api.Tree;
            public class {name} {{
                static class Item {{ int weight; Item partner; }}
                static class Cell {{ Item item; @Tree Cell next; }}
                @Tree Cell first;
                Item best;
                public boolean repOk() {{
                    for (Cell c = first; c != null; c = c.next) if (c.item == null || c.item.weight < 0) return false;
                    return best == null || best.weight == 1;
                }}
                public void add(Item item) {{
                    if (item == null) return;
                    Cell c = new Cell(); c.item = item; c.next = first; first = c;
                    if (item.weight == 1) best = item;
                }}
                public int total() {{
                    int sum = 0;
                    for (Cell c = first; c != null; c = c.next) {{
                        sum += c.item.weight;
                        if (c.item.partner != null && c.item.partner.weight == 1) sum++;
                    }}
                    return sum;
                }}
                public void lighten(Item item) {{ if (item != null && {lighter}) item.weight = 0; }}
            }}"
        )
    };
    let (_directory, file) = written("Box", &program("Box", "item != best"));
    let count = |objects: &str, audit: &[&str]| {
        let bounds = ["--height", "2", "--objects", objects, "--domain", "Item.weight=0,1"];
        let (code, report) = run(&file, &[&bounds, audit].concat());
        assert_eq!(code, 0, "{report}");
        stat(&report, "transitions")
    };
    count("Item=2", &["--audit"]);
    // Three objects in four places: 1,404 if each had to be looked at under every name.
    assert!(count("Item=3", &["--audit"]) < 300);
    assert!(count("Item=4", &[]) < 500);
    let (_directory, file) = written("Bad", &program("Bad", "item.partner == best"));
    let bounds = ["--height", "2", "--objects", "Item=2", "--domain", "Item.weight=0,1"];
    assert_eq!(run(&file, &[&bounds[..], &["--audit", "--all"]].concat()).0, 1);
}

/// An audit that would take for ever is unknown when the time is over, and not a contradiction of the tool with itself.
#[test]
fn an_audit_is_stopped_by_the_budget() {
    let many = "public class Many {
        int a, b, c, d, e;
        public boolean repOk() { return true; }
        public int look() { return a; }
    }";
    let (_directory, file) = written("Many", many);
    let bounds: Vec<String> =
        ["a", "b", "c", "d", "e"].map(|field| format!("--domain=Many.{field}=0..99")).into();
    let bounds: Vec<&str> = bounds.iter().map(String::as_str).collect();
    let (code, report) = run(&file, &[&bounds[..], &["--size", "1", "--audit", "--time", "6s"]].concat());
    assert_eq!(code, 3, "{report}");
    assert!(report.contains("\"kind\": \"time\""), "{report}");
    assert_eq!(stat(&report, "transitions"), 1, "{report}");
    let (code, report) = run(&file, &[&bounds[..], &["--size", "1"]].concat());
    assert_eq!(code, 0, "{report}");
}

/// One operation on large sets is given up when the budget is spent: nobody waits until it has taken all the memory it wants, which
/// would be several times as much.
#[test]
fn an_operation_on_sets_is_stopped_by_the_budget() {
    let (code, report) = check("ArrayHeap", &["--size", "60", "--memory", "120M"]);
    assert_eq!(code, 3, "{report}");
    assert!(report.contains("\"kind\": \"memory\""), "{report}");
    assert!(stat(&report, "peak_bytes") < 240 << 20, "{report}");
}
