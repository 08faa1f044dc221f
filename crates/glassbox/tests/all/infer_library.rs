//! Methods that use collections of the library: what checking them with specifications says is what comes out of all heaps of the scope, and
//! what the library's bytecode says where that can be looked at.
//!
//! The methods are in `infer_library`, and each one's name begins with what is expected: it holds, is violated, or nobody knows.

use std::path::{Path, PathBuf};

use crate::support::{class_file, glassbox as tool, home, release, repository, text, with_api};
use check::Verdict;
use glassbox::{
    Context, Input, JavaOptions, LibraryAs, Methods, Scoped, audit_method, check_method, cover_method,
    tally_method,
};

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

/// How many executions are gone through: all of them, unless something is wrong.
const MOST_EXECUTIONS: u64 = 500_000;

fn asked(method: &str, scope: &str, inline: bool) -> Methods {
    Methods {
        method: method.to_string(),
        scope: Scoped::parse(scope).expect("a scope"),
        inline,
        invariants: false,
        overflow: false,
        unroll: Some(6),
        clauses: false,
        seed: None,
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

/// With learning, without, and in all heaps of the scope.
fn agree(class: &str, scope: &str) {
    let classes = with_api(&[source(class).display().to_string()]);
    let input = load(&classes, class, LibraryAs::Specifications);
    let mut problems = Vec::new();
    for method in methods(class) {
        let name = format!("{class}.{method}");
        let expected = expected(&method);
        let asked = |inline| asked(&name, scope, inline);
        let audited = audit_method(&input, &asked(false), 1_000).expect("the method is there");
        if let Err(problem) = audited {
            problems.push(format!("{name}: {problem}"));
        }
        // Where nobody knows, the machine may not know either.
        if expected != Verdict::Unknown {
            let tally = tally_method(&input, &asked(false), MOST_EXECUTIONS).expect("the method is there");
            let is_whole = !tally.stopped && tally.skipped == 0;
            if !is_whole || (tally.bad > 0) != (expected == Verdict::Violated) {
                problems.push(format!("{name}: {tally:?}"));
            }
            let counted = cover_method(&input, &asked(false)).expect("the method is there");
            if counted.is_none_or(|(covered, all)| covered != all) {
                problems.push(format!("{name}: heaps are left out: {counted:?}"));
            }
        }
        for inline in [false, true] {
            // Lists of lists become very large.
            if inline && method == "holdsEqual" {
                continue;
            }
            let (verdict, reasons) = checked(&input, &asked(inline));
            let reason = UNKNOWN.iter().find(|(known, _)| *known == method).map_or("", |known| known.1);
            if verdict != expected || !reasons.contains(reason) {
                problems.push(format!("{name}, inline {inline}: {verdict:?}, {reasons}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn lists() {
    agree("Lists", "1,Thing=2,int=0..2");
}

#[test]
fn numbers() {
    agree("Numbers", "1,Integer=5,int=0..2");
}

#[test]
fn queues() {
    agree("Queues", "1,Thing=2,int=0..2");
}

#[test]
fn maps() {
    agree("Maps", "1,Key=2,int=0..1");
}

#[test]
fn sets() {
    agree("Sets", "1,Thing=2,int=0..2");
}

#[test]
fn ordered_and_fixed() {
    agree("Ordered", "1,Thing=2,int=0..2");
}

#[test]
fn what_is_not_specified_is_unknown() {
    agree("Unspecified", "2,int=0..2");
    agree("Extended", "2,int=0..2");
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
        let small = asked(&name, "1,int=0..2", false);
        let tally = tally_method(&input, &small, MOST_EXECUTIONS).expect("it is there");
        assert!(!tally.stopped && (tally.bad == 0) == holds, "{name}: {tally:?}");
        let (verdict, reasons) = checked(&input, &small);
        assert_eq!(verdict == Verdict::Holds, holds, "{name}: {reasons}");
    }
}

/// What comes to more methods than are looked at if it is the bytecode of JDK 25 or later that takes part, and what is said then.
const MORE_SINCE_25: [&str; 3] = ["holdsRemoved", "violatedRemoved", "violatedIndex"];
const TOO_MANY: &str = "the static field `java.util.Locale.defaultDisplayLocale`";

#[test]
fn specifications_and_bytecode_agree() {
    let classes = with_api(&[source("Chains").display().to_string()]);
    for library in [LibraryAs::Specifications, LibraryAs::Bytecode] {
        let input = load(&classes, "Chains", library);
        for method in methods("Chains") {
            for inline in [false, true] {
                let (verdict, reasons) = checked(&input, &asked(&format!("Chains.{method}"), "3", inline));
                let comes_to_more = library == LibraryAs::Bytecode
                    && release(&home()) >= 25
                    && MORE_SINCE_25.contains(&method.as_str());
                let expected = if comes_to_more { Verdict::Unknown } else { expected(&method) };
                assert_eq!(verdict, expected, "{method}, {library:?}, inline {inline}: {reasons}");
                assert!(!comes_to_more || reasons.contains(TOO_MANY), "{method}: {reasons}");
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
