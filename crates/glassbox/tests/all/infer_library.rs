//! Methods that use collections of the library: what checking them with specifications says is what comes out of all heaps of the scope, and
//! what the library's bytecode says where that can be looked at.
//!
//! The methods are in `infer_library`, and each one's name begins with what is expected: it holds, is violated, or nobody knows.

use std::path::{Path, PathBuf};

use crate::support::{class_file, glassbox as tool, home, repository, text, with_api};
use check::Verdict;
use glassbox::{Context, Input, JavaOptions, LibraryAs, Methods, Scoped, check_method, tally_method};

/// Why nobody knows.
const UNKNOWN: &[(&str, &str)] = &[
    ("unknownBackwards", "java.util.LinkedList.descendingIterator"),
    ("unknownCopy", "java.util.HashMap.<init>(Ljava/util/Map;)V"),
    ("unknownEmpty", "the static field `java.util.Collections.EMPTY_LIST`, which refers to an object"),
    ("unknownEntries", "java.util.TreeMap.entrySet"),
    ("unknownEquals", "which has equals but not hashCode, where there are hash maps or sets"),
    ("unknownIdentity", "whether two objects of class Integer are the same one"),
    ("unknownKeys", "java.util.HashMap.keySet"),
    ("unknownLinked", "java.util.LinkedHashMap.keySet"),
    ("unknownOrder", "java.util.HashSet.iterator"),
    ("unknownOwn", "which extends java.util.ArrayList, of which there is a specification only"),
    ("unknownPart", "java.util.ArrayList.subList"),
    ("unknownQueue", "java.util.ArrayDeque.iterator"),
    ("unknownSort", "List.sort"),
    ("unknownSorted", "List.sort"),
    ("unknownText", "java.util.ArrayList.toString"),
];

/// How many heaps are gone through.
const MOST_HEAPS: u64 = 500_000;

fn asked(method: &str, scope: &str, inline: bool) -> Methods {
    Methods {
        method: method.to_string(),
        scope: Scoped::parse(scope).expect("a scope"),
        inline,
        invariants: false,
        overflow: false,
        unroll: Some(6),
        clauses: false,
        properties: vec![check::Property::Assertion],
        budget: check::Budget::default(),
    }
}

fn expected(method: &str) -> Verdict {
    let kinds = [("holds", Verdict::Holds), ("violated", Verdict::Violated), ("unknown", Verdict::Unknown)];
    let kind = kinds.into_iter().find(|(prefix, _)| method.starts_with(prefix));
    kind.map(|(_, verdict)| verdict).expect("a name says what is expected")
}

/// The methods of a source file whose names say what is expected.
fn methods(class: &str) -> Vec<String> {
    let source = std::fs::read_to_string(source(class)).expect("the source is there");
    let words = source.split(|letter: char| !letter.is_ascii_alphanumeric());
    let fits = |word: &&str| ["holds", "violated", "unknown"].iter().any(|kind| word.starts_with(kind));
    let mut methods: Vec<String> = words.filter(fits).map(ToString::to_string).collect();
    methods.sort();
    methods.dedup();
    methods
}

fn source(class: &str) -> PathBuf {
    repository().join(format!("crates/glassbox/tests/all/infer_library/{class}.java"))
}

fn load(classes: &tempfile::TempDir, class: &str, library: LibraryAs) -> Input {
    let cache = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"));
    let options = JavaOptions { homes: vec![home()], library, cache, ..JavaOptions::default() };
    let input = glassbox::load(Path::new(&class_file(classes, class)), &options);
    input.unwrap_or_else(|rejection| panic!("{rejection:?}"))
}

/// How a check ends, and why.
fn checked(input: &Input, wanted: &Methods) -> (Verdict, String) {
    match check_method(input, wanted, &mut Context::default()) {
        Ok(checked) => {
            let conclusion = &checked.run.conclusion;
            (conclusion.verdict(), format!("{:?}", conclusion.reasons()))
        }
        Err(failure) => panic!("{}: {failure:?}", wanted.method),
    }
}

