//! One method against its formulas: the subjects, with and without learning.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::{class_file, glassbox, home, repository, stat, text, with_api, written};
use check::Verdict;
use glassbox::{Context, Input, JavaOptions, Methods, Scoped, check_method, sample_method};

/// Every annotated method of the subjects: the class, the method, the smallest scope at which its property is violated, if it ever is.
pub(crate) const SUBJECTS: &[(&str, &str, Option<usize>)] = &[
    ("BinaryTree", "rotateLeftKeeps", None),
    ("BinaryTree", "rotateLeftSorted", None),
    ("BinaryTree", "insertFinds", None),
    ("BinaryTree", "deleteSorted", None),
    ("BinaryTree", "deleteOne", None),
    ("BinaryTree", "rotateLeftForgets", Some(2)),
    ("BinaryTree", "deleteAnywhere", Some(2)),
    ("BinaryTree", "deleteTooMuch", Some(4)),
    ("DirectoryTree", "createInside", None),
    ("DirectoryTree", "createDifferent", None),
    ("DirectoryTree", "moveNoCircle", None),
    ("DirectoryTree", "moveArrives", None),
    ("DirectoryTree", "moveAnywhere", Some(2)),
    ("DirectoryTree", "moveStays", Some(2)),
    ("DirectoryTree", "createUnique", Some(2)),
    ("Graph", "removeNodesSameEdges", None),
    ("Graph", "removeNodesSameNodes", None),
    ("Graph", "spanningTreeConsistency", None),
    ("Graph", "spanningTreeDeg0Node", None),
    ("Graph", "removeNodesKnownEdges", None),
    ("Graph", "removeNodesAllEdges", Some(2)),
    ("Graph", "spanningTreeAllNodes", Some(2)),
    ("LruCache", "getMakesNewest", None),
    ("LruCache", "getFinds", None),
    ("LruCache", "putMakesNewest", None),
    ("LruCache", "getKeeps", None),
    ("LruCache", "putFits", None),
    ("LruCache", "putCountsTwice", Some(2)),
    ("LruCache", "getLoses", Some(2)),
    ("LruCache", "putForgetsNothing", Some(2)),
    ("NodeList", "removeList", None),
    ("NodeList", "removeListEmpty", None),
    ("NodeList", "removeListAll", None),
    ("NodeList", "removeListOthers", None),
    ("NodeList", "removeEach", None),
    ("NodeList", "removeListOnce", Some(2)),
    ("NodeList", "removeListOther", Some(2)),
    ("OrderBook", "bidEnters", None),
    ("OrderBook", "bidSorted", None),
    ("OrderBook", "cancelLeaves", None),
    ("OrderBook", "matchEnds", None),
    ("OrderBook", "matchNotNegative", None),
    ("OrderBook", "bidBehindWorse", Some(2)),
    ("OrderBook", "cancelRest", Some(2)),
    ("OrderBook", "matchAllOpen", Some(2)),
    ("Set", "intersect", None),
    ("Set", "intersectSubset", None),
    ("Set", "intersectChangesNothing", None),
    ("Set", "intersectAll", None),
    ("Set", "addFinds", None),
    ("Set", "containsTells", None),
    ("Set", "addGrows", Some(2)),
    ("Set", "intersectSameSize", Some(3)),
    ("SetBroken", "intersect", Some(3)),
    ("SetBroken", "intersectSubset", None),
    ("SetBroken", "intersectApart", None),
    ("SetBroken", "intersectAll", Some(2)),
    ("SpliceList", "spliceEmpties", None),
    ("SpliceList", "spliceAll", None),
    ("SpliceList", "spliceLinks", None),
    ("SpliceList", "removeOut", None),
    ("SpliceList", "spliceForward", Some(2)),
    ("SpliceList", "spliceSelf", Some(2)),
    ("SpliceList", "addOnly", Some(2)),
    ("TopologicalSort", "sortAll", None),
    ("TopologicalSort", "sortBehindNeeds", None),
    ("TopologicalSort", "sortOnce", None),
    ("TopologicalSort", "sortChangesNoNeeds", None),
    ("TopologicalSort", "sortCircles", Some(4)),
    ("TopologicalSort", "sortTooEarly", Some(4)),
    ("TopologicalSort", "sortNoOthers", Some(4)),
];

