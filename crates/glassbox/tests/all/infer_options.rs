//! What can be asked about a method besides its own formulas: those of the methods that it calls, invariants, and numbers that wrap around.

use std::path::Path;

use crate::support::{glassbox, home, text, written};
use check::Verdict;
use glassbox::{Context, JavaOptions, Methods, Scoped, check_method, tally_method};

const PROGRAM: &str = "import glassbox.api.*;
    public class Sorted {
        static class Node { int value; Node next; }
        Node first;

        @Invariant
        boolean sorted() {
            for (Node node = first; node != null; node = node.next) {
                if (node.next != null && node.next.value <= node.value) { return false; }
            }
            return true;
        }

        void insert(int value) {
            Node before = null;
            Node after = first;
            while (after != null && after.value < value) { before = after; after = after.next; }
            if (after != null && after.value == value) { return; }
            Node node = new Node();
            node.value = value;
            node.next = after;
            if (before == null) { first = node; } else { before.next = node; }
        }

        void insertFirst(int value) {
            Node node = new Node();
            node.value = value;
            node.next = first;
            first = node;
        }

        void insertCircle(Node node) {
            if (first != null && first.next == null && node != null) { first.next = node; node.next = first; }
        }

        @Ensures(\"result == first\")
        Node head() { return first; }

        @Ensures(\"result == 5\")
        int lies() { return 4; }

        @Ensures(\"result == 5\")
        int believes() { return lies(); }

        @Ensures(\"result == x\")
        int liesOnce(int x, int y) { return x == 3 && y == -4 ? 0 : x; }

        @Ensures(\"result == x\")
        int believesOnce(int x, int y) { return liesOnce(x, y); }

        @Requires(\"x > 0\")
        @Ensures(\"result == 5\")
        int liesSometimes(int x) { return 4; }

        @Ensures(\"result == 5\")
        int believesTooMuch(int x) { return liesSometimes(x); }

        @Ensures(\"result == first\")
        Node headOfHead() { Node node = head(); return node; }

        @Ensures(\"x > 0 => result > 0\")
        static int large(int x) { return x << 30; }

        void nothing() { }
    }
    class Plain {
        @Ensures(\"result == 1\") int one() { return 1; }
    }";

#[test]
fn options_are_honoured() {
    let (_directory, file) = written("Sorted", PROGRAM);
    for (arguments, code, said) in [
        // What is said about a method is believed, and said to be, and not where everything is looked into.
        (&["--method", "believesOnce"][..], 0, "does what its @Ensures says"),
        (&["--method", "believesOnce", "--inline"], 1, "is false after `Sorted.believesOnce`"),
        // An execution that shows the contrary is not believed away.
        (&["--method", "believes"], 1, "is false after `Sorted.believes`"),
        (&["--method", "believes", "--inline"], 1, "is false after `Sorted.believes`"),
        (&["--method", "lies"], 1, "is false after `Sorted.lies`"),
        (&["--method", "believesTooMuch"], 1, "is false after `Sorted.believesTooMuch`"),
        (&["--method", "headOfHead"], 0, "does what its @Ensures says"),
        (&["--method", "insert", "--invariants"], 0, "holds"),
        (
            &["--method", "insertFirst", "--invariants"],
            1,
            "`Sorted.sorted` is false after `Sorted.insertFirst`",
        ),
        (&["--method", "insertFirst"], 2, "nothing is said about `Sorted.insertFirst`"),
        (&["--method", "Plain.one", "--invariants"], 2, "has no invariant to keep"),
        (&["--method", "large"], 0, "no number is beyond"),
        (&["--method", "large", "--overflow"], 1, "is false after `Sorted.large`"),
    ] {
        let asked = ["check", &file, "--engine", "infer", "--scope", "3"];
        let output = glassbox(&[&asked[..], arguments].concat());
        let shown = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {shown}");
        assert!(shown.contains(said), "{arguments:?}: {shown}");
    }
}

/// A report of an invariant that is broken is replayed with the invariant.
#[test]
fn broken_invariants_are_replayed() {
    let (directory, file) = written("Sorted", PROGRAM);
    let report = directory.path().join("report.json").display().to_string();
    let asked = ["check", &file, "--engine", "infer", "--method", "insertFirst", "--invariants"];
    let output = glassbox(&[&asked[..], &["--format", "json", "-o", &report]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let replayed = glassbox(&["replay", &report]);
    assert_eq!(replayed.status.code(), Some(1), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
}

/// With invariants, learning, inlining and all heaps one after the other agree.
#[test]
fn invariants_by_brute_force() {
    let (_directory, file) = written("Sorted", PROGRAM);
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    let input =
        glassbox::load(Path::new(&file), &options).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    for (method, expected) in
        [("insert", Verdict::Holds), ("insertFirst", Verdict::Violated), ("nothing", Verdict::Holds)]
    {
        let asked = |inline| Methods {
            scope: Scoped { objects: 3, classes: vec![("Sorted".to_string(), 1)], numbers: (-1, 1) },
            inline,
            invariants: true,
            ..Methods::of(method)
        };
        for inline in [false, true] {
            let checked = check_method(&input, &asked(inline), &mut Context::default());
            let verdict = checked.unwrap_or_else(|failure| panic!("{failure:?}")).run.conclusion.verdict();
            assert_eq!(verdict, expected, "{method}, inline {inline}");
        }
        let tally = tally_method(&input, &asked(false), u64::MAX).expect("the method is there");
        assert_eq!(tally.bad > 0, expected == Verdict::Violated, "{method}: {tally:?}");
        assert!(tally.good > 0, "{method}: {tally:?}");
    }
}

/// Numbers that have all their bits can be compared and calculated with, one by one; a set of them is too much.
#[test]
fn whole_numbers_are_compared() {
    let program = "import glassbox.api.*;
        public class Whole {
            static class Node { int value; int[] all; Node next; }
            static int count;
            @Requires(\"n != null\") @Ensures(\"n.value == x && (n.next == n => n.next.value == x)\")
            static void set(Node n, int x) { n.value = x; }
            @Requires(\"n != null && m != null\") @Ensures(\"m.value == old(m.value)\")
            static void setOther(Node n, Node m, int x) { n.value = x; }
            @Ensures(\"result == x + 1\")
            static int more(int x) { return x + 1; }
            @Ensures(\"result == x * 1000000\")
            static int times(int x) { return x * 1000000; }
            @Ensures(\"result == 1000000000 * x\")
            static int wraps(int x) { return 1000000000 * x; }
            @Ensures(\"result == (x == y ? 0 : (x < y ? -1 : 1))\")
            static int order(int x, int y) { return Integer.compare(x, y); }
            @Requires(\"a != null && i >= 0 && i < a.length\") @Ensures(\"a[i] == x && a.length == old(a.length)\")
            static void put(int[] a, int i, int x) { a[i] = x; }
            @Requires(\"a != null && i >= 0 && i < a.length\") @Ensures(\"a[0] == old(a[0])\")
            static void putWrong(int[] a, int i, int x) { a[i] = x; }
            @Ensures(\"Whole.count == old(Whole.count) + 1\")
            static void count() { count++; }
            @Ensures(\"Whole.count == old(Whole.count)\")
            static void countWrong() { count++; }
            @Ensures(\"x in Node.value || x !in Node.value\")
            static void among(int x) { }
        }";
    let (_directory, file) = written("Whole", program);
    for (method, code) in [
        ("set", 0),
        ("setOther", 1),
        ("more", 0),
        ("times", 0),
        ("wraps", 1),
        ("order", 0),
        ("put", 0),
        ("putWrong", 1),
        ("count", 0),
        ("countWrong", 1),
        ("among", 3),
    ] {
        for more in [&["--overflow"][..], &["--overflow", "--inline"]] {
            let asked = ["check", &file, "--engine", "infer", "--scope", "2", "--method", method];
            let output = glassbox(&[&asked[..], more].concat());
            let shown = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{method} {more:?}: {shown}");
        }
    }
}

/// A class inside another one is named as in the source, or as in the class file.
#[test]
fn methods_of_nested_classes_are_found() {
    let program = "import glassbox.api.*;
        public class Outer {
            static class Middle {
                static class Inner {
                    @Ensures(\"result == 1\") static int one() { return 1; }
                }
            }
            @Ensures(\"true\") static void any(Runnable run) { run.run(); new Object() { void go() { } }.go(); }
        }";
    let (_directory, file) = written("Outer", program);
    for method in ["Outer.Middle.Inner.one", "Outer$Middle$Inner.one", "Middle.Inner.one", "Middle$Inner.one"]
    {
        let output = glassbox(&["check", &file, "--engine", "infer", "--method", method]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{method}: {shown}");
        assert!(shown.contains("for heaps of no objects with numbers"), "{method}: {shown}");
    }
    let output = glassbox(&["check", &file, "--engine", "infer", "--method", "any"]);
    assert!(text(&output.stdout).contains(" Outer$1 with numbers"), "{}", text(&output.stdout));
}
