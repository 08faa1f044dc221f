//! Bounds that a class says itself: who reads them, what counts more, and what cannot be used.

use std::path::Path;

use crate::support::{class_file, glassbox, sources_with_api, stat, text};

/// Lists of numbers whose class says how large they are. With up to two nodes and two values there are 1 + 2 + 4.
const LISTED: &str = r#"
import glassbox.api.*;

public class Listed {
    static class Node {
        @Tree Node next;
        int value;
    }
    @Tree Node first;

    public void push(int value) {
        Node node = new Node();
        node.value = value;
        node.next = first;
        first = node;
    }
    public int pop() {
        if (first == null) return 0;
        int value = first.value;
        first = first.next;
        return value;
    }
    static Bounds bounds() {
        Bounds bounds = Bounds.of().size(2);
        for (int high = 1; high <= 2; high++) bounds = bounds.domain("Node.value", 1, high);
        return bounds.domain("push.value", 5, 6);
    }
}
"#;

/// The same with other bounds.
fn listed(name: &str, method: &str) -> (String, String) {
    let (before, _) = LISTED.split_once("    static Bounds bounds()").expect("the class says its bounds");
    (name.to_string(), format!("{}{method}\n}}\n", before.replace("Listed", name)))
}

fn json(arguments: &[&str]) -> String {
    let output = glassbox(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn every_engine_reads_them_and_options_count_more() {
    let directory = sources_with_api(&[("Listed".to_string(), LISTED.to_string())]);
    let file = class_file(&directory, "Listed");
    let check = |engine: &str, more: &[&str]| json(&[&["check", &file, "--engine", engine], more].concat());
    // Glass-box checking counts no values that nothing depends on: there are as many structures as lengths.
    for (engine, count, [own, longer, wider]) in [
        ("glass", "structures", [3, 4, 3]),
        ("korat", "states", [7, 15, 13]),
        ("blackbox", "states", [7, 15, 13]),
    ] {
        let report = check(engine, &[]);
        assert_eq!(stat(&report, count), own, "{engine}: {report}");
        assert!(
            report.contains("Node.value in 1..2, push.value in 5..6, as `Listed.bounds()` says"),
            "{report}"
        );
        // One node more than the class says, with its values; and its nodes with one value more.
        let larger = check(engine, &["--size", "3"]);
        assert_eq!(stat(&larger, count), longer, "{engine}: {larger}");
        assert!(larger.contains("as the command line and otherwise `Listed.bounds()` say"), "{larger}");
        assert_eq!(stat(&check(engine, &["--domain", "Node.value=1..3"]), count), wider, "{engine}");
    }
    let count = |more: &[&str]| {
        let output = glassbox(&[&["generate", &file, "--count", "--verbose"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("those of `Listed.bounds()`"), "{}", text(&output.stderr));
        text(&output.stdout).trim().to_string()
    };
    assert_eq!(count(&[]), "7");
    assert_eq!(count(&["--size", "3"]), "8");
    assert_eq!(count(&["--domain", "Node.value=1..3"]), "13");
    let shown = glassbox(&["check", &file, "--engine", "glass", "--show", "space"]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
    assert!(text(&shown.stdout).contains("N1.value"), "{}", text(&shown.stdout));
    assert!(!text(&shown.stdout).contains("N2.value"), "{}", text(&shown.stdout));
}

#[test]
fn explorations_read_the_values_of_parameters() {
    let directory = sources_with_api(&[("Listed".to_string(), LISTED.to_string())]);
    let file = class_file(&directory, "Listed");
    let explore = |more: &[&str]| json(&[&["explore", &file, "--length", "3"], more].concat());
    let said = explore(&[]);
    assert!(said.contains("with values that `Listed.bounds()` says"), "{said}");
    assert_eq!(stat(&said, "states"), stat(&explore(&["--values", "5..6"]), "states"));
    for others in [["--values", "5..7"], ["--domain", "push.value=5..7"]] {
        assert!(stat(&said, "states") < stat(&explore(&others), "states"), "{others:?}");
    }
}

#[test]
fn a_violation_within_them_replays() {
    let forgetful = LISTED.replace("Listed", "Forgetful").replace(
        "public int pop() {",
        "public int pop() {\n        assert first == null || first.next == null || first.next.value != 2;",
    );
    let directory = sources_with_api(&[("Forgetful".to_string(), forgetful)]);
    let file = class_file(&directory, "Forgetful");
    for engine in ["glass", "korat", "blackbox"] {
        let report = directory.path().join(format!("{engine}.json")).display().to_string();
        let output = glassbox(&["check", &file, "--engine", engine, "--format", "json", "-o", &report]);
        assert_eq!(output.status.code(), Some(1), "{engine}: {}", text(&output.stderr));
        let output = glassbox(&["replay", &report]);
        assert_eq!(output.status.code(), Some(1), "{engine}: {}", text(&output.stderr));
    }
}

#[test]
fn a_spec_says_them_as_well() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let write = |name: &str, program: &str| {
        let file = directory.path().join(name);
        std::fs::write(&file, program).expect("the program can be written");
        file.display().to_string()
    };
    let (_, plain) = listed("Plain", "");
    let file = write("Plain.java", &plain.replace("@Tree ", "").replace("import glassbox.api.*;", ""));
    let spec = |more: &str| {
        format!(
            "import glassbox.api.*;
             @Spec(\"Plain\") class PlainSpec {{
                 @Tree NodeSpec first;
                 @Spec(\"Plain$Node\") static class NodeSpec {{ @Tree NodeSpec next; int value; }}
                 static Bounds large() {{ return Bounds.of().size(2).domain(\"Node.value\", 1, 2){more}; }}
             }}"
        )
    };
    let good = write("PlainSpec.java", &spec(".objects(NodeSpec.class, 2)"));
    let report = json(&["check", &file, "--spec", &good, "--engine", "glass"]);
    assert_eq!(stat(&report, "structures"), 3, "{report}");
    assert!(report.contains("Node.value in 1..2, as `Plain.large()` says"), "{report}");
}

#[test]
fn what_cannot_be_used_is_told() {
    const NODES: &str = "Bounds.of().size(2)";
    let bad: [(&str, String, &str); 11] = [
        (
            "Throws",
            "static Bounds b() { throw new IllegalStateException(\"no\"); }".into(),
            "not come to its end",
        ),
        ("Negative", "static Bounds b() { return Bounds.of().size(-1); }".into(), "size is negative"),
        (
            "Chooses",
            "static Bounds b() { return Bounds.of().size(Verify.choose(1, 2)); }".into(),
            "to a choice",
        ),
        ("Endless", "static Bounds b() { while (true) { } }".into(), "within 10000000 operations"),
        ("Nothing", "static Bounds b() { return null; }".into(), "gives null"),
        ("Exits", "static Bounds b() { System.exit(0); return null; }".into(), "ends the program"),
        (
            "Twice",
            format!("static Bounds b() {{ return {NODES}; }} static Bounds c() {{ return b(); }}"),
            "more than once: `b()`, `c()`",
        ),
        (
            "Field",
            format!("static Bounds b() {{ return {NODES}.domain(\"Node.valu\", 1, 2); }}"),
            "`Node.valu`, which is neither",
        ),
        (
            "Class",
            format!("static Bounds b() {{ return {NODES}.objects(String.class, 2); }}"),
            "objects of java.lang.String",
        ),
        (
            "Values",
            format!("static Bounds b() {{ return {NODES}.domain(\"Node.next\", 1, 2); }}"),
            "which it cannot have",
        ),
        (
            "Dropped",
            format!("static Bounds b() {{ Verify.assume(false); return {NODES}; }}"),
            "assumption that is false",
        ),
    ];
    let classes: Vec<(String, String)> = bad.iter().map(|(name, method, _)| listed(name, method)).collect();
    let directory = sources_with_api(&classes);
    for (name, _, wanted) in &bad {
        let file = class_file(&directory, name);
        assert!(Path::new(&file).exists());
        for arguments in [&["check", &file, "--engine", "glass"][..], &["generate", &file, "--count"]] {
            let output = glassbox(arguments);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name}: {said}");
            assert!(said.contains("error[GB0031]") && said.contains(wanted), "{name}: {said}");
        }
    }
}