pub(crate) fn load(path: &str) -> Input {
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    glassbox::load(Path::new(path), &options).unwrap_or_else(|rejection| panic!("{rejection:?}"))
}

pub(crate) fn asked(method: &str, objects: usize, inline: bool) -> Methods {
    Methods {
        scope: Scoped { objects, classes: Vec::new(), numbers: (-1, 1) },
        inline,
        ..Methods::of(method)
    }
}

fn verdict(input: &Input, wanted: &Methods) -> Verdict {
    let checked = check_method(input, wanted, &mut Context::default());
    let checked = checked.unwrap_or_else(|failure| panic!("{}: {failure:?}", wanted.method));
    checked.run.conclusion.verdict()
}

pub(crate) fn subjects() -> tempfile::TempDir {
    let mut names: Vec<&str> = SUBJECTS.iter().map(|(class, ..)| *class).collect();
    names.dedup();
    let directory = repository().join("bench/subjects/infer");
    with_api(
        &names
            .iter()
            .map(|name| directory.join(format!("{name}.java")).display().to_string())
            .collect::<Vec<_>>(),
    )
}

/// Properties hold or are violated as the subjects say; learning and inlining agree. What is violated in a scope is in every larger one.
#[test]
fn inlining_agrees() {
    let classes = subjects();
    for &(class, method, violated) in SUBJECTS {
        let input = load(&class_file(&classes, class));
        for scope in [2, 3] {
            let expected = match violated {
                Some(least) if least <= scope => Verdict::Violated,
                Some(_) | None => Verdict::Holds,
            };
            let name = format!("{class}.{method}");
            assert_eq!(verdict(&input, &asked(&name, scope, false)), expected, "{name} at scope {scope}");
            // Inlined, recursion and nested loops become very large.
            if scope == 2 || !["TopologicalSort", "Graph", "NodeList"].contains(&class) {
                assert_eq!(
                    verdict(&input, &asked(&name, scope, true)),
                    expected,
                    "{name} at scope {scope}, inlined"
                );
            }
        }
    }
}

/// In which order the solver decides changes nothing of the answer, and something of the work.
#[test]
fn seeds_change_no_answer() {
    let classes = subjects();
    let mut conflicts = BTreeSet::new();
    for (class, method, expected) in [
        ("Set", "intersectAll", Verdict::Holds),
        ("Graph", "spanningTreeDeg0Node", Verdict::Holds),
        ("SetBroken", "intersect", Verdict::Violated),
        ("LruCache", "getLoses", Verdict::Violated),
    ] {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        for seed in [None, Some(0), Some(1), Some(2)] {
            let wanted = Methods { seed, ..asked(&name, 3, false) };
            let checked = check_method(&input, &wanted, &mut Context::default());
            let run = checked.unwrap_or_else(|failure| panic!("{name}: {failure:?}")).run;
            assert_eq!(run.conclusion.verdict(), expected, "{name} with the seed {seed:?}");
            conflicts.insert((class, format!("{:?}", run.stats.get("conflicts"))));
        }
    }
    assert!(conflicts.len() > 4, "seeds should change the order: {conflicts:?}");
}

/// Each subject has properties of both kinds, all of its annotated methods are looked at, and what is violated in larger scopes only is found there.
#[test]
fn subjects_have_properties_of_both_kinds() {
    let classes = subjects();
    let mut names: Vec<&str> = SUBJECTS.iter().map(|(class, ..)| *class).collect();
    names.dedup();
    for class in names {
        let of_class: Vec<_> = SUBJECTS.iter().filter(|(other, ..)| *other == class).collect();
        let violated = of_class.iter().filter(|(.., least)| least.is_some()).count();
        assert!(violated >= 2 && of_class.len() - violated >= 2, "{class} has few properties of one kind");
        let source = repository().join(format!("bench/subjects/infer/{class}.java"));
        let source = std::fs::read_to_string(source).expect("the source is there");
        assert_eq!(source.matches("@Ensures(").count(), of_class.len(), "{class} has others");
    }
    for &(class, method, violated) in SUBJECTS.iter().filter(|(.., least)| *least > Some(3)) {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        let scope = Scoped { objects: violated.unwrap_or_default(), ..Scoped::default() };
        let wanted = Methods { scope, ..Methods::of(name.as_str()) };
        assert_eq!(verdict(&input, &wanted), Verdict::Violated, "{name}");
    }
}

