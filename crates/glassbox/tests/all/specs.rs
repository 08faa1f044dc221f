//! Data structures of the JDK, checked with specs that say what they are made of.

use std::process::Output;

use crate::support::{compiled, glassbox, stat, text, written};

/// Checks what a spec describes.
fn check(spec: &str, arguments: &[&str]) -> Output {
    let mut all = vec!["check", "--spec", spec, "--engine", "glass", "--time", "300s"];
    all.extend_from_slice(arguments);
    glassbox(&all)
}

/// Checks what a spec that is written for the test describes.
fn check_text(spec: &str, arguments: &[&str]) -> Output {
    let (_directory, file) = written("Described", &format!("import glassbox.api.*;\n{spec}"));
    check(&file, arguments)
}

fn shipped(name: &str) -> String {
    format!("bench/subjects/spec/{name}Spec.java")
}

#[test]
fn the_five_specs_hold() {
    // The hash table needs a power of two, and numbers up to three quarters of it.
    let bounds: [(&str, &[&str]); 5] = [
        ("ArrayDeque", &["--size", "3"]),
        ("HashMap", &["--size", "3", "--degree", "4"]),
        ("LinkedList", &["--size", "3"]),
        ("PriorityQueue", &["--size", "3"]),
        ("TreeMap", &["--height", "2"]),
    ];
    for (name, bounds) in bounds {
        let output = check(&shipped(name), &[bounds, &["--format", "json"]].concat());
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{name}: {report}{}", text(&output.stderr));
        assert!(report.contains("\"verdict\": \"holds\""), "{name}: {report}");
        assert!(stat(&report, "transitions") > 40, "{name}: {report}");
    }
}

#[test]
fn an_audit_by_brute_force_agrees() {
    let bounds: [(&str, &[&str]); 5] = [
        ("ArrayDeque", &["--size", "2"]),
        ("HashMap", &["--size", "1"]),
        ("LinkedList", &["--size", "2"]),
        ("PriorityQueue", &["--size", "2"]),
        ("TreeMap", &["--height", "2", "--objects", "Object=0"]),
    ];
    for (name, bounds) in bounds {
        let output = check(&shipped(name), &[bounds, &["--audit", "--format", "json"]].concat());
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{name}: {report}{}", text(&output.stderr));
        assert!(stat(&report, "audited_transitions") > stat(&report, "transitions"), "{name}: {report}");
    }
}

#[test]
fn what_is_not_true_of_the_jdk_is_violated() {
    let output = check_text(
        r#"@Spec(value = "java.util.TreeMap", methods = "put(Object,Object)") class Described {
               @Tree Entry root;
               @Spec("java.util.TreeMap$Entry") static class Entry {
                   @Sorted Object key; @Tree Entry left, right; Entry parent; boolean color;
                   boolean repOkLocal() {
                       return (left == null || left.parent == this) && (right == null || right.parent == this);
                   }
               }
               boolean repOkLocal() { return root == null || root.parent == null && !isRed(root.left); }
               private static boolean isRed(Entry entry) { return entry != null && !entry.color; }
           }"#,
        &["--height", "2"],
    );
    // Where the invariant reads further than it may, that is told.
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}{said}", text(&output.stdout));
    assert!(said.contains("`repOkLocal` of TreeMap reads"), "{said}");

    let output = check_text(
        r#"@Spec(value = "java.util.TreeMap", methods = "put(Object,Object)") class Described {
               @Tree Entry root;
               @Spec("java.util.TreeMap$Entry") static class Entry {
                   @Sorted Object key; @Tree Entry left, right; Entry parent; boolean color;
                   boolean repOkLocal() {
                       return child(left) && child(right) && (left == null || left.color);
                   }
                   boolean child(Entry child) { return child == null || child.parent == this; }
               }
               boolean repOkLocal() { return root == null || root.parent == null && root.color; }
           }"#,
        &["--height", "2"],
    );
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    assert!(said.contains("the invariant is broken after `put`"), "{said}");
    assert!(said.contains("Described.java:"), "the place is in the spec: {said}");
}

