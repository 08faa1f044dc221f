//! Invariants that write to the structure that they look at: a structure is valid if the invariant says so when it is executed on
//! just that structure, and what it leaves behind is no part of it. Counts are closed forms; trying all values of all
//! fields on a JVM gave the same.

use std::fmt::Write as _;
use std::process::Command;

use crate::support::{class_file, glassbox, stat, text, with_api, written};

/// A program of a test, compiled once for many runs.
fn program(name: &str, program: &str) -> (tempfile::TempDir, String) {
    let (_directory, file) = written(name, program);
    let directory = with_api(&[file]);
    let file = class_file(&directory, name);
    (directory, file)
}

/// `generate` and the engines that execute everything find so many structures.
fn has(file: &str, size: &str, bounds: &[&str], structures: u64) {
    let output =
        glassbox(&[&["generate", file, "--count", "--size", &format!("0..{size}")], bounds].concat());
    assert_eq!(text(&output.stdout).trim(), structures.to_string(), "{file}: {}", text(&output.stderr));
    for engine in ["korat", "blackbox"] {
        let check = ["check", file, "--all", "--format", "json", "--engine", engine, "--size", size];
        let report = text(&glassbox(&[&check, bounds].concat()).stdout);
        assert_eq!(stat(&report, "states"), structures, "{engine} {file}: {report}");
    }
}

/// What the engines that execute everything say of an operation: the exit code.
fn says(file: &str, operation: &str, size: &str, bounds: &[&str], code: i32) {
    for engine in ["korat", "blackbox"] {
        let check = ["check", file, "--methods", operation, "--engine", engine, "--size", size];
        let output = glassbox(&[&check, bounds].concat());
        let said = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{engine} {operation}: {said:?}");
    }
}

/// The glass-box engine does not take an invariant with side effects.
fn is_rejected_by_glass(file: &str, class: &str) {
    let output = glassbox(&["check", file, "--engine", "glass", "--size", "2"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    let expected = format!("the invariant of {class} changes the structure that it looks at");
    assert!(text(&output.stderr).contains(&expected), "{}", text(&output.stderr));
}

const HOLDS: i32 = 0;
const VIOLATED: i32 = 1;

/// A field that is overwritten before it is read, and never put back: it can have any value.
#[test]
fn what_is_written_before_it_is_read_can_be_anything() {
    let (_directory, file) = program(
        "Copied",
        "public class Copied {
             int size, cache;
             public boolean repOk() { cache = size; return cache == size; }
             public int stale() { assert !(size == 1 && cache == 2); return cache; }
             public int fresh() { cache = size; return cache; }
         }",
    );
    let bounds = ["--domain", "Copied.size=0..3", "--domain", "Copied.cache=0..3"];
    has(&file, "3", &bounds, 4 * 4);
    says(&file, "stale", "3", &bounds, VIOLATED);
    says(&file, "fresh", "3", &bounds, HOLDS);
    is_rejected_by_glass(&file, "Copied");
}

/// The same with a number that is counted anew.
#[test]
fn a_cache_that_is_filled() {
    let (_directory, file) = program(
        "Cached",
        "public class Cached {
             static class Node { Node next; }
             Node head;
             int size, cache;
             public boolean repOk() {
                 cache = 0;
                 for (Node n = head; n != null && cache < 5; n = n.next) cache++;
                 return cache == size;
             }
             public int stale() { assert !(size == 1 && cache == 2); return cache; }
             public void drop() { if (head != null) { head = head.next; size--; } }
         }",
    );
    let bounds = ["--domain", "Cached.size=0..3", "--domain", "Cached.cache=0..3"];
    has(&file, "3", &bounds, 4 * 4);
    says(&file, "stale", "3", &bounds, VIOLATED);
    says(&file, "drop", "3", &bounds, HOLDS);
}