/// Heaps by chance, of all subjects, violate a property only where the engine says so: this needs no knowledge of what is read.
#[test]
fn heaps_by_chance_agree() {
    let classes = subjects();
    let (mut good, mut found) = (0, BTreeSet::new());
    for &(class, method, violated) in SUBJECTS {
        let input = load(&class_file(&classes, class));
        let name = format!("{class}.{method}");
        for scope in [2, 3] {
            let tally = sample_method(&input, &asked(&name, scope, false), 400).expect("the method is there");
            let is_violated = violated.is_some_and(|least| least <= scope);
            assert!(tally.bad == 0 || is_violated, "{name} at scope {scope}: {tally:?}");
            good += tally.good;
            if tally.bad > 0 {
                found.insert(name.clone());
            }
        }
    }
    assert!(good > 5_000, "{good} calls that come to their end are few");
    assert!(found.len() >= 8, "only of {found:?} a violation was met");
}

/// The seed's example: what is learned about the callees is no more than is needed.
#[test]
fn specifications_are_learned() {
    let output = glassbox(&[
        "check",
        "bench/subjects/infer/Set.java",
        "--engine",
        "infer",
        "--method",
        "Set.intersect",
        "--scope",
        "3",
        "--show",
        "specs",
    ]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("Set.<init>: may modify Set.elems"), "{shown}");
    assert!(shown.contains("Set.contains: modifies nothing"), "{shown}");
    assert!(shown.contains("Set.add: may modify"), "{shown}");
}