#[test]
fn assertions_and_statics_of_specs_count() {
    let spec = |most: &str| {
        format!(
            r#"@Spec(value = "java.util.ArrayDeque", methods = "addLast", allows = NullPointerException.class)
               class Described {{
                   static final int[] MOST = {{{most}}};
                   Object[] elements; int head, tail;
                   boolean repOk() {{
                       if (elements == null || head < 0 || head >= elements.length || tail < 0 || tail >= elements.length)
                           return false;
                       for (int i = 0; i < elements.length; i++) {{
                           boolean used = head <= tail ? head <= i && i < tail : head <= i || i < tail;
                           if (used != (elements[i] != null)) return false;
                       }}
                       assert size() <= MOST[0] : "too many";
                       return true;
                   }}
                   int size() {{ throw new AssertionError("the target has its own"); }}
               }}"#
        )
    };
    let few = check_text(&spec("1"), &["--size", "3"]);
    assert_eq!(few.status.code(), Some(1), "{}{}", text(&few.stdout), text(&few.stderr));
    let many = check_text(&spec("9"), &["--size", "3"]);
    assert_eq!(many.status.code(), Some(0), "{}{}", text(&many.stdout), text(&many.stderr));
}

#[test]
fn methods_with_unknown_parameters_are_left_out() {
    let output = check_text(
        r#"@Spec(value = "java.util.LinkedList", methods = {"size", "addAll", "toArray"}) class Described {
               int size;
               boolean repOk() { return size >= 0; }
           }"#,
        &["--size", "1"],
    );
    let said = text(&output.stdout);
    assert!(said.contains("were left out: ") && said.contains("toArray(Object[])"), "{said}");
}

#[test]
fn classes_of_the_user_can_be_described() {
    let program = "public class Counter {
        private int count;
        public void up() { if (count < 2) count++; }
        public void reset() { count = 0; }
    }";
    let (_directory, file) = written("Counter", program);
    let classes = compiled(&[file]);
    let spec = |most: u32| {
        format!(
            "@Spec(\"Counter\") class Described {{ int count; boolean repOk() {{ return count <= {most}; }} }}"
        )
    };
    let place = classes.path().display().to_string();
    let good = check_text(&spec(2), &[&place, "--size", "3"]);
    assert_eq!(good.status.code(), Some(0), "{}{}", text(&good.stdout), text(&good.stderr));
    let bad = check_text(&spec(1), &[&place, "--size", "3"]);
    assert_eq!(bad.status.code(), Some(1), "{}{}", text(&bad.stdout), text(&bad.stderr));
}

/// A search tree whose keys are objects.
fn search_tree(wrong: &str) -> Output {
    let program = format!(
        "import glassbox.api.*;
        public class Bst<K extends Comparable<K>> {{
            static class Node<K> {{ @Sorted K key; @Tree Node<K> left, right; }}
            @Tree Node<K> root;
            public boolean contains(K key) {{
                for (Node<K> node = root; node != null; ) {{
                    int order = key.compareTo(node.key);
                    if (order == 0) return true;
                    node = order < 0 ? node.left : node.right;
                }}
                return false;
            }}
            public void add(K key) {{ root = add(root, key); }}
            private Node<K> add(Node<K> node, K key) {{
                if (node == null) {{ node = new Node<>(); node.key = key; return node; }}
                int order = key.compareTo(node.key);
                if (order {wrong} 0) node.left = add(node.left, key);
                else if (order != 0) node.right = add(node.right, key);
                return node;
            }}
        }}"
    );
    let (_directory, file) = written("Bst", &program);
    glassbox(&["check", &file, "--engine", "glass", "--height", "3", "--time", "300s", "--format", "json"])
}

#[test]
fn keys_may_be_objects_of_which_only_the_order_counts() {
    let right = search_tree("<");
    let report = text(&right.stdout);
    assert_eq!(right.status.code(), Some(0), "{report}{}", text(&right.stderr));
    // There are 7 places for keys: a path for each number of comparisons, not for each key.
    assert!(stat(&report, "transitions") < 100, "{report}");
    let wrong = search_tree(">");
    assert_eq!(wrong.status.code(), Some(1), "{}{}", text(&wrong.stdout), text(&wrong.stderr));
    assert!(text(&wrong.stdout).contains("the keys do not ascend along the tree"));
}

#[test]
fn specs_that_cannot_be_used_are_rejected() {
    let cases = [
        ("class Described { }", "has no class that is annotated with @Spec"),
        (
            "@Spec(\"java.util.Treemap\") class Described { }",
            "class java.util.Treemap, which Described describes",
        ),
        ("@Spec(\"java.util.TreeMap\") class Described { Object rooot; }", "did you mean `root`?"),
        ("@Spec(\"java.util.TreeMap\") class Described { int root; }", "has the type Entry, not int"),
        ("@Spec(\"java.util.TreeMap\") class Described { }", "has no invariant"),
    ];
    for (spec, words) in cases {
        let output = check_text(spec, &[]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{spec}: {}{said}", text(&output.stdout));
        assert!(said.contains(words), "{spec}: {said}");
    }
    let missing = check("NoSuchSpec.java", &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("`NoSuchSpec.java` does not exist"));
}