/// Marks that are set and taken away tell lists from circles.
#[test]
fn marks_that_are_set_and_taken_away() {
    let (_directory, file) = program(
        "Marked",
        "public class Marked {
             static class Node { Node next; boolean mark; }
             Node head;
             int size;
             public boolean repOk() {
                 int count = 0;
                 boolean good = true;
                 for (Node n = head; n != null; n = n.next) {
                     if (n.mark) { good = false; break; }
                     n.mark = true;
                     count++;
                 }
                 for (Node n = head; n != null && n.mark; n = n.next) n.mark = false;
                 return good && count == size;
             }
             public void push() { Node n = new Node(); n.next = head; head = n; size++; }
             public void bend() { if (size == 2) head.next.next = head; }
         }",
    );
    let bounds = ["--domain", "Marked.size=0..3"];
    has(&file, "3", &bounds, 4);
    says(&file, "push", "3", &bounds, HOLDS);
    says(&file, "bend", "3", &bounds, VIOLATED);
    is_rejected_by_glass(&file, "Marked");
}

/// Marks that are taken away first, and stay when it is done: a list can have any.
#[test]
fn marks_that_stay() {
    let (_directory, file) = program(
        "Left",
        "public class Left {
             static class Node { Node next; boolean mark; }
             Node head;
             int size;
             public boolean repOk() {
                 Node n = head;
                 for (int i = 0; i < 4 && n != null; i++, n = n.next) n.mark = false;
                 int count = 0;
                 for (n = head; n != null; n = n.next) {
                     if (n.mark) return false;
                     n.mark = true;
                     count++;
                 }
                 return count == size;
             }
             public void look() { assert head == null || !head.mark; }
             public void turn() { if (head != null) head.mark = !head.mark; }
         }",
    );
    let bounds = ["--domain", "Left.size=0..3"];
    has(&file, "3", &bounds, 1 + 2 + 4 + 8);
    says(&file, "look", "3", &bounds, VIOLATED);
    says(&file, "turn", "3", &bounds, HOLDS);
}

/// What was written before an exception is gone like everything else.
#[test]
fn an_invariant_that_throws_half_way() {
    let (_directory, file) = program(
        "Throws",
        "public class Throws {
             int size, cache;
             boolean busy;
             public boolean repOk() {
                 busy = true;
                 cache = size + 1;
                 if (cache > 2) throw new IllegalStateException();
                 boolean was = busy;
                 busy = false;
                 return was && cache == size + 1;
             }
             public void look() { assert !(busy && cache == 3 && size == 1); }
             public void set() { busy = !busy; cache = 1; }
         }",
    );
    let bounds = ["--domain", "Throws.size=0..3", "--domain", "Throws.cache=0..3"];
    has(&file, "3", &bounds, 2 * 4 * 2);
    says(&file, "look", "3", &bounds, VIOLATED);
    says(&file, "set", "3", &bounds, HOLDS);
}

/// References, and elements of arrays, also by a native method.
#[test]
fn references_and_elements() {
    let (_directory, file) = program(
        "Moved",
        "public class Moved {
             static class Node { Node next; }
             Node head, spare;
             public boolean repOk() {
                 Node kept = head;
                 head = null;
                 spare = kept;
                 if (head != null) return false;
                 boolean good = spare == null || spare.next == null;
                 head = kept;
                 return good;
             }
             public void look() { assert spare == null || spare == head; }
             public void drop() { head = null; }
         }",
    );
    // With a head: `spare` is none, the head, or one that refers to nothing, itself, the head or a third one; a third one refers
    // to nothing or one of three. Without: the number of ways to go on from one of at most three nodes.
    let from_third = 1 + 3;
    let with_head = 1 + 1 + (3 + from_third);
    let without_head = 1 + (1 + 1 + (1 + 2 + (1 + 3)));
    has(&file, "3", &[], with_head + without_head);
    says(&file, "look", "3", &[], VIOLATED);
    says(&file, "drop", "3", &[], HOLDS);

    for (name, write) in [("Stored", "a[1] = a[0];"), ("Taken", "System.arraycopy(a, 0, a, 1, 1);")] {
        let (_directory, file) = program(
            name,
            &format!(
                "public class {name} {{
                     int[] a = new int[2];
                     int n;
                     public boolean repOk() {{
                         if (a == null || a.length != 2) return false;
                         {write}
                         return a[0] == a[1] && n == a[0];
                     }}
                     public void look() {{ assert !(a[0] == 1 && a[1] == 2); }}
                     public void set() {{ a[1] = n; }}
                 }}"
            ),
        );
        let (elements, numbers) = (format!("{name}.a=0..2"), format!("{name}.n=0..2"));
        let bounds = ["--domain", &elements, "--domain", &numbers];
        has(&file, "2", &bounds, 3 * 3);
        says(&file, "look", "2", &bounds, VIOLATED);
        says(&file, "set", "2", &bounds, HOLDS);
    }
}