/// With learning, without, and one heap after the other. Gives for how many methods these were all heaps, or one that breaks the property.
fn agree(class: &str, scope: &str, small: &str) -> usize {
    let classes = with_api(&[source(class).display().to_string()]);
    let input = load(&classes, class, LibraryAs::Specifications);
    let mut problems = Vec::new();
    let mut whole = 0;
    for method in methods(class) {
        let name = format!("{class}.{method}");
        let expected = expected(&method);
        // Where nobody knows, the machine may not know either.
        let most = if expected == Verdict::Unknown { 1 } else { MOST_HEAPS };
        let tally = tally_method(&input, &asked(&name, small, false), most).expect("the method is there");
        let is_whole = !tally.stopped || tally.bad > 0;
        whole += usize::from(is_whole && expected != Verdict::Unknown);
        if expected == Verdict::Holds && tally.bad + tally.skipped > 0 {
            problems.push(format!("{name}: {tally:?}"));
        }
        for inline in [false, true] {
            // Lists of lists become very large.
            if inline && method == "holdsEqual" {
                continue;
            }
            let (verdict, reasons) = checked(&input, &asked(&name, scope, inline));
            let reason = UNKNOWN.iter().find(|(known, _)| *known == method).map_or("", |known| known.1);
            // What a smaller scope says, all of its heaps say.
            let of_heaps = if tally.bad > 0 { Verdict::Violated } else { Verdict::Holds };
            if is_whole && expected != Verdict::Unknown && small != scope {
                let (verdict, reasons) = checked(&input, &asked(&name, small, inline));
                if verdict != of_heaps {
                    problems.push(format!("{name} at {small}: {verdict:?}, {reasons}; {tally:?}"));
                }
            } else if is_whole && expected == Verdict::Violated && of_heaps != expected {
                problems.push(format!("{name}: {tally:?}"));
            }
            if verdict != expected || !reasons.contains(reason) {
                problems.push(format!("{name}, inline {inline}: {verdict:?}, {reasons}; {tally:?}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    whole
}

#[test]
fn lists() {
    let whole = agree("Lists", "1,Thing=2,int=0..2", "1,Thing=2,int=0..2");
    assert!(whole >= 4, "{whole} are few");
}

#[test]
fn numbers() {
    let whole = agree("Numbers", "1,Integer=5,int=0..2", "1,Integer=5,int=0..2");
    assert!(whole >= 2, "{whole} are few");
}

#[test]
fn queues() {
    let whole = agree("Queues", "1,Thing=2,int=0..2", "1,Thing=2,int=0..2");
    assert!(whole >= 5, "{whole} are few");
}

#[test]
fn maps() {
    let whole = agree("Maps", "1,Key=2,int=0..1", "1,int=0..1");
    assert!(whole >= 3, "{whole} are few");
}

#[test]
fn sets() {
    let whole = agree("Sets", "1,Thing=2,int=0..2", "1,Thing=2,int=0..2");
    assert!(whole >= 6, "{whole} are few");
}

#[test]
fn ordered_and_fixed() {
    let whole = agree("Ordered", "1,Thing=2,int=0..2", "1,Thing=2,int=0..1");
    assert!(whole >= 5, "{whole} are few");
}

#[test]
fn what_is_not_specified_is_unknown() {
    agree("Unspecified", "2,int=0..2", "2,int=0..2");
    agree("Extended", "2,int=0..2", "2,int=0..2");
}

/// The methods of the subject, and whether each one's property holds.
const LENDING: &[(&str, bool)] = &[
    ("lendTells", true),
    ("lendCounts", true),
    ("takeBackKeeps", true),
    ("lendTakesAway", false),
    ("lendIsNew", false),
    ("takeBackElsewhere", false),
];

#[test]
fn the_subject_is_as_it_says() {
    let source = repository().join("bench/subjects/infer/Lending.java");
    let classes = with_api(&[source.display().to_string()]);
    let input = load(&classes, "Lending", LibraryAs::Specifications);
    for &(method, holds) in LENDING {
        let name = format!("Lending.{method}");
        for inline in [false, true] {
            let (verdict, reasons) = checked(&input, &asked(&name, "2,int=0..3", inline));
            let expected = if holds { Verdict::Holds } else { Verdict::Violated };
            assert_eq!(verdict, expected, "{name}, inline {inline}: {reasons}");
        }
        // There are too many heaps for all of them.
        let tally = tally_method(&input, &asked(&name, "1,int=0..2", false), 20_000).expect("it is there");
        assert!(!holds || tally.bad == 0, "{name}: {tally:?}");
    }
}

#[test]
fn specifications_and_bytecode_agree() {
    let classes = with_api(&[source("Chains").display().to_string()]);
    for library in [LibraryAs::Specifications, LibraryAs::Bytecode] {
        let input = load(&classes, "Chains", library);
        for method in methods("Chains") {
            for inline in [false, true] {
                let (verdict, reasons) = checked(&input, &asked(&format!("Chains.{method}"), "3", inline));
                assert_eq!(verdict, expected(&method), "{method}, {library:?}, inline {inline}: {reasons}");
            }
        }
    }
}

#[test]
fn a_violation_is_replayed_with_specifications() {
    let path = source("Maps").display().to_string();
    let report = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let output = tool(&["check", &path, "--method", "Maps.violatedGrows", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("\"library\": \"specifications\""), "{said}");
    assert!(
        said.contains("classes of the library do what their specifications say: java.util.HashMap"),
        "{said}"
    );
    std::fs::write(report.path(), &said).expect("the report can be written");
    let again = tool(&["replay", &report.path().display().to_string()]);
    assert_eq!(again.status.code(), Some(1), "{}{}", text(&again.stdout), text(&again.stderr));
    assert!(text(&again.stdout).contains("is false after `Maps.violatedGrows`"), "{}", text(&again.stdout));
}

#[test]
fn the_option_is_heeded() {
    let path = source("Lists").display().to_string();
    let check = |more: &[&str]| tool(&[&["check", &path, "--format", "json"], more].concat());
    let output = check(&["--method", "Lists.holdsAddedLast", "--library", "bytecode"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("\"library\": \"bytecode\""), "{}", text(&output.stdout));
    let output = check(&["--engine", "explore", "--library", "bytecode"]);
    assert!(text(&output.stdout).contains("leave out --library"), "{}", text(&output.stdout));
}
