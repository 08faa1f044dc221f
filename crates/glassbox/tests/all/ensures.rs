//! Postconditions: methods that `@Ensures` names, with every engine that executes them.

use crate::support::{glassbox, text, written};

/// A counter with a list of as many nodes, and what its methods ensure; the bodies are given.
fn counter(push: &str, extra: &str) -> String {
    format!(
        "import glassbox.api.*;
        public class Counter {{
            static class Node {{ @Tree Node next; }}
            @Tree Node head;
            int size;
            public boolean repOk() {{ return size >= 0; }}
            int size() {{ return size; }}
            boolean isEmpty() {{ return head == null; }}
            @Ensures(\"grew(x, result, old(size()))\")
            public int push(int x) {{ {push} }}
            boolean grew(int x, int result, int before) {{ return size == before + x && result == size; }}
            @Ensures(\"popped(old(isEmpty()))\")
            public void pop() {{ if (head != null) head = head.next; }}
            boolean popped(boolean wasEmpty) {{ return !wasEmpty || head == null; }}
            {extra}
        }}"
    )
}

const GOOD: &str = "Node node = new Node(); node.next = head; head = node; size += x; return size;";

const ENGINES: [&[&str]; 4] = [
    &["check", "--engine", "glass", "--audit", "--size", "2"],
    &["check", "--engine", "blackbox", "--size", "2"],
    &["check", "--engine", "blackbox", "--states", "reachable", "--size", "2"],
    &["check", "--engine", "korat", "--size", "2"],
];

const EXPLORE: &[&str] = &["explore", "--length", "3", "--values", "0..2"];

fn run(engine: &[&str], program: &str) -> (Option<i32>, String) {
    let (_directory, file) = written("Counter", program);
    let (command, rest) = engine.split_first().expect("a command");
    let output = glassbox(&[&[command, &file[..]], rest].concat());
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn what_is_ensured_holds() {
    for engine in ENGINES.into_iter().chain([EXPLORE]) {
        let (code, report) = run(engine, &counter(GOOD, ""));
        assert_eq!(code, Some(0), "{engine:?}: {report}");
    }
}

#[test]
fn what_is_not_ensured_is_violated() {
    // The size is wrong for one number only: an engine that forgets what the postcondition decides would miss it.
    let wrong = "size += x == 2 ? 1 : x; return size;";
    let other = "size += x; return size > 3 ? 0 : size;";
    for body in [wrong, other] {
        for engine in ENGINES.into_iter().chain([EXPLORE]) {
            let (code, report) = run(engine, &counter(body, ""));
            assert_eq!(code, Some(1), "{engine:?}: {report}");
            assert!(report.contains("the postcondition `grew` of `push`"), "{engine:?}: {report}");
        }
    }
}

/// A field that the operation has not looked at, but the postcondition has.
#[test]
fn decisions_of_a_postcondition_join_the_path() {
    let program = "import glassbox.api.*;
        public class Counter {
            int a, b;
            public boolean repOk() { return a <= 2; }
            @Ensures(\"apart\")
            public void clear() { a = 0; }
            boolean apart() { return a != b || b == 0; }
            @Ensures(\"apart\")
            public void set() { a = 2; }
        }";
    for engine in ENGINES {
        let (code, report) = run(&[engine, &["--methods", "clear"]].concat(), program);
        assert_eq!(code, Some(0), "{engine:?}: {report}");
    }
    for engine in [ENGINES[0], ENGINES[1], ENGINES[3]] {
        let (code, report) = run(&[engine, &["--methods", "set", "--all"]].concat(), program);
        assert_eq!(code, Some(1), "{engine:?}: {report}");
        assert!(report.contains("the postcondition `apart` of `set` is false"), "{engine:?}: {report}");
    }
}

/// What a postcondition changes is undone: it does not repair what the operation has broken.
#[test]
fn a_postcondition_repairs_nothing() {
    let program = "import glassbox.api.*;
        public class Counter {
            int a;
            public boolean repOk() { return a <= 1; }
            @Ensures(\"repaired(old(spoiled()))\")
            public void spoil() { a = 5; }
            boolean spoiled() { a = 4; return true; }
            boolean repaired(boolean before) { a = 0; return before; }
        }";
    for engine in ENGINES {
        let (code, report) = run(engine, program);
        assert_eq!(code, Some(1), "{engine:?}: {report}");
        assert!(report.contains("the invariant is broken after `spoil`"), "{engine:?}: {report}");
    }
}

#[test]
fn a_postcondition_that_throws_is_violated() {
    let program = "import glassbox.api.*;
        public class Counter {
            int a;
            public boolean repOk() { return a <= 2; }
            @Ensures(\"divides\")
            public void go() { a = 0; }
            boolean divides() { return 4 / a > 0; }
        }";
    for engine in ENGINES {
        let (code, report) = run(engine, program);
        assert_eq!(code, Some(1), "{engine:?}: {report}");
    }
}

#[test]
fn what_cannot_be_executed_is_told() {
    let program = |formula: &str| {
        format!(
            "import glassbox.api.*;
            public class Counter {{
                int a;
                public boolean repOk() {{ return a >= 0; }}
                @Ensures(\"{formula}\")
                public void set(int x) {{ a = x; }}
                boolean is(int x) {{ return a == x; }}
                int wrong(int x) {{ return x; }}
                Object any() {{ return null; }}
            }}"
        )
    };
    for (formula, why) in [
        ("a == x", "it is no call of a method"),
        ("is(x) && is(x)", "it is no call of a method"),
        ("has(x)", "the class has no method `has`"),
        ("wrong(x)", "`wrong` gives no boolean"),
        ("is(y)", "`y` is neither a parameter, nor `result`, nor `old(method())`"),
        ("is(result)", "`set` has no result"),
        ("is()", "no method `is` takes ()"),
        ("is(old(any()))", "gives neither a number nor a truth value"),
        ("is(old(size()))", "the class has no method `size` for `old`"),
        ("is(old(x))", "`x` is no call of a method"),
    ] {
        for engine in [ENGINES[0], EXPLORE] {
            let (code, report) = run(engine, &program(formula));
            assert_eq!(code, Some(2), "{formula}: {report}");
            assert!(report.contains(why), "{formula}: {report}");
        }
    }
    // A name alone stands for the same parameters.
    let (code, report) = run(ENGINES[0], &program("is"));
    assert_eq!(code, Some(0), "{report}");
}