/// Each method of the invariant is asked about the structure, not about what another one has made of it.
#[test]
fn local_invariants_leave_nothing_behind() {
    let (_directory, file) = program(
        "Seen",
        "import glassbox.api.Tree;
         public class Seen {
             static class Node {
                 @Tree Node next;
                 boolean seen;
                 boolean repOkLocal() { seen = true; return seen; }
             }
             @Tree Node head;
             int size;
             public boolean repOk() {
                 int count = 0;
                 for (Node n = head; n != null; n = n.next) {
                     if (!n.seen) return false;
                     count++;
                 }
                 return count == size;
             }
             public void look() { assert head == null || head.seen; }
             public void forget() { if (head != null) head.seen = false; }
         }",
    );
    let bounds = ["--domain", "Seen.size=0..3"];
    has(&file, "3", &bounds, 4);
    says(&file, "look", "3", &bounds, HOLDS);
    says(&file, "forget", "3", &bounds, VIOLATED);
    is_rejected_by_glass(&file, "Node");

    // What is read, then written: the next one reads what was there.
    let (_directory, file) = program(
        "Summed",
        "import glassbox.api.Tree;
         public class Summed {
             static class Node {
                 @Tree Node next;
                 int value;
                 boolean repOkLocal() { int was = value; value = 7; return was <= 1; }
             }
             @Tree Node head;
             int sum;
             public boolean repOk() {
                 int found = 0;
                 for (Node n = head; n != null; n = n.next) found += n.value;
                 return found == sum;
             }
             public void look() { assert head == null || head.value < 2 && sum < 4; }
             public void set() { if (head != null) head.value = 1; }
         }",
    );
    let bounds = ["--domain", "Summed.sum=0..8", "--domain", "Summed.Node.value=0..3"];
    has(&file, "3", &bounds, 1 + 2 + 4 + 8);
    says(&file, "look", "3", &bounds, HOLDS);
    says(&file, "set", "3", &bounds, VIOLATED);
}

/// A local invariant is asked for each value of a ghost: each time about the same structure.
#[test]
fn the_next_value_of_a_ghost_is_tried_on_the_same_structure() {
    let (_directory, file) = program(
        "Below",
        "import glassbox.api.*;
         public class Below {
             static class Node {
                 @Tree Node next;
                 @Ghost int below;
                 boolean seen;
                 boolean repOkLocal() {
                     if (seen) return false;
                     seen = true;
                     return below == (next == null ? 0 : next.below + 1);
                 }
             }
             @Tree Node head;
             public void push() { Node n = new Node(); n.next = head; head = n; }
             public void see() { if (head != null) head.seen = true; }
         }",
    );
    has(&file, "3", &[], 4);
    says(&file, "push", "3", &[], HOLDS);
    says(&file, "see", "3", &[], VIOLATED);
}

/// A local invariant may not write further than it may read.
#[test]
fn local_invariants_that_write_elsewhere() {
    let (_directory, file) = program(
        "Far",
        "import glassbox.api.Tree;
         public class Far {
             static class Node {
                 @Tree Node next;
                 Far owner;
                 boolean repOkLocal() { if (owner == null) return false; owner.cache = 1; return true; }
             }
             @Tree Node head;
             int cache;
             public boolean repOk() { return head == null || head.owner == this && cache == 1; }
             public void look() { assert head == null || cache == 1; }
             public void clear() { cache = 0; }
         }",
    );
    let bounds = ["--domain", "Far.cache=0..2"];
    says(&file, "look", "2", &bounds, HOLDS);
    says(&file, "clear", "2", &bounds, VIOLATED);
    is_rejected_by_glass(&file, "Node");
}

