//! The specifications of the library against the JDK's own classes: a copy of each under another name is executed side by side with
//! the JDK's, for all short sequences of operations with small arguments.

use std::path::Path;
use std::process::{Command, Output};

/// The classes that can be made and called.
const CLASSES: &[&str] = &[
    "ArrayList",
    "LinkedList",
    "ArrayDeque",
    "HashMap",
    "LinkedHashMap",
    "HashSet",
    "LinkedHashSet",
    "Optional",
    "Vector",
    "Stack",
    "TreeMap",
    "TreeSet",
    "PriorityQueue",
    "FixedList",
    "FixedSet",
    "FixedMap",
];

/// Mistakes that are found: a file, what is there, and what is there instead.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("ArrayList", "if (index <= 1) e1 = e2;", ""),
    ("ArrayList", "last = -1;\n            before", "before"),
    ("ArrayList", "return next != list.size;", "return next < list.size;"),
    ("ArrayList", "modCount = before + 1;", "modCount = before + all.length;"),
    ("LinkedList", "return next < list.size;", "return next != list.size;"),
    ("LinkedList", "check(index, size + 1);", "check(index, size);"),
    ("ArrayDeque", "throw new NullPointerException();", ""),
    (
        "ArrayDeque",
        "if (element == null) return -1;",
        "if (element == null) throw new NullPointerException();",
    ),
    ("HashMap", "if (old == null) {\n            put(index, value);\n        }", ""),
    ("HashMap", "return index >= 0 ? at(index) : value;", "return at(index) != null ? at(index) : value;"),
    ("HashMap", "0 <= size && size <= 3", "0 <= size && size <= 2"),
    ("LinkedHashMap", "return super.containsValue(value);", "return super.containsKey(value);"),
    ("HashSet", "if (find(element) >= 0) {\n            return false;\n        }", ""),
    ("LinkedHashSet", "return more;", "return next < set.size;"),
    ("Optional", "return value != null ? value : other;", "return other;"),
    ("Vector", "throw new ArrayIndexOutOfBoundsException();", "throw new IndexOutOfBoundsException();"),
    ("Stack", "return index < 0 ? -1 : size() - index;", "return size() - index;"),
    ("TreeMap", "if (compared < 0) return -2;", ""),
    (
        "TreeMap",
        "return key(index >= 0 ? index - 1 : -2 - index);",
        "return key(index >= 0 ? index : -2 - index);",
    ),
    ("TreeMap", "if (index >= 0) {\n            put(index, made);\n        } else if", "if"),
    ("TreeMap", "next--;\n            map.delete(next);", "map.delete(next - 1);"),
    ("TreeSet", "if (size == 0) {\n            compare(element, element);\n        }", ""),
    ("TreeSet", "Specified.ordered(order, element);", ""),
    (
        "PriorityQueue",
        "if (at == 0 && size > 2 && compare(e1, e2) > 0) {",
        "if (at == 0 && size > 2 && compare(e1, e2) >= 0) {",
    ),
    ("PriorityQueue", "down(index, moved);", "put(index, moved);"),
    ("PriorityQueue", "if (compare(element, at(parent)) >= 0) {", "if (compare(element, at(parent)) > 0) {"),
    ("FixedList", "if (size == 1 || size == 2) {", "if (size == 1) {"),
    (
        "FixedSet",
        "if (find(element) >= 0) {\n            throw new IllegalArgumentException();\n        }",
        "",
    ),
    ("FixedMap", "if (key == null || value == null) {", "if (key == null) {"),
    ("Boxes", "if (source == target && at < into) {", "if (source == target && at > into) {"),
    ("Boxes", "at > length - count", "at >= length - count"),
    ("Boxes", "index >= length", "index > length"),
];

/// Compares classes, when the sources are changed in some way.
fn compared(classes: &[&str], change: impl Fn(&str, &str) -> String) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("the source can be written");
        path
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut files = vec![own.join("Compare.java"), own.join("Statics.java")];
    for (path, text) in java::models::SOURCES {
        let name = path.rsplit('/').next().expect("a path has a name");
        let text = change(name.trim_end_matches(".java"), text);
        let text = text
            .replacen("package java.util;", "package specified;\nimport java.util.*;", 1)
            .replacen("package java.lang;", "package specified;", 1)
            .replace(
                "static native void within(boolean is);",
                "static void within(boolean is) { if (!is) throw new Beyond(); }",
            );
        files.push(write(name, &text));
    }
    files.push(write("Beyond.java", "package specified; public class Beyond extends RuntimeException {}"));
    let classes_directory = directory.path().join("classes");
    let mut compiler = Command::new("javac");
    compiler.args(java::compile::QUICK).args(["-nowarn", "-Xlint:none", "-d"]).arg(&classes_directory);
    let output = compiler.args(&files).output().expect("`./x test` installs a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut java = Command::new("java");
    java.args(["--add-opens", "java.base/java.util=ALL-UNNAMED", "-cp"]);
    java.arg(&classes_directory).arg("Compare").args(classes).output().expect("a JDK has java")
}

#[test]
fn specifications_do_what_the_classes_do() {
    let output = compared(CLASSES, |_, text| text.to_string());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let count = said.lines().last().and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    assert!(count.is_some_and(|count| count > 500_000), "{said}");
}

#[test]
fn mistakes_are_found() {
    for &(class, right, wrong) in MISTAKES {
        let change = |name: &str, text: &str| {
            if name != class {
                return text.to_string();
            }
            assert!(text.contains(right), "{class} has no {right}");
            text.replacen(right, wrong, 1)
        };
        let classes: Vec<&str> = CLASSES.iter().copied().filter(|name| *name == class).collect();
        let output = compared(&classes, change);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("AssertionError"), "{class} with {wrong}: {said}");
    }
}