/// The seeded error is found, executed and told.
#[test]
fn the_seeded_error_is_replayed() {
    let arguments = [
        "check",
        "bench/subjects/infer/SetBroken.java",
        "--engine",
        "infer",
        "--method",
        "SetBroken.intersect",
        "--scope",
        "3",
    ];
    let output = glassbox(&arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("is false after `SetBroken.intersect`"), "{shown}");
    assert!(shown.contains("before the call") && shown.contains("after the call"), "{shown}");
    assert!(shown.contains("while (curr != null)"), "{shown}");
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let report = directory.path().join("report.json").display().to_string();
    let output = glassbox(&[&arguments[..], &["--format", "json", "-o", &report]].concat());
    assert_eq!(output.status.code(), Some(1));
    let recorded = std::fs::read_to_string(&report).expect("the report was written");
    assert!(stat(&recorded, "clauses") > 0);
    let replayed = glassbox(&["replay", &report]);
    assert_eq!(replayed.status.code(), Some(1), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
}

/// What is wrong with the question is said.
#[test]
fn bad_questions_are_rejected() {
    let program = "import glassbox.api.*;
        public class Bad {
            Bad next;
            @Ensures(\"this.nxt == null\") void misspelt() { }
            void nothing() { }
            @Ensures(\"next == null\") float floats(float x) { next = null; return x; }
            @Ensures(\"next == null\") void recursive() { if (next != null) { next.recursive(); next = null; } }
        }";
    let (_directory, file) = written("Bad", program);
    let ask = |arguments: &[&str]| {
        let output = glassbox(&[&["check", &file, "--engine", "infer"][..], arguments].concat());
        (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
    };
    for (arguments, code, said) in [
        (&[][..], 2, "nobody says which method to check"),
        (&["--method", "Bad.nothng"], 2, "did you mean Bad.nothing?"),
        (&["--method", "nothing"], 2, "nothing is said about `Bad.nothing`"),
        (&["--method", "misspelt"], 2, "did you mean next?"),
        (&["--method", "nothing", "--scope", "0"], 2, "a scope of 0 leaves nothing to look at"),
        (&["--method", "nothing", "--scope", "int=1..3"], 2, "must contain 0"),
        (
            &["--method", "nothing", "--property", "deadlock"],
            2,
            "only the engine for threads knows deadlocks",
        ),
        (&["--method", "floats"], 3, "a parameter that is a floating-point number"),
        (&["--method", "recursive"], 0, "holds"),
        (&["--method", "nothing", "--property", "exception"], 0, "holds"),
    ] {
        let (exit, shown) = ask(arguments);
        assert_eq!(exit, Some(code), "{arguments:?}: {shown}");
        assert!(shown.contains(said), "{arguments:?}: {shown}");
    }
}

/// Executions that do what the scope does not have are not violations, and not reasons to say that something holds without saying so.
#[test]
fn the_scope_is_said() {
    let program = "import glassbox.api.*;
        public class Few {
            Few next;
            @Ensures(\"result.next.next.next.next != null\")
            static Few four() {
                Few few = null;
                for (int i = 0; i < 5; i++) { Few more = new Few(); more.next = few; few = more; }
                return few;
            }
            @Ensures(\"result > x\")
            static int more(int x) { return x + 1; }
            @Ensures(\"result == 20\")
            static int twenty() { int i = 0; while (i < 20) { i++; } return i; }
            @Requires(\"x > 100\") @Ensures(\"result > x\")
            static int large(int x) { return x; }
            @Ensures(\"result == null\")
            static Few oneTooMany(Few a, int x) {
                if (x > 0) { int sum = x + x + x + x; }
                Few one = new Few();
                one.next = new Few();
                if (a.next == a) { return null; }
                Few other = new Few();
                return new Few();
            }
        }";
    let (_directory, file) = written("Few", program);
    let ask = |arguments: &[&str]| {
        let output = glassbox(&[&["check", &file, "--engine", "infer"][..], arguments].concat());
        (output.status.code(), text(&output.stdout))
    };
    let (exit, shown) = ask(&["--method", "four", "--scope", "3"]);
    assert_eq!(exit, Some(3), "{shown}");
    assert!(shown.contains("too small for any execution"), "{shown}");
    assert!(shown.contains("one more object of class Few than the scope has"), "{shown}");
    assert!(!shown.contains("perhaps"), "{shown}");
    // Loops are followed as far as executions go, unless the user says how far.
    let (exit, shown) = ask(&["--method", "twenty"]);
    assert_eq!(exit, Some(0), "{shown}");
    let (exit, shown) = ask(&["--method", "twenty", "--unroll", "5"]);
    assert_eq!(exit, Some(3), "{shown}");
    assert!(shown.contains("more than 5 iterations or nested calls"), "{shown}");
    assert!(shown.contains("--unroll 10"), "{shown}");
    let (exit, shown) = ask(&["--method", "large"]);
    assert_eq!(exit, Some(3), "{shown}");
    assert!(shown.contains("a precondition that no heap within the scope satisfies"), "{shown}");
    // Only what has to be larger is named: not the sum, which stays small where the number is not positive, and not the objects of the other way.
    let (exit, shown) = ask(&["--method", "oneTooMany", "--scope", "2", "--property", "assert,exception"]);
    assert_eq!(exit, Some(1), "{shown}");
    let (exit, shown) = ask(&["--method", "oneTooMany", "--scope", "1"]);
    assert_eq!(exit, Some(3), "{shown}");
    assert_eq!(shown.matches("one more object").count(), 1, "{shown}");
    assert!(!shown.contains("more bits"), "{shown}");
    let (exit, shown) = ask(&["--method", "four", "--scope", "5"]);
    assert_eq!(exit, Some(0), "{shown}");
    let (exit, shown) = ask(&["--method", "more"]);
    assert_eq!(exit, Some(0), "{shown}");
    assert!(shown.contains("no number is beyond"), "{shown}");
    // In its full width the sum overflows.
    let (exit, shown) = ask(&["--method", "more", "--scope", "int=-2147483648..2147483647"]);
    assert_eq!(exit, Some(1), "{shown}");
}

#[test]
fn a_text_has_its_length() {
    let program = "
        import glassbox.api.*;
        class Texts {
            @Ensures(\"result == 1\")
            static int length() { return \"a\".length(); }
            @Ensures(\"result == 2\")
            static int other() { return \"a\".length(); }
        }";
    let (_directory, file) = written("Texts", program);
    // Nobody looks into texts; what is replayed must not be something else than what Java does.
    for (method, exits) in [("length", [3, 3]), ("other", [1, 3])] {
        for (inline, exit) in [&[][..], &["--inline"]].iter().zip(exits) {
            let arguments = [&["check", &file, "--engine", "infer", "--method", method], *inline].concat();
            let output = glassbox(&arguments);
            assert_eq!(output.status.code(), Some(exit), "{method} {inline:?}: {}", text(&output.stdout));
        }
    }
}

#[test]
fn violations_show_arguments_and_all_objects() {
    let program = "
        import glassbox.api.*;
        class Chain1 {
            Chain1 next;
            int number;
            @Requires(\"next != null && next.next != null && x == 2 && next.next.number == 3\")
            @Ensures(\"result == x\")
            int third(int x, boolean whether) { return next.next.number; }
        }";
    let (_directory, file) = written("Chain1", program);
    let output =
        glassbox(&["check", &file, "--engine", "infer", "--method", "third", "--scope", "3,int=-4..3"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("before the call with this = Chain1#0, x = 2, whether = "), "{shown}");
    assert!(shown.contains("after the call, which gives 3"), "{shown}");
    assert!(shown.matches("Chain1#").count() >= 4 && shown.contains("number 3"), "{shown}");
}

#[test]
fn a_check_that_is_stopped_stops() {
    // The way to the text of a number goes through hundreds of methods.
    let program = "
        import glassbox.api.*;
        class Told {
            @Ensures(\"result > 0\")
            static int told(int x) { return new StringBuilder().append(x).length(); }
        }";
    let (_directory, file) = written("Told", program);
    let arguments = ["check", &file, "--engine", "infer", "--method", "told", "--memory", "500M"];
    let output = glassbox(&arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("the memory budget of 500M is spent"), "{shown}");
}

#[test]
fn what_never_returns_is_noted() {
    let program = "
        import glassbox.api.*;
        class Never {
            static Never shared;
            int number;
            @Ensures(\"result == number + 1\")
            int fails() { return shared.number; }
            @Ensures(\"result == number\")
            int works() { return number; }
        }";
    let (_directory, file) = written("Never", program);
    let note = "no execution within the scope returns";
    for (method, noted) in [("fails", true), ("works", false)] {
        let output = glassbox(&["check", &file, "--engine", "infer", "--method", method]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shown}");
        assert_eq!(shown.contains(note), noted, "{shown}");
    }
}

#[test]
fn what_to_enlarge_is_said() {
    let program = "
        import glassbox.api.*;
        import java.util.ArrayList;
        class Larger {
            Larger next;
            @Ensures(\"result != null\")
            static Larger two() { Larger one = new Larger(); one.next = new Larger(); return one; }
            @Requires(\"x > 100\") @Ensures(\"result > x\")
            static int large(int x) { return x; }
            @Requires(\"x == 3\") @Ensures(\"result > x\")
            static int product(int x) { return x * x * x * x; }
            @Ensures(\"result != null\")
            static int[] row() { return new int[6]; }
            @Ensures(\"result\")
            static boolean five() {
                ArrayList<Object> list = new ArrayList<>();
                for (int i = 0; i < 5; i++) list.add(null);
                return list.size() == 5;
            }
        }";
    let (_directory, file) = written("Larger", program);
    for (method, scope, advice) in [
        ("two", "1", "--scope 1,Larger=2,int=-4..3"),
        ("large", "3", "--scope 6,int="),
        ("product", "3", "or all of an int with --overflow"),
        ("row", "3", "allow longer arrays, for example --scope 6,"),
        ("five", "3", "puts fewer elements into its collections"),
    ] {
        let output = glassbox(&["check", &file, "--engine", "infer", "--method", method, "--scope", scope]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{method}: {shown}");
        assert!(shown.contains("the scope is too small") && shown.contains(advice), "{method}: {shown}");
        assert!(!shown.contains("--entry"), "{method}: {shown}");
    }
}