/// Numbers that look random: the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % count
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn number(&mut self) -> &'static str {
        self.one(&["a", "b", "t", "0", "1", "(a + 1) % 3", "(b + t) % 3", "(head == null ? 0 : head.v)"])
    }

    fn node(&mut self) -> &'static str {
        self.one(&["head", "spare", "null", "kept", "next(head)", "next(spare)", "next(kept)"])
    }

    fn condition(&mut self) -> String {
        match self.below(5) {
            0 => format!("{} == {}", self.number(), self.number()),
            1 => format!("{} == {}", self.node(), self.node()),
            2 => self.one(&["flag", "!flag", "head != null && head.m"]).to_string(),
            3 => format!("{} <= {}", self.number(), self.number()),
            _ => format!("!({} && {} == {})", self.one(&["flag", "a < 2"]), self.number(), self.number()),
        }
    }

    fn statement(&mut self) -> String {
        match self.below(12) {
            0 | 1 => format!("{} = {};", self.one(&["a", "b", "t"]), self.number()),
            2 => format!("flag = {};", self.condition()),
            3 => format!("{} = {};", self.one(&["head", "spare", "kept"]), self.node()),
            4 => format!("if (spare != null) {}.v = {};", self.one(&["head", "spare"]), self.number()),
            5 => format!("if (head != null) head.next = {};", self.node()),
            6 => format!("if (kept != null) kept.m = {};", self.condition()),
            7 => format!("if ({}) return {};", self.condition(), self.one(&["false", "true"])),
            8 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.condition(),
                self.statement(),
                self.statement()
            ),
            9 => "for (Node n = head; n != null; n = n.next) { if (n.m) return false; n.m = true; t++; }"
                .to_string(),
            10 => "{ Node n = head; for (int i = 0; n != null && i < 3; i++, n = n.next) n.m = false; }"
                .to_string(),
            _ => format!("if ({}) throw new IllegalStateException();", self.condition()),
        }
    }
}

/// Random invariants that read and write, in any order: as many structures as a brute force on the JVM finds.
#[test]
fn random_invariants_that_write() {
    const PROGRAMS: usize = 12;
    let mut random = Random(7);
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut programs = include_str!("writing/Force.java").to_string();
    let names: Vec<String> = (0..PROGRAMS).map(|number| format!("Random{number}")).collect();
    for name in &names {
        let statements: Vec<String> = (0..3 + random.below(6)).map(|_| random.statement()).collect();
        let (statements, result) = (statements.join("\n        "), random.condition());
        write!(
            programs,
            "
class {name} {{
    static class Node {{
        Node next;
        int v;
        boolean m;
    }}
    Node head, spare;
    int a, b;
    boolean flag;
    static Node next(Node node) {{ return node == null ? null : node.next; }}
    public boolean repOk() {{
        int t = 0;
        Node kept = head;
        {statements}
        return {result};
    }}
}}
"
        )
        .expect("text can be written");
    }
    let file = directory.path().join("Force.java");
    std::fs::write(&file, &programs).expect("the programs can be written");
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(directory.path()).arg(&file).output();
    let compiled = compiled.expect("`./x test` installs a JDK");
    assert!(compiled.status.success(), "{}\n{programs}", text(&compiled.stderr));
    let forced = Command::new("java").arg("-cp").arg(directory.path()).arg("Force").args(&names).output();
    let forced = text(&forced.expect("`./x test` installs a JDK").stdout);
    for name in &names {
        let class = directory.path().join(format!("{name}.class")).display().to_string();
        let domains = ["a", "b", "Node.v"].map(|field| format!("{name}.{field}=0..2"));
        let [a, b, v] = &domains;
        let bounds = ["--size", "0..2", "--domain", a, "--domain", b, "--domain", v];
        let output = glassbox(&[&["generate", &class, "--count"][..], &bounds].concat());
        let count = format!("{name} {}", text(&output.stdout).trim());
        assert!(
            forced.lines().any(|line| line == count),
            "{count}:\n{forced}{}\n{programs}",
            text(&output.stderr)
        );
    }
}
